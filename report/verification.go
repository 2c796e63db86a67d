package report

import (
	_ "embed" // for the schema
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
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
func Verification(w io.Writer, v analyze.Verification, l *language.Language, opt TableOptions) error {
	var b strings.Builder
	if len(v.Requests) > 0 {
		rows := make([][]string, len(v.Requests))
		for i, r := range v.Requests {
			rows[i] = []string{
				r.Source + ":" + strconv.FormatInt(r.Line, 10), r.Time.String(), r.Provider, r.WebhookID, r.ID(), verified(l, r),
			}
		}
		opt.Prose = []int{5}
		if err := Table(&b, heads(l, "where", "time", "provider", "registration", "event or delivery", "signature"), rows, opt); err != nil {
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
			rows[i] = []string{r.Provider, name, strings.Join(secrets(l, r.Secrets), ", "), strconv.Itoa(r.Requests)}
		}
		if err := Table(&b, heads(l, "provider", "registration", "signed by", "requests"), rows, opt); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	for _, line := range summary(l, v) {
		b.WriteString(Visible(line) + "\n")
	}
	return write(w, []byte(b.String()))
}

// results say what came of one request, and of some number of them.
var results = []struct {
	result    string
	one, many language.Text
}{
	{"signed_by", "signed by %s", ""},
	{"signed_by_none", "signed by none of these secrets", "%d signed by none"},
	{"not_in_file", "bytes not in this file", "%d whose bytes are not in the files"},
	{"unknown_scheme", "cannot be checked with a secret", "%d that no secret can check"},
	{"no_signature", "no signature", "%d without a signature"},
}

// verified says what came of one request.
func verified(l *language.Language, r analyze.VerifiedRequest) string {
	says := ""
	for _, x := range results {
		switch {
		case x.result != r.Result:
		case r.Result == "signed_by":
			says = l.Say(x.one, strings.Join(secrets(l, r.Secrets), " "+l.Say("and")+" "))
		default:
			says = l.Say(x.one)
		}
	}
	if r.Detail != "" {
		says += ": " + r.Detail
	}
	return says
}

func secrets(l *language.Language, numbers []int) []string {
	var names []string
	for _, n := range numbers {
		names = append(names, l.Say("secret %d", n))
	}
	return names
}

// summary says what the requests come to.
func summary(l *language.Language, v analyze.Verification) []string {
	by := map[string]int{}
	for _, r := range v.Requests {
		by[r.Result]++
	}
	var parts []string
	for _, x := range results {
		n := by[x.result]
		switch {
		case n == 0:
		case x.result != "signed_by":
			parts = append(parts, l.Say(x.many, n))
		case len(v.Secrets) == 1:
			parts = append(parts, l.Say("%d signed by the secret", n))
		default:
			parts = append(parts, l.Say("%d signed by one of the secrets", n))
		}
	}
	lines := []string{l.Say("No request that could be checked was found.")}
	if len(parts) > 0 {
		lines[0] = l.Count(len(v.Requests), "request") + ": " + strings.Join(parts, ", ") + "."
	}
	for _, s := range v.Secrets {
		name := l.Say("secret %d", s.Number)
		if s.Fingerprint != "" {
			name += " (" + s.Fingerprint + ")"
		}
		lines = append(lines, l.Say("%s: signed %s", name, l.Count(s.Requests, "request")))
	}
	lines = append(lines, toldSeveral(l, v.Several)...)
	if len(v.Nothing) > 0 && len(parts) > 0 {
		lines = append(lines, l.Say("No request that could be checked is in %s.", strings.Join(v.Nothing[:min(5, len(v.Nothing))], ", ")+beyond(l, v.Nothing, 5)))
	}
	return lines
}

// toldSeveral says which events were sent to several endpoints, those of the same secrets in one line.
func toldSeveral(l *language.Language, list []analyze.SeveralEndpoints) []string {
	var order []string
	first, more := map[string]string{}, map[string]int{}
	for _, x := range list {
		var by []string
		for _, s := range x.Secrets {
			by = append(by, l.Say("by %s", strings.Join(secrets(l, s), " "+l.Say("or")+" ")))
		}
		says := l.Say("signed %s: %s endpoints, unless the secret of one was changed in between", strings.Join(by, " "+l.Say("and")+" "), numeral(l, len(by)))
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
			who = l.Say("%s and %s", who, l.Count(n, "more event"))
		}
		lines = append(lines, who+": "+says)
	}
	return lines
}
