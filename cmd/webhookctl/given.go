package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/format"
)

// given is what the user knows of files that they do not say themselves.
type given struct {
	zones   zones
	lines   lines
	paths   paths
	year    year
	columns columns
}

func (g *given) flags(cmd *cobra.Command) {
	g.linesFlags(cmd)
	cmd.Flags().Var(&g.columns, "column", "what columns mean, such as operation_key=idem_key,external_id=ref")
	complete(cmd, "column", format.ColumnNames)
}

// linesFlags are those that speak of lines, not of tables.
func (g *given) linesFlags(cmd *cobra.Command) {
	cmd.Flags().Var(&g.zones, "assume-tz", "zone of times that name none: Europe/Berlin, +01:00, or GLOB=ZONE for some files")
	complete(cmd, "assume-tz", nil) // it is not the name of a file
	cmd.Flags().Var(logFormatFlag(&g.lines), "log-format", "nginx's log_format or Apache's LogFormat, or GLOB=FORMAT for some files")
	complete(cmd, "log-format", nil)
	cmd.Flags().Var(patternFlag(&g.lines), "pattern", "of lines, with groups named as fields: 'id=(?P<delivery_id>\\w+)'; GLOB=^REGEXP")
	complete(cmd, "pattern", nil)
	cmd.Flags().Var(&g.paths, "map", "where in JSON lines fields are, such as delivery_id=data.hook.id")
	complete(cmd, "map", format.FieldNames)
	cmd.Flags().Var(&g.year, "assume-year", "year of times that name none, as syslog's do")
	complete(cmd, "assume-year", nil)
}

// names are those of the flags that were given, or "".
func (g *given) names() string {
	var names []string
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"--assume-tz", len(g.zones) > 0},
		{"--assume-year", g.year != 0},
		{"--log-format", g.lines.of("log-format") != ""},
		{"--pattern", g.lines.of("pattern") != ""},
		{"--map", len(g.paths) > 0},
		{"--column", len(g.columns) > 0},
	} {
		if f.given {
			names = append(names, f.name)
		}
	}
	return strings.Join(names, " and ")
}

func (g *given) options(o ingest.Options) ingest.Options {
	o.Zones, o.Lines, o.Paths, o.Year, o.Columns = g.zones, g.lines, g.paths, int(g.year), g.columns
	return o
}

// words are the flags again, for a command that reads the same files in the same way.
func (g *given) words() (words []string) {
	for _, z := range g.zones {
		words = append(words, "--assume-tz", ingest.ShellQuote(said(z.Files, z.Name)))
	}
	if g.year != 0 {
		words = append(words, "--assume-year", g.year.String())
	}
	for _, l := range g.lines {
		words = append(words, "--"+l.Flag, ingest.ShellQuote(said(l.Files, l.LineFormat.String())))
	}
	for _, p := range g.paths {
		words = append(words, "--map", ingest.ShellQuote(p.Field+"="+p.Path))
	}
	if len(g.columns) > 0 {
		words = append(words, "--column", ingest.ShellQuote(g.columns.String()))
	}
	return words
}

// said is something that is said of some files or all, as a flag takes it.
func said(of ingest.Files, what string) string { return strings.TrimPrefix(string(of)+"="+what, "=") }

// zones is a flag that takes GLOB=ZONE, and may be given again.
type zones []ingest.Zone

func (z *zones) Type() string { return "ZONE" }

func (z *zones) String() string {
	var texts []string
	for _, one := range *z {
		texts = append(texts, said(one.Files, one.Name))
	}
	return strings.Join(texts, " ")
}

func (z *zones) Set(s string) error {
	one, err := ingest.ParseZone(s)
	if err != nil {
		return usage("%v", err).hint("write the name of a zone or an offset, for all files or for some: Europe/Berlin, 'receiver*.log=+01:00'")
	}
	*z = append(*z, one)
	return nil
}

// year is a flag that takes one.
type year int

func (y *year) Type() string { return "YEAR" }

func (y *year) String() string {
	if *y == 0 {
		return ""
	}
	return strconv.Itoa(int(*y))
}

func (y *year) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1970 || n > 2261 {
		return usage("%q is no year", s).hint("write it with four digits: 2026")
	}
	*y = year(n)
	return nil
}

// lines are what flags say of lines.
type lines []ingest.Lines

func (l lines) of(flag string) string {
	var texts []string
	for _, one := range l {
		if one.Flag == flag {
			texts = append(texts, said(one.Files, one.LineFormat.String()))
		}
	}
	return strings.Join(texts, " ")
}

// linesFlag is a flag that says how lines are made, for all files or as GLOB=…, and may be given again.
type linesFlag struct {
	*lines
	name, takes string
	parse       func(text string) (ingest.Lines, error)
	hint        string
}

func logFormatFlag(l *lines) *linesFlag {
	return &linesFlag{
		l, "log-format", "FORMAT", ingest.ParseLogFormat,
		"give the string of the server's log_format or LogFormat in quotes of the shell: '$remote_addr [$time_local] \"$request\" $status'",
	}
}

func patternFlag(l *lines) *linesFlag {
	return &linesFlag{
		l, "pattern", "REGEXP", ingest.ParsePattern,
		"name groups as fields, in Go's syntax: '^(?P<time>\\S+) hook (?P<delivery_id>[0-9a-f]{32})'",
	}
}

func (f *linesFlag) Type() string { return f.takes }

func (f *linesFlag) String() string { return f.of(f.name) }

func (f *linesFlag) Set(s string) error {
	one, err := f.parse(s)
	if err != nil {
		return unknownField(err, f.hint)
	}
	*f.lines = append(*f.lines, one)
	return nil
}

// unknownField names the fields, where err is that one is not known, else gives a hint.
func unknownField(err error, hint string) error {
	var unknown *format.UnknownField
	if errors.As(err, &unknown) {
		return noneOf(unknown.Name, format.FieldNames).hint("a header counts as http_x_wc_webhook_id")
	}
	return usage("%v", err).hint("%s", hint)
}

// paths is a flag that takes K=PATH, where K is one of format.FieldNames, several separated by commas or given again.
type paths []format.FieldPath

func (p *paths) Type() string { return "K=PATH" }

func (p *paths) String() string {
	var texts []string
	for _, one := range *p {
		texts = append(texts, one.Field+"="+one.Path)
	}
	return strings.Join(texts, ",")
}

func (p *paths) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		name, path, ok := strings.Cut(part, "=")
		if !ok || path == "" {
			return usage("%q does not say where a field is", part).hint("write the field, =, and its path: delivery_id=data.hook.id")
		}
		at, err := format.FieldAt(name, path)
		if err != nil {
			return unknownField(err, "")
		}
		*p = append(*p, at)
	}
	return nil
}

// columns is a flag that takes K=NAME, where K is one of format.ColumnNames, several separated by commas or given again.
type columns []format.Column

func (c *columns) Type() string { return "K=NAME" }

func (c *columns) String() string {
	var texts []string
	for _, one := range *c {
		texts = append(texts, one.Means+"="+one.Name)
	}
	return strings.Join(texts, ",")
}

func (c *columns) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		means, name, ok := strings.Cut(part, "=")
		if !ok || name == "" {
			return usage("%q does not say which column it is", part).hint("write what it means, =, and its name: operation_key=idem_key")
		}
		column, err := format.ColumnThatMeans(means, name)
		if err != nil {
			return noneOf(means, format.ColumnNames)
		}
		*c = append(*c, column)
	}
	return nil
}
