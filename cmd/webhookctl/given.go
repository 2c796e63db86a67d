package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/webhookctl/webhookctl/ingest"
	"github.com/webhookctl/webhookctl/ingest/format"
)

// given is what the user knows of files that they do not say themselves.
type given struct {
	zones   zones
	columns columns
}

func (g *given) flags(cmd *cobra.Command) {
	g.zonesFlag(cmd)
	cmd.Flags().Var(&g.columns, "column", "what columns mean, such as operation_key=idem_key,external_id=ref")
	complete(cmd, "column", format.ColumnNames)
}

func (g *given) zonesFlag(cmd *cobra.Command) {
	cmd.Flags().Var(&g.zones, "assume-tz", "zone of times that name none: Europe/Berlin, +01:00, or GLOB=ZONE for some files")
	complete(cmd, "assume-tz", nil) // it is not the name of a file
}

func (g *given) set() bool { return len(g.zones) > 0 || len(g.columns) > 0 }

func (g *given) options(o ingest.Options) ingest.Options {
	o.Zones, o.Columns = g.zones, g.columns
	return o
}

// zones is a flag that takes GLOB=ZONE, and may be given again.
type zones []ingest.Zone

func (z *zones) Type() string { return "ZONE" }

func (z *zones) String() string {
	var texts []string
	for _, one := range *z {
		texts = append(texts, strings.TrimPrefix(one.Glob+"="+one.Name, "="))
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
