package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// csvColumns are the columns of CSV, in their order, with the names that JSON gives them.
var csvColumns = []struct {
	name string
	of   func(d *analyze.Duplicate) string
}{
	{"id", func(d *analyze.Duplicate) string { return d.ID }},
	{"outcome", func(d *analyze.Duplicate) string { return string(d.Outcome) }},
	{"class", func(d *analyze.Duplicate) string { return string(d.Class) }},
	{"cause", func(d *analyze.Duplicate) string { return d.Cause }},
	{"contributing", func(d *analyze.Duplicate) string { return csvList(d.Contributing) }},
	{"confidence", func(d *analyze.Duplicate) string { return string(d.Confidence) }},
	{"boundary_from", func(d *analyze.Duplicate) string { return string(d.Boundary.From) }},
	{"boundary_to", func(d *analyze.Duplicate) string { return string(d.Boundary.To) }},
	{"first_seen", func(d *analyze.Duplicate) string { return d.FirstSeen.String() }},
	{"last_seen", func(d *analyze.Duplicate) string { return d.LastSeen.String() }},
	{"provider", func(d *analyze.Duplicate) string { return d.Provider }},
	{"shop", func(d *analyze.Duplicate) string { return d.Shop }},
	{"resource_type", func(d *analyze.Duplicate) string { return d.Resource.Type }},
	{"resource_id", func(d *analyze.Duplicate) string { return d.Resource.ID }},
	{"topics", func(d *analyze.Duplicate) string { return csvList(d.Topics) }},
	{"operation_key", func(d *analyze.Duplicate) string { return d.OperationKey }},
	{"operation_key_origin", func(d *analyze.Duplicate) string { return d.OperationKeyOrigin }},
	{"webhook_ids", func(d *analyze.Duplicate) string { return csvList(d.WebhookIDs) }},
	{"delivery_ids", func(d *analyze.Duplicate) string { return csvList(d.DeliveryIDs) }},
	{"request_ids", func(d *analyze.Duplicate) string { return csvList(d.RequestIDs) }},
	{"job_ids", func(d *analyze.Duplicate) string { return csvList(d.JobIDs) }},
	{"downstream_ids", func(d *analyze.Duplicate) string { return csvList(d.DownstreamIDs) }},
	{"evidence", func(d *analyze.Duplicate) string { return csvPlaces(d) }},
	{"next_steps", func(d *analyze.Duplicate) string { return csvList(d.NextSteps) }},
}

// CSV writes one line for each duplicate, for a spreadsheet. Text from logs that a spreadsheet would take for a formula gets an
// apostrophe in front; runes that cannot be seen are written as \u202e.
func CSV(w io.Writer, d analyze.Diagnosis, _ Options) error {
	var buf bytes.Buffer
	out := csv.NewWriter(&buf)
	row := make([]string, len(csvColumns))
	for i, c := range csvColumns {
		row[i] = c.name
	}
	if err := out.Write(row); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	for i := range d.Duplicates {
		for k, c := range csvColumns {
			row[k] = cell(c.of(&d.Duplicates[i]))
		}
		if err := out.Write(row); err != nil {
			return fmt.Errorf("write CSV: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write CSV: %w", err)
	}
	return write(w, buf.Bytes())
}

func csvList(list []string) string { return strings.Join(list, "; ") }

// csvPlaces says where the records stand that other reports show.
func csvPlaces(d *analyze.Duplicate) string {
	var places []string
	for _, i := range shown(d) {
		places = append(places, place(d.Evidence[i]))
	}
	return csvList(places)
}

// cell makes text safe for a spreadsheet: a formula begins a cell, or follows a semicolon, which ends a cell where commas are
// decimal points.
func cell(s string) string {
	var b strings.Builder
	begins := true
	for _, r := range Visible(s) {
		if begins && strings.ContainsRune("=+-@＝＋－＠", r) {
			b.WriteByte('\'')
		}
		if begins = r == ';' || begins && r == ' '; r == '"' {
			begins = true // some spreadsheets take a quote within a cell for its end
		}
		b.WriteRune(r)
	}
	return b.String()
}
