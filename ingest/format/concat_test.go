package format

import (
	"strings"
	"testing"
)

// Logs of two formats in one file are read each by its own, whichever comes first.
func TestConcatenated(t *testing.T) {
	logs := []string{"access-log", "aws-alb", "apache-forensic", "apache-json", "caddy-console", "haproxy", "hookdeck-listen", "json-lines", "logfmt", "monolog", "nginx-error-log", "nginx-json", "stripe-listen", "uwsgi", "app-log", "request-log", "w3c-log"}
	samples := map[string]Sample{}
	for _, f := range All {
		samples[f.Name] = f.Samples[0]
	}
	for _, a := range logs {
		for _, b := range logs {
			if a == b || a == "w3c-log" && b == "app-log" { // whose lines may be cut ones of the other
				continue
			}
			text := strings.TrimRight(samples[a].Text, "\n") + "\n" + samples[b].Text
			var yes []string
			var r Reader
			for _, f := range All {
				if is := openSample(f, []byte(text)); is != nil {
					yes, r = append(yes, f.Name), is
				}
			}
			if len(yes) != 1 {
				t.Errorf("%s and %s: recognised as %q", a, b, yes)
				continue
			}
			got := readSample(t, r, []byte(text), 1<<20)
			if want := samples[a].Records + samples[b].Records; len(got.Observations) != want {
				t.Errorf("%s and %s: %d records as %s, want %d; %d problems", a, b, len(got.Observations), yes[0], want, len(got.Problems))
			}
		}
	}
}
