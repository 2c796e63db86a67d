package format

import (
	"bytes"
	"strings"
)

// textParser reads the records of text logs: what stands before the message, and in it.
type textParser struct {
	*recordReader
	maxDepth int
	plain    []byte // the record without what only a terminal understands
	json     []byte // of the objects in the record
	stampBuf [64]byte
	text     string // the name under which a message is told
	pretty   bool   // each line behind the first is a field: pino-pretty's
	endless  bool   // the record is the file's last and has no line end, so that its last value may be cut off
	stamped  bool   // the record begins with a time
	bare     bool   // no level or logger stands before the message, so that anybody may have written it
	cut      string // the key of such a value, which is left out
}

// maxObjects is how many brackets and quotes of a record are tried that have no end.
const maxObjects = 64

// message takes what the text of a record says: of the request that it begins with, of its key=value pairs, and of its objects.
// at is how far the line's head goes; the lines behind the first count only where an object begins in one.
func (p *textParser) message(text []byte) {
	first := lineAt(text, 0)
	tries := maxObjects
	at := leadingPairs(first)
	p.parts(text, 0, at, &tries)
	if at == 0 {
		at = p.activeJobTags(first)
	}
	switch q, ok := requestIn(first[at:], p.stamped); {
	case ok:
		p.httpRequest(q)
		at += q.size
	case at == 0 && p.rails(first):
		if part, _, _ := railsPartOf(first); part == railsStarted {
			p.say(p.text, []byte("started request"))
		}
	default:
		if id, said := celeryLogger(first[at:]); id != nil {
			p.say("job_id", id)
			at = len(first) - len(said)
			pairs := leadingPairs(said)
			p.parts(text, at, at+pairs, &tries)
			at += pairs
		}
		p.words(first[at:])
	}
	end := p.parts(text, at, len(first), &tries)
	p.lines(text, end, &tries)
}

// said takes a line that says something by itself.
func (p *textParser) said(line []byte) {
	tries := maxObjects
	p.words(line)
	p.parts(line, 0, len(line), &tries)
}

// words takes what the words of a message say, and what they name.
func (p *textParser) words(line []byte) {
	const longest = 200
	if j, ok := frameworkJobIn(line[jobTags(line):]); ok {
		p.frameworkJob(j)
	}
	phrase := line[:phraseLen(line)]
	if code, took := answeredWith(phrase); code != nil {
		p.say("status_code", code)
		p.say("took", took)
		p.say(p.text, []byte("request completed"))
		return
	}
	p.say("job_id", jobIn(phrase))
	phrase = phrase[:min(len(phrase), longest)]
	if made := madeIn(phrase); made != nil {
		p.say(p.text, made)
	}
	if !p.bare || !isSpoken(phrase) {
		p.say(p.text, p.behindName(phrase))
	}
	p.named(p.wholeWords(phrase, line))
}

// wholeWords leaves out the last word of a phrase that may be cut off.
func (p *textParser) wholeWords(phrase, line []byte) []byte {
	if p.endless && len(phrase) == len(line) {
		return phrase[:bytes.LastIndexByte(phrase, ' ')+1]
	}
	return phrase
}

// behindName returns what stands behind the name of whoever says it, where only that tells something: "hooks_api: processing failed". The
// name of an exception is of what is said.
func (p *textParser) behindName(phrase []byte) []byte {
	const longest = 40
	if end := bytes.IndexByte(phrase, ']'); len(phrase) > 0 && phrase[0] == '[' && end > 1 && end < longest && nameOfLogger(phrase[1:end]) { // a tag
		if said := bytes.TrimLeft(phrase[end+1:], " "); p.wordOf(string(said)) != wordNone {
			return said
		}
	}
	name, said, ok := bytes.Cut(phrase, []byte(": "))
	if !ok || !nameOfLogger(name) || isException(phrase) || p.wordOf(string(phrase)) != wordNone || p.wordOf(string(said)) == wordNone {
		return phrase
	}
	return said
}

// leadingPairs returns how far the pairs go with which a message begins, and a level behind them: Sidekiq's pid=7 tid=x jid=y INFO: start.
// Where pairs are all that there is, nothing leads.
func leadingPairs(line []byte) int {
	at := 0
	for n := logfmtKey(line); n > 0 && n+1 < len(line[at:]) && line[at+n+1] != '"' && line[at+n+1] != '{' && line[at+n+1] != '['; n = logfmtKey(line[at:]) {
		at += wordLen(line[at:])
		for at < len(line) && isBlank(line[at]) {
			at++
		}
	}
	if at == 0 || at == len(line) {
		return 0
	}
	if level := line[at : at+wordLen(line[at:])]; level[len(level)-1] == ':' && isLevel(level[:len(level)-1]) {
		at += len(level)
		at += blankLen(line[at:])
	}
	return at
}

// jobIn returns the number or UUID that stands behind the word job, or the UUID behind task: "job 48121 stalled".
func jobIn(phrase []byte) []byte {
	const most = 12 // words
	words := bytes.Fields(phrase)
	for i, w := range words[:min(len(words), most)] {
		if i == 0 {
			continue
		}
		w = bytes.TrimRight(bytes.TrimLeft(w, "#"), ".,;:")
		switch before := words[i-1]; {
		case len(w) == 0 || len(w) > 36:
		case bytes.EqualFold(before, []byte("job")) && (digitRun(w) == len(w) || isTraceID(w)), bytes.EqualFold(before, []byte("task")) && isUUID(string(w)):
			return w
		}
	}
	return nil
}

// answeredWith reads "answered 200 in 512 ms" and its like.
func answeredWith(phrase []byte) (code, took []byte) {
	words := bytes.Fields(phrase)
	if len(words) < 2 || len(words) > 8 {
		return nil, nil
	}
	switch string(bytes.ToLower(words[0])) {
	case "answered", "responded", "returned", "replied", "answering", "responding", "returning":
	default:
		return nil, nil
	}
	i := 1
	for i < len(words)-1 && len(words[i]) < len("status:") && httpCode(words[i]) == 0 { // with, http, status
		i++
	}
	if code = bytes.TrimRight(words[i], ",;"); httpCode(code) == 0 {
		return nil, nil
	}
	if i+2 < len(words) && string(words[i+1]) == "in" {
		took = bytes.Join(words[i+2:min(len(words), i+4)], nil)
	}
	return code, took
}

// phraseLen returns how far the words of a message go, before its pairs and objects.
func phraseLen(line []byte) int {
	var open openQuotes
	for i := 0; i < len(line); {
		if looseStart(line[i:]) && line[i] != '[' || logfmtKey(line[i:]) > 0 {
			return i
		}
		i += open.quoteLen(line[i:])
		for i < len(line) && !isBlank(line[i]) {
			i++
		}
		for i < len(line) && isBlank(line[i]) {
			i++
		}
	}
	return len(line)
}

// openQuotes are the quotes of a line that have no end: none that follows has one either.
type openQuotes struct{ single, double bool }

// quoteLen returns the length of the text in quotes that begins here, or 0. What stands in it is said by somebody else: a user agent, a
// customer's note.
func (o *openQuotes) quoteLen(text []byte) int {
	if len(text) == 0 || text[0] != '"' && text[0] != '\'' {
		return 0
	}
	open := &o.double
	if text[0] == '\'' {
		open = &o.single
	}
	for i := 1; i < len(text) && !*open; i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == text[0] && (i+1 == len(text) || isBlank(text[i+1]) || bytes.IndexByte([]byte(",;:.)]}"), text[i+1]) >= 0):
			return i + 1
		}
	}
	*open = true
	return 0
}

// parts reads the pairs and objects from at on, as far as the first line goes or the last object that begins in it.
func (p *textParser) parts(text []byte, at, end int, tries *int) int {
	label := at
	var open openQuotes
	for at < end {
		for at < end && isBlank(text[at]) {
			at++
		}
		if at == end {
			break
		}
		if n := logfmtKey(text[at:end]); n > 0 {
			at = p.keyValue(text, at, n, end, tries)
			label = at
			end = max(end, at)
			continue
		}
		if isBytesOfJSON(text[at:]) && *tries > 0 {
			if n := p.bytesOfJSON(text[at:end], text[label:at], tries); n > 0 {
				at += n
				label = at
				continue
			}
		}
		if looseStart(text[at:]) && *tries > 0 {
			if n := p.object(text[at:], text[label:at], tries); n > 0 {
				at += n
				label = at
				if at > end { // over the end of the line: what follows in its last one still counts
					end = at + len(lineAt(text, at))
				}
				continue
			}
			at++
			continue
		}
		at += open.quoteLen(text[at:end])
		for at < end && !isBlank(text[at]) {
			at++
		}
	}
	return max(at, end)
}

// lines reads the objects that begin the lines behind the first, and takes the text of an exception.
func (p *textParser) lines(text []byte, at int, tries *int) {
	for at < len(text) {
		if i := bytes.IndexByte(text[at:], '\n'); i < 0 {
			return
		} else {
			at += i + 1
		}
		line := lineAt(text, at)
		switch {
		case p.pretty && bytes.HasPrefix(line, []byte("    ")):
			at += max(p.prettyField(text, at+4, len(line)-4, tries)-1, 0) + 4
		case len(line) == 0 || isBlank(line[0]):
		case p.stamped && p.wants(line) > 0 && *tries > 0:
			n := p.wants(line)
			at += n + max(p.object(text[at+n:], line[:n], tries)-1, 0)
		case isException(line):
			p.say("error", line[:min(len(line), maxValue)])
		case looseStart(text[at:]) && line[0] != '[' && *tries > 0:
			if n := p.object(text[at:], nil, tries); n > 0 {
				at += n - 1
			}
		}
	}
}

// wants returns where in a line behind the first an object begins that the record has not, with a word before it that says that it is the
// headers or the body: console.log printed the request's line, and then its parts. 0: there is none.
func (p *textParser) wants(line []byte) int {
	i, field := labelled(line)
	if i > 0 && (field == fieldBody && p.values[fieldBody].meaning == nil || field != fieldBody && len(p.headers) == 0) {
		return i
	}
	return 0
}

// labelled tells a line of few words, of which the last says that the object behind it is headers or a body, and where that begins.
func labelled(line []byte) (at int, of field) {
	i := bytes.IndexByte(line, '{')
	if i < 2 || isBlank(line[0]) || bytes.Count(line[:i], []byte{' '}) > 4 {
		return 0, 0
	}
	label := bytes.TrimRight(line[:i], " :=")
	name := normal(string(label[bytes.LastIndexByte(label, ' ')+1:]))
	if place, is := groupPlaces[name]; is && place == placeHeaders {
		return i, fieldHeaderRequestID
	}
	if m := names[placeTop][name]; m != nil && m.field == fieldBody {
		return i, fieldBody
	}
	return 0, 0
}

// prettyField reads key: value, of which the value is JSON, and returns how much of text that is.
func (p *textParser) prettyField(text []byte, at, size int, tries *int) int {
	line := text[at : at+size]
	n := nameLen(line)
	if n == 0 || n+2 >= len(line) || line[n] != ':' || line[n+1] != ' ' {
		return 0
	}
	key, value := line[:n], line[n+2:]
	switch {
	case value[0] == '{' || value[0] == '[':
		if *tries > 0 {
			return n + 2 + p.object(text[at+n+2:], key, tries)
		}
	case value[0] == '"':
		if end := closingQuote(value); end == len(value) {
			p.add(key, jsonValue{raw: unquote(value[1 : end-1]), kind: jsonString})
		}
	case isJSONNumber(value):
		p.add(key, jsonValue{raw: value, kind: jsonNumber})
	}
	return n
}

// isException tells RuntimeError: …, java.lang.RuntimeException: …, TimeoutError.
func isException(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte("Caused by: "))
	name, _, _ := bytes.Cut(line, []byte{':'})
	name, _, _ = bytes.Cut(name, []byte(" (")) // Rails
	if len(name) == 0 || len(name) > 100 || bytes.IndexByte(name, ' ') >= 0 {
		return false
	}
	for _, end := range []string{"Error", "Exception", "Timeout", "TimedOut"} {
		if bytes.HasSuffix(name, []byte(end)) {
			return true
		}
	}
	return false
}

// keyValue reads key=value. A value without quotes ends at a blank.
func (p *textParser) keyValue(text []byte, at, n, end int, tries *int) int {
	key := text[at : at+n]
	at += n + 1
	rest := text[at:end]
	switch {
	case len(rest) == 0:
		return at
	case *tries == 0:
	case rest[0] == '"' || rest[0] == '\'':
		if size := closingQuote(rest); size > 0 {
			value := rest[1 : size-1]
			if rest[0] == '"' {
				value = unquote(value)
			}
			p.pair(key, jsonValue{raw: value, kind: jsonString})
			return at + size
		}
		*tries--
	case rest[0] == '{' || rest[0] == '[':
		if n := p.object(text[at:], key, tries); n > 0 {
			return at + n
		}
	}
	size := wordLen(rest)
	if p.endless && at+size == len(text) {
		p.cut = shownKey(key)
		return at + size
	}
	p.pair(key, jsonValue{raw: bytes.TrimRight(rest[:size], ",;)"), kind: jsonString})
	return at + size
}

// object reads the object that text begins with, and returns its length, or 0 if there is none. What stands before it says what it is.
func (p *textParser) object(text, label []byte, tries *int) int {
	object, size, lost := p.jsonOf(text)
	if size == 0 {
		*tries--
		return 0
	}
	if lost {
		p.inexact = true
	}
	if object[0] != '{' || len(object) == len("{}") {
		return size
	}
	switch p.meaningOf(label, object) {
	case "":
		_ = p.scan.scan(object, p.maxDepth, &p.fields)
		if p.by(fieldMethod).name == "requestmethod" && len(p.headers) > 0 { // $_SERVER holds them all
			p.arrived = true
		}
		if !p.has(fieldMessage) && !lost && len(object) >= shortestEvent {
			p.whole, p.alone = object, true
		}
	case "headers":
		p.arrived = true
		p.wrapped("headers", object)
	case "body":
		if lost { // names what the body does, and not its state
			p.wrapped("params", object)
		} else {
			p.wrapped("body", object)
		}
	case "params":
		p.wrapped("params", object)
	}
	return size
}

// isBytesOfJSON tells b'{"id":…, as Python prints the bytes of a body.
func isBytesOfJSON(text []byte) bool {
	return len(text) > 4 && text[0] == 'b' && (text[1] == '\'' || text[1] == '"') && text[2] == '{'
}

// bytesOfJSON reads the object that such bytes hold, and returns how much of text they are.
func (p *textParser) bytesOfJSON(text, label []byte, tries *int) int {
	l := loose{text: text, pos: 1}
	if !l.quoted() {
		*tries--
		return 0
	}
	object := unescapeJSON(nil, l.out)
	if p.object(object, label, tries) != len(object) {
		return 0
	}
	if bytes.Contains(text[:l.pos], []byte(`\x`)) { // bytes that were taken for characters
		p.inexact = true
	}
	return l.pos
}

// jsonOf returns the JSON of the object that text begins with.
func (p *textParser) jsonOf(text []byte) (object []byte, size int, lost bool) {
	if text[0] == '{' || text[0] == '[' {
		p.scan.reset(text, p.maxDepth, nil)
		if p.scan.value(nil, false) == nil {
			return text[:p.scan.pos], p.scan.pos, false
		}
	}
	from := len(p.json)
	json, size, lost := looseJSON(p.json, text, p.maxDepth)
	if size == 0 {
		return nil, 0, false
	}
	p.json = json
	object = json[from:]
	p.scan.reset(object, p.maxDepth, nil)
	if p.scan.value(nil, false) != nil { // a key twice
		return nil, 0, false
	}
	return object, size, lost
}

// wrapped reads an object as the value of a key.
func (p *textParser) wrapped(key string, object []byte) {
	from := len(p.json)
	p.json = append(append(append(append(p.json, `{"`...), key...), `":`...), object...)
	p.json = append(p.json, '}')
	_ = p.scan.scan(p.json[from:], p.maxDepth+1, &p.fields)
}

// meaningOf tells what an object is from the word before it, or from what is in it: "headers", "body", "params", "skip", or "", the
// fields of the record.
func (p *textParser) meaningOf(label, object []byte) string {
	label = bytes.TrimRight(label, " \t:=-")
	if i := bytes.LastIndexAny(label, " \t:"); i >= 0 {
		label = label[i+1:]
	}
	name := normal(string(label))
	switch place, is := groupPlaces[name]; {
	case name == "params" || name == "parameters":
		return "params"
	case is && place == placeHeaders:
		return "headers"
	case is && (place == placeSkip || place == placeResponse):
		return "skip"
	}
	if m := names[placeTop][name]; m != nil && m.field == fieldBody {
		return "body"
	}
	var k bodyKeys
	p.scan.reset(object, p.maxDepth, &k)
	if p.scan.value(nil, true) == nil && (k.id && k.other && !k.logged && !k.typed || k.typed && k.id && k.holds && !k.logged && p.has(fieldMessage)) {
		return "body"
	}
	return ""
}

// bodyKeys looks at the keys of an object: an order, product or event has an ID and says more of itself, and a logger's fields name
// what they are about.
type bodyKeys struct {
	depth             int
	id, other, logged bool
	typed, holds      bool // it names what happened, and holds what it happened to
}

func (k *bodyKeys) open(key []byte, _ bool) bool {
	if k.depth++; k.depth > 1 {
		switch string(key) {
		case "object", "data", "payload", "resource":
			k.holds, k.other = true, true
		default:
			k.leaf(key, jsonValue{})
		}
		k.depth--
		return false
	}
	return true
}

func (k *bodyKeys) close([]byte) {}

func (k *bodyKeys) leaf(key []byte, _ jsonValue) {
	switch name := strings.ToLower(string(key)); name {
	case "id", "token", "uuid":
		k.id = true
	case "type", "event", "topic":
		k.typed = true
	case "status", "total", "currency", "billing", "line_items", "meta_data", "object", "admin_graphql_api_id", "date_created", "data", "event_type", "sku":
		k.other = true
	default:
		if headerPart(key) != nil || groupPlaces[normal(name)] == placeHeaders && name != "" {
			k.logged = true
			return
		}
		if m := names[placeTop][normal(name)]; m != nil {
			switch m.field {
			case fieldDeliveryID, fieldWebhookID, fieldRequestID, fieldOperationKey, fieldJobID, fieldOrderID, fieldBody, fieldMessage, fieldTopic, fieldMethod, fieldURL:
				k.logged = true
			}
		}
	}
}

// say takes a text of the head.
func (p *textParser) say(key string, value []byte) {
	if len(value) > 0 {
		p.add([]byte(key), jsonValue{raw: value, kind: jsonString})
	}
}

// httpRequest takes a request, of which the framework says how it was answered, or that it came.
func (p *textParser) httpRequest(q textRequest) {
	p.say("method", q.method)
	p.say("url", q.target)
	p.say("user_agent", q.agent)
	if q.code != nil {
		p.say("status_code", q.code)
		p.say("took", q.took)
		p.say("msg", []byte("request completed"))
	}
}
