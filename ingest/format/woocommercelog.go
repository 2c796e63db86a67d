package format

import (
	"bytes"
	"fmt"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// wooCommerceLog is the file log that WooCommerce keeps of its deliveries, in wp-content/uploads/wc-logs. An entry is a time,
// a level and PHP's print_r of one delivery over some fifty lines; the shape is that of log_delivery in
// plugins/woocommerce/includes/class-wc-webhook.php, the same from 3.4 to 11.
//
// With WP_DEBUG on, the answer's body is in the log as it came, so whoever answers can write lines that look like entries.
// Three things keep them out: an entry names its delivery ID twice; the answer's content-length, where the body has that
// length, says where it ends; and without it an answer ends at the first closing that the end of the file or another entry
// follows. What the text alone cannot decide is an answer without a content-length (chunked, compressed, or a lie under
// chunked), or one longer than the limit, that imitates a whole entry with both IDs: it is read as one. In turn, an entry
// that lost its end takes the next one for its answer's body, where its content-length is not known.
//
// Entries of other sources are skipped, each with the lines up to the next entry. So are blank lines between entries, which
// the file handler before 8.6 wrote.
var wooCommerceLog = Format{
	Name:    "woocommerce-log",
	Title:   "WooCommerce delivery log (wc-logs/webhooks-delivery-….log)",
	Open:    openWooCommerceLog,
	Samples: wooSamples,
}

// defaultMaxEntry bounds an entry where the options set no limit.
const defaultMaxEntry = 16 << 20

func openWooCommerceLog(head []byte, opt Options) Reader {
	if !isWooCommerceLog(head) {
		return nil
	}
	r := wooReader{max: opt.MaxLine}
	if r.max <= 0 {
		r.max = defaultMaxEntry
	}
	return r
}

// isWooCommerceLog wants an entry at the start, or, in a file whose start is missing, a line that only a delivery has.
func isWooCommerceLog(head []byte) bool {
	head = head[skipBlank(head, 0):]
	if p, st := parseWooPrefix(head); st == wooWhole {
		// Core writes +00:00 always; with another zone only a delivery is proof.
		return p.utc || bytes.HasPrefix(lineAt(head, p.end), []byte("Array")) && bytes.Contains(head, []byte("\n"+wooTitle))
	}
	if next, st := nextWooEntry(head, 0, false); st == wooWhole {
		p, _ := parseWooPrefix(head[next:])
		if isWooDelivery(head[next:], p.end) == wooWhole {
			return true
		}
	}
	if bytes.Contains(head, []byte("\n"+wooTitle)) {
		return false // a delivery without time and level: from the database's log, or from PHP's error log
	}
	for _, line := range []string{
		"\n" + indent28 + "[X-WC-Webhook-Delivery-ID] => ",
		"\n" + indent20 + "[Headers] => WpOrg\\Requests\\Utility\\CaseInsensitiveDictionary Object",
		"\n" + indent20 + "[Headers] => Requests_Utility_CaseInsensitiveDictionary Object",
	} {
		if bytes.Contains(head, []byte(line)) {
			return true
		}
	}
	return false
}

// lineAt returns the line that begins or goes on at i.
func lineAt(data []byte, i int) []byte {
	line := data[i:]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n]
	}
	return trimCR(line)
}

// wooReader reads entries of at most max bytes.
type wooReader struct{ max int }

// wooKind is what a stretch of the file is.
type wooKind int

const (
	wooMoreNeeded wooKind = iota
	wooBlank
	wooDelivery
	wooOther   // an entry of another source
	wooBroken  // a delivery that ends too early or has another shape
	wooNoEntry // text that belongs to no entry
)

// wooStretch is one entry, or the text up to the next one.
type wooStretch struct {
	kind  wooKind
	size  int
	entry wooEntry
	// alone tells that where the stretch ends depended on what follows in a way that a chunk must keep: nothing may follow.
	alone bool
}

// Frame walks the entries from the start of data, since only an entry tells where the next one begins.
func (r wooReader) Frame(data []byte, eof bool) int {
	at := 0
	for at < len(data) {
		s := r.next(data[at:], eof)
		if s.kind == wooMoreNeeded {
			if at == 0 && len(data) > r.max {
				return len(data) // a record over the limit; what comes next belongs to no entry, up to one that is whole
			}
			return at
		}
		at += s.size
		if s.alone {
			break
		}
	}
	return at
}

// Parse makes one observation of each delivery.
func (r wooReader) Parse(c Chunk, out *Batch) {
	c = c.fromLine()
	data, line, off := c.Data, c.Line, c.Offset
	var slashed []byte
	var others *recordReader
	for len(data) > 0 {
		s := r.next(data, true)
		text := data[:s.size]
		lines := countLines(text)
		switch s.kind {
		case wooDelivery:
			o := profile.Observation{Line: line, Offset: off, Lines: lines}
			slashed = out.wooDelivery(&o, &s.entry, slashed[:0])
			out.record(o)
		case wooBroken:
			if len(text) > r.max {
				s.entry.reason = fmt.Sprintf("entry %q is longer than %d bytes", shownTime(lineAt(text, 0)), r.max)
				s.entry.hint = "raise --max-line"
			}
			out.problem(line, off, lines, s.entry.reason, s.entry.hint)
		case wooNoEntry:
			out.problem(line, off, lines, fmt.Sprintf("text %q belongs to no entry that begins in this file", shownField(lineAt(text, 0))),
				"the file begins inside an entry, or lost a part of one: import the rotated files beside it as well")
		case wooOther:
			if others == nil {
				others = newRecordReader(out, nil)
			}
			o := profile.Observation{Line: line, Offset: off, Lines: lines}
			if inContext(others, lineAt(text, 0)) && others.observation(&o) {
				out.record(o)
			} else {
				out.skip(lines)
			}
		default:
			out.skip(lines)
		}
		data, line, off = data[s.size:], line+lines, off+int64(s.size)
	}
}

// inContext reads an entry of an extension's, which says what happened and names it in its context: 9.9 strips the slashes of that, and what
// is no JSON then says nothing.
//
//	2026-11-16T19:40:12+00:00 INFO Charge request CONTEXT: {"source":"woocommerce-gateway-stripe","order_id":8841}
func inContext(r *recordReader, line []byte) bool {
	at := bytes.Index(line, []byte(wooContext+"{"))
	stamp, rest, _ := bytes.Cut(line, []byte{' '})
	level, message, _ := bytes.Cut(rest, []byte{' '})
	if at < 0 || at < len(line)-len(message) {
		return false
	}
	message, context := line[len(line)-len(message):at], line[at+len(wooContext):]
	if r.json(context, headDepth) != nil {
		return false
	}
	for _, f := range []struct {
		key  string
		text []byte
	}{{"@timestamp", stamp}, {"level", level}, {"msg", message}} {
		r.add([]byte(f.key), jsonValue{raw: f.text, kind: jsonString})
	}
	return true
}

func countLines(text []byte) int64 {
	n := int64(bytes.Count(text, []byte{'\n'}))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// next tells what data begins with and how far that goes.
func (r wooReader) next(data []byte, eof bool) (s wooStretch) {
	if n := skipBlank(data, 0); n > 0 {
		return wooStretch{kind: wooBlank, size: n}
	}
	p, st := parseWooPrefix(data)
	switch {
	case st == wooCut && !eof:
		return s
	case st == wooCut:
		s.entry.setEndless(data)
		s.kind, s.size = wooBroken, len(data)
		return s
	case st == wooBad:
		return upToNext(data, eof, wooStretch{kind: wooNoEntry})
	}
	switch isWooDelivery(data, p.end) {
	case wooCut:
		if !eof {
			return s
		}
		if !bytes.HasPrefix([]byte("Array"), lineAt(data, p.end)) {
			break // a line of another entry, without its line end
		}
		s.entry.setEndless(data)
		s.kind, s.size = wooBroken, len(data)
		return s
	case wooWhole:
		return r.delivery(data, eof, p)
	}
	return upToNext(data, eof, wooStretch{kind: wooOther})
}

// delivery walks the delivery that data begins with.
func (r wooReader) delivery(data []byte, eof bool, p wooPrefix) (s wooStretch) {
	e := &s.entry
	e.nano, e.noTime = p.nano, p.none
	c := wooCursor{data: data, at: p.end, crlf: p.crlf}
	st := e.head(&c)
	if st == wooWhole {
		st = e.answer(&c)
	}
	if st == wooWhole {
		var alone bool
		s.size, alone, st = e.close(c, eof, r.max)
		s.kind, s.alone = wooDelivery, alone && st == wooWhole
	}
	switch {
	case st == wooWhole && s.size > r.max:
		s.kind = wooBroken // Parse says why
		return s
	case st == wooWhole:
		return s
	case st == wooCut && !eof:
		return wooStretch{}
	case st == wooCut: // no end in all the rest
		e.setEndless(data)
		return wooStretch{kind: wooBroken, size: len(data), entry: *e}
	}
	return upToNext(data, eof, wooStretch{kind: wooBroken, entry: *e})
}

// upToNext lets a stretch go on to the next entry.
func upToNext(data []byte, eof bool, s wooStretch) wooStretch {
	next, st := nextWooEntry(data, 1, eof)
	if st == wooCut && !eof {
		return wooStretch{}
	}
	s.size = next
	return s
}
