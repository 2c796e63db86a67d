package ingest

import (
	"io"
	"runtime"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// Options shape an import. The zero values are the defaults.
type Options struct {
	As       string    // name of the format that every file has; "": recognise each
	Stdin    io.Reader // what the path - reads
	MaxLine  int       // longest record in bytes; 16 MiB, at least 64 KiB
	MaxDepth int       // deepest JSON nesting; 200
	parsers  int       // how many chunks are parsed at once; GOMAXPROCS

	MaxProblems int // of a file that are listed; 1000. The others are counted

	Zones   []Zone             // of times that name none; a file of which nothing is said keeps records without a time
	Year    int                // of times that name none; 0: their records are kept without a time
	Columns []format.Column    // what columns of tables mean whose own names do not say it
	Lines   []Lines            // how lines are made; a file that they do not fit is recognised as any other
	Paths   []format.FieldPath // where in JSON lines fields are whose names do not say it

	Secrets []Secret              // with which signatures are checked; none: none is
	Checked func(string, Checked) // is told of each request with its file's name, in the order of its text, from the goroutine of Logs
	Leave   []string              // files that are no evidence, wherever they lie
	secrets string                // keyed hash of Secrets
	given   *format.Secrets       // the same, to be looked for

	// What compressed files and archives may hold. Beyond it nothing more is read of them.
	MaxSize    int64 // bytes of one file, decompressed; 64 GiB
	MaxRatio   int64 // of those to the compressed ones, once they are more than 64 MiB; 1000
	MaxMembers int   // files in one archive; 100,000
	MaxNesting int   // archives in archives; 2: files of an archive within an archive are read

	// Progress is told how many bytes are done, and how many there are as far as that is known (stdin counts as none).
	// It is called from the goroutine of Logs.
	Progress func(done, total int64)
}

// WithDefaults puts the defaults in place of zero values.
func (o Options) WithDefaults() Options {
	if o.MaxLine <= 0 {
		o.MaxLine = 16 << 20
	}
	o.MaxLine = max(o.MaxLine, format.HeadSize)
	if o.MaxDepth <= 0 {
		o.MaxDepth = 200
	}
	if o.MaxProblems <= 0 {
		o.MaxProblems = 1000
	}
	if o.parsers <= 0 {
		o.parsers = runtime.GOMAXPROCS(0)
	}
	if o.MaxSize <= 0 {
		o.MaxSize = 64 << 30
	}
	if o.MaxRatio <= 0 {
		o.MaxRatio = 1000
	}
	if o.MaxMembers <= 0 {
		o.MaxMembers = 100_000
	}
	if o.MaxNesting <= 0 {
		o.MaxNesting = 2
	}
	if o.Progress == nil {
		o.Progress = func(_, _ int64) {}
	}
	return o
}
