package format

import "bytes"

// close finds the end of the entry from the start of its answer's body. alone is set where that depended on a content-length
// that does not fit, so that only the end of a chunk may follow.
func (e *wooEntry) close(c wooCursor, eof bool, limit int) (end int, alone bool, st wooStatus) {
	switch {
	case string(e.body) == wooNoBody: // WP_DEBUG is off, so there is no answer's body either, whatever its length was
		if bytes.HasPrefix(c.data[c.at:], []byte(wooNoBody)) {
			if end, st = c.closing(c.at+len(wooNoBody), eof); st == wooWhole {
				return end, false, st
			}
		}
		return e.search(c, eof, true)
	case digits(e.code) < 0 || string(e.code) == "204", string(e.code) == "304": // no answer, or none with a body
		if end, st = c.closing(c.at, eof); st == wooWhole {
			return end, false, st
		}
		return e.search(c, eof, true)
	}
	length := decimal(e.lengthText)
	if e.encoded || length < 0 {
		return e.search(c, eof, false)
	}
	short := false // the text ends before that length
	i, inside := c.skipText(c.at, length)
	if inside {
		if end, st = c.closing(i, eof); st != wooBad {
			return end, false, st
		}
	} else if c.at+length <= limit {
		if !eof {
			return 0, false, wooCut
		}
		short = true
	}
	end, _, st = e.search(c, eof, true)
	if short && st == wooWhole && end < len(c.data) {
		st = wooCut // the rest of the file may be this body
	}
	return end, true, st
}

// search finds the first closing that another entry or the end of the file follows. strict tells that the body is not what it
// has to be; then an entry that begins before the closing ends this one, which is broken.
func (e *wooEntry) search(c wooCursor, eof, strict bool) (end int, alone bool, st wooStatus) {
	want := wooClose
	if c.crlf {
		want = wooCloseCRLF
	}
	want = want[:len(want)-1] // the last line end may be missing
	if c.crlf {
		want = want[:len(want)-1]
	}
	for from := c.at; ; {
		i := bytes.Index(c.data[from:], []byte(want))
		if i < 0 {
			return 0, false, wooCut
		}
		from += i + 1
		end, st := c.closing(from-1, eof)
		if st == wooWhole {
			st = followed(c.data, end, eof)
		}
		switch {
		case st == wooBad:
			continue
		case st == wooWhole && strict:
			if next, st := nextWooEntry(c.data[:end], c.at, true); st == wooWhole && next < end {
				e.setEndless(c.data)
				return 0, false, wooBad
			}
		}
		return end, false, st
	}
}

// followed tells whether an entry or the end of the file comes at i, blank lines aside.
func followed(data []byte, i int, eof bool) wooStatus {
	i = skipBlank(data, i)
	if i == len(data) || i == len(data)-1 && data[i] == '\r' {
		return cutOrEnd(eof)
	}
	p, st := parseWooPrefix(data[i:])
	if st == wooWhole {
		return wooStart(data[i:], p, eof)
	}
	if st == wooCut {
		return cutOrEnd(eof)
	}
	return wooBad
}

func cutOrEnd(eof bool) wooStatus {
	if eof {
		return wooWhole
	}
	return wooCut
}
