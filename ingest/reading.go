package ingest

import (
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// Zone says in which zone the times of files are that name none.
type Zone struct {
	Glob string // of the last parts of their paths: laravel.log, receiver/*.log, "-" for stdin; "": all files
	Name string // Europe/Berlin, UTC, +01:00
	At   *time.Location
}

// ParseZone reads GLOB=ZONE, or a ZONE for all files.
func ParseZone(text string) (Zone, error) {
	var z Zone
	z.Name = text
	if i := strings.LastIndexByte(text, '='); i >= 0 { // a file's name may hold one, a zone's does not
		z.Glob, z.Name = text[:i], text[i+1:]
		if z.Glob == "" || !doublestar.ValidatePattern(z.Glob) {
			return z, fmt.Errorf("%q is no pattern of file names", z.Glob)
		}
	}
	var err error
	z.At, err = format.LoadZone(z.Name)
	return z, err
}

// means tells whether z speaks of a file. A pattern need not begin at the root: "receiver/*.log" is a file in any folder receiver.
func (z Zone) means(in *input) bool {
	if z.Glob == "" || z.Glob == in.path {
		return true
	}
	if at := filepath.ToSlash(in.given); strings.HasSuffix(at, "/"+z.Glob) { // a name with a bracket in it is one all the same
		return true
	}
	glob := path.Clean(filepath.ToSlash(z.Glob))
	for strings.HasPrefix(glob, "../") {
		glob = glob[len("../"):]
	}
	return doublestar.MatchUnvalidated("**/"+strings.TrimPrefix(glob, "/"), strings.TrimPrefix(filepath.ToSlash(in.given), "/"))
}

// zone returns what was said of a file, the last that was; what is said of all files counts less. The zero Zone: nothing.
func (o Options) zone(in *input) (is Zone) {
	for _, z := range o.Zones {
		if z.means(in) && (z.Glob != "" || is.Glob == "") {
			is = z
		}
	}
	return is
}

// format returns what a file's Reader has to know.
func (o Options) format(in *input) format.Options {
	return format.Options{MaxLine: o.MaxLine, MaxDepth: o.MaxDepth, As: o.As, Zone: o.zone(in).At, Columns: o.Columns}
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
	for _, c := range o.Columns {
		name := c.Name
		if strings.ContainsAny(name, " \t\"=,") {
			name = strconv.Quote(name)
		}
		parts = append(parts, "column="+c.Means+"="+name)
	}
	if o.secrets != "" {
		parts = append(parts, "secrets="+o.secrets)
	}
	d := (Options{}).withDefaults()
	for _, limit := range []struct {
		name       string
		is, normal int64
	}{
		{"max-line", int64(o.MaxLine), int64(d.MaxLine)},
		{"max-depth", int64(o.MaxDepth), int64(d.MaxDepth)},
		{"max-size", o.MaxSize, d.MaxSize},
		{"max-ratio", o.MaxRatio, d.MaxRatio},
	} {
		if limit.is != limit.normal {
			parts = append(parts, fmt.Sprintf("%s=%d", limit.name, limit.is))
		}
	}
	return strings.Join(parts, " ")
}
