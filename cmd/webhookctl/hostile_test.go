package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// readers are the commands that read a profile, and import and purge, which also write it.
var readers = [][]string{
	{"sources"},
	{"problems"},
	{"operations"},
	{"operations", "--format", "json"},
	{"advise"},
	{"diagnose"},
	{"diagnose", "--format", "json"},
	{"diagnose", "--format", "markdown"},
	{"diagnose", "--explain", "D1"},
	{"trace", "order:18452"},
	{"trace", "%"},
	{"diagnose", "--baseline", "p.db"},
	{"import", "logs", "more.log"},
	{"purge", "receiver/receiver.log"},
}

// TestHostileProfiles gives profiles to every command that somebody has altered, first with their key, then without it. A command gives
// its answer or says what is wrong with the profile; it ends, and those that only read leave the file as it is.
func TestHostileProfiles(t *testing.T) {
	const ( // times as far off as a profile may have them
		earliest = "-2208988800000000000"
		latest   = "4102444800000000000"
	)
	all := func(table, value string, columns ...string) string {
		return "UPDATE " + table + " SET " + strings.Join(columns, " = "+value+", ") + " = " + value
	}
	texts := strings.Fields(`resource_id delivery_id event_id request_id operation_key job_id downstream_id action_id row_id worker process
		connection upstream act_id related`)
	words := strings.Fields("provider shop topic resource_type webhook_id instance status url method failure dedup_by row_status via api_version")
	counts := strings.Fields("size lines records in_records problems skipped")
	tests := []struct {
		name, sql string
	}{
		{"no event that is known", "UPDATE kind SET event = 'nothing'"},
		{"every event a receipt", "UPDATE kind SET event = 'received'"},
		{"every event an effect", "UPDATE kind SET event = 'succeeded'"},
		{"words that take over a terminal", all("kind", `char(27) || ']0;x' || char(7) || char(8238) || '|<script>' || char(10)`, words...)},
		{"long words", all("kind", "printf('%.*c', 5000, 'x')", words...)},
		{"no words", all("kind", "NULL", words...)},
		{"one word for everything", all("kind", "'1'", words...)},
		{"URLs that are none", `UPDATE kind SET url = '://[::%zz' || char(0) || '?'`},
		{"smallest numbers", all("kind", "-9223372036854775808", "attempt", "code")},
		{"largest numbers", all("kind", "9223372036854775807", "attempt", "code", "precision")},
		{"enums out of range", all("kind", "77", "signature_valid", "ends")},
		{"counts below zero", all("source", "-1", counts...)},
		{"counts too large to add", all("source", "9223372036854775807", counts...)},
		{"positions too large to add", all("observation", "9223372036854775807", "line", "lines", "offset", "body_size")},
		{"the earliest time", all("observation", earliest, "time", "took")},
		{"the latest time", all("observation", latest, "time", "took")},
		{"times beyond all", all("observation", "9223372036854775807", "time", "took")},
		{"one identifier for everything", all("observation", "(SELECT min(id) FROM text)", texts...)},
		{"no identifiers", all("observation", "NULL", texts...)},
		{"identifiers of a megabyte", "UPDATE text SET value = value || printf('%.*c', 1000000, 'x') WHERE id % 500 = 0"},
		{"identifiers with any byte", "UPDATE text SET value = CAST(x'00ff1b5b324aff2c22270d0a' AS TEXT) || value"},
		{"a path as a name", "UPDATE source SET name = '../../../../etc/' || char(27) || name"},
		{"equal sources", "UPDATE source SET name = 'x', sha256 = ''"},
		{"states below zero", all("state", "-9223372036854775808", "line_items", "refunds")},
		{"paths of fields with any byte", "UPDATE shape SET path = CAST(x'ff00' AS TEXT) || path"},
		{"rows that belong to two files", "UPDATE span SET first = 1"},
		{"a span of all numbers", "UPDATE span SET first = -9223372036854775808, last = 9223372036854775807"},
		{"an application of somebody else", "PRAGMA application_id = 1"},
		{"a generated column", "ALTER TABLE text ADD COLUMN x TEXT AS (printf('%.*c', 1000000, value)) VIRTUAL"},
		{"an index that computes", "CREATE INDEX x ON text (length(printf('%.*c', 1000000, value)))"},
		{"an index that refuses", "CREATE UNIQUE INDEX x ON observation (id, line, delivery_id)"},
		{"an index that is not for all", "CREATE INDEX x ON source (name) WHERE length(printf('%.*c', 1000000, name)) > 1"},
		{"a view that computes for ever", "CREATE VIEW x AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n"},
		{"a table whose check computes for hours", "CREATE TABLE x (a CHECK (length(printf('%.*c', 50000000, a)) > 0)); PRAGMA ignore_check_constraints = 1;" +
			"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) INSERT INTO x SELECT i FROM n"},
	}

	dir := t.TempDir()
	t.Chdir(dir)
	runHere(t, "--profile", "made.db", "import", "logs", filepath.Join(top, "fixtures", "demo", "logs"))
	write(t, "more.log", line)
	made, key := readBytes(t, "made.db"), readBytes(t, "made.db.key")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			write(t, "p.db", made)
			alter(t, "p.db", test.sql)
			altered := readBytes(t, "p.db")
			for _, withKey := range []bool{true, false} {
				write(t, "p.db", altered)
				commands := readers
				if withKey {
					write(t, "p.db.key", key)
				} else if err := os.Remove("p.db.key"); err != nil {
					t.Fatal(err)
				} else { // its pages are looked at first; then it is as before
					commands = [][]string{{"sources"}, {"import", "logs", "more.log"}}
				}
				for _, args := range commands {
					began := time.Now()
					var stdout, stderr bytes.Buffer
					term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
					code := run(t.Context(), append([]string{"--profile", "p.db"}, args...), term)
					if took := time.Since(began); took > 20*time.Second {
						t.Errorf("%q took %v", args, took)
					}
					if code > exitPartial || code == exitFailed && stderr.Len() == 0 {
						t.Errorf("%q: exit code %d, %s", args, code, stderr.String())
					}
					if bad := control.FindString(stdout.String() + stderr.String()); bad != "" {
						t.Errorf("%q prints %q", args, bad)
					}
					if !slices.Contains([]string{"import", "purge"}, args[0]) && readBytes(t, "p.db") != altered {
						t.Fatalf("%q changed the profile", args)
					}
				}
			}
		})
	}
}

// control is what no output may hold.
var control = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u202e]")

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// alter runs SQL on a profile as somebody else might.
func alter(t *testing.T, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatalf("%s: %v", statements, err)
	}
}
