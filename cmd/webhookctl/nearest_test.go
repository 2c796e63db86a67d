package main

import "testing"

func TestNearest(t *testing.T) {
	commands := []string{"completion", "demo", "diagnose", "formats", "import", "problems", "purge", "sources", "version"}
	tests := []struct {
		name, typed, want string
	}{
		{"a letter is missing", "diagnos", "diagnose"},
		{"two letters swapped", "dmeo", "demo"},
		{"the start of it", "comp", "completion"},
		{"a part of it", "blem", "problems"},
		{"too far away", "destroy", ""},
		{"nothing typed", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := nearest(test.typed, commands); got != test.want {
				t.Errorf("nearest(%q) = %q, want %q", test.typed, got, test.want)
			}
		})
	}
}
