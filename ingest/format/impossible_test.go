package format

import (
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// noMoment makes dates of a sample such as there are none.
var noMoment = []struct {
	name string
	day  *strings.Replacer
}{
	{"30 February", strings.NewReplacer("2026-11-30", "2026-02-30", "2026/11/30", "2026/02/30", "30/Nov/2026", "30/Feb/2026", "30-Nov-2026", "30-Feb-2026",
		"Mon Nov 30", "Mon Feb 30", "Nov 30", "Feb 30", "11/30/2026", "2/30/2026", "2026-11-29", "2026-02-30", "2026-12-01", "2026-02-30")},
	{"an hour of 25", strings.NewReplacer(" 08:", " 25:", "T08:", "T25:", ":08:", ":25:", "[08:", "[25:", "\t08:", "\t25:", " 8:", " 25:", "T09:", "T25:", " 09:", " 25:")},
	{"the year 9999", strings.NewReplacer("2026-", "9999-", "2026/", "9999/", "/2026", "/9999", "-2026", "-9999", " 2026]", " 9999]")},
}

// What shows a time that is none says so, in every format: the record has no time, or the line is a problem.
func TestNoMoment(t *testing.T) {
	all := 0
	for _, f := range All {
		for i, s := range f.Samples {
			if s.Refused || s.Records == 0 {
				continue
			}
			opt := testOptions
			opt.Zone, opt.Year, opt.Lines = time.UTC, 2026, given(t, f, s)
			r := openWith(f, []byte(s.Text), opt)
			if r == nil {
				continue
			}
			before := readSample(t, r, []byte(s.Text), 1<<20)
			for _, c := range noMoment {
				text := c.day.Replace(s.Text)
				if text == s.Text {
					continue
				}
				after := readSample(t, r, []byte(text), 1<<20)
				lost := undatedIn(after.Observations) - undatedIn(before.Observations) + len(before.Observations) - len(after.Observations)
				told := linesTold(after.Problems) - linesTold(before.Problems)
				if after.Zoneless.Line > 0 {
					told += lost
				}
				if lost > told {
					t.Errorf("%s, sample %d, %s: %d records lost their time and %d problems say so\n%s\n%+v", f.Name, i, c.name, lost, told, text, after.Problems)
				}
				all += lost
			}
		}
	}
	if all < 200 {
		t.Errorf("%d records lost their time: the samples should have more", all)
	}
}

// linesTold counts the lines of problems; one of no line is of a record.
func linesTold(all []profile.Problem) (n int) {
	for _, p := range all {
		n += max(1, int(p.Lines))
	}
	return n
}

func undatedIn(all []profile.Observation) (n int) {
	for i := range all {
		if all[i].Precision == 0 {
			n++
		}
	}
	return n
}

func TestReadTime(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"2026-11-30T08:31:20.5+01:00", "2026-11-30T07:31:20.5Z"},
		{"2026-11-30 08:31:20", "2026-11-30T08:31:20Z"},
		{"0000-00-00 00:00:00", "none"},
		{"0001-01-01T00:00:00Z", "none"},
		{"2026-02-29 08:31:20", noMomentWhy},
		{"2024-02-29 08:31:20", "2024-02-29T08:31:20Z"},
		{"2026-13-01T08:31:20Z", noMomentWhy},
		{"2026-11-30T24:00:00Z", noMomentWhy},
		{"31/Nov/2026:08:31:20 +0000", noMomentWhy},
		{"0000-11-30T08:31:20Z", noMomentWhy},
		{"12345678901234567890123", noMomentWhy},
		{"9223372036854775807", noMomentWhy}, // nanoseconds end
		{"9223372036854775806", noMomentWhy}, // shortly before they do
		{"2026-11-30T08:31:20 PST", KnownForm},
		{"2026-11-30T08:31Z", KnownForm},
		{"Nov 30, 2026 @ 08:31:20.000", KnownForm},
		{"30.11.2026 08:31:20", "2026-11-30T08:31:20Z"},
		{"11/30/2026 08:31:20", KnownForm},
		{"NaN-NaN-NaNTNaN:NaN:NaN.NaNZ", "none"},
		{"12.588 ms", "none"},
		{"86400", "none"}, // how long a program has run
		{"tomorrow", "none"},
		{"", "none"},
	} {
		l, ok := readTime([]byte(c.text), time.UTC)
		got := time.Unix(0, l.nano).UTC().Format(time.RFC3339Nano)
		switch {
		case l.why != "" || l.lack != "":
			got = l.why + l.lack
		case !ok || l.precision == 0:
			got = "none"
		}
		if got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}
