package language

// germanTexts are the parts of the German catalogue, one for each place that speaks. Verbs keep their arguments: where German
// has another order, they are numbered ("%[2]s").
var germanTexts = []map[Text]string{}

// germanNouns are the nouns that stand after a number, one and more. After "von" they stand in the dative, so those are chosen
// whose plural does not change there, or the sentence is built otherwise.
var germanNouns = map[Noun][2]string{}
