package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// lineReader takes each line for a record.
type lineReader struct{}

func (lineReader) Frame(data []byte, eof bool) int {
	if eof {
		return len(data)
	}
	return bytes.LastIndexByte(data, '\n') + 1
}

func (lineReader) Parse(c format.Chunk, out *format.Batch) { out.Skipped = c.LinesIn() }

// pieces cuts a text and tells each piece as "line@offset:bytes".
func pieces(t testing.TB, text io.Reader, maxLine int) (told []string, problems []profile.Problem, lines int64) {
	t.Helper()
	cut, err := newCutter(text, maxLine)
	if err != nil {
		t.Fatal(err)
	}
	cut.reader = lineReader{}
	for {
		p, err := cut.next()
		if errors.Is(err, io.EOF) {
			return told, problems, lines
		}
		if err != nil {
			t.Fatal(err)
		}
		if cap(cut.buf) > maxLine+2*chunkSize {
			t.Errorf("buffer of %d bytes", cap(cut.buf))
		}
		told = append(told, fmt.Sprintf("%d@%d:%d", p.Line, p.Offset, len(p.Data)))
		if p.parsed {
			for _, x := range p.batch.Problems {
				lines += x.Lines
			}
			problems = append(problems, p.batch.Problems...)
		} else {
			lines += p.LinesIn()
		}
		p.release()
	}
}

func TestCutTooLong(t *testing.T) {
	const most = 2 << 20
	long := strings.Repeat("x", 5<<20)
	for _, c := range []struct {
		name, text string
		want       []profile.Problem // without words
		lines      int64
	}{
		{"in the middle", "a\n" + long + "\nb\n", []profile.Problem{{Line: 2, Offset: 2, Lines: 1}}, 3},
		{"at the end, without a line end", "a\n" + long, []profile.Problem{{Line: 2, Offset: 2, Lines: 1}}, 2},
		{"twice", long + "\n" + long + "\nb", []profile.Problem{{Line: 1, Lines: 1}, {Line: 2, Offset: 5<<20 + 1, Lines: 1}}, 3},
		{"as long as it may be", "a\n" + long[:most-1] + "\nb\n", nil, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, got, lines := pieces(t, strings.NewReader(c.text), most)
			for i := range got {
				if !strings.Contains(got[i].Reason, "is longer than 2097152") || got[i].Hint == "" {
					t.Errorf("problem %+v", got[i])
				}
				got[i].Reason, got[i].Hint = "", ""
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if lines != c.lines {
				t.Errorf("%d lines, want %d", lines, c.lines)
			}
		})
	}
}

func TestCutShortReads(t *testing.T) {
	text := strings.Repeat("some line\n", 300_000) + "end"
	want, _, _ := pieces(t, strings.NewReader(text), chunkSize)
	got, _, lines := pieces(t, iotest.HalfReader(strings.NewReader(text)), chunkSize)
	if diff := cmp.Diff(want, got); diff != "" || lines != 300_001 || len(want) < 3 {
		t.Errorf("%d pieces, %d lines, want 300001 (-want +got):\n%s", len(want), lines, diff)
	}
}

func TestCutReadError(t *testing.T) {
	broken := errors.New("disk is broken")
	_, err := newCutter(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), chunkSize)
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestBalance(t *testing.T) {
	for _, c := range []struct {
		name  string
		batch format.Batch
		ok    bool
	}{
		{"all three", format.Batch{InRecords: 1, Skipped: 1, Problems: []profile.Problem{{Lines: 1}}}, true},
		{"one too few", format.Batch{InRecords: 1, Skipped: 1}, false},
		{"one too many", format.Batch{InRecords: 4}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &piece{Chunk: format.Chunk{Data: []byte("a\nb\nc"), Line: 7}, batch: &c.batch}
			if err := balance(p); (err == nil) != c.ok {
				t.Errorf("error %v, want none: %v", err, c.ok)
			}
		})
	}
}

// Prefix hashes are those of the prefixes, wherever reads end.
func TestHashingPrefixes(t *testing.T) {
	text := strings.Repeat("0123456789", 1000)
	sizes := []int64{0, 1, 7, 7, 10, 9999, 10_000, 20_000}
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		h := newHashing(t.Context(), r, sizes)
		if _, err := io.Copy(io.Discard, h); err != nil {
			t.Fatal(err)
		}
		for _, n := range sizes[:7] {
			alone := newHashing(t.Context(), strings.NewReader(text[:n]), nil)
			if _, err := io.Copy(io.Discard, alone); err != nil {
				t.Fatal(err)
			}
			if got, want := h.prefixes[n], hexSum(alone.sha); got != want {
				t.Errorf("prefix of %d: %s, want %s", n, got, want)
			}
		}
		if _, ok := h.prefixes[20_000]; ok {
			t.Error("a prefix longer than the text has a hash")
		}
	}
}
