package format

import (
	"bytes"
	"strconv"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// raw returns what a value means, good until the next call.
func (r *recordReader) raw(v jsonValue) []byte {
	if !v.escaped {
		return v.raw
	}
	r.buf = unescapeJSON(r.buf[:0], v.raw)
	return r.buf
}

// bytes returns the value of a field, good until the next call, or nil if it is not a short text or number.
func (r *recordReader) bytes(f field) []byte {
	v := &r.values[f]
	if v.kind != jsonString && v.kind != jsonNumber || len(v.raw) > maxValue {
		return nil
	}
	return r.raw(v.jsonValue)
}

// text returns the value of a field for keeping. 14.5 and 1e3 are no identifiers.
func (r *recordReader) text(f field) string {
	b := r.bytes(f)
	switch {
	case len(b) == 0, r.values[f].kind == jsonNumber && bytes.ContainsAny(b, ".eE"):
		return ""
	case (r.values[f].kind == jsonNumber || r.spelled && f.names()) && rounded(b):
		r.lost = true
		return ""
	case r.last[f] != string(b):
		r.last[f] = r.intern(b)
	}
	return r.last[f]
}

// textOf is text, of a value that is not remembered.
func (r *recordReader) textOf(v jsonValue) string {
	if v.kind != jsonString && v.kind != jsonNumber || len(v.raw) > maxValue || v.kind == jsonNumber && rounded(v.raw) {
		return ""
	}
	return r.intern(r.raw(v))
}

// rounded tells a whole number that may have gone through a float, as all do in JavaScript: beyond 2^53 several numbers come out as one,
// so that it neither tells two things apart nor proves them one. Shopify's 820982911946154508 is logged as 820982911946154500.
func rounded(number []byte) bool {
	const exact = 1 << 53
	if len(number) < len("9007199254740992") || digitRun(number) != len(number) {
		return false
	}
	f, err := strconv.ParseFloat(string(number), 64)
	return err == nil && f > exact && strconv.FormatFloat(f, 'f', -1, 64) == string(number)
}

func (r *recordReader) message() string { return r.text(fieldMessage) }

func (r *recordReader) number(f field) int64 {
	n, ok := wholeNumber(r.bytes(f))
	if !ok || n > 1<<31-1 {
		return 0
	}
	return n
}

func (r *recordReader) flag(f field) profile.Tri {
	switch r.values[f].kind {
	case jsonTrue:
		return profile.Yes
	case jsonFalse:
		return profile.No
	}
	switch string(r.bytes(f)) {
	case "true", "True", "valid", "ok", "yes", "verified":
		return profile.Yes
	case "false", "False", "invalid", "no", "failed", "mismatch":
		return profile.No
	}
	return profile.NotSaid
}

func (r *recordReader) intern(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if s, ok := r.strings[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(b) <= maxValue {
		if len(r.strings) >= maxStrings {
			clear(r.strings)
		}
		r.strings[s] = s
	}
	return s
}

// wordOf is wordOf with a memory: a log says the same few things over and over.
func (r *recordReader) wordOf(text string) word {
	if text == "" {
		return wordNone
	}
	if w, ok := r.words[text]; ok {
		return w
	}
	if len(r.words) >= maxStrings {
		clear(r.words)
	}
	w := wordOf(text)
	r.words[text] = w
	return w
}
