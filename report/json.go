package report

import (
	"bytes"
	_ "embed" // for the schema
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/analyze"
)

// Schema is the JSON Schema (draft 2020-12) of what JSON writes.
//
//go:embed schema/diagnosis-1.schema.json
var Schema []byte

// JSON writes the diagnosis for a program: two-space indent, no HTML escaping, no array or object null, every field there,
// all classes and outcomes counted, all eight layers and all nine questions. Only a layer's count may be null.
//
// Strings mean what the log said, with one exception: bytes that are not UTF-8 cannot stand in JSON and are written as the
// four characters \xff, so that two different values stay different. Runes that are not graphic are written as \u escapes,
// which mean the same and do a terminal no harm.
func JSON(w io.Writer, d analyze.Diagnosis) error {
	return encode(w, filled(d))
}

// OperationsJSON writes operations as JSON writes a diagnosis' own.
func OperationsJSON(w io.Writer, list []analyze.Operation) error {
	return encode(w, filled(analyze.Diagnosis{Operations: list}).Operations)
}

func encode(w io.Writer, v any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	return write(w, escapeInvisible(buf.Bytes()))
}

func writeJSON(w io.Writer, d analyze.Diagnosis, _ Options) error { return JSON(w, d) }

// escapeInvisible escapes what encoding/json leaves raw: DEL, C1 controls, bidirectional marks. They can only be in strings.
func escapeInvisible(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == '\n' || unicode.IsGraphic(r):
			out = append(out, text[:n]...)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		text = text[n:]
	}
	return out
}

// write hands over a finished report, so that a failing writer is noticed whatever drew it.
func write(w io.Writer, text []byte) error {
	n, err := w.Write(text)
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
