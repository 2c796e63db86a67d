package ingest

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestZoneOfFile(t *testing.T) {
	for _, c := range []struct {
		name, path string
		zones      []string
		want       string
	}{
		{"nothing said", "/x/a.log", nil, ""},
		{"all files", "/x/a.log", []string{"UTC"}, "UTC"},
		{"the last word", "/x/a.log", []string{"UTC", "+01:00"}, "+01:00"},
		{"some files before all", "/x/a.log", []string{"a.*=+01:00", "UTC"}, "+01:00"},
		{"others", "/x/b.log", []string{"a.*=+01:00"}, ""},
		{"the end of a path", "/x/receiver/a.log", []string{"receiver/*.log=+01:00"}, "+01:00"},
		{"another folder", "/x/worker/a.log", []string{"receiver/*.log=+01:00"}, ""},
		{"no part of a name", "/x/aa.log", []string{"a.log=+01:00"}, ""},
		{"from here", "/x/receiver/a.log", []string{"./receiver/a.log=+01:00"}, "+01:00"},
		{"from above", "/x/receiver/a.log", []string{"../receiver/a.log=+01:00"}, "+01:00"},
		{"the root", "/x/receiver/a.log", []string{"/x/receiver/a.log=+01:00"}, "+01:00"},
		{"any depth", "/x/receiver/b/c/a.log", []string{"receiver/**=+01:00"}, "+01:00"},
		{"an equals sign in a name", "/x/a=b.log", []string{"a=b.log=+01:00"}, "+01:00"},
		{"a bracket in a name", "/x/a[1].log", []string{"a[1].log=+01:00"}, "+01:00"},
		{"standard input", "-", []string{"-=+01:00"}, "+01:00"},
		{"a member of an archive", "/x/incident.zip/logs/a.log", []string{"logs/*.log=+01:00"}, "+01:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var opt Options
			for _, text := range c.zones {
				z, err := ParseZone(text)
				if err != nil {
					t.Fatal(err)
				}
				opt.Zones = append(opt.Zones, z)
			}
			in := &input{path: c.path, given: c.path}
			if got := opt.zone(in).Name; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			want := ""
			if c.want != "" {
				want = "assume-tz=" + c.want
			}
			if got := opt.WithDefaults().canonical(in); got != want {
				t.Errorf("options %q, want %q", got, want)
			}
		})
	}
	for _, bad := range []string{"", "=UTC", "[=UTC", "a.log=", "Local", "Mars/Olympus"} {
		if z, err := ParseZone(bad); err == nil {
			t.Errorf("%q is taken for %+v", bad, z)
		}
	}
}

func TestColumnsAreOptions(t *testing.T) {
	opt := Options{Columns: []format.Column{{Means: "operation_key", Name: "idem_key"}, {Means: "status", Name: `der "Stand"`}}}.WithDefaults()
	if got, want := opt.canonical(&input{}), `column=operation_key=idem_key column=status="der \"Stand\""`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What goes wrong within a line that counts otherwise is told, by the import that meets it and by all that find it unchanged.
func TestProblemsWithoutLines(t *testing.T) {
	const laravel = "[2026-11-30 08:31:20] production.INFO: claimed {\"delivery_id\":\"d1\"} \n"
	const bad = `{"claim_id":"x","date_created_gmt":null}`
	dir := tree(t, map[string]string{
		"laravel.log": laravel + laravel,
		"claims.json": `[{"claim_id":"1","date_created_gmt":"2026-11-30 08:26:25"},` + bad + `,` + bad + `]`,
		"twice.json":  "[" + bad + "," + bad + "]",
		"good.tsv":    claims,
		"cut.log.gz":  gzipped(t, strings.Repeat(access1, 5000))[:300],
	})
	p := temporary(t)
	want := map[string]int64{"claims.json": 2, "laravel.log": 1, "twice.json": 1}
	lines := map[string]int64{"twice.json": 1}
	for _, status := range []string{Imported, Unchanged, Unchanged} {
		res, err := Logs(t.Context(), p, []string{dir}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range res.Files {
			if f.Name == "cut.log.gz" {
				if f.Err == nil && f.Noted+f.Source.Problems == 0 {
					t.Errorf("%s: nothing says that it is cut", f.Status)
				}
				continue
			}
			if f.Status != status || f.Noted != want[f.Name] || f.Source.Problems != lines[f.Name] {
				t.Errorf("%s is %s with %d lines and %d problems besides, want %s with %d and %d",
					f.Name, f.Status, f.Source.Problems, f.Noted, status, lines[f.Name], want[f.Name])
			}
			if zone := f.Name == "laravel.log" && status == Imported; (f.NoZone != nil) != zone {
				t.Errorf("%s, %s: no zone: %v", f.Name, f.Status, f.NoZone)
			}
		}
	}
	var of []profile.Problem
	problems, err := p.Problems(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range problems {
		if strings.Contains(b.Reason, "zone") {
			b.Source = 0
			of = append(of, b)
		}
	}
	diff := cmp.Diff([]profile.Problem{{
		Line: 1, Reason: `time "2026-11-30 08:31:20" has no zone; this and all such records of the file are kept without a time`,
		Hint: "say in which zone the file was written; add to the command, for example: --assume-tz laravel.log=Europe/Berlin",
	}}, of)
	if diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A zone is part of a file's reading, and of no other file's.
func TestZoneReplacesReading(t *testing.T) {
	dir := tree(t, map[string]string{
		"laravel.log": "[2026-11-30 08:31:20] production.INFO: claimed {\"delivery_id\":\"d1\"} \n",
		"good.tsv":    claims,
	})
	p := temporary(t)
	zone, err := ParseZone("laravel.log=Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		zones []Zone
		want  map[string]string
	}{
		{nil, map[string]string{"laravel.log": Imported, "good.tsv": Imported}},
		{[]Zone{zone}, map[string]string{"laravel.log": Replaced, "good.tsv": Unchanged}},
		{[]Zone{zone}, map[string]string{"laravel.log": Unchanged, "good.tsv": Unchanged}},
	} {
		res, err := Logs(context.Background(), p, []string{filepath.Join(dir)}, Options{Zones: c.zones})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, f := range res.Files {
			got[f.Name] = f.Status
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestShellQuote(t *testing.T) {
	for arg, want := range map[string]string{
		"a/b-1.log=Europe/Berlin": "a/b-1.log=Europe/Berlin",
		"a b.log":                 "'a b.log'",
		"it's":                    `'it'\''s'`,
		"":                        "''",
		"*.log":                   "'*.log'",
	} {
		if got := ShellQuote(arg); got != want {
			t.Errorf("%q is quoted as %s, want %s", arg, got, want)
		}
	}
}

func TestLinesOfFile(t *testing.T) {
	const nginx, apache = `$request rt=$request_time`, `LogFormat "%t %r"`
	for _, c := range []struct {
		name, path string
		given      []string
		want       []string // what is tried, in this order
	}{
		{"for all files, the last first", "/x/a.log", []string{nginx, apache}, []string{apache, nginx}},
		{"for some before all", "/x/a.log", []string{"a*.log=" + nginx, apache}, []string{nginx, apache}},
		{"for others", "/x/b.log", []string{"a*.log=" + nginx}, nil},
		{"standard input", "-", []string{"-=" + nginx}, []string{nginx}},
		{"a format that begins with a name", "/x/b.log", []string{"rt=$request_time $request"}, []string{"rt=$request_time $request"}},
		{"a pattern", "/x/b.log", []string{"^a.b=(?P<topic>x)"}, []string{"^a.b=(?P<topic>x)"}},
		{"a pattern for some", "/x/b.log", []string{"b.log=^(?P<topic>x)=^y"}, []string{"^(?P<topic>x)=^y"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var opt Options
			for _, text := range c.given {
				parse := ParseLogFormat
				if strings.Contains(text, "(?P") {
					parse = ParsePattern
				}
				l, err := parse(text)
				if err != nil {
					t.Fatal(err)
				}
				opt.Lines = append(opt.Lines, l)
			}
			var got []string
			for _, l := range opt.format(&input{path: c.path, given: c.path}).Lines {
				got = append(got, l.String())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
