package format

import (
	"bytes"
	"strconv"
)

// splitCompose takes "web-1  | text" apart, as docker compose logs prints it, with a time before the text where -t was given. What a
// container writes to either stream it prints under one name.
func splitCompose(line []byte, w *wrapped) bool {
	const longest = 100
	line = withoutTerminal(line)
	bar := bytes.Index(line[:min(len(line), longest)], []byte(" |"))
	if bar < 1 {
		return false
	}
	name := bytes.TrimRight(line[:bar], " ")
	for i, c := range name {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', i > 0 && (c == '-' || c == '_' || c == '.'):
		default:
			return false
		}
	}
	text := line[bar+2:]
	if len(text) > 0 && text[0] != ' ' {
		return false
	}
	w.stream, w.instance = name, name
	w.text = bytes.TrimPrefix(text, []byte(" "))
	// Docker's own time has nine decimals always; one with fewer is the program's.
	if stamp, rest, _ := bytes.Cut(w.text, []byte{' '}); len(stamp) == len("2026-11-30T08:26:47.123456789Z") && stamp[len(stamp)-1] == 'Z' && stamp[len("2026-11-30T08:26:47")] == '.' {
		if _, _, ok := isoStamp(stamp); ok {
			w.stamp, w.text = stamp, rest
		}
	}
	return true
}

// splitCRI takes "TIME stdout F text" apart, as the container runtimes of Kubernetes write it; P in place of F marks a part of a line
// that goes on. Docker's old ones leave the letter out.
func splitCRI(line []byte, w *wrapped) bool {
	stamp, rest, ok := bytes.Cut(line, []byte{' '})
	if !ok || len(stamp) < len("2026-11-30T08:26:47Z") || len(stamp) > len("2026-11-30T08:26:47.123456789+01:00") {
		return false
	}
	out, text, _ := bytes.Cut(rest, []byte{' '})
	if string(out) != "stdout" && string(out) != "stderr" {
		return false
	}
	if _, _, ok := isoStamp(stamp); !ok {
		return false
	}
	w.stamp, w.stream, w.text = stamp, out, text
	if tag, after, _ := bytes.Cut(text, []byte{' '}); string(tag) == "F" || string(tag) == "P" {
		w.more, w.text = tag[0] == 'P', after
	}
	return true
}

// splitSyslog takes a line of syslog apart, as journalctl prints it and rsyslog and Heroku write it:
//
//	Nov 30 08:26:47 host receiver[4242]: text
//	2026-11-30T08:26:47.888000+0000 host receiver[4242]: text
//	2026-11-30T08:26:47.250763+00:00 app[web.1]: text
//	<14>1 2026-11-30T08:26:47.003Z host receiver 4242 - - text
//	<134>Nov 30 08:26:47 receiver[4242]: text
func splitSyslog(line []byte, w *wrapped) bool {
	if len(line) > 0 && line[0] == '<' {
		end := bytes.IndexByte(line[:min(len(line), 5)], '>')
		if end < 2 || digits(line[1:end]) < 0 {
			return false
		}
		if line = line[end+1:]; bytes.HasPrefix(line, []byte("1 ")) {
			return splitSyslog5424(line[2:], w)
		}
	}
	if len(line) < len("Nov 30 08:26:47 a b: ") {
		return false
	}
	rest := line
	if month(line[:3]) > 0 && line[3] == ' ' && line[6] == ' ' && clockAt(line[7:]) > 0 {
		end := 7 + clockAt(line[7:])
		if day := digits(bytes.TrimLeft(line[4:6], " ")); day < 1 || day > 31 {
			return false
		}
		w.stamp, w.lack, rest = line[:end], "year", line[end:]
	} else {
		n := wordLen(line)
		if _, _, ok := isoStamp(line[:n]); !ok || n < len("2026-11-30T08:26:47Z") {
			return false
		}
		w.stamp, rest = line[:n], line[n:]
	}
	rest = bytes.TrimLeft(rest, " ")
	n := wordLen(rest)
	host := rest[:n]
	if name, is := bytes.CutSuffix(host, []byte("]:")); is && w.lack == "" && (bytes.HasPrefix(name, []byte("app[")) || bytes.HasPrefix(name, []byte("heroku["))) {
		w.stream, w.instance, w.text = host, name[bytes.IndexByte(name, '[')+1:], bytes.TrimPrefix(rest[n:], []byte(" "))
		return true
	}
	if tag, is := bytes.CutSuffix(host, []byte{':'}); is && w.lack == "year" && len(tag) > 0 { // as programs send it; who keeps it adds the host
		w.stream, w.instance, w.text = host, tag, bytes.TrimPrefix(rest[n:], []byte(" "))
		w.ofProcess(tag)
		return true
	}
	if n == 0 || n == len(rest) {
		return false
	}
	tagged := rest[n+1:]
	m := wordLen(tagged)
	tag, ok := bytes.CutSuffix(tagged[:m], []byte{':'})
	if !ok || len(tag) == 0 || w.lack == "" && !bytes.HasSuffix(tag, []byte{']'}) {
		return false
	}
	w.stream, w.instance = rest[:n+1+m], tag
	w.ofProcess(tag)
	w.text = bytes.TrimPrefix(tagged[m:], []byte{' '})
	return true
}

// ofProcess splits receiver[4242].
func (w *wrapped) ofProcess(tag []byte) {
	if i := bytes.IndexByte(tag, '['); i > 0 && tag[len(tag)-1] == ']' {
		w.instance, w.process = tag[:i], tag[i+1:len(tag)-1]
	}
}

// splitSyslog5424 takes TIME HOST PROGRAM PID MSGID STRUCTURED-DATA TEXT apart.
func splitSyslog5424(line []byte, w *wrapped) bool {
	words := bytes.SplitN(line, []byte{' '}, 6)
	if len(words) < 6 {
		return false
	}
	if _, _, ok := isoStamp(words[0]); !ok {
		return false
	}
	text := words[5]
	switch {
	case bytes.HasPrefix(text, []byte("-")):
		text = text[1:]
	case bytes.HasPrefix(text, []byte("[")):
		end := bytes.Index(text, []byte("] "))
		if end < 0 {
			return false
		}
		text = text[end+1:]
	default:
		return false
	}
	w.stamp, w.instance, w.process = words[0], words[2], words[3]
	w.stream = line[len(words[0]) : len(words[0])+len(words[1])+len(words[2])+len(words[3])+3]
	if string(w.process) == "-" {
		w.process = nil
	}
	w.text = bytes.TrimPrefix(bytes.TrimPrefix(text, []byte(" ")), []byte("\xef\xbb\xbf"))
	return true
}

// yearly writes "Nov 30 08:26:47" with a year, as readLocal reads it.
func yearly(stamp []byte, year int) []byte {
	text := strconv.AppendInt(nil, int64(10000+year), 10)[1:]
	return append(isoDay(nil, text, month(stamp[:3]), digits(bytes.TrimLeft(stamp[4:6], " "))), stamp[7:]...)
}

// jsonParts is a visitor that takes an envelope apart that is a JSON object.
type jsonParts struct {
	depth   int
	text    []byte // the line
	hasText bool
	stamp   []byte
	keys    map[string][]byte // of those that tell whose it is
	bytes   bool              // inside an array of the line's bytes
}

func (j *jsonParts) open(key []byte, array bool) bool {
	if j.depth++; j.depth == 1 {
		return !array
	}
	if j.depth == 2 && array && string(key) == "MESSAGE" {
		j.bytes, j.hasText, j.text = true, true, j.text[:0]
		return true
	}
	j.depth--
	return false
}

func (j *jsonParts) close([]byte) {
	if j.depth == 2 && j.bytes {
		j.bytes = false
		j.depth--
	}
}

func (j *jsonParts) leaf(key []byte, v jsonValue) {
	if j.bytes {
		if n := digits(v.raw); n >= 0 && n < 256 {
			j.text = append(j.text, byte(n))
		}
		return
	}
	switch string(key) {
	case "log", "MESSAGE":
		if v.kind == jsonString {
			j.text, j.hasText = unescapeJSON(j.text[:0], v.raw), true
		} else if v.kind == jsonNull {
			j.text, j.hasText = j.text[:0], true
		}
	case "time", "__REALTIME_TIMESTAMP":
		j.stamp = v.raw
	case "stream", "_SYSTEMD_UNIT", "SYSLOG_IDENTIFIER", "_PID", "_HOSTNAME", "CONTAINER_NAME":
		j.keys[string(key)] = v.raw
	}
}

// partsOf takes a line apart that is a JSON object, or returns nil.
func partsOf(line []byte) *jsonParts {
	if len(line) == 0 || line[0] != '{' {
		return nil
	}
	var s jsonScanner
	j := &jsonParts{keys: map[string][]byte{}}
	if s.scan(line, headDepth, j) != nil || !j.hasText || j.stamp == nil {
		return nil
	}
	return j
}

// splitDockerJSON takes {"log":"text\n","stream":"stdout","time":"…"} apart, as Docker's json-file driver writes it. A long line comes in
// parts, of which only the last ends with a line feed.
func splitDockerJSON(line []byte, w *wrapped) bool {
	if !bytes.HasPrefix(line, []byte(`{"log":`)) {
		return false
	}
	j := partsOf(line)
	if j == nil || j.keys["stream"] == nil {
		return false
	}
	text, whole := bytes.CutSuffix(j.text, []byte{'\n'})
	w.text, w.more, w.stream, w.stamp = trimCR(text), !whole, j.keys["stream"], j.stamp
	return true
}

// splitJournalJSON takes a line of journalctl -o json apart. MESSAGE is an array of bytes where it is no UTF-8 or holds what a terminal
// would act on, and null where it was too long.
func splitJournalJSON(line []byte, w *wrapped) bool {
	if !bytes.Contains(line, []byte(`"__REALTIME_TIMESTAMP"`)) {
		return false
	}
	j := partsOf(line)
	if j == nil {
		return false
	}
	w.text, w.stamp = j.text, j.stamp
	w.journal(j.keys)
	return true
}

// journal takes whose line it is from the journal's fields.
func (w *wrapped) journal(keys map[string][]byte) {
	w.process, w.instance = keys["_PID"], keys["SYSLOG_IDENTIFIER"]
	for _, k := range []string{"CONTAINER_NAME", "_SYSTEMD_UNIT"} {
		if w.instance == nil {
			w.instance = keys[k]
		}
	}
	w.stream = bytes.Join([][]byte{keys["_HOSTNAME"], keys["_SYSTEMD_UNIT"], keys["CONTAINER_NAME"], w.instance, w.process}, []byte{' '})
}
