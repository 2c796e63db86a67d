package analyze

import (
	"testing"
	"time"
)

func TestIntervals(t *testing.T) {
	const s = time.Second
	for _, tt := range []struct {
		name string
		gaps []time.Duration
		want string
	}{
		{"one says nothing", []time.Duration{60 * s}, ""},
		{"no time between", []time.Duration{60 * s, 0}, ""},
		{"a program", []time.Duration{60 * s, 61 * s, 60 * s}, "it came at equal intervals (1m0s, 1m1s and 1m0s), as a program repeats"},
		{"a queue", []time.Duration{5 * s, 10 * s, 21 * s}, "the intervals grow (5s, 10s and 21s), as a queue backs off"},
		{"a person", []time.Duration{40 * s, 7 * s, 93 * s}, "the intervals are irregular (40s, 7s and 1m33s), as a person's are, or several causes'"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := (words{}).intervals(tt.gaps); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
