package main

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/pflag"

	"github.com/webhookctl/webhookctl/ingest"
)

// limits bound what one input may make an import read, so that a damaged or hostile file fills neither memory nor disk. Those whose flag a
// command does not have are 0, which is the default.
type limits struct {
	size, line, ratio, members, nesting, depth, problems int64
}

// limitFlags names them, in the order of help.
var limitFlags = []string{"max-size", "max-ratio", "max-members", "max-nesting", "max-line", "max-depth"}

// flags adds a flag for each limit of reading whole files.
func (l *limits) flags(f *pflag.FlagSet) {
	d := ingest.Options{}.WithDefaults()
	l.size, l.ratio, l.members, l.nesting = d.MaxSize, d.MaxRatio, int64(d.MaxMembers), int64(d.MaxNesting)
	f.Var(&sizeFlag{&l.size, 1, math.MaxInt64}, "max-size", "most bytes of a file, decompressed")
	f.Var(&numberFlag{&l.ratio, 1, math.MaxInt32}, "max-ratio", "most of those for each compressed byte")
	f.Var(&numberFlag{&l.members, 1, math.MaxInt32}, "max-members", "most files of an archive")
	f.Var(&numberFlag{&l.nesting, 1, 100}, "max-nesting", "most archives around a file")
	l.recordFlags(f)
}

// recordFlags adds those of one record.
func (l *limits) recordFlags(f *pflag.FlagSet) {
	d := ingest.Options{}.WithDefaults()
	l.line, l.depth = int64(d.MaxLine), int64(d.MaxDepth)
	f.Var(&sizeFlag{&l.line, 64 << 10, 1 << 30}, "max-line", "longest record")
	f.Var(&numberFlag{&l.depth, 1, 10_000}, "max-depth", "deepest nesting of JSON")
}

// problemsFlag adds the one of the list that problems prints.
func (l *limits) problemsFlag(f *pflag.FlagSet) {
	l.problems = int64(ingest.Options{}.WithDefaults().MaxProblems)
	f.Var(&numberFlag{&l.problems, 1, math.MaxInt32}, "max-problems", "most problems of a file that are listed")
}

// options adds the limits to the options of an import.
func (l *limits) options(opt ingest.Options) ingest.Options {
	opt.MaxSize, opt.MaxRatio = l.size, l.ratio
	opt.MaxMembers, opt.MaxNesting = int(l.members), int(l.nesting)
	opt.MaxLine, opt.MaxDepth = int(l.line), int(l.depth)
	opt.MaxProblems = int(l.problems)
	return opt
}

// limitGiven returns the name of a limit that was given, "" if none was.
func limitGiven(f *pflag.FlagSet) string {
	if i := slices.IndexFunc(limitFlags, f.Changed); i >= 0 {
		return limitFlags[i]
	}
	return ""
}

// sizeFlag is a number of bytes in human form: 64GiB, 500 MB, 1048576.
type sizeFlag struct {
	value       *int64
	least, most int64
}

func (s *sizeFlag) Type() string { return "SIZE" }

func (s *sizeFlag) String() string {
	if s.value == nil || *s.value == 0 {
		return ""
	}
	return size(*s.value)
}

func (s *sizeFlag) Set(text string) error {
	n, err := humanize.ParseBytes(text)
	switch {
	case err != nil:
		return usage("%q is no size", text).hint("write it as 500MB, 64GiB or a number of bytes")
	case n < uint64(s.least):
		return usage("%q is too small", text).hint("give at least %s", size(s.least))
	case n > uint64(s.most):
		return usage("%q is too large", text).hint("give at most %s", size(s.most))
	}
	*s.value = int64(n)
	return nil
}

// size writes a number of bytes as a flag takes it.
func size(n int64) string {
	return strings.NewReplacer(".0 ", "", " ", "").Replace(humanize.IBytes(uint64(n)))
}

// numberFlag is a whole number within bounds.
type numberFlag struct {
	value       *int64
	least, most int64
}

func (n *numberFlag) Type() string { return "N" }

func (n *numberFlag) String() string {
	if n.value == nil {
		return ""
	}
	return strconv.FormatInt(*n.value, 10)
}

func (n *numberFlag) Set(text string) error {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < n.least || v > n.most {
		return usage("%q is not possible", text).hint("give a whole number from %d to %d", n.least, n.most)
	}
	*n.value = v
	return nil
}
