package language

// Catalogue gives all texts and nouns that have a German, to the test that compares them with the program.
func Catalogue() (texts, nouns map[string]bool) {
	texts, nouns = map[string]bool{}, map[string]bool{}
	for _, part := range germanTexts {
		for t := range part {
			texts[string(t)] = true
		}
	}
	for n := range germanNouns {
		nouns[string(n)] = true
	}
	return texts, nouns
}
