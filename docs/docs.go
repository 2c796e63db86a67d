// Package docs holds the pages of this folder for the program's own help: "help TOPIC", "collect STACK" and the man pages are made of
// them. It knows nothing of what they say.
package docs

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Page is one file of this folder.
type Page struct {
	Name  string // "verdicts", of verdicts.md
	Title string // its first heading
	Text  string // Markdown
}

// In gives the page in a language ("de"), of verdicts.de.md, or as it is where there is no translation.
func (p Page) In(language string) Page {
	text, err := pages.ReadFile(p.Name + "." + language + ".md")
	if err != nil {
		return p
	}
	return Page{p.Name, titleOf(text), string(text)}
}

func titleOf(text []byte) string {
	title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
	return title
}

// Section is what stands below one heading of the second level.
type Section struct {
	Name  string // the heading
	About string // its first line
	Text  string // Markdown, with its heading
}

// All lists the pages in name order, each once: in English.
func All() []Page {
	names, _ := fs.Glob(pages, "*.md") // the pattern is right, and nothing else can fail
	var all []Page
	for _, file := range names {
		name := strings.TrimSuffix(file, ".md")
		if strings.Contains(name, ".") { // a translation
			continue
		}
		text, _ := pages.ReadFile(file) // what is listed is there
		all = append(all, Page{name, titleOf(text), string(text)})
	}
	return all
}

// Find gives the page of that name.
func Find(name string) (Page, bool) {
	for _, p := range All() {
		if p.Name == name {
			return p, true
		}
	}
	return Page{}, false
}

// Sections cuts a page at its headings of the second level. What stands before the first of them is left out.
func (p Page) Sections() []Section {
	var all []Section
	for _, text := range strings.Split(p.Text, "\n## ")[1:] {
		name, rest, _ := strings.Cut(text, "\n")
		about, _, _ := strings.Cut(strings.TrimLeft(rest, "\n"), "\n")
		all = append(all, Section{name, about, "## " + text + "\n"})
	}
	return all
}
