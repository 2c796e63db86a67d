package format

import (
	"bytes"
	"encoding/binary"
)

// seenKey is a key of an open object.
type seenKey struct {
	hash uint64
	key  []byte
}

// manyKeys is from how many keys on an object gets an index: below, comparing one number each is faster; above, a hostile
// line would cost the square of its length.
const manyKeys = 96

// again tells whether the object whose keys begin at s.keys[first] has the key already, and notes it.
func (s *jsonScanner) again(first int, key []byte) bool {
	h := keyHash(key)
	open := s.keys[first:]
	s.keys = append(s.keys, seenKey{h, key})
	if len(open) >= manyKeys {
		return s.againIndexed(first, key)
	}
	for i := range open {
		if open[i].hash == h && bytes.Equal(open[i].key, key) {
			return true
		}
	}
	return false
}

// keyHash need not be good, only quick: equal hashes are compared byte by byte.
func keyHash(key []byte) uint64 {
	n := len(key)
	if n >= 8 {
		return binary.LittleEndian.Uint64(key)*31 + binary.LittleEndian.Uint64(key[n-8:]) ^ uint64(n)<<56
	}
	h := uint64(n)
	for _, c := range key {
		h = h<<8 | uint64(c)
	}
	return h
}

// indexedKey is a key of an object with many: at is where that object's keys begin in s.keys.
type indexedKey struct {
	at  int
	key string
}

func (s *jsonScanner) againIndexed(first int, key []byte) bool {
	if s.index == nil {
		s.index = map[indexedKey]struct{}{}
	}
	if n := len(s.keys) - 1; n-first == manyKeys {
		for _, k := range s.keys[first:n] {
			s.index[indexedKey{first, string(k.key)}] = struct{}{}
		}
	}
	k := indexedKey{first, string(key)}
	_, again := s.index[k]
	s.index[k] = struct{}{}
	return again
}

// forget drops the keys of an object that has ended.
func (s *jsonScanner) forget(first int) {
	if len(s.keys)-first > manyKeys {
		for _, k := range s.keys[first:] {
			delete(s.index, indexedKey{first, string(k.key)})
		}
	}
	s.keys = s.keys[:first]
}
