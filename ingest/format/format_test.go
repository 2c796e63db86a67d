package format

import (
	"fmt"
	"slices"
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// plainMarker makes marks that a test can tell apart without a key.
type plainMarker struct{}

func (plainMarker) Mark(domain string, value []byte) (m profile.Mark) {
	copy(m[:], domain+":"+string(value))
	return m
}

var testOptions = Options{MaxLine: 16 << 20, MaxDepth: 200}

// openSample returns the format's Reader for a text, or nil.
func openSample(f Format, text []byte) Reader { return openWith(f, text, testOptions) }

func openWith(f Format, text []byte, opt Options) Reader {
	return f.Open(text[:min(len(text), HeadSize)], opt)
}

// given returns what is said of a sample's lines.
func given(t testing.TB, f Format, s Sample) []*LineFormat {
	t.Helper()
	if s.Given == "" {
		return nil
	}
	parse := ParseLogFormat
	if f.Name == patternName {
		parse = ParsePattern
	}
	l, err := parse(s.Given)
	if err != nil {
		t.Fatal(err)
	}
	return []*LineFormat{l}
}

// readSample parses a text in chunks as the import does, each about size bytes of data, and checks what every Reader promises:
// frames lie within the data, every position within the text, and the lines add up.
func readSample(t testing.TB, r Reader, text []byte, size int) Batch {
	t.Helper()
	var all Batch
	line, mid := int64(1), false
	var known, next any // of a Continuer
	for from := 0; from < len(text); {
		n := 0
		for want := size; n == 0; want *= 2 {
			data := text[from:min(from+want, len(text))]
			eof := from+len(data) == len(text)
			if more, ok := r.(Continuer); ok {
				n, next = more.FrameFrom(known, data, eof)
			} else {
				n = r.Frame(data, eof)
			}
			if n < 0 || n > len(data) || (n == 0 && eof) {
				t.Fatalf("Frame at %d returned %d of %d bytes, eof %v", from, n, len(data), eof)
			}
		}
		c := Chunk{Data: text[from : from+n], Line: line, Offset: int64(from), Mid: mid, From: known, Last: from+n == len(text)}
		b := Batch{Marker: plainMarker{}}
		r.Parse(c, &b)
		if err := checkBatch(c, &b); err != nil {
			t.Fatal(err)
		}
		checked := Batch{Marker: plainMarker{}, Check: readSignature}
		r.Parse(c, &checked)
		if len(checked.Observations) != len(b.Observations) || checked.Skipped != b.Skipped {
			t.Fatalf("a look at signatures changed what is read: %d observations and %d, %d lines skipped and %d",
				len(b.Observations), len(checked.Observations), b.Skipped, checked.Skipped)
		}
		all.Observations = append(all.Observations, b.Observations...)
		all.Problems = append(all.Problems, b.Problems...)
		all.InRecords += b.InRecords
		all.Skipped += b.Skipped
		if all.Zoneless.Line == 0 {
			all.Zoneless = b.Zoneless
		}
		for _, x := range c.Data {
			if x == '\n' {
				line++
			}
		}
		mid = c.Data[n-1] != '\n'
		from += n
		known = next
	}
	return all
}

// readSignature is a Check that takes signatures apart and changes nothing.
func readSignature(_ *profile.Observation, q Request) {
	for _, s := range provider.SchemesOf(q.Request) {
		if signed, err := s.Read(q.Request); err == nil {
			signed.By("secret")
		}
	}
}

func checkBatch(c Chunk, b *Batch) error {
	sum := b.InRecords + b.Skipped
	end := c.Offset + int64(len(c.Data))
	last := c.Line + c.LinesIn()
	if !c.Mid {
		last--
	}
	// Of a line that the chunk begins inside, its start may be what is named.
	for _, p := range b.Problems {
		sum += p.Lines
		if p.Line < c.Line || p.Line > last || p.Offset < c.Offset || p.Offset >= end || p.Lines < 0 {
			return fmt.Errorf("problem outside its chunk (line %d to %d, offset %d to %d): %+v", c.Line, last, c.Offset, end, p)
		}
		if p.Reason == "" {
			return fmt.Errorf("problem without a reason: %+v", p)
		}
	}
	for i := range b.Observations {
		o := &b.Observations[i]
		if o.Line < c.Line || o.Line+o.Lines-1 > last || o.Offset < c.Offset || o.Offset >= end || o.Lines < 1 {
			return fmt.Errorf("observation outside its chunk (line %d to %d, offset %d to %d): %+v", c.Line, last, c.Offset, end, o)
		}
		if o.Event == "" {
			return fmt.Errorf("observation of nothing: %+v", o)
		}
	}
	if want := c.LinesIn(); sum != want {
		return fmt.Errorf("chunk at line %d has %d lines, of which %d are accounted for: %d in records, %d skipped, problems %+v",
			c.Line, want, sum, b.InRecords, b.Skipped, b.Problems)
	}
	return nil
}

func TestFormats(t *testing.T) {
	if !slices.IsSortedFunc(All, func(a, b Format) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	}) {
		t.Error("All is not in name order")
	}
	for _, f := range All {
		t.Run(f.Name, func(t *testing.T) {
			if f.Title == "" {
				t.Error("no title")
			}
			good, refused := 0, 0
			for i, s := range f.Samples {
				text, opt := []byte(s.Text), testOptions
				opt.Lines = given(t, f, s)
				r := openWith(f, text, opt)
				if s.Refused {
					refused++
					if r != nil {
						t.Errorf("sample %d must be refused, and is not", i)
					}
					continue
				}
				good++
				var yes []string
				for _, other := range All {
					if openWith(other, text, opt) != nil {
						yes = append(yes, other.Name)
					}
				}
				if want := []string{f.Name}; !slices.Equal(yes, want) {
					t.Errorf("sample %d is recognised as %q, want %q: docs/adding.md says what to do where another format knows it, too", i, yes, want)
				}
				if r == nil {
					continue
				}
				for _, size := range []int{1, 100, 1 << 20} {
					b := readSample(t, r, text, size)
					if len(b.Observations) != s.Records {
						t.Errorf("sample %d in chunks of %d gives %d records, want %d; problems %+v", i, size, len(b.Observations), s.Records, b.Problems)
					}
				}
			}
			if good == 0 || refused == 0 {
				t.Errorf("%d good and %d refused samples, want at least one of each", good, refused)
			}
		})
	}
}
