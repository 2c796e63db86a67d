package profile

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/dchest/siphash"
)

// The index of traces lies in a file beside the profile, which may be removed at any time: it is made of the profile alone, and a profile
// that has changed makes it worthless. It holds hashes of identifiers, and numbers.
//
//	magic, fingerprint of the profile, length of each part
//	names      hash of an identifier (8 bytes), group (4), in that order
//	groups     where each begins in places (4 bytes each), and where the last ends
//	places     of observations (4 bytes each), by group
//	rows       place (8 bytes) and row ID (8) of each observation whose row does not follow the one before
//	spans      what else its maker needs
const traceMagic = "webhookctl trace 1\n"

const (
	traceSuffix  = ".trace"
	nameSize     = 12
	rowRunSize   = 16
	traceHeader  = len(traceMagic) + sha256.Size + 5*8
	mostInMemory = 16 << 20  // names that are sorted at once
	mostSpans    = 256 << 20 // bytes of what is read whole; a damaged file may name any size
)

// TraceParts are what an index is made of.
type TraceParts struct {
	Groups []int32                            // by place, the place of the first observation of its group
	Names  func(place int, each func(string)) // the identifiers by which an observation is asked for
	Spans  []byte                             // what else whoever makes it needs
}

// WriteTraceIndex makes the index of the profile as it was when its sources were listed. Only the same maker finds it again: another
// build may find that other things hang together.
func (p *Profile) WriteTraceIndex(ctx context.Context, maker string, parts TraceParts) (err error) {
	rows, print, err := p.rowRuns(ctx, maker)
	if err != nil {
		return err
	}
	if int64(len(rows))*rowRunSize+int64(len(parts.Spans)) > mostSpans {
		return errors.New("the profile is too scattered for an index")
	}
	name := p.path + traceSuffix
	if err := removeIfThere(name + unfinished); err != nil {
		return err
	}
	file, err := os.OpenFile(name+unfinished, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, file.Close(), os.Remove(file.Name()))
		}
	}()
	w := bufio.NewWriterSize(file, 1<<20)
	w.Write(make([]byte, traceHeader))
	groups, starts, places := byGroup(parts.Groups)
	var sizes [5]int64
	if sizes[0], err = writeNames(ctx, w, parts, groups); err != nil {
		return err
	}
	var buf [rowRunSize]byte
	for n, list := range [][]uint32{starts, places} {
		for _, v := range list {
			binary.LittleEndian.PutUint32(buf[:], v)
			w.Write(buf[:4])
		}
		sizes[1+n] = int64(len(list)) * 4
	}
	for _, r := range rows {
		binary.LittleEndian.PutUint64(buf[:], uint64(r.place))
		binary.LittleEndian.PutUint64(buf[8:], uint64(r.id))
		w.Write(buf[:])
	}
	sizes[3], sizes[4] = int64(len(rows))*rowRunSize, int64(len(parts.Spans))
	w.Write(parts.Spans)
	if err := w.Flush(); err != nil {
		return err
	}
	// The head comes last: what was not written to its end has none, whoever else may have taken the name since.
	head := append([]byte(traceMagic), print[:]...)
	for _, n := range sizes {
		head = binary.LittleEndian.AppendUint64(head, uint64(n))
	}
	if _, err := file.WriteAt(head, 0); err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// byGroup numbers the groups in the order of their first places, and sorts the places by them.
func byGroup(first []int32) (group, starts, places []uint32) {
	group = make([]uint32, len(first))
	var sizes []uint32
	for i, root := range first {
		if int(root) == i {
			group[i] = uint32(len(sizes))
			sizes = append(sizes, 0)
		} else {
			group[i] = group[root] // which is before it
		}
		sizes[group[i]]++
	}
	starts = make([]uint32, len(sizes)+1)
	for n, size := range sizes {
		starts[n+1] = starts[n] + size
	}
	places = make([]uint32, len(first))
	next := slices.Clone(starts)
	for i := range first {
		places[next[group[i]]] = uint32(i)
		next[group[i]]++
	}
	return group, starts, places
}

type nameOfGroup struct {
	hash  uint64
	group uint32
}

func (a nameOfGroup) compare(b nameOfGroup) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.group, b.group))
}

// writeNames sorts the names of all groups, a share of the hashes after the other, so that those of any history fit into memory.
func writeNames(ctx context.Context, w io.Writer, parts TraceParts, groups []uint32) (size int64, err error) {
	shares := uint64(len(groups)*4/mostInMemory + 1)
	var list []nameOfGroup
	var buf [nameSize]byte
	for share := range shares {
		list = list[:0]
		for i := range groups {
			if i%(1<<16) == 0 && ctx.Err() != nil {
				return 0, ctx.Err()
			}
			parts.Names(i, func(name string) {
				if h := traceHash(name); shareOf(h, shares) == share {
					list = append(list, nameOfGroup{h, groups[i]})
				}
			})
		}
		slices.SortFunc(list, nameOfGroup.compare)
		list = slices.Compact(list)
		for _, n := range list {
			binary.LittleEndian.PutUint64(buf[:], n.hash)
			binary.LittleEndian.PutUint32(buf[8:], n.group)
			if _, err := w.Write(buf[:]); err != nil {
				return 0, err
			}
		}
		size += int64(len(list)) * nameSize
	}
	return size, nil
}

// shareOf cuts the hashes into so many ranges, in their order.
func shareOf(h, shares uint64) uint64 {
	return min(h/(^uint64(0)/shares), shares-1)
}

// traceHash finds an identifier again. Two with one hash make a trace look at more than it must, and change nothing that it shows.
func traceHash(name string) uint64 { return siphash.Hash(0, 1, []byte(name)) }

// rowRun is a stretch of observations whose row IDs follow each other.
type rowRun struct{ place, id int64 }

// rowRuns tells which rows the observations are, and makes a fingerprint of the profile.
func (p *Profile) rowRuns(ctx context.Context, maker string) (runs []rowRun, print [sha256.Size]byte, err error) {
	err = p.reading(ctx, func(r reader) error {
		entries, err := r.entries()
		if err != nil {
			return err
		}
		if err := p.unchanged(entries); err != nil {
			return err
		}
		print = fingerprintOf(maker, entries)
		place, next := int64(0), int64(-1)
		for _, e := range entries {
			err := r.eachSpan(e.id, "observation", "SELECT id FROM observation WHERE id BETWEEN ? AND ? ORDER BY "+e.order(), func(c *cells) (bool, error) {
				id := c.int()
				if id != next {
					runs = append(runs, rowRun{place, id})
				}
				place, next = place+1, id+1
				return true, c.err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return runs, print, err
}

// fingerprintOf is another for a profile that anything was imported into, renamed or purged from.
func fingerprintOf(maker string, entries []entry) (print [sha256.Size]byte) {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", maker)
	for _, e := range entries {
		fmt.Fprintf(h, "%d %q %s %q %d %q\n", e.id, e.Name, e.SHA256, e.Options, e.Records, e.resume)
	}
	h.Sum(print[:0])
	return print
}
