package main

import (
	"math"
	"runtime"
	"runtime/debug"

	"github.com/spf13/pflag"

	"github.com/webhookctl/webhookctl/analyze"
)

// memory is about how many bytes a diagnosis takes: rows beyond half of it lie in a temporary file, and it is judged in pieces that fit.
// What hangs together by its names is one piece all the same, and what the report lists stays in memory.
type memory int64

func (m *memory) flag(f *pflag.FlagSet) {
	f.Var(&sizeFlag{(*int64)(m), 64 << 20, math.MaxInt64}, "memory", "about how much memory to take; else half of the machine's")
}

// bytes is what was given, else half of the machine's.
func (m memory) bytes() int64 {
	if m != 0 {
		return int64(m)
	}
	const unknown = 4 << 30
	if n := machineMemory(); n > 0 {
		return int64(min(n/2, math.MaxInt64/2))
	}
	return unknown / 2
}

// limit has the garbage collected before more is taken. A limit that the environment sets (GOMEMLIMIT) stands if it is lower.
func (m memory) limit() {
	if n := m.bytes(); n < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(n)
	}
}

// rows is how many bytes of the rows of a history stay in memory: of its observations, and of its payload states.
func (m memory) rows() int64 { return m.bytes() / 4 }

// atOnce is how many observations are judged at once, of which one takes some 8 kB and each processor has two pieces.
func (m memory) atOnce() int {
	const each = 8 << 10
	n := m.bytes() / 4 / int64(2*runtime.GOMAXPROCS(0)*each)
	return int(max(256, min(n, analyze.PieceSize)))
}
