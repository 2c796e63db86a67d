package format

import (
	"slices"
	"strconv"
)

// FieldPath says that what stands at a path of a JSON line is a field: data.hook.id, where keys may have points in them, and items.0.id for
// an element of an array.
type FieldPath struct {
	Field string // one of FieldNames, or a header
	Path  string
}

// FieldAt says that what stands at path is the field of that name.
func FieldAt(name, path string) (FieldPath, error) {
	key, err := fieldNamed(name)
	return FieldPath{key, path}, err
}

// mapping takes what stands at paths that somebody gave. It goes through a line once more, and into nothing that no path leads into.
type mapping struct {
	*fields
	at     map[string][]string // the fields, by path
	within map[string]bool     // what leads to a path
	most   int                 // bytes of the longest path
	scan   jsonScanner
	path   []byte
	opened []openPath
}

// openPath is an open object or array: how long the path to what is around it is, and how many elements there were.
type openPath struct {
	around int
	array  bool
	n      int
	astray bool // no path leads into it
}

// newMapping returns nil where there are no paths.
func newMapping(r *fields, paths []FieldPath) *mapping {
	if len(paths) == 0 {
		return nil
	}
	m := &mapping{fields: r, at: map[string][]string{}, within: map[string]bool{"": true}}
	for _, p := range paths {
		m.at[p.Path] = append(m.at[p.Path], p.Field)
		for i := range p.Path {
			if p.Path[i] == '.' {
				m.within[p.Path[:i]] = true
			}
		}
		m.most = max(m.most, len(p.Path))
	}
	return m
}

// take looks for the paths in a line that has been read.
func (m *mapping) take(line []byte, maxDepth int) {
	m.path, m.opened = m.path[:0], m.opened[:0]
	m.scan.server = true
	_ = m.scan.scan(line, maxDepth, mappingVisitor{m}) // it is known to be JSON
}

// step appends a key, or the number of an element, to the path, or returns false where no path is that long.
func (m *mapping) step(key []byte) bool {
	last := len(m.opened) - 1
	if last >= 0 && m.opened[last].array {
		key = strconv.AppendInt(nil, int64(m.opened[last].n), 10)
		m.opened[last].n++
	}
	if len(m.path)+1+len(key) > m.most+1 {
		return false
	}
	if len(m.path) > 0 {
		m.path = append(m.path, '.')
	}
	m.path = append(m.path, key...)
	return true
}

type mappingVisitor struct{ *mapping }

func (v mappingVisitor) open(key []byte, array bool) bool {
	m := v.mapping
	o := openPath{around: len(m.path), array: array}
	if len(m.opened) > 0 {
		o.astray = !m.step(key)
	}
	m.opened = append(m.opened, o)
	return !o.astray && (m.within[string(m.path)] || len(m.opened) == 1)
}

func (v mappingVisitor) close(raw []byte) {
	m := v.mapping
	last := m.opened[len(m.opened)-1]
	if !last.astray && len(m.opened) > 1 {
		for _, key := range m.at[string(m.path)] {
			if key == "body" { // the only field that may be an object
				m.values[fieldBody] = found{jsonValue{raw: raw}, &bodyObject}
			}
		}
	}
	m.path, m.opened = m.path[:last.around], m.opened[:len(m.opened)-1]
}

func (v mappingVisitor) leaf(key []byte, value jsonValue) {
	m := v.mapping
	before := len(m.path)
	if len(m.opened) > 0 && m.step(key) {
		for _, field := range m.at[string(m.path)] {
			m.say([]byte(field), value)
		}
	}
	m.path = m.path[:before]
}

// say takes a value for a field before whatever the line's own names say.
func (m *mapping) say(field []byte, v jsonValue) {
	if blank(v) {
		return
	}
	k := m.meanings(placeTop, nil).of(field)
	if m.signed != nil {
		m.signed.take(k, v)
	}
	switch {
	case k.header != nil && !redacted(v.raw):
		m.headers = slices.Insert(m.headers, 0, header{k.header, v})
	case k.meaning != nil:
		m.values[k.meaning.field] = found{v, k.meaning}
	}
}
