package format

import "bytes"

// jsonElement is a stretch of a JSON text: an object, or something else where an object should be.
type jsonElement struct {
	start, end int  // start is behind the separators that come before it
	object     bool // its braces pair; whether it is JSON is not yet said
}

// eachElement goes through the elements of the array that a chunk is of. It returns false where the file ends within one, or in the
// array.
func (c Chunk) eachElement(one func(e jsonElement, start, end int)) (ended bool) {
	ended = true
	for at := 0; at < len(c.Data); {
		e := nextJSONElement(c.Data[at:], true)
		start, end := at+e.start, at+e.end
		if start == end {
			return ended || bytes.IndexByte(c.Data[at:], ']') >= 0
		}
		at, ended = end, !e.object
		one(e, start, end)
	}
	return ended
}

// nextJSONElement finds the first object in data, whatever array it is in; what lies between objects ([ ] , and blanks) it
// skips. end is 0 if data does not hold all of the element; never if eof is set, when a cut element comes back as none.
//
// A line feed within a string is no JSON. It ends the element there, so that a lost quote costs one row and not the file.
func nextJSONElement(data []byte, eof bool) jsonElement {
	i := 0
	for i < len(data) && isJSONBetween(data[i]) {
		i++
	}
	if i == len(data) {
		// Blanks that an element in the same line may follow stay with it.
		if !eof {
			i = bytes.LastIndexByte(data, '\n') + 1
		}
		return jsonElement{start: i, end: i}
	}
	e := jsonElement{start: i}
	if data[i] != '{' {
		if n := bytes.IndexAny(data[i:], "\n{"); n >= 0 {
			e.end = i + n
		} else if eof {
			e.end = len(data)
		}
		return e
	}
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				e.end, e.object = i+1, true
				return e
			}
		case '"':
			n, broken := jsonStringEnd(data[i:])
			if broken {
				e.end = i + n
				return e
			}
			if n == 0 { // the string is not all there
				i = len(data)
				continue
			}
			i += n
			continue
		}
		i++
	}
	if eof {
		e.end = len(data)
	}
	return e
}

func isJSONBetween(b byte) bool {
	return isBlank(b) || b == ',' || b == '[' || b == ']'
}

// jsonStringEnd returns the length of the string at the start of data, with both quotes; 0 if it does not end there. broken tells
// that a line feed comes first, at size.
func jsonStringEnd(data []byte) (size int, broken bool) {
	for i := 1; ; {
		n := bytes.IndexByte(data[i:], '"')
		text := data[i:]
		if n >= 0 {
			text = data[i : i+n]
		}
		if lf := bytes.IndexByte(text, '\n'); lf >= 0 {
			return i + lf, true
		}
		if n < 0 {
			return 0, false
		}
		slashes := 0
		for end := i + n; data[end-1-slashes] == '\\'; {
			slashes++
		}
		i += n + 1
		if slashes%2 == 0 {
			return i, false
		}
	}
}
