package profile

import (
	"encoding/binary"
	"strings"
)

// shape is the paths that many states have in common.
type shape struct {
	id       int64
	paths    []string
	identity int  // of the path that names what the states are one of; -1: none does
	last     full // of its states
}

// shapes finds the shape of a state. States mostly have one of a few, so the last of each length are tried before all are asked.
type shapes struct {
	all   map[string]*shape
	paths int              // of all
	tried map[int][]*shape // by the number of paths, the last that was one first
	key   []byte
}

const (
	triedShapes = 4       // of one length
	mostPaths   = 1 << 18 // of all shapes; beyond, all are forgotten, and stored once more when they come again
)

var noShape = &shape{identity: -1}

// of returns the shape of fields, which it stores where it is new.
func (s *shapes) of(i *Import, fields []Field) (*shape, error) {
	if len(fields) == 0 {
		return noShape, nil
	}
	if s.all == nil || s.paths > mostPaths {
		s.all, s.tried, s.paths = map[string]*shape{}, map[int][]*shape{}, 0
	}
	tried := s.tried[len(fields)]
	for n, sh := range tried {
		if sh.fits(fields) {
			copy(tried[1:n+1], tried[:n])
			tried[0] = sh
			return sh, nil
		}
	}
	s.key = s.key[:0]
	for n := range fields {
		s.key = binary.AppendUvarint(s.key, uint64(len(fields[n].Path))) // a path may hold any byte
		s.key = append(s.key, fields[n].Path...)
	}
	sh := s.all[string(s.key)]
	if sh == nil {
		var err error
		if sh, err = i.newShape(fields); err != nil {
			return nil, err
		}
		s.all[string(s.key)] = sh
		s.paths += len(fields)
	}
	if len(tried) < triedShapes {
		tried = append(tried, nil)
	}
	copy(tried[1:], tried)
	tried[0] = sh
	s.tried[len(fields)] = tried
	return sh, nil
}

func (s *shape) fits(fields []Field) bool {
	for n := range fields {
		if fields[n].Path != s.paths[n] {
			return false
		}
	}
	return true
}

func (i *Import) newShape(fields []Field) (*shape, error) {
	b := i.shapes
	sh := &shape{id: b.take(), paths: make([]string, len(fields)), identity: -1}
	for n := range fields {
		path := strings.Clone(fields[n].Path)
		sh.paths[n] = path
		if (path == "id" || strings.HasSuffix(path, ".id")) && (sh.identity < 0 || strings.Count(path, ".") < strings.Count(sh.paths[sh.identity], ".")) {
			sh.identity = n
		}
		b.int(sh.id)
		b.put(int64(n))
		b.put(path)
		if err := b.end(i.ctx); err != nil {
			return nil, err
		}
	}
	return sh, nil
}
