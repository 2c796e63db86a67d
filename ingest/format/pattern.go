package format

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// patternFormat reads any log with a record in a line, by a regular expression whose groups are called as the fields that they are. Go's
// expressions (RE2) need time that grows with the line alone, whatever is in it.
var patternFormat = Format{
	Name:  patternName,
	Title: "any log with one record a line, by a regular expression that --pattern gives",
	Open: func(head []byte, opt Options) Reader {
		for _, l := range opt.Lines {
			if l.pattern == nil {
				continue
			}
			fits := false
			most := mostLines(head, func(line []byte) bool {
				is := l.pattern.Match(line)
				fits = fits || is
				return is
			})
			if most || opt.As == patternName {
				return patternReader{l.pattern, l.groups, opt.Zone}
			}
		}
		return nil
	},
	Why: func(_ []byte, opt Options) string {
		for _, l := range opt.Lines {
			if l.pattern != nil {
				return "fewer than half of its first lines match"
			}
		}
		return "no --pattern speaks of it"
	},
	Samples: []Sample{
		{
			Given: `^hook (?P<delivery_id>[0-9a-f]{32}) of (?P<webhook_id>\d+) at (?P<time>\S+) (?P<message>.*)$`,
			Text: "hook 3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b of 7 at 2026-11-30T08:26:47Z webhook received\n" +
				"hook 3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b of 7 at 2026-11-30T08:26:48Z already processed\nidle\n", Records: 2,
		},
		{Text: "hook 3f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b of 7 at 2026-11-30T08:26:47Z webhook received\n", Refused: true},
	},
}

const patternName = "pattern"

// ParsePattern reads a regular expression that has named groups, each called as a field is.
func ParsePattern(text string) (*LineFormat, error) {
	p, err := regexp.Compile(text)
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return nil, fmt.Errorf("%s: %q", wrong.Code, wrong.Expr)
	} else if err != nil {
		return nil, err
	}
	l := &LineFormat{text: text, pattern: p, groups: make([]string, p.NumSubexp()+1)}
	named := false
	for i, name := range p.SubexpNames() {
		if name == "" {
			continue
		}
		if l.groups[i], err = fieldNamed(name); err != nil {
			return nil, err
		}
		named = true
	}
	if !named {
		return nil, errors.New("no group of it has a name")
	}
	return l, nil
}

type patternReader struct {
	pattern *regexp.Regexp
	groups  []string // the field that each is; "": none
	zone    *time.Location
}

func (patternReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (p patternReader) Parse(c Chunk, out *Batch) {
	r := newRecordReader(out, p.zone)
	var o profile.Observation
	c = c.fromLine()
	eachLine(c, func(line []byte, no, off int64) {
		at := p.pattern.FindSubmatchIndex(line)
		if at == nil {
			out.skip(1) // whoever gives a pattern says what a record looks like
			return
		}
		cut := p.fill(r, line, at, !c.endsIn(line, off))
		before := len(out.Observations)
		r.addObservation(&o, no, off)
		if len(out.Observations) == before {
			return
		}
		if cut != "" {
			out.problem(no, off, 0, fmt.Sprintf("the line has no end, so its %s may be cut off and is left out", cut), noEndHint)
		}
		if r.has(fieldTime) && o.Precision == 0 && r.local == (localTime{}) {
			out.problem(no, off, 0, fmt.Sprintf("time %q cannot be read; the record is kept without it", shownTime(r.bytes(fieldTime))),
				"times are read as 2026-11-30T08:26:25+01:00, 30/Nov/2026:08:26:25 +0100 or seconds since 1970; without a zone --assume-tz names it")
		}
	})
}

// fill hands what the groups match to r. Of a line that may have been cut off, what reaches to its end is left out, and named.
func (p patternReader) fill(r *recordReader, line []byte, at []int, whole bool) (cut string) {
	r.reset()
	for i, key := range p.groups {
		from, to := at[2*i], at[2*i+1]
		switch {
		case key == "" || from < 0:
		case to == len(line) && !whole && key != "message":
			cut = key
		default:
			r.add([]byte(key), jsonValue{raw: line[from:to], kind: jsonString})
		}
	}
	return cut
}
