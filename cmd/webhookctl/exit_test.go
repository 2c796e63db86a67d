package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExitCode(t *testing.T) {
	unread := &partial{[]error{failure("a.log: not a log", "see the formats"), errors.New("b.log: gone")}}
	tests := []struct {
		name   string
		err    error
		code   int
		stderr string
	}{
		{"done", nil, 0, ""},
		{"found", errFound, 1, ""},
		{"could not run", errors.New("disk full"), 2, "webhookctl: disk full\n"},
		{"a usage error with its hint", usage("nothing to import").hint("name files"), 2, "webhookctl: nothing to import\nhint: name files\n"},
		{"some input not used", unread, 3, "webhookctl: a.log: not a log\nhint: see the formats\nwebhookctl: b.log: gone\n"},
		{
			"found, and some input not used", errors.Join(unread, errFound), 1,
			"webhookctl: a.log: not a log\nhint: see the formats\nwebhookctl: b.log: gone\n",
		},
		{"interrupted", interrupted{}, 130, "webhookctl: interrupted\n"},
		{"interrupted, with a way on", interrupted{"run it again"}, 130, "webhookctl: interrupted\nhint: run it again\n"},
		{"wrapped", fmt.Errorf("purge: %w", usage("no such source").hint("look")), 2, "webhookctl: purge: no such source\nhint: look\n"},
		{"hostile text", errors.New("evil\x1b[2J.log"), 2, "webhookctl: evil\\x1b[2J.log\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := exitCode(test.err); got != test.code {
				t.Errorf("exit code %d, want %d", got, test.code)
			}
			var stderr bytes.Buffer
			printError(&stderr, test.err)
			if diff := cmp.Diff(test.stderr, stderr.String()); diff != "" {
				t.Errorf("stderr (-want +got):\n%s", diff)
			}
		})
	}
}

// TestInterrupted presses Ctrl-C in the middle of an import: nothing of the file is kept.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var stdout, stderr bytes.Buffer
	term := terminal{out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
	term.in = io.MultiReader(strings.NewReader(strings.Repeat(line, 10)), readerFunc(func([]byte) (int, error) {
		cancel()
		return 0, io.EOF
	}))
	db := filepath.Join(t.TempDir(), "p.db")
	if code := run(ctx, []string{"--profile", db, "import", "logs", "-"}, term); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	want := "webhookctl: interrupted\nhint: 0 files are imported, nothing of the others; the same command goes on from there\n"
	if diff := cmp.Diff(want, stderr.String()); diff != "" {
		t.Errorf("stderr (-want +got):\n%s", diff)
	}
	stdout.Reset()
	if code := run(t.Context(), []string{"--profile", db, "sources"}, term); code != 0 {
		t.Errorf("sources: exit code %d", code)
	}
	if diff := cmp.Diff(1, strings.Count(stdout.String(), "\n")); diff != "" {
		t.Errorf("lines of sources, its header included (-want +got):\n%s\n%s", diff, stdout.String())
	}
}

const line = `{"level":30,"time":1796027186194,"event":"received","webhook_id":3,"resource_id":14,"msg":"webhook received"}` + "\n"

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestClosedPipe stands for "webhookctl formats | head -1".
func TestClosedPipe(t *testing.T) {
	var stderr bytes.Buffer
	broken := writerFunc(func([]byte) (int, error) { return 0, syscall.EPIPE })
	term := terminal{in: strings.NewReader(""), out: broken, err: &stderr, getenv: func(string) string { return "" }}
	if code := run(t.Context(), []string{"formats"}, term); code != 0 || stderr.Len() > 0 {
		t.Errorf("exit code %d, stderr %q; want neither", code, stderr.String())
	}
}

// TestFullDisk makes sure that an answer that could not be written is no success.
func TestFullDisk(t *testing.T) {
	full := writerFunc(func([]byte) (int, error) { return 0, syscall.ENOSPC })
	for _, args := range [][]string{{"formats"}, {"formats", "woocommerce-log"}, {"version"}, {"demo"}} {
		var stderr bytes.Buffer
		term := terminal{in: strings.NewReader(""), out: full, err: &stderr, getenv: func(string) string { return "" }}
		if code := run(t.Context(), args, term); code != exitFailed {
			t.Errorf("%q: exit code %d, want %d", args, code, exitFailed)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
