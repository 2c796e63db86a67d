package report

import (
	"bytes"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze/language"
)

// page is a text report in the making. Colour is put on whole finished lines, so that it is never measured.
type page struct {
	bytes.Buffer
	width int
	color bool
	opt   Options
	l     *language.Language
}

// The narrowest page that is drawn; below it, lines are longer than the terminal rather than a word each.
const narrowest = 40

func newPage(opt Options) *page {
	width := opt.Width
	if width == 0 {
		width = 80
	}
	return &page{width: max(width, narrowest), color: opt.Color, opt: opt, l: opt.Language}
}

// A style is an ANSI colour; it repeats what the words say.
type style string

const (
	plain  style = ""
	bold   style = "1"
	red    style = "1;31"
	yellow style = "1;33"
	green  style = "32"
	dim    style = "2"
)

// rankStyles colour the titles of a section.
var rankStyles = [ranks]style{red, red, yellow, green, plain}

func (p *page) lines(st style, lines ...string) {
	for _, line := range lines {
		line = strings.TrimRight(line, " ")
		if p.color && st != plain && line != "" {
			text := strings.TrimLeft(line, " ")
			line = line[:len(line)-len(text)] + "\x1b[" + string(st) + "m" + text + "\x1b[0m"
		}
		p.WriteString(line)
		p.WriteByte('\n')
	}
}

func (p *page) blank() {
	if p.Len() > 0 {
		p.WriteByte('\n')
	}
}

// say writes a paragraph of log text, indented, its later lines by more.
func (p *page) say(st style, text string, indent, more int) {
	if text == "" {
		return
	}
	p.lines(st, wrap(Visible(text), p.width, spaces(indent), spaces(indent+more))...)
}

// field writes a label and facts beside it, those that are not empty.
func (p *page) field(label, sep string, facts ...string) {
	facts = slices.DeleteFunc(visibleAll(facts), func(s string) bool { return s == "" })
	if len(facts) > 0 {
		p.lines(plain, wrapFacts(facts, sep, p.width, "  "+pad(label, p.labels()), spaces(2+p.labels()))...)
	}
}

// ids writes a label and identifiers beside it, each whole. Beyond a dozen they are counted.
func (p *page) ids(label string, ids []string) {
	if len(ids) > 0 {
		shown, more := few(p.l, bounded(ids), 12)
		p.lines(plain, wrapList(shown, more, p.width, "  "+pad(label, p.labels()), spaces(2+p.labels()))...)
	}
}

// bounded makes identifiers visible, and those whose ends cannot be seen quoted.
func bounded(ids []string) []string {
	out := visibleAll(ids)
	for i, id := range out {
		if id == "" || strings.TrimSpace(id) != id {
			out[i] = `"` + id + `"`
		}
	}
	return out
}

// labels is the width of the column of labels: the longest of the language, and a space.
func (p *page) labels() int {
	if p.l.Code() == "de" {
		return 14
	}
	return 12
}

func spaces(n int) string { return strings.Repeat(" ", n) }
