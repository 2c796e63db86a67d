package report

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
)

// HTML writes one self-contained page: the answer, a picture of the gravest case, then every case that is drawn with its picture,
// questions, evidence and next steps, what the history shows, and the sources with their sums. It asks nobody for anything: its
// one style and its one script are allowed by their hashes and nothing else is. Without scripts all of it can be read.
//
// It is bounded: the cases of a pattern are counted and a few are drawn, and what is left out is said.
func HTML(w io.Writer, d analyze.Diagnosis, opt Options) error {
	var buf bytes.Buffer
	page, err := pageTemplate.Clone()
	if err != nil {
		return fmt.Errorf("write HTML: %w", err)
	}
	page.Funcs(template.FuncMap{"say": opt.Language.Say, "word": func(code any) string { return word(opt.Language, fmt.Sprint(code)) }})
	if err := page.ExecuteTemplate(&buf, "page.gohtml", newHTMLPage(&d, opt)); err != nil {
		return fmt.Errorf("write HTML: %w", err)
	}
	return write(w, buf.Bytes())
}

var (
	//go:embed html/*.gohtml
	pageFiles embed.FS
	//go:embed html/page.css
	pageStyle string
	//go:embed html/page.js
	pageScript string

	pageTemplate = template.Must(template.New("").Funcs(template.FuncMap{
		"v": Visible, "say": (*language.Language)(nil).Say, "word": fmt.Sprint, // both are set for the language of the page
		"rows":  func(anchor string, list []htmlEvidence) htmlRecords { return htmlRecords{anchor, list} },
		"boxed": func(anchor string, dense bool, s shape) boxed { return boxed{s, anchor, dense} },
	}).ParseFS(pageFiles, "html/*.gohtml"))
)

// htmlRecords are some of a case's, and boxed is one box of it, each with the fragment that they belong to.
type (
	htmlRecords struct {
		Anchor string
		List   []htmlEvidence
	}
	boxed struct {
		shape
		Anchor string
		Dense  bool
	}
)

// policy allows the page's own style and script, and nothing else at all.
func policy() string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'", hashOf(pageStyle), hashOf(pageScript))
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
