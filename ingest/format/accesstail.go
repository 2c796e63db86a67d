package format

import (
	"bytes"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// accessTail is what a server's administrator had it write behind the user agent of each line, where he put names to it:
//
//	… "WooCommerce/9.4.2 Hookshot (WordPress/6.7)" rt=0.005 rid=cc82cd6d delivery=5f2c1f0a topic=order.updated
//
// It is the file's where most of its lines have the same names in the same order; a line that has others, or has one twice, is not read
// further than its user agent, whose quotes some writers do not escape. An empty name is of a value that has none.
type accessTail []string

// tailNames are names that mean something behind a user agent, and elsewhere may mean another thing.
var tailNames = map[string]string{"rt": "request_time"}

// accessTailOf finds out what the lines of a head have behind the user agent; nil: nothing that has names, or not all the same.
func accessTailOf(head []byte) accessTail {
	var first accessTail
	same, lines := 0, 0
	eachLine(Chunk{Data: head}, func(line []byte, _, off int64) {
		l, wrong := splitAccess(line)
		if wrong != "" || int(off)+len(line) == len(head) && len(head) == HeadSize {
			return
		}
		lines++
		var names accessTail
		eachTail(l.tail, func(key, _ []byte) { names = append(names, string(key)) })
		if first == nil {
			first = names
		}
		if slices.Equal(first, names) {
			same++
		}
	})
	if lines < 2 || same*4 < lines*3 || !slices.ContainsFunc(first, func(name string) bool { return name != "" }) {
		return nil
	}
	for i, name := range first {
		if name != "" && slices.Contains(first[i+1:], name) {
			return nil
		}
	}
	return first
}

// eachTail calls do with the words behind a user agent: key=value, key="value", or a value alone.
func eachTail(tail []byte, do func(key, value []byte)) {
	for tail = bytes.TrimLeft(tail, " "); len(tail) > 0; tail = bytes.TrimLeft(tail, " ") {
		var key, value []byte
		if n := logfmtKey(tail); n > 0 {
			key, tail = tail[:n], tail[n+1:]
		}
		if inside, rest, ok := quotedField(tail); ok {
			value, tail = inside, rest
		} else {
			n := wordLen(tail)
			value, tail = tail[:n], tail[n:]
		}
		do(key, value)
	}
}

// read takes what a line has behind the user agent into o, if that is what the file's lines have there.
func (t accessTail) read(r *recordReader, tail []byte, o *profile.Observation) bool {
	if t == nil {
		return false
	}
	n, same := 0, true
	eachTail(tail, func(key, _ []byte) {
		same = same && n < len(t) && t[n] == string(key)
		n++
	})
	if !same || n != len(t) {
		return false
	}
	r.reset()
	eachTail(tail, func(key, value []byte) {
		if len(key) == 0 {
			return
		}
		name := string(key)
		if other := tailNames[name]; other != "" {
			name = other
		}
		r.add([]byte(name), jsonValue{raw: unescapeAccess(value), kind: jsonString})
	})
	r.spelled = true
	defer func() { r.spelled = false }()
	var said profile.Observation
	r.identifiers(&said, r.sender(&said))
	r.times(&said)
	if o.Provider == "" {
		o.Provider = said.Provider
	}
	o.DeliveryID, o.WebhookID, o.EventID, o.RequestID = said.DeliveryID, said.WebhookID, said.EventID, said.RequestID
	o.Topic, o.Shop, o.ResourceType, o.ResourceID, o.Signature = said.Topic, said.Shop, said.ResourceType, said.ResourceID, said.Signature
	if name := r.by(fieldTook).name; name == "requesttime" { // nginx's, which stamps the end
		o.Took, o.Ends = said.Took, said.Took > 0
	} else if name == "durationus" && said.Took > 0 { // Apache's %D, which stamps the start
		o.Took = said.Took
	}
	return true
}

// endsOpen tells whether the last of the values may be cut off: the line has no line end, and the value no quotes.
func (accessTail) endsOpen(line []byte) bool {
	return len(line) > 0 && line[len(line)-1] != '"'
}
