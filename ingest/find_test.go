package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// foundNames finds and names, and returns the names, and what is wrong with the rest, below root.
func foundNames(root string, args ...string) (names, wrong []string) {
	for i, a := range args {
		if a != "-" {
			args[i] = filepath.Join(root, a)
		}
	}
	found, bad := find(args, filepath.Join(root, "webhookctl.db"), nil)
	nameFiles(found, nil, nil)
	for _, in := range found {
		names = append(names, in.name)
	}
	for _, f := range bad {
		wrong = append(wrong, strings.ReplaceAll(f.Err.Error(), filepath.ToSlash(root)+"/", ""))
	}
	return names, wrong
}

func TestFind(t *testing.T) {
	root := tree(t, map[string]string{
		"case1/nginx/access.log": "1", "case1/db/x.tsv": "2", "case1/.hidden": "3",
		"case2/nginx/access.log": "4", "case2/y.json": "5",
		"star*.log":     "6",
		"webhookctl.db": "", "webhookctl.db.key": "", "webhookctl.db-journal": "", "webhookctl.db.md": "7",
	})
	for link, to := range map[string]string{
		"loop/in/back":    "..",
		"links/nginx":     "../case1/nginx",
		"links/nowhere":   "absent",
		"links/self":      "self",
		"links/again.log": "../case1/nginx/access.log",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(root, link)); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	for _, c := range []struct {
		name  string
		args  []string
		want  []string
		wrong []string
	}{
		{"one file", []string{"case1/nginx/access.log"}, []string{"access.log"}, nil},
		{"two files", []string{"case1/nginx/access.log", "case1/db/x.tsv"}, []string{"db/x.tsv", "nginx/access.log"}, nil},
		{"a folder", []string{"case1"}, []string{".hidden", "db/x.tsv", "nginx/access.log"}, nil},
		{
			"two folders with equal names",
			[]string{"case2", "case1"},
			[]string{"case1/.hidden", "case1/db/x.tsv", "case1/nginx/access.log", "case2/nginx/access.log", "case2/y.json"},
			nil,
		},
		{"a folder and a file in it", []string{"case1", "case1/nginx/access.log"}, []string{".hidden", "db/x.tsv", "nginx/access.log"}, nil},
		{"a file twice and stdin", []string{"case1/.hidden", "-", "case1/../case1/.hidden"}, []string{".hidden", "stdin"}, nil},
		{"a pattern", []string{"*/nginx/*.log"}, []string{"case1/nginx/access.log", "case2/nginx/access.log"}, nil},
		{"a pattern of any depth", []string{"case1/**"}, []string{".hidden", "db/x.tsv", "nginx/access.log"}, nil},
		{"a pattern for nothing", []string{"*.nothing"}, nil, []string{"*.nothing: no file matches this pattern"}},
		{"no pattern", []string{"case1/[x"}, nil, []string{"case1/[x: is not a pattern: a bracket or brace has no end"}},
		{"a star in a name", []string{"star*.log"}, []string{"star*.log"}, nil},
		{"not there", []string{"absent", "case1/.hidden"}, []string{".hidden"}, []string{"absent: no such file or folder"}},
		{"a loop", []string{"loop"}, nil, []string{"loop/in/back: is a link to a folder that it lies in"}},
		{
			"links",
			[]string{"links"},
			[]string{"nginx/access.log"},
			[]string{"links/nowhere: no such file or folder", "links/self: too many levels of symbolic links"},
		},
		{"beside the profile", []string{"."}, nil, nil}, // checked below
	} {
		t.Run(c.name, func(t *testing.T) {
			got, wrong := foundNames(root, c.args...)
			if c.name == "beside the profile" {
				for _, name := range got {
					if strings.HasPrefix(name, "webhookctl.db") && name != "webhookctl.db.md" {
						t.Errorf("the profile's own %s is read", name)
					}
				}
				return
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.wrong, wrong); diff != "" {
				t.Errorf("errors (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNamesAgainstProfile(t *testing.T) {
	file := func(path, base string) *input { return &input{path: path, given: path, base: base} }
	held := func(name, path string) profile.Source { return profile.Source{Name: name, SHA256: "of " + path} }
	pathOf := func(s profile.Source) string { return strings.TrimPrefix(s.SHA256, "of ") }
	for _, c := range []struct {
		name    string
		found   []*input
		held    []profile.Source
		want    []string
		renames map[string]string
	}{
		{
			"the same file keeps its name",
			[]*input{file("/a/b/x.log", "/a/b")},
			[]profile.Source{held("b/x.log", "/a/b/x.log")},
			[]string{"b/x.log"},
			nil,
		},
		{
			"both get longer names",
			[]*input{file("/a/c/x.log", "/a/c")},
			[]profile.Source{held("x.log", "/a/b/x.log")},
			[]string{"c/x.log"},
			map[string]string{"/a/b/x.log\x00of /a/b/x.log": "b/x.log"},
		},
		{
			"and so do those beside them",
			[]*input{file("/a/c/nginx/x.log", "/a/c")},
			[]profile.Source{held("nginx/x.log", "/a/b/nginx/x.log"), held("list/y.csv", "/a/b/list/y.csv"), held("z.log", "/a/d/z.log")},
			[]string{"c/nginx/x.log"},
			map[string]string{
				"/a/b/nginx/x.log\x00of /a/b/nginx/x.log": "b/nginx/x.log", "/a/b/list/y.csv\x00of /a/b/list/y.csv": "b/list/y.csv",
			},
		},
		{
			"what comes later from a folder is named as what came before",
			[]*input{file("/a/c/x.log", "/a/c"), file("/a/c/d/y.log", "/a/c"), file("/a/e/z.log", "/a/e")},
			[]profile.Source{held("x.log", "/a/b/x.log"), held("c/x.log", "/a/c/x.log")},
			[]string{"c/d/y.log", "c/x.log", "z.log"},
			nil,
		},
		{
			"a source whose path is not known stays",
			[]*input{file("/a/c/x.log", "/a/c")},
			[]profile.Source{held("x.log", "")},
			[]string{"c/x.log"},
			nil,
		},
		{
			"up to the root",
			[]*input{file("/x.log", "/")},
			[]profile.Source{held("x.log", "/a/x.log")},
			[]string{"x.log"},
			map[string]string{"/a/x.log\x00of /a/x.log": "a/x.log"},
		},
		{
			"stdin and a file of that name",
			[]*input{{path: "-"}, file("/a/stdin", "/a")},
			[]profile.Source{held("stdin", "-")},
			[]string{"a/stdin", "stdin"},
			nil,
		},
		{
			"two readings of one path",
			[]*input{file("/b/x.log", "/b")},
			[]profile.Source{{Name: "x.log", SHA256: "of /a/x.log"}, {Name: "x.log", SHA256: "of /a/x.log"}},
			[]string{"b/x.log"},
			map[string]string{"/a/x.log\x00of /a/x.log": "a/x.log"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			renames := nameFiles(c.found, c.held, pathOf)
			var got []string
			for _, in := range c.found {
				got = append(got, in.name)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
			if len(renames) == 0 {
				renames = nil
			}
			if diff := cmp.Diff(c.renames, renames); diff != "" {
				t.Errorf("renames (-want +got):\n%s", diff)
			}
		})
	}
}

// A source gets its longer name with the file that makes it necessary, and not when the import ends, which it may not.
func TestRenamedAtOnce(t *testing.T) {
	dir := tree(t, map[string]string{"a/x.log": access1, "b/x.log": access2, "b/y.log": access3})
	p := temporary(t)
	logs(t, p, Options{}, filepath.Join(dir, "a"))
	ctx, cancel := context.WithCancel(t.Context())
	first := int64(len(access2))
	_, err := Logs(ctx, p, []string{filepath.Join(dir, "b")}, Options{Progress: func(done, _ int64) {
		if done > first {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for _, want := range [][]string{{"a/x.log", "b/x.log"}, {"a/x.log", "b/x.log", "b/y.log"}} {
		held, err := p.Sources(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range held {
			names = append(names, s.Name)
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		logs(t, p, Options{}, filepath.Join(dir, "b"))
	}
}

// Two links to the next folder in each of forty folders make more ways than anybody can walk.
func TestFindManyWays(t *testing.T) {
	files := map[string]string{"d40/x.log": "1"}
	for i := range 40 {
		files[fmt.Sprintf("d%d/y", i)] = "1"
	}
	root := tree(t, files)
	for i := range 40 {
		for _, link := range []string{"a", "b"} {
			if err := os.Symlink(fmt.Sprintf("../d%d", i+1), filepath.Join(root, fmt.Sprintf("d%d", i), link)); err != nil {
				t.Skip("no links here: ", err)
			}
		}
	}
	names, wrong := foundNames(root, "d0")
	if len(names) != 41 || len(wrong) != 0 {
		t.Errorf("%d files, want 41; %v", len(names), wrong)
	}
}
