package profile

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestTextIDs asks for texts in any order: an ID that is remembered is that of the text, and what was asked for lately is remembered.
func TestTextIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = 5
		ids := newTextIDs(limit)
		is := map[string]int64{}
		var asked []string
		for n := range rapid.IntRange(0, 200).Draw(t, "asked") {
			s := fmt.Sprint(strings.Repeat("long ", rapid.IntRange(0, 3).Draw(t, "length")), rapid.IntRange(0, 20).Draw(t, "text"))
			id, hash := ids.get(s)
			if id != 0 && id != is[s] {
				t.Fatalf("%q is %d, want %d", s, id, is[s])
			}
			if id == 0 {
				for _, last := range asked[max(0, len(asked)-limit):] {
					if last == s {
						t.Fatalf("%q was just asked for and is forgotten", s)
					}
				}
				is[s] = int64(n + 1)
				ids.put(s, hash, is[s])
			}
			asked = append(asked, s)
		}
	})
}
