package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// licences are those that a module of the program may have, each by words that only its text has. None asks that what is built with it be
// under it, too.
var licences = []struct{ name, words string }{
	{"Apache-2.0", "Apache License Version 2.0, January 2004"},
	{"BSD-3-Clause", "may be used to endorse or promote products derived from this software without specific prior written permission"},
	{"CC0-1.0", "Creative Commons Legal Code CC0 1.0 Universal"},
	{"MIT", "to deal in the Software without restriction, including without limitation the rights to use"},
}

var (
	copyleft = regexp.MustCompile(`(?i)GNU (?:Lesser |Affero |Library )?General Public Licen[cs]e|Mozilla Public Licen[cs]e|Eclipse Public Licen[cs]e|European Union Public Licen[cs]e`)
	blanks   = regexp.MustCompile(`\s+`)
)

// TestLicences reads the licences of all modules in the program, on every system that it is released for, and compares them with
// docs/licences.md. -update writes that page.
func TestLicences(t *testing.T) {
	found := map[string]string{}
	texts := filepath.Join(releaseDir(t), "licences")
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", ".")
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOFLAGS=-mod=readonly", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Skip("the go command cannot list the modules here: ", err)
		}
		for row := range strings.Lines(string(out)) {
			module, dir, _ := strings.Cut(strings.TrimSpace(row), "\t")
			if module != "" && found[module] == "" {
				found[module] = licenceOf(t, module, dir)
				keepLicence(t, texts, module, dir)
			}
		}
	}
	if len(found) < 15 {
		t.Fatalf("only %d modules", len(found))
	}
	if out, err := exec.Command("go", "env", "GOROOT").Output(); err == nil {
		keepLicence(t, texts, "go", strings.TrimSpace(string(out)))
	}
	page := "# Licences of what is in the program\n\nThe modules that a release of webhookctl holds, on any system, with the licences of their `LICENSE` files. None is copyleft. Go's own\nlibrary is under the BSD-3-Clause licence, too; SQLite, which `modernc.org/sqlite` translates, is in the public domain.\n\n| module | licence |\n|---|---|\n"
	var modules []string
	for module := range found {
		modules = append(modules, module)
	}
	slices.Sort(modules)
	for _, module := range modules {
		page += fmt.Sprintf("| `%s` | %s |\n", module, found[module])
	}
	path := filepath.Join(top, "docs", "licences.md")
	if *update {
		write(t, path, page)
	}
	if diff := cmp.Diff(readBytes(t, path), page); diff != "" {
		t.Errorf("docs/licences.md (-page +modules):\n%s", diff)
	}
}

// keepLicence copies the texts of a module's licence, all of which ask to be handed on with what is built of it.
func keepLicence(t *testing.T, texts, module, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
	if err != nil {
		t.Fatal(err)
	}
	notices, err := filepath.Glob(filepath.Join(dir, "NOTICE*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, notices...) {
		to := filepath.Join(texts, filepath.FromSlash(module), filepath.Base(file))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		released(t, to, readBytes(t, file))
	}
}

// licenceOf reads all licence files of a module, of which the first tells its own.
func licenceOf(t *testing.T, module, dir string) (name string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "LICEN[CS]E*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no licence: %v", module, err)
	}
	for i, file := range files {
		if strings.Contains(file, "3RD-PARTY") {
			continue // it also has the texts of modules that only make or test this one, and are not in the list of those that we hold
		}
		text := blanks.ReplaceAllString(readBytes(t, file), " ")
		if bad := copyleft.FindString(text); bad != "" {
			t.Errorf("%s: %s names the %s", module, filepath.Base(file), bad)
		}
		if i > 0 {
			continue
		}
		var names []string
		for _, l := range licences {
			if strings.Contains(text, l.words) {
				names = append(names, l.name)
			}
		}
		name = strings.Join(names, ", ")
		if name == "" {
			t.Errorf("%s: %s is of no licence that is known to this test", module, filepath.Base(file))
		}
	}
	return name
}

// TestOpensNoSocket watches the system calls of an import and its reports.
func TestOpensNoSocket(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("there is no strace here")
	}
	dir := t.TempDir()
	for _, args := range [][]string{
		append([]string{"import", "logs"}, incidents(t, 1)...),
		{"diagnose", "-o", "report.json"},
		{"demo"},
	} {
		trace := filepath.Join(dir, "trace")
		cmd := exec.Command(strace, append([]string{"-f", "-e", "trace=%network,openat", "-o", trace, "webhookctl"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			if bytes.Contains(out, []byte("ptrace")) {
				t.Skipf("strace may not watch here: %s", out)
			}
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		calls := readBytes(t, trace)
		if !strings.Contains(calls, "openat(") {
			t.Fatalf("%q: strace has seen nothing", args)
		}
		for call := range strings.Lines(calls) {
			if !strings.Contains(call, "openat(") && strings.Contains(call, "(") && !strings.Contains(call, "resumed>") {
				t.Errorf("%q: %s", args, call)
			}
		}
	}
}
