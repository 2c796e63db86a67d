package report

import (
	_ "embed" // for the schema
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
)

// VerificationSchema is the JSON Schema of what VerificationJSON writes.
//
//go:embed schema/verification-1.schema.json
var VerificationSchema []byte

// VerificationJSON writes what verify found for a program, as JSON writes a diagnosis.
func VerificationJSON(w io.Writer, v analyze.Verification) error {
	return encode(w, copied(reflect.ValueOf(v)).Interface())
}

// Verification writes it as tables: each request, then each registration, then what that means.
func Verification(w io.Writer, v analyze.Verification, opt TableOptions) error {
	var b strings.Builder
	if len(v.Requests) > 0 {
		rows := make([][]string, len(v.Requests))
		for i, r := range v.Requests {
			rows[i] = []string{
				r.Source + ":" + strconv.FormatInt(r.Line, 10), r.Time.String(), r.Provider, r.WebhookID, r.ID(), verified(r),
			}
		}
		opt.Prose = []int{5}
		if err := Table(&b, []string{"where", "time", "provider", "registration", "event or delivery", "signature"}, rows, opt); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	if len(v.Registrations) > 0 {
		rows := make([][]string, len(v.Registrations))
		for i, r := range v.Registrations {
			name := r.WebhookID
			if name == "" {
				name = v.Secrets[r.Secrets[0]-1].Fingerprint
			}
			rows[i] = []string{r.Provider, name, secrets(r.Secrets, ", "), strconv.Itoa(r.Requests)}
		}
		if err := Table(&b, []string{"provider", "registration", "signed by", "requests"}, rows, opt); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	for _, line := range summary(v) {
		b.WriteString(Visible(line) + "\n")
	}
	return write(w, []byte(b.String()))
}

// verified says what came of one request.
func verified(r analyze.VerifiedRequest) string {
	says := map[string]string{
		"no_signature": "no signature", "not_in_file": "bytes not in this file", "signed_by_none": "signed by none of these secrets",
		"unknown_scheme": "cannot be checked with a secret",
	}[r.Result]
	if r.Result == "signed_by" {
		says = "signed by " + secrets(r.Secrets, " and ")
	}
	if r.Detail != "" {
		says += ": " + r.Detail
	}
	return says
}

func secrets(numbers []int, between string) string {
	var names []string
	for _, n := range numbers {
		names = append(names, "secret "+strconv.Itoa(n))
	}
	return strings.Join(names, between)
}

// summary says what the requests come to.
func summary(v analyze.Verification) []string {
	by := map[string]int{}
	for _, r := range v.Requests {
		by[r.Result]++
	}
	var parts []string
	for _, part := range []struct{ result, says string }{
		{"signed_by", "signed by " + oneOf(len(v.Secrets))},
		{"signed_by_none", "signed by none"},
		{"not_in_file", "whose bytes are not in the files"},
		{"unknown_scheme", "that no secret can check"},
		{"no_signature", "without a signature"},
	} {
		if n := by[part.result]; n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+part.says)
		}
	}
	lines := []string{"No request that could be checked was found."}
	if len(parts) > 0 {
		lines[0] = count(len(v.Requests), "request") + ": " + strings.Join(parts, ", ") + "."
	}
	for _, s := range v.Secrets {
		line := "secret " + strconv.Itoa(s.Number)
		if s.Fingerprint != "" {
			line += " (" + s.Fingerprint + ")"
		}
		lines = append(lines, line+": signed "+count(s.Requests, "request"))
	}
	lines = append(lines, toldSeveral(v.Several)...)
	if len(v.Nothing) > 0 && len(parts) > 0 {
		lines = append(lines, "No request that could be checked is in "+someNames(v.Nothing)+".")
	}
	return lines
}

func oneOf(secrets int) string {
	if secrets == 1 {
		return "the secret"
	}
	return "one of the secrets"
}

// toldSeveral says which events were sent to several endpoints, those of the same secrets in one line.
func toldSeveral(list []analyze.SeveralEndpoints) []string {
	var order []string
	first, more := map[string]string{}, map[string]int{}
	for _, x := range list {
		var by []string
		for _, s := range x.Secrets {
			by = append(by, "by "+secrets(s, " or "))
		}
		says := "signed " + strings.Join(by, " and ") + ": " + numeral(len(by)) + " endpoints, unless the secret of one was changed in between"
		if _, ok := first[says]; ok {
			more[says]++
			continue
		}
		order, first[says] = append(order, says), x.ID
	}
	var lines []string
	for _, says := range order {
		who := first[says]
		if n := more[says]; n > 0 {
			who += " and " + count(n, "more event")
		}
		lines = append(lines, who+": "+says)
	}
	return lines
}

// someNames lists up to five names and counts the others.
func someNames(names []string) string {
	if len(names) <= 5 {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:5], ", ") + " and " + strconv.Itoa(len(names)-5) + " more"
}
