package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the README's output anew")

// goRun is how the README calls the program on a machine that has only Go.
const goRun = "go run ./cmd/webhookctl"

// more ends a block of the README that shows only the start of the output.
const more = "…\n"

// TestReadme runs the README's commands: what it shows is what the program prints.
func TestReadme(t *testing.T) {
	readme := readFile(t, "README.md")
	block := regexp.MustCompile("(?s)```console\n\\$ (" + regexp.QuoteMeta(goRun) + "[^\n]*)\n(.*?)```")
	blocks := block.FindAllStringSubmatch(readme, -1)
	if len(blocks) == 0 {
		t.Fatal("the README shows no command of ours")
	}
	for _, b := range blocks {
		command, shown := b[1], b[2]
		t.Run(command, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
			if code := run(t.Context(), strings.Fields(command)[3:], term); code != 0 || stderr.Len() > 0 {
				t.Fatalf("exit code %d, stderr %q", code, stderr.String())
			}
			got, cut := stdout.String(), strings.HasSuffix(shown, more)
			if cut {
				got = firstLines(got, strings.Count(shown, "\n")-1) + more
			}
			if *update {
				readme = strings.Replace(readme, b[0], "```console\n$ "+command+"\n"+got+"```", 1)
				return
			}
			if diff := cmp.Diff(shown, got); diff != "" {
				t.Errorf("output; go test ./cmd/webhookctl -run TestReadme -update writes it anew (-want +got):\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(filepath.Join(root, "README.md"), []byte(readme), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func firstLines(s string, n int) string {
	lines := strings.SplitAfterN(s, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "")
}

// TestReadmeAndCI holds the two to the same commands.
func TestReadmeAndCI(t *testing.T) {
	readme, ci := readFile(t, "README.md"), readFile(t, ".ci/run")
	for _, command := range []string{"go test ./...", goRun + " demo"} {
		if !strings.Contains(readme, "\n$ "+command+"\n") {
			t.Errorf("README.md does not show %q", command)
		}
		if !strings.Contains(ci, "\nrun "+command+"\n") {
			t.Errorf(".ci/run does not run %q", command)
		}
	}
}
