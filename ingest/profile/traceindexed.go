package profile

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"sort"
)

// TraceIndex is an open index.
type TraceIndex struct {
	Spans []byte

	p      *Profile
	file   *os.File
	at     [5]int64 // where each part begins
	size   [5]int64
	groups int64
	rows   []rowRun
}

// TraceIndex opens the index that the maker made of the profile as it is, or returns nil where there is none.
func (p *Profile) TraceIndex(ctx context.Context, maker string) (*TraceIndex, error) {
	name := p.path + traceSuffix
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() { // a pipe would wait for a writer
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil
	}
	ix := &TraceIndex{p: p, file: file}
	if err := ix.open(ctx, maker); err != nil || ix.groups < 0 {
		return nil, errors.Join(err, file.Close())
	}
	return ix, nil
}

func (x *TraceIndex) open(ctx context.Context, maker string) error {
	x.groups = -1
	head := make([]byte, traceHeader)
	info, err := x.file.Stat()
	if err != nil {
		return err
	}
	if _, err := x.file.ReadAt(head, 0); err != nil || !bytes.HasPrefix(head, []byte(traceMagic)) {
		return nil
	}
	var print [sha256.Size]byte
	err = x.p.reading(ctx, func(r reader) error {
		entries, err := r.entries()
		print = fingerprintOf(maker, entries)
		return err
	})
	rest := head[len(traceMagic):]
	if err != nil || !bytes.Equal(rest[:sha256.Size], print[:]) {
		return err
	}
	at := int64(traceHeader)
	for n := range x.size {
		size := int64(binary.LittleEndian.Uint64(rest[sha256.Size+8*n:]))
		if size < 0 || size > info.Size()-at {
			return nil // cut short
		}
		x.at[n], x.size[n] = at, size
		at += size
	}
	if x.size[3]+x.size[4] > mostSpans || x.size[1] < 4 {
		return nil
	}
	rows := make([]byte, x.size[3])
	x.Spans = make([]byte, x.size[4])
	for n, to := range map[int][]byte{3: rows, 4: x.Spans} {
		if _, err := x.file.ReadAt(to, x.at[n]); err != nil {
			return nil
		}
	}
	for ; len(rows) >= rowRunSize; rows = rows[rowRunSize:] {
		x.rows = append(x.rows, rowRun{int64(binary.LittleEndian.Uint64(rows)), int64(binary.LittleEndian.Uint64(rows[8:]))})
	}
	x.groups = x.size[1]/4 - 1
	return nil
}

// Len is how many observations there are.
func (x *TraceIndex) Len() int { return int(x.size[2] / 4) }

// Close closes it.
func (x *TraceIndex) Close() error { return x.file.Close() }

// Named gives the places of all observations that hang together with one that has one of these names, in their order. It gives nothing
// where they are more than most.
func (x *TraceIndex) Named(names []string, most int) (places []int32, few bool, err error) {
	groups := map[uint32]bool{}
	var buf [nameSize]byte
	for _, name := range names {
		hash := traceHash(name)
		read := func(i int) uint64 {
			if _, wrong := x.file.ReadAt(buf[:], x.at[0]+int64(i)*nameSize); wrong != nil {
				err = errors.Join(err, wrong)
			}
			return binary.LittleEndian.Uint64(buf[:])
		}
		n := int(x.size[0] / nameSize)
		for i := sort.Search(n, func(i int) bool { return read(i) >= hash }); i < n && read(i) == hash && err == nil; i++ {
			groups[binary.LittleEndian.Uint32(buf[8:])] = true
			if len(groups) > most {
				return nil, false, nil
			}
		}
	}
	for group := range groups {
		if int64(group) >= x.groups {
			return nil, false, errors.Join(err, errTraceIndex)
		}
		var ends [8]byte
		if _, err := x.file.ReadAt(ends[:], x.at[1]+int64(group)*4); err != nil {
			return nil, false, err
		}
		from, to := int64(binary.LittleEndian.Uint32(ends[:])), int64(binary.LittleEndian.Uint32(ends[4:]))
		if to < from || to*4 > x.size[2] {
			return nil, false, errTraceIndex
		}
		if len(places)+int(to-from) > most {
			return nil, false, nil
		}
		list := make([]byte, (to-from)*4)
		if _, err := x.file.ReadAt(list, x.at[2]+from*4); err != nil {
			return nil, false, err
		}
		for ; len(list) > 0; list = list[4:] {
			places = append(places, int32(binary.LittleEndian.Uint32(list)))
		}
	}
	slices.Sort(places)
	return places, true, err
}

var errTraceIndex = errors.New("the index is damaged")

// Observations reads those at some places, which are in order.
func (x *TraceIndex) Observations(ctx context.Context, places []int32) (all []Observation, err error) {
	err = x.p.reading(ctx, func(r reader) error {
		entries, err := r.entries()
		if err != nil {
			return err
		}
		var owners []ownedRows
		for index, e := range entries {
			spans, err := r.spans(e.id, "observation")
			if err != nil {
				return err
			}
			for _, s := range spans {
				owners = append(owners, ownedRows{s, index})
			}
		}
		slices.SortFunc(owners, func(a, b ownedRows) int { return cmp.Compare(a.first, b.first) })
		one := single{reader: r, texts: map[int64]string{}, kinds: map[int64]Observation{}}
		for _, place := range places {
			o, err := one.observation(x.rowOf(int64(place)), owners)
			if err != nil {
				return err
			}
			all = append(all, o)
		}
		return nil
	})
	return all, err
}

func (x *TraceIndex) rowOf(place int64) int64 {
	n := sort.Search(len(x.rows), func(n int) bool { return x.rows[n].place > place }) - 1
	if n < 0 {
		return 0
	}
	return x.rows[n].id + place - x.rows[n].place
}
