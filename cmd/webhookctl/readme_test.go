package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// goRun is how the README calls the program on a machine that has only Go.
const goRun = "go run ./cmd/webhookctl"

// TestReadme runs the README's console blocks: what it shows is what the program prints.
func TestReadme(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(readFile(t, "README.md"), -1)
	var script, files strings.Builder
	commands := 0
	for _, block := range blocks {
		for _, part := range strings.Split("\n"+block[1], "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			command = strings.Replace(command, goRun, "webhookctl", 1)
			if !strings.HasPrefix(command, "webhookctl ") {
				continue // go test: the run that this test is part of
			}
			commands++
			name := "want-" + number(int64(commands))
			script.WriteString("exec " + command + "\ncmp stdout " + name + "\n")
			files.WriteString("-- " + name + " --\n" + want)
		}
	}
	if commands == 0 {
		t.Fatal("the README shows no command")
	}
	file := filepath.Join(t.TempDir(), "readme.txtar")
	if err := os.WriteFile(file, []byte(script.String()+files.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Files: []string{file}, Setup: setup, RequireExplicitExec: true})
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
