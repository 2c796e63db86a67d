package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSecretLines(t *testing.T) {
	tests := []struct {
		name, text string
		want       secrets
		err        string
	}{
		{"one on each line", "a\nb\n", secrets{"a", "b"}, ""},
		{"each once", "a\nb\na", secrets{"a", "b"}, ""},
		{"blank lines and comments", "\n  \n# Stripe\n#\n #\tx\na\n", secrets{"a"}, ""},
		{"a secret may begin with #", "#a#b\n", secrets{"#a#b"}, ""},
		{"and hold blanks", " a b \n", secrets{" a b "}, ""},
		{"written by Windows", "a\r\nb\r\n", secrets{"a", "b"}, ""},
		{"too long", "a\n" + strings.Repeat("x", mostSecretBytes+1), nil, "f:2: is longer than any secret"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got secrets
			err := got.lines("f", []byte(test.text))
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestVerifyAsks answers the prompt of a terminal.
func TestVerifyAsks(t *testing.T) {
	log := filepath.Join(t.TempDir(), "access.log")
	const request = `{"time":"2026-11-30T08:26:47+00:00","msec":1796027207.888,"request_method":"POST","request_uri":"/woo","status":200,` +
		`"request_time":0.005,"http_x_wc_webhook_signature":"o6xXwt/uK4nupVh5CA8ujv1bjVhx12Q20E2ziDLbi2A=",` +
		`"request_body":"{\"id\":1042,\"status\":\"processing\",\"note\":\"Zoë \\\"x\\\" a\\/b\"}"}` + "\n"
	if err := os.WriteFile(log, []byte(request), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		answers []string // "!" stands for Ctrl-C
		code    int
		stdout  string
		stderr  string
	}{
		{"two secrets", []string{"falsch", "geheim", ""}, 0, "signed by secret 2", ""},
		{"none", []string{""}, 2, "", "webhookctl: no secret was given, so nothing can be checked\n"},
		{"interrupted", []string{"geheim", "!"}, 130, "", "webhookctl: interrupted\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			asked := 0
			term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
			term.ask = func(_ context.Context, prompt string) (string, error) {
				asked++
				if !strings.HasPrefix(prompt, fmt.Sprintf("Secret %d", asked)) {
					t.Errorf("prompt %d is %q", asked, prompt)
				}
				if test.answers[asked-1] == "!" {
					return "", errors.Join(interrupted{})
				}
				return test.answers[asked-1], nil
			}
			code := run(t.Context(), []string{"verify", log}, term)
			if code != test.code || !strings.Contains(stdout.String(), test.stdout) || stderr.String() != test.stderr {
				t.Errorf("exit code %d, stdout %q, stderr %q; want %d, %q in it, %q", code, stdout.String(), stderr.String(), test.code, test.stdout, test.stderr)
			}
			if asked != len(test.answers) {
				t.Errorf("asked %d times, want %d", asked, len(test.answers))
			}
			if strings.Contains(stdout.String()+stderr.String(), "geheim") {
				t.Error("a secret was printed")
			}
		})
	}
}
