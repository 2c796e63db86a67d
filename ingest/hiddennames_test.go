package ingest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestHiddenNames(t *testing.T) {
	file := func(path, base string) *input { return &input{path: path, given: path, base: base} }
	paths := map[string]string{
		"hidden-name-3.log": "/a/max@example.test.log", "hidden-name-7.log": "", "b/hidden-name-9/x.log": "/a/b/erika@example.test/x.log",
		"hidden-name-2.log": "/c@example.test/a@example.test.log",
	}
	pathOf := func(s profile.Source) string { return paths[s.Name] }
	tests := []struct {
		name  string
		found []*input
		held  []string
		want  []string
	}{
		{
			"files and folders",
			[]*input{file("/a/max@example.test.log", "/a"), file("/a/erika@example.test/in.log.1", "/a"), file("/a/erika@example.test/in.log", "/a"), file("/a/max@example.test.log.1.gz", "/a")},
			nil,
			[]string{"hidden-name-1/in.log", "hidden-name-1/in.log.1", "hidden-name-2.log", "hidden-name-2.log.1.gz"},
		},
		{
			"what the profile holds keeps its number, and no other gets it",
			[]*input{file("/a/max@example.test.log", "/a"), file("/a/anna@example.test.log", "/a"), file("/a/erika@example.test.log", "/a")},
			[]string{"hidden-name-3.log", "hidden-name-7.log", "b/hidden-name-9/x.log"},
			[]string{"hidden-name-1.log", "hidden-name-3.log", "hidden-name-9.log"},
		},
		{
			"nor one that is no longer known",
			[]*input{file("/a/anna@example.test.log", "/a")},
			[]string{"hidden-name-1.log"},
			[]string{"hidden-name-2.log"},
		},
		{
			"after an import that was interrupted, the numbers are those that it would have given",
			[]*input{file("/c@example.test/a@example.test.log", "/c@example.test"), file("/c@example.test/b@example.test.log", "/c@example.test")},
			[]string{"hidden-name-2.log"},
			[]string{"hidden-name-2.log", "hidden-name-3.log"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var held []profile.Source
			for _, name := range tt.held {
				held = append(held, profile.Source{Name: name})
			}
			renames := nameFiles(tt.found, held, pathOf)
			var got []string
			for _, in := range tt.found {
				got = append(got, in.name)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("names (-want +got)\n%s", diff)
			}
			if len(renames) > 0 {
				t.Errorf("renames %v", renames)
			}
		})
	}
}
