package report

import (
	"bytes"
	"io"
	"regexp"
	"strings"
)

// Manual writes a page of our own documentation as plain text for a terminal: what its Markdown means, in lines of the width (0: 80).
// It knows as much of Markdown as these pages use: headings, paragraphs, lists, tables, code and links.
func Manual(w io.Writer, markdown string, width int) error {
	if width == 0 {
		width = 80
	}
	m := &manual{width: width}
	for line := range strings.Lines(markdown) {
		m.line(strings.TrimRight(line, "\n"))
	}
	m.flush()
	return write(w, bytes.TrimLeft(m.out.Bytes(), "\n"))
}

type manual struct {
	width       int
	out         bytes.Buffer
	words       []string // of the paragraph or the item that is being read
	first, rest string   // before its first line, and before the others
	table       []string // lines of the table that is being read
	fence       bool     // in a block of code
	indent      int      // of that block
	item        int      // how far the text of the list's item is indented; 0: in none
}

var (
	manualItem   = regexp.MustCompile(`^( *)(- |\d+\. |> )`)
	manualLink   = regexp.MustCompile(`\[([^]]+)\]\(([^)\s]+)\)`)
	manualRule   = regexp.MustCompile(`^\|[-|: ]+\|$`)
	manualStrong = regexp.MustCompile(`\*{1,2}([^*\s][^*]*)\*{1,2}`)
	manualFence  = "```"
)

func (m *manual) line(line string) {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	switch {
	case strings.HasPrefix(text, manualFence):
		m.flush()
		m.fence, m.indent = !m.fence, indent
		if indent == 0 {
			m.item = 0
		}
	case m.fence:
		m.code(strings.TrimPrefix(line, strings.Repeat(" ", m.indent)))
	case text == "":
		m.flush()
		m.put("")
	case strings.HasPrefix(line, "#"):
		m.flush()
		level, title, _ := strings.Cut(line, " ")
		m.item = 0
		m.put(inlined(title))
		line := map[int]string{1: "═", 2: "─"}[len(level)]
		if line == "" {
			line = "┄"
		}
		m.put(strings.Repeat(line, columns(inlined(title))))
	case strings.HasPrefix(text, "|"):
		if len(m.table) == 0 {
			m.flush()
		}
		m.table = append(m.table, text)
	case manualItem.MatchString(line):
		m.flush()
		mark := manualItem.FindString(line)
		m.item = len(mark)
		m.first, m.rest = mark, strings.Repeat(" ", len(mark))
		m.words = strings.Fields(line[len(mark):])
	case len(m.words) > 0:
		m.words = append(m.words, strings.Fields(text)...)
	case indent >= m.item+4: // code without a fence
		m.code(line[m.item+4:])
	default:
		if indent == 0 {
			m.item = 0
		}
		m.first = strings.Repeat(" ", m.item)
		m.rest = m.first
		m.words = strings.Fields(text)
	}
}

// flush writes what is being read.
func (m *manual) flush() {
	if len(m.words) > 0 {
		for _, l := range wrap(inlined(strings.Join(m.words, " ")), m.width, m.first, m.rest) {
			m.put(l)
		}
		m.words = nil
	}
	if len(m.table) > 0 {
		m.drawTable()
		m.table = nil
	}
}

// code is written as it stands, since somebody will copy it.
func (m *manual) code(line string) {
	m.put(strings.TrimRight(strings.Repeat(" ", m.item+4)+line, " "))
}

func (m *manual) put(line string) {
	if line == "" && bytes.HasSuffix(m.out.Bytes(), []byte("\n\n")) {
		return
	}
	m.out.WriteString(line + "\n")
}

func (m *manual) drawTable() {
	var rows [][]string
	for _, line := range m.table {
		if manualRule.MatchString(line) {
			continue
		}
		var row []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			row = append(row, inlined(strings.TrimSpace(cell)))
		}
		rows = append(rows, row)
	}
	var prose []int
	for i := range rows[0] {
		if i > 0 || len(rows[0]) == 1 {
			prose = append(prose, i)
		}
	}
	var drawn bytes.Buffer
	// The pages are ours and a test draws them all, so a table has cells as its header.
	_ = Table(&drawn, rows[0], rows[1:], TableOptions{Terminal: true, Width: m.width, Prose: prose})
	if header, _, _ := strings.Cut(drawn.String(), "\n"); strings.HasSuffix(header, rows[0][len(rows[0])-1]) {
		m.out.Write(drawn.Bytes())
		return
	}
	for _, row := range rows[1:] { // too wide: each cell says what it is
		for i, cell := range row {
			first, rest := "  ", "    "
			if i == 0 {
				first, rest = "", "  "
			} else if rows[0][i] != "" {
				cell = rows[0][i] + ": " + cell
			}
			for _, l := range wrap(cell, m.width, first, rest) {
				m.put(l)
			}
		}
	}
}

// inlined takes the marks out of a line. A link to another page becomes the command that shows it.
func inlined(s string) string {
	s = manualLink.ReplaceAllStringFunc(s, func(link string) string {
		parts := manualLink.FindStringSubmatch(link)
		text, target := parts[1], parts[2]
		page, _, _ := strings.Cut(target, "#")
		switch name, ours := strings.CutSuffix(page, ".md"); {
		case strings.Contains(target, "://"):
			return text + " (" + target + ")"
		case ours && !strings.Contains(name, "/"):
			if text == page {
				return "`webhookctl help " + name + "`"
			}
			return text + " (`webhookctl help " + name + "`)"
		}
		return text
	})
	parts := strings.Split(s, "`")
	for i := 0; i < len(parts); i += 2 { // the others are code
		parts[i] = manualStrong.ReplaceAllString(parts[i], "$1")
	}
	return strings.Join(parts, "`")
}
