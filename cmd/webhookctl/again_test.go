package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest"
)

func TestQuoted(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"path", "./logs/a-1.log", "./logs/a-1.log"},
		{"blank", "an incident", "'an incident'"},
		{"pattern", "logs/**/*.log", "'logs/**/*.log'"},
		{"home", "~/logs", "'~/logs'"},
		{"quote", "it's", `'it'\''s'`},
		{"command", "$(id)", "'$(id)'"},
		{"empty", "", "''"},
		{"umlaut", "Aufträge", "'Aufträge'"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, ingest.ShellQuote(tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCommand(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"profile", nil, "webhookctl diagnose"},
		{"paths", []string{"./a", "b c"}, "webhookctl diagnose ./a 'b c'"},
		{
			"how to read",
			[]string{"--as", "pino", "--assume-tz", "a*.log=+01:00", "--assume-year", "2026", "--column", "operation_key=k", "x"},
			"webhookctl diagnose --as pino --assume-tz 'a*.log=+01:00' --assume-year 2026 --column operation_key=k x",
		},
		{
			"what lines are",
			[]string{"--log-format", "$request", "--pattern", "a.log=^(?P<topic>x)", "--map", "topic=a.b", "x"},
			"webhookctl diagnose --log-format '$request' --pattern 'a.log=^(?P<topic>x)' --map topic=a.b x",
		},
		{"secrets", []string{"--secret-file", "my secrets", "x"}, "webhookctl diagnose --secret-file 'my secrets' x"},
		{"secrets, for others", []string{"--secret-file", "/s", "-o", "t.md", "x"}, "webhookctl diagnose --secret-file FILE x"},
		{"filters are left out", []string{"--resource", "order:1", "x"}, "webhookctl diagnose x"},
		{"hundreds of files", []string{strings.Repeat("x", 300)}, "webhookctl diagnose PATH…"},
		{"absolute, on the screen", []string{"/a"}, "webhookctl diagnose /a"},
		{"absolute, for others", []string{"/a", "-o", "t.txt"}, "webhookctl diagnose PATH…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var o diagnoseOptions
			o.format = "text"
			for i := 0; i < len(tt.args); i++ {
				switch tt.args[i] {
				case "--as":
					o.as = tt.args[i+1]
				case "--assume-tz":
					if err := o.given.zones.Set(tt.args[i+1]); err != nil {
						t.Fatal(err)
					}
				case "--log-format":
					if err := logFormatFlag(&o.given.lines).Set(tt.args[i+1]); err != nil {
						t.Fatal(err)
					}
				case "--pattern":
					if err := patternFlag(&o.given.lines).Set(tt.args[i+1]); err != nil {
						t.Fatal(err)
					}
				case "--map":
					if err := o.given.paths.Set(tt.args[i+1]); err != nil {
						t.Fatal(err)
					}
				case "--assume-year":
					if err := o.given.year.Set(tt.args[i+1]); err != nil {
						t.Fatal(err)
					}
				case "--column":
					if err := o.given.columns.Set(tt.args[i+1]); err != nil {
						t.Fatal(err)
					}
				case "--secret-file":
					o.secrets = append(o.secrets, tt.args[i+1])
				case "--resource":
					o.filter.ResourceID = tt.args[i+1]
				case "-o":
					o.output = tt.args[i+1]
				default:
					o.paths = append(o.paths, tt.args[i])
					continue
				}
				i++
			}
			if diff := cmp.Diff(tt.want, o.command(&app{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWroteIt(t *testing.T) {
	profile := "SQLite format 3\x00" + strings.Repeat("\x00", 52) + "whct" + strings.Repeat("\x00", 50)
	tests := []struct {
		name, file, text string
		want             bool
	}{
		{"markdown", "a", "## Webhook diagnosis\n\nNo duplicates.\n", true},
		{"JSON", "a", "{\n  \"schema\": \"webhookctl.diagnosis/1\",\n", true},
		{"text", "a", "No duplicates.\n\nSources: 28, with 91 records, no problems.\n", true},
		{"text of a long history", "a", strings.Repeat("x\n", 9000) + "Sources: 1, with 1 record.\nMore: webhookctl diagnose --explain D1\n", true},
		{"text in German", "a", "Keine Duplikate.\n\nQuellen: 28, 91 Datensätze, keine Probleme.\n", true},
		{"text in colour", "a", "x\n\x1b[2mSources: 28, with 91 records, no problems.\x1b[0m\n", true},
		{"profile", "a", profile, true},
		{"key", "p.db.key", "secret", true},
		{"key of nothing", "q.db.key", "secret", false},
		{"other database", "a", strings.Replace(profile, "whct", "\x00\x00\x00\x00", 1), false},
		{"short database", "a", "SQLite format 3\x00", false},
		{"log", "a", "2026-11-30 Sources: 28, with 91 records\n", false},
		{"empty", "a", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"p.db": profile, tt.file: tt.text} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := wroteIt(filepath.Join(dir, tt.file)); got != tt.want {
				t.Errorf("got %t", got)
			}
		})
	}
	if wroteIt(filepath.Join(t.TempDir(), "none")) {
		t.Error("a file that is not there is ours")
	}
}
