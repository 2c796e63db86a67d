package report

import (
	"strings"
	"unicode"
)

// code writes text as a Markdown code span, in which nothing is markup: no HTML, no link, no @mention, no #reference.
// The fence is longer than any run of backticks in the text.
func code(s string) string {
	s = Visible(s)
	if s == "" {
		return "–"
	}
	longest, run := 0, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' || s[len(s)-1] == ' ' {
		s = " " + s + " "
	}
	return fence + s + fence
}

// codes writes a list of code spans.
func codes(list []string) string {
	if len(list) == 0 {
		return "–"
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = code(s)
	}
	return strings.Join(out, ", ")
}

// prose writes a sentence of which parts may come from logs. Plain words stay; whatever could be markup, or what a tracker
// turns into a link or a notice (@name, #12, SHIP-1, a hash, a URL, :name:), becomes a code span. Escaping by backslash
// would not do: trackers look for @names in the rendered text.
func prose(s string) string {
	var b strings.Builder
	var open []string // words of the code span in the making
	flush := func() {
		if len(open) > 0 {
			b.WriteString(code(strings.Join(open, " ")))
			open = nil
		}
	}
	for i, word := range strings.Split(Visible(s), " ") {
		before, core, after := trimmed(word)
		plain := harmless(core) && (i > 0 || !marksList(word))
		if plain {
			before, core, after = word, "", ""
		}
		if len(open) > 0 && (plain || before != "") {
			flush()
		}
		if len(open) == 0 {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(before)
		}
		if plain {
			continue
		}
		open = append(open, core)
		if after != "" {
			flush()
			b.WriteString(after)
		}
	}
	flush()
	return b.String()
}

// trimmed takes the punctuation of a sentence off a word.
func trimmed(word string) (before, core, after string) {
	core = strings.TrimLeft(word, `("`)
	before = word[:len(word)-len(core)]
	end := strings.TrimRight(core, `.,;:?!)"`)
	if end == "" {
		return "", word, ""
	}
	return before, end, core[len(end):]
}

// marksList tells words that begin a list or a heading where they begin a line: 1. and 1).
func marksList(word string) bool {
	rest := strings.TrimLeft(word, "0123456789")
	return rest != word && (strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, ")"))
}

// harmless tells a plain word or number: letters with hyphens and apostrophes between them, or digits, or a sign of ours.
func harmless(word string) bool {
	switch word {
	case "", "→", "·", "–", "—", "×":
		return true
	}
	letters, digits, hex := 0, 0, 0
	for i, r := range word {
		switch {
		case unicode.IsLetter(r):
			letters++
		case r >= '0' && r <= '9':
			digits++
		case (r == '-' || r == '\'') && i > 0 && i < len(word)-1:
		default:
			return false
		}
		if strings.ContainsRune("0123456789abcdef", unicode.ToLower(r)) {
			hex++
		}
	}
	return (letters == 0 || digits == 0) && letters+digits > 0 && (len(word) < 7 || hex < len(word))
}

// mdTable writes a Markdown table of cells that are already Markdown. A pipe ends a cell even within a code span, so it is
// escaped; after a backslash, where renderers disagree, it is written as \x7c.
func mdTable(header []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) {
		for _, c := range cells {
			c = strings.ReplaceAll(c, `\|`, `\x7c`)
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	line(header)
	b.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return b.String()
}
