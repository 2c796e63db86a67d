package format

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// apiList reads objects as a provider's API lists them: in an object that holds their array ({"object":"list","data":[…]},
// {"webhooks":[…]}), in a bare array, or one behind the other, as jq gives them, one page or many. What stands around the array is
// skipped.
//
// An object that holds the array is one record to the import, so it must not be longer than --max-line: APIs answer a hundred
// at a time.
type apiList struct {
	jsonTable          // frames the file
	names     []string // of the members that hold the array
	read      func(e listedElement, out *Batch) listedReading
}

// listedElement is one object of a list, and where it stands.
type listedElement struct {
	text             []byte
	maxDepth         int
	zone             *time.Location // of times that name none
	line, off, lines int64
}

// listedReading is what came of an object: observations, or a problem. If it is empty, the object was left out by rule.
type listedReading struct {
	found        []profile.Observation
	undated      []undated
	reason, hint string
}

// at returns an observation of the object, with nothing but its place.
func (e *listedElement) at(event profile.Event) profile.Observation {
	return profile.Observation{Line: e.line, Offset: e.off, Lines: e.lines, Event: event}
}

// when sets the time of a record of the object, which may name no zone.
func (e *listedElement) when(o *profile.Observation, stamp []byte, r *listedReading) {
	if l, ok := readTime(stamp, e.zone); ok {
		o.Time, o.Precision = l.nano, l.precision
		if l.zoneless || l.lack != "" || l.why != "" {
			r.undated = append(r.undated, undated{l, stamp})
		}
	}
}

// tree takes an object apart, or says why it cannot. what is what the object should be.
func (e *listedElement) tree(what string) (t jsonTree, wrong listedReading) {
	if err := new(jsonScanner).scan(e.text, e.maxDepth, nil); err != nil {
		return t, listedReading{reason: what + " is not JSON: " + err.Error(), hint: exportHint}
	}
	if !t.parse(e.text) {
		return t, listedReading{reason: what + " is nested too deep, or holds too many values", hint: "take it out of a copy, with what it holds shortened"}
	}
	return t, wrong
}

// jsonLists are the formats that list objects, by how they are opened. None is a log, though each object may be in a line of its own.
var jsonLists = []func(head []byte, opt Options) Reader{
	openEventList, openWebhookList, openCaptureList, openDeliveryList, openN8n, openCloudLog,
}

func isAPIList(head []byte, opt Options) bool {
	for _, open := range jsonLists {
		if open(head, opt) != nil {
			return true
		}
	}
	return false
}

func newAPIList(head []byte, opt Options, l apiList) Reader {
	l.jsonTable = jsonTable{maxDepth: opt.MaxDepth, zone: opt.Zone, list: bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("["))}
	return l
}

func (l apiList) Parse(c Chunk, out *Batch) {
	p := apiParser{apiList: l, chunk: c, out: out, lines: newTally(c), at: position{c: c, line: c.Line}}
	ended := c.eachElement(func(e jsonElement, start, end int) {
		inside := -1
		if c.Data[start] == '{' {
			inside = listIn(c.Data[start:end], l.names)
		}
		if inside < 0 {
			p.one(start, end)
			return
		}
		p.list(start+inside, end, e.object)
	})
	c.unended(ended || !l.list, &p.lines, out)
	out.skip(p.lines.rest())
}

// apiParser goes through one chunk.
type apiParser struct {
	apiList
	chunk Chunk
	out   *Batch
	lines tally
	at    position
}

// list reads the elements of an array whose inside begins at i, in an object that ends at end, if it is whole.
func (p *apiParser) list(i, end int, whole bool) {
	data := p.chunk.Data
	for {
		for i < end && (isBlank(data[i]) || data[i] == ',') {
			i++
		}
		switch {
		case i == end, data[i] == ']' && !whole:
			last := min(i, end-1)
			p.wrong(last, last+1, "the file ends before the object does that holds its list", listCutHint)
			return
		case data[i] == ']':
			return
		case data[i] != '{':
			next := end
			if n := bytes.IndexAny(data[i:end], ",]{\n"); n >= 0 {
				next = i + n
			}
			p.one(i, next)
			i = next
			continue
		}
		e := nextJSONElement(data[i:end], true)
		p.one(i, i+e.end)
		i += e.end
	}
}

// one reads one element.
func (p *apiParser) one(start, end int) {
	text := p.chunk.Data[start:end]
	if text[0] != '{' {
		// No more than its first byte is quoted: it may be the rest of a broken one, with a secret in it.
		p.wrong(start, end, fmt.Sprintf("expected a JSON object, which begins with {, not with %q", text[:1]), exportHint)
		return
	}
	line, off, lines := p.at.of(start, end)
	r := p.read(listedElement{text, p.maxDepth, p.zone, line, off, lines}, p.out)
	switch {
	case r.reason != "":
		p.out.problem(line, off, p.lines.take(line, lines), r.reason, r.hint)
		return
	case len(r.found) == 0:
		return // its lines are skipped with what nobody takes
	}
	p.out.InRecords += p.lines.take(line, lines)
	for _, o := range r.found {
		o.Line, o.Offset, o.Lines = line, off, lines
		p.out.Observations = append(p.out.Observations, o)
	}
	for _, u := range r.undated {
		p.out.undated(u.localTime, line, off, u.text)
	}
}

func (p *apiParser) wrong(start, end int, reason, hint string) {
	line, off, lines := p.at.of(start, end)
	p.out.problem(line, off, p.lines.take(line, lines), reason, hint)
}

// listIn returns where the inside of the array begins that an object holds under one of these names, or -1.
func listIn(text []byte, names []string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			n, broken := jsonStringEnd(text[i:])
			if n == 0 || broken {
				return -1
			}
			key := text[i+1 : i+n-1]
			i += n - 1
			if depth != 1 || !slices.Contains(names, string(key)) {
				continue
			}
			w := harWalk{data: text, at: i + 1}
			inside := w.value('[')
			if inside == 0 {
				continue
			}
			if first := skipJSONSpace(text, inside); first == len(text) || text[first] == '{' || text[first] == ']' {
				return inside
			}
		}
	}
	return -1
}

// firstListed returns the first object that a file lists, which head may cut, and what holds its array, if anything does.
func firstListed(head []byte, names []string) (first, around []byte) {
	e := nextJSONElement(head, true)
	// A bracket or brace must be what the file begins with: no log line before it.
	if begin := bytes.TrimLeft(head, " \t\r\n"); e.start == len(head) || head[e.start] != '{' || begin[0] != '[' && begin[0] != '{' {
		return nil, nil
	}
	text := head[e.start:e.end]
	inside := listIn(text, names)
	if inside < 0 {
		return text, nil
	}
	at := skipJSONSpace(text, inside)
	if at == len(text) || text[at] != '{' {
		return nil, text
	}
	return text[at : at+nextJSONElement(text[at:], true).end], text
}
