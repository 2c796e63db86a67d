package main

import (
	"bytes"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// long makes the tests of survival as long as .ci/survive runs them.
var long = flag.Bool("long", false, "200 kills, 100,000 files")

// testKey is the key file of profiles that are compared: with a random key each would hold other hashes.
var testKey = fmt.Sprintf(`{"key":%q}`, strings.Repeat("5a", 32))

// program runs webhookctl in a process of its own, which can be killed.
func program(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("webhookctl", args...) // the test binary, as TestMain arranges
	cmd.Dir = dir
	return cmd
}

// incidents are folders of recorded incidents, each with some eight files to import.
func incidents(t *testing.T, n int) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(top, "fixtures", "incidents", "*", "logs"))
	if err != nil || len(all) < n {
		t.Fatalf("%d incidents, %v", len(all), err)
	}
	return all[:n]
}

// top is the top of the repository, wherever a test has gone.
var top, _ = filepath.Abs(root)

// withKey is a new folder that holds testKey and nothing else.
func withKey(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "webhookctl.db.key"), []byte(testKey), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestKilled kills imports of many files at random moments. After each kill the profile opens and holds whole files, the first of
// those that an undisturbed import stores; and the import that is let through at last leaves the same profile, key file and
// reports as the undisturbed one, row by row and byte by byte.
func TestKilled(t *testing.T) {
	rounds, folders := 2, 3
	if *long {
		rounds, folders = 200, 10
	}
	args := append([]string{"import", "logs"}, incidents(t, folders)...)
	undisturbed := withKey(t)
	began := time.Now()
	if out, err := program(undisturbed, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	whole := time.Since(began)
	wantRows, wantReports := rowsOf(t, undisturbed), reportsOf(t, undisturbed)
	wantKey := readBytes(t, filepath.Join(undisturbed, "webhookctl.db.key"))
	sources := len(wantRows["source"])

	seed := uint64(began.UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	kills, within := 0, 0 // of them, those that came between the first file and the last
	for round := range rounds {
		dir := withKey(t)
		for range 1 + random.IntN(3) {
			cmd := program(dir, args...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			kill := time.AfterFunc(time.Duration(random.Int64N(int64(whole))), func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait()
			kill.Stop()
			kills++
			if n := wholeFiles(t, dir, wantRows); n > 0 && n < sources {
				within++
			}
		}
		if out, err := program(dir, args...).CombinedOutput(); err != nil {
			t.Fatalf("seed %d, round %d: %v\n%s", seed, round, err, out)
		}
		if diff := cmp.Diff(wantRows, rowsOf(t, dir)); diff != "" {
			t.Errorf("rows (-undisturbed +killed):\n%s", diff)
		}
		if diff := cmp.Diff(wantReports, reportsOf(t, dir)); diff != "" {
			t.Errorf("reports (-undisturbed +killed):\n%s", diff)
		}
		if diff := cmp.Diff(wantKey, readBytes(t, filepath.Join(dir, "webhookctl.db.key"))); diff != "" {
			t.Errorf("key file (-undisturbed +killed):\n%s", diff)
		}
		if left := onlyProfile(t, dir); left != nil {
			t.Errorf("beside the profile lie %q", left)
		}
		if t.Failed() {
			t.Fatalf("seed %d, round %d", seed, round)
		}
	}
	t.Logf("%d rounds, %d kills, %d of them between the first of %d files and the last; undisturbed %v", rounds, kills, within, sources, whole)
}

// wholeFiles checks that a profile opens and holds the first so many files of an undisturbed import, each with all its rows, and
// returns how many. A profile that was not made yet is one that says so.
func wholeFiles(t *testing.T, dir string, want map[string][]string) int {
	t.Helper()
	p, err := profile.Open(t.Context(), filepath.Join(dir, "webhookctl.db"), profile.ReadOnly)
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	if !p.HasKey() {
		t.Error("the key is no longer the profile's own")
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	got := rowsOf(t, dir)
	for table, rows := range want {
		if k := len(got[table]); k > len(rows) || !slices.Equal(got[table], rows[:k]) {
			t.Errorf("table %s holds other rows than an undisturbed import stores", table)
		}
	}
	// span says up to which row each file goes.
	for _, row := range query(t, dir, "SELECT part, max(last) FROM span GROUP BY part") {
		part, last, _ := strings.Cut(row, "|")
		if rows := query(t, dir, "SELECT coalesce(max(id), 0) FROM "+part); rows[0] != last {
			t.Errorf("table %s goes on to row %s, its files to %s", part, rows[0], last)
		}
	}
	return len(got["source"])
}

// rowsOf returns all rows of all tables of the profile in dir, in the order of their keys.
func rowsOf(t *testing.T, dir string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range query(t, dir, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
		all[table] = query(t, dir, "SELECT * FROM "+table+" ORDER BY 1, 2") // their keys
	}
	return all
}

// query asks the profile in dir and returns each row as text.
func query(t *testing.T, dir, ask string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, "webhookctl.db"))+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), ask)
	if err != nil {
		t.Fatalf("%s: %v", ask, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		text := make([]string, len(values))
		for i, v := range values {
			text[i] = fmt.Sprint(v)
			if raw, ok := v.([]byte); ok {
				text[i] = fmt.Sprintf("%x", raw)
			}
		}
		all = append(all, strings.Join(text, "|"))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// reportsOf draws the profile in dir in every form.
func reportsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, format := range formatNames() {
		all[format] = runHere(t, "--profile", filepath.Join(dir, "webhookctl.db"), "diagnose", "--format", format)
		all[format] = strings.ReplaceAll(all[format], dir, "") // of commands that a report advises
	}
	return all
}

// runHere runs a command within the test, which must end well, and returns what it prints.
func runHere(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
	if code := run(t.Context(), args, term); code != 0 {
		t.Fatalf("%q: exit code %d\n%s", args, code, stderr.String())
	}
	return stdout.String()
}

// onlyProfile returns the names of the files in dir but the profile and its key.
func onlyProfile(t *testing.T, dir string) (others []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != "webhookctl.db" && e.Name() != "webhookctl.db.key" {
			others = append(others, e.Name())
		}
	}
	return others
}

func readBytes(t *testing.T, path string) string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
