package ingest

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// Files says of which files something is said: a pattern of the last parts of their paths, such as laravel.log, receiver/*.log, "-" for
// stdin. "": all files.
type Files string

// Zone says in which zone the times of files are that name none.
type Zone struct {
	Files
	Name string // Europe/Berlin, UTC, +01:00
	At   *time.Location
}

// ParseZone reads GLOB=ZONE, or a ZONE for all files.
func ParseZone(text string) (Zone, error) {
	var z Zone
	z.Name = text
	if i := strings.LastIndexByte(text, '='); i >= 0 { // a file's name may hold one, a zone's does not
		z.Files, z.Name = Files(text[:i]), text[i+1:]
		if z.Files == "" || !doublestar.ValidatePattern(text[:i]) {
			return z, fmt.Errorf("%q is no pattern of file names", text[:i])
		}
	}
	var err error
	z.At, err = format.LoadZone(z.Name)
	return z, err
}

// Lines says how the lines of files are made that no format of ours knows.
type Lines struct {
	Files
	*format.LineFormat
	Flag string // with which it was said: log-format or pattern
}

// ParseLogFormat reads GLOB=FORMAT, or a FORMAT for all files whose lines it fits. A pattern of file names is told from the beginning of
// a format by a . * ? or / in it, and by having neither variables nor blanks.
func ParseLogFormat(text string) (Lines, error) {
	l := Lines{Flag: "log-format"}
	if before, after, ok := strings.Cut(text, "="); ok && (before == "-" || strings.ContainsAny(before, ".*?/")) &&
		!strings.ContainsAny(before, "$% \t\"'|") && doublestar.ValidatePattern(before) {
		l.Files, text = Files(before), after
	}
	var err error
	l.LineFormat, err = format.ParseLogFormat(text)
	return l, err
}

// ParsePattern reads a regular expression for all files of which it matches most lines, or GLOB=^REGEXP. Nothing matches before a ^, so one
// behind the first = begins an expression.
func ParsePattern(text string) (Lines, error) {
	l := Lines{Flag: "pattern"}
	if before, after, ok := strings.Cut(text, "="); ok && strings.HasPrefix(after, "^") && before != "" && !strings.HasPrefix(before, "^") && doublestar.ValidatePattern(before) {
		l.Files, text = Files(before), after
	}
	var err error
	l.LineFormat, err = format.ParsePattern(text)
	return l, err
}

// means tells whether something is said of a file. A pattern need not begin at the root: "receiver/*.log" is a file in any folder
// receiver.
func (f Files) means(in *input) bool {
	if f == "" || string(f) == in.path {
		return true
	}
	if at := filepath.ToSlash(in.given); strings.HasSuffix(at, "/"+string(f)) { // a name with a bracket in it is one all the same
		return true
	}
	glob := path.Clean(filepath.ToSlash(string(f)))
	for strings.HasPrefix(glob, "../") {
		glob = glob[len("../"):]
	}
	return doublestar.MatchUnvalidated("**/"+strings.TrimPrefix(glob, "/"), strings.TrimPrefix(filepath.ToSlash(in.given), "/"))
}

// zone returns what was said of a file, the last that was; what is said of all files counts less. The zero Zone: nothing.
func (o Options) zone(in *input) (is Zone) {
	for _, z := range o.Zones {
		if z.means(in) && (z.Files != "" || is.Files == "") {
			is = z
		}
	}
	return is
}

// lines returns what was said of a file's lines: what names it before what is said of all, and what was said last before the rest.
func (o Options) lines(in *input) (named, all []Lines) {
	for _, l := range slices.Backward(o.Lines) {
		switch {
		case !l.means(in):
		case l.Files == "":
			all = append(all, l)
		default:
			named = append(named, l)
		}
	}
	return named, all
}

// format returns what a file's Reader has to know.
func (o Options) format(in *input) format.Options {
	opt := format.Options{MaxLine: o.MaxLine, MaxDepth: o.MaxDepth, As: o.As, Zone: o.zone(in).At, Year: o.Year, Columns: o.Columns, Paths: o.Paths, Beside: in.beside}
	named, all := o.lines(in)
	for _, l := range append(named, all...) {
		opt.Lines = append(opt.Lines, l.LineFormat)
	}
	return opt
}

// canonical names the options that shape what is read of a file, where they are not the defaults: profile.Source.Options.
func (o Options) canonical(in *input) string {
	var parts []string
	if o.As != "" {
		parts = append(parts, "as="+o.As)
	}
	if z := o.zone(in); z.At != nil {
		parts = append(parts, "assume-tz="+z.Name)
	}
	if o.Year != 0 {
		parts = append(parts, fmt.Sprintf("assume-year=%d", o.Year))
	}
	named, all := o.lines(in)
	for _, l := range append(named, all...) {
		parts = append(parts, l.Flag+"="+strconv.Quote(l.LineFormat.String()))
	}
	for _, c := range o.Columns {
		name := c.Name
		if strings.ContainsAny(name, " \t\"=,") {
			name = strconv.Quote(name)
		}
		parts = append(parts, "column="+c.Means+"="+name)
	}
	for _, p := range o.Paths {
		parts = append(parts, "map="+p.Field+"="+strconv.Quote(p.Path))
	}
	if o.secrets != "" {
		parts = append(parts, "secrets="+o.secrets)
	}
	d := (Options{}).WithDefaults()
	for _, limit := range []struct {
		name       string
		is, normal int64
	}{
		{"max-line", int64(o.MaxLine), int64(d.MaxLine)},
		{"max-depth", int64(o.MaxDepth), int64(d.MaxDepth)},
		{"max-size", o.MaxSize, d.MaxSize},
		{"max-ratio", o.MaxRatio, d.MaxRatio},
		{"max-problems", int64(o.MaxProblems), int64(d.MaxProblems)},
	} {
		if limit.is != limit.normal {
			parts = append(parts, fmt.Sprintf("%s=%d", limit.name, limit.is))
		}
	}
	return strings.Join(parts, " ")
}
