// Package format turns the text of log files into observations: one file for each log format, with its samples.
//
// It opens nothing, stores nothing and judges nothing: it is handed bytes.
package format

import (
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Format is one log format: how to tell it, how to read it, and samples that prove both.
type Format struct {
	Name  string // as --as takes it: "pino"
	Title string // one line for people
	// Open looks at the head of a file (at most HeadSize bytes of decompressed UTF-8; all of it if the file is shorter) and
	// returns a Reader, or nil if the file is not of this format. Exactly one format says yes to a file.
	Open    func(head []byte, opt Options) Reader
	Why     func(head []byte, opt Options) string // why Open says no, where that can be told; it may be nil
	Samples []Sample

	Documented bool // it rests on documentation alone, and on no file that was seen
}

// HeadSize is how much of a file a recogniser is shown.
const HeadSize = 64 << 10

// Reader reads one file. The file is cut into chunks of whole records by Frame, one after the other; Parse is then called on
// the chunks, possibly on several at once and in any order, so it must not change the Reader.
type Reader interface {
	// Frame returns how many bytes at the start of data are whole records. data begins at a record. 0 asks for more data,
	// which never happens when eof is set.
	Frame(data []byte, eof bool) int
	// Parse reads the records of a chunk and accounts for each of its lines in out.
	Parse(c Chunk, out *Batch)
}

// Continuer is a Reader of files in which a record is understood only by what was read before it: a row of an SQL dump belongs
// to the table that its statement named, which may be a gigabyte back. FrameFrom is called in place of Frame.
type Continuer interface {
	Reader
	// FrameFrom is Frame, given what is known where data begins, and returns what is known behind the n bytes. from is nil at
	// the start of the file. What it returns is passed to the next call and, as Chunk.From, to Parse, and is never changed.
	FrameFrom(from any, data []byte, eof bool) (n int, to any)
}

// Mixed is a Reader of files in which records of several formats may stand, and names those that the head has.
type Mixed interface {
	Reader
	Formats() []string
}

// Chunk is a run of whole records.
type Chunk struct {
	Data   []byte
	Line   int64 // of its first byte, 1-based
	Offset int64 // of its first byte
	Mid    bool  // Data begins inside a line that the chunk before began, and which that one accounts for
	From   any   // what a Continuer knows where Data begins
	Last   bool  // nothing follows: the file ends with Data

	inside []int64 // where lines begin that stand inside a message and so begin no record, whatever they look like; in order
}

// begins tells whether a record may begin with the line at an offset.
func (c Chunk) begins(off int64) bool {
	_, inside := slices.BinarySearch(c.inside, off)
	return !inside
}

// Batch collects what the records of one chunk say. Its observations' Source is set by whoever stores them.
type Batch struct {
	Marker       Marker
	Check        Check              // nil: nobody looks at signatures
	Secrets      *Secrets           // that were given; nil: none
	Unplaced     func(field string) // is told of each field that means nothing here, by its name or path; nil: nobody asks
	Observations []profile.Observation
	States       []profile.State // new to this batch; duplicates over batches are fine
	Problems     []profile.Problem
	Zoneless     Zoneless // the first record that has no time for want of Options.Zone
	InRecords    int64    // lines that the observations span; a line that holds several counts once
	Skipped      int64    // lines left out by a stated rule
}

// Reset empties a batch for another chunk and keeps its memory. Nothing that it held may be used any more.
func (b *Batch) Reset() {
	*b = Batch{Observations: b.Observations[:0], States: b.States[:0]}
}

// Marker makes keyed hashes. domain keeps values of different kinds apart: "signature", "secret", "query", "state".
type Marker interface {
	Mark(domain string, value []byte) profile.Mark
}

// Options are the import flags that shape how a file is read.
type Options struct {
	MaxLine  int            // longest record in bytes; a longer one is a problem
	MaxDepth int            // deepest JSON nesting
	As       string         // name of the format that the file is said to have; "": its content tells
	Zone     *time.Location // of times that name none; nil: their records have no time
	Year     int            // of times that name none; 0: their records have no time
	Columns  []Column       // what a table's columns mean whose own names do not say it
	Lines    []*LineFormat  // what is said of the file's lines: the first that fits counts
	Paths    []FieldPath    // where in a JSON line fields are whose names do not say it
	// Beside returns the bytes of a file of that name beside this one, or nil. It is called from several goroutines, with names that
	// IsBodyName accepts; nil: there is nothing beside the file.
	Beside func(name string) []byte

	shared *shared // by the formats that look at one head; nil: each finds out for itself
}

// Column says that a table's column is what another name would say. The names are compared as those of fields are: without case
// and without _ - . and blank.
type Column struct {
	Means string // one of ColumnNames
	Name  string // in the file
}

// Sample is a text with what must come of it.
type Sample struct {
	Text    string
	Records int    // observations that it must give
	Refused bool   // the recogniser must say no
	Given   string // what is said of its lines, of a format that is read so: the value of the flag that is called as the format is
}
