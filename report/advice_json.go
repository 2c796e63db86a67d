package report

import (
	_ "embed" // for the schema
	"io"
	"reflect"

	"github.com/webhookctl/webhookctl/analyze"
)

// AdviceSchema is the JSON Schema (draft 2020-12) of what AdviceJSON writes.
//
//go:embed schema/advice-1.schema.json
var AdviceSchema []byte

// AdviceJSON writes the advice for a program, with the promises of JSON: every field there, no list null.
func AdviceJSON(w io.Writer, a analyze.Advice, _ Options) error {
	a = copied(reflect.ValueOf(a)).Interface().(analyze.Advice)
	if a.Schema == "" {
		a.Schema = analyze.AdviceSchema
	}
	if a.Replayed.Arrivals == "" {
		a.Replayed.Arrivals = "receipts"
	}
	for _, origin := range []string{"logged", "rule", "derived"} {
		a.Replayed.ByOrigin[origin] += 0
	}
	return encode(w, a)
}
