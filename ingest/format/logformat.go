package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// logFormat reads the access log of a server whose administrator wrote its format himself: --log-format takes that format as it
// stands in the server's configuration.
var logFormat = Format{
	Name:    logFormatName,
	Title:   "nginx or Apache access log by a log_format or LogFormat of its own, which --log-format names",
	Open:    openLogFormat,
	Why:     whyLogFormat,
	Samples: logFormatSamples,
}

const logFormatName = "log-format"

// LineFormat is what somebody says of the lines of files: a server's log format, or a pattern.
type LineFormat struct {
	text    string
	server  *serverFormat  // nil: a pattern
	pattern *regexp.Regexp // nil: a log format
	groups  []string       // of a pattern, the field that each is; "": none
}

func (l *LineFormat) String() string { return l.text }

// serverFormat is a log format of nginx or Apache.
type serverFormat struct {
	template
	ends   bool // the time of a line is when the request ended
	noCode bool // no status is logged
	raw    bool // nothing is escaped: a body may go on over several lines
	body   bool // a line ends with the request's body
}

// ParseLogFormat reads a log format as it stands in the configuration of nginx or Apache: the string alone, or the whole directive.
func ParseLogFormat(text string) (*LineFormat, error) {
	f, err := parseServerFormat(strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	if err := f.decided(); err != nil {
		return nil, err
	}
	return &LineFormat{text: text, server: f}, nil
}

func parseServerFormat(text string) (*serverFormat, error) {
	if name, rest, _ := strings.Cut(text, " "); strings.EqualFold(name, "LogFormat") {
		words, err := configWords(rest)
		if err != nil || len(words) == 0 {
			return nil, errors.Join(err, errNoVariables)
		}
		return apacheFormat(words[0].text)
	}
	if rest, ok := strings.CutPrefix(text, "log_format "); ok {
		words, err := configWords(strings.TrimSuffix(strings.TrimSpace(rest), ";"))
		if err != nil {
			return nil, err
		}
		escape := ""
		if len(words) > 0 {
			words = words[1:] // its name
		}
		if len(words) > 0 && !words[0].quoted && strings.HasPrefix(words[0].text, "escape=") {
			escape, words = words[0].text[len("escape="):], words[1:]
		}
		var all strings.Builder
		for _, w := range words {
			all.WriteString(w.text)
		}
		return nginxFormat(all.String(), escape)
	}
	if strings.HasPrefix(text, "'") { // the strings of a log_format without its name
		return parseServerFormat("log_format - " + text)
	}
	escape, rest, ok := strings.Cut(text, " ")
	if escape, is := strings.CutPrefix(escape, "escape="); is && ok {
		return nginxFormat(rest, escape)
	}
	nginx, apache := hasNginxVariable(text), hasApacheDirective(text)
	switch {
	case nginx && apache:
		return nil, errors.New("there are both nginx's $names and Apache's %directives in it")
	case nginx:
		return nginxFormat(text, "")
	case apache:
		return apacheFormat(unescapeConfig(text))
	}
	return nil, errNoVariables
}

var errNoVariables = errors.New("there is none of nginx's $names or Apache's %directives in it")

// configWord is a word of a directive.
type configWord struct {
	text   string
	quoted bool
}

// configWords cuts the words of a directive: in quotes of either kind, or between blanks.
func configWords(text string) (words []configWord, err error) {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		if text == "" {
			return words, nil
		}
		q := text[0]
		if q != '"' && q != '\'' {
			n := strings.IndexAny(text+" ", " \t\r\n")
			words, text = append(words, configWord{text: text[:n]}), text[n:]
			continue
		}
		end := 1
		for end < len(text) && text[end] != q {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(text) {
			return nil, fmt.Errorf("a quote %c in it has no end", q)
		}
		words, text = append(words, configWord{unescapeConfig(text[1:end]), true}), text[end+1:]
	}
}

// unescapeConfig undoes the escapes of a configuration's strings.
func unescapeConfig(text string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\'`, `'`, `\t`, "\t", `\n`, "\n", `\r`, "\r").Replace(text)
}

// decided says what a format does not decide: where one of two variables ends that stand side by side, for example.
func (f *serverFormat) decided() error {
	pieces, asks, has := "", false, map[string]bool{}
	for i := range f.parts {
		p := &f.parts[i]
		if p.clock != 0 {
			pieces += string(p.clock)
		}
		has[p.key] = true
		switch p.key {
		case "request", "request_uri", "uri", "request_method":
			asks = true
		}
		if strings.ContainsAny(string(p.text), "\r\n") {
			return errors.New("there is a line break in it, so a record is no line")
		}
		if p.text != nil || p.size != nil || i+1 == len(f.parts) {
			continue
		}
		next := &f.parts[i+1]
		switch first, known := beginnings[next.key]; {
		case next.text != nil:
		case known && p.stops[first], next.shown == "$is_args" && p.stops['?']:
			p.run = true
		default:
			return fmt.Errorf("nothing stands between %s and %s, so where one ends and the other begins cannot be told", p.shown, next.shown)
		}
	}
	if missing := wholeClock(pieces); missing != "" {
		return fmt.Errorf("its time has %s", missing)
	}
	if !asks {
		return errors.New("it names neither the request nor its path, so nothing of a webhook is in such a line")
	}
	f.noCode = !has["status"] && !has["status_code"]
	f.oneDuration()
	last := &f.parts[len(f.parts)-1]
	f.body = last.key == "request_body"
	return nil
}

// beginnings are what a value begins with, of variables that may stand behind another.
var beginnings = map[string]byte{"request_uri": '/', "uri": '/', "query": '?'}

// oneDuration leaves the finest of the durations that a line has.
func (f *serverFormat) oneDuration() {
	best := -1
	order := []string{"duration_us", "duration_ms", "request_time"}
	for i := range f.parts {
		n := slices.Index(order, f.parts[i].key)
		switch {
		case n < 0:
		case best < 0:
			best = i
		case n < slices.Index(order, f.parts[best].key):
			f.parts[best].key = ""
			best = i
		default:
			f.parts[i].key = ""
		}
	}
}

func openLogFormat(head []byte, opt Options) Reader {
	for _, l := range opt.Lines {
		if l.server == nil {
			continue
		}
		var c cutting
		fits := false
		most := mostLines(head, func(line []byte) bool {
			one := l.server.cut(line, &c) == 1
			fits = fits || one
			return one
		})
		if most || fits && opt.As == logFormatName {
			return serverLines{l.server, opt.Zone}
		}
	}
	return nil
}

func whyLogFormat(head []byte, opt Options) string {
	for _, l := range opt.Lines {
		if l.server != nil {
			var c cutting
			line := firstLine(head)
			if ways := l.server.cut(line, &c); ways != 1 {
				return whyFirst(l.server.wrong(line, &c, ways))
			}
			return ""
		}
	}
	return "no --log-format speaks of it"
}

// serverLines reads the lines of a server's own format.
type serverLines struct {
	*serverFormat
	zone *time.Location
}

// startsRecord tells a line that begins a record of several: a body that is not escaped may hold line breaks.
func (s serverLines) startsRecord(line []byte) bool { return s.cut(line, new(cutting)) == 1 }

func (s serverLines) Frame(data []byte, eof bool) int {
	if s.raw && s.body {
		return recordStart(s.startsRecord).frame(data, eof)
	}
	return frameLines(data, eof)
}

func (s serverLines) Parse(c Chunk, out *Batch) {
	r := newRecordReader(out, s.zone)
	var k cutting
	if s.raw && s.body {
		recordStart(s.startsRecord).each(c, out, func(text []byte, no, off, lines int64) {
			s.bodied(r, text, no, off, lines, &k)
		})
		return
	}
	c = c.fromLine()
	eachLine(c, func(line []byte, no, off int64) {
		if len(line) == 0 {
			out.skip(1)
			return
		}
		if ways := s.cut(line, &k); ways != 1 {
			out.problem(no, off, 1, s.wrong(line, &k, ways), "the line is not as --log-format says: it was cut off, or written by something else")
			return
		}
		whole := !c.endsIn(line, off) || !s.openEnd()
		s.fill(r, line, &k, whole)
		if r.addRequest(no, off, 1, s.ends, s.noCode); !whole {
			out.problem(no, off, 0, "the line has no end, so "+s.parts[len(s.parts)-1].shown+", with which it ends, may be cut off and is left out", noEndHint)
		}
	})
}

// bodied reads a record that ends with a body as it was sent, line breaks and all. Only a body that is whole is one: where it is not, the
// lines behind the first belong to nothing that is known.
func (s serverLines) bodied(r *recordReader, text []byte, no, off, lines int64, k *cutting) {
	line := lineAt(text, 0)
	s.cut(line, k)
	s.fill(r, line, k, true)
	body := withoutEnd(text[k.at[len(s.parts)-1]:])
	_, ping := bytes.CutPrefix(body, []byte("webhook_id="))
	whole := json.Valid(body) || ping && lines == 1
	r.values[fieldBody] = found{}
	if whole {
		r.add([]byte("request_body"), jsonValue{raw: body, kind: jsonString})
	}
	if whole || lines == 1 {
		r.addRequest(no, off, lines, s.ends, s.noCode)
		return
	}
	r.addRequest(no, off, 1, s.ends, s.noCode)
	_, rest, _ := bytes.Cut(text, []byte{'\n'})
	r.out.problem(no+1, off+int64(len(text)-len(rest)), lines-1, "what follows is neither a line as --log-format says nor the rest of a JSON body",
		"have nginx escape what it logs: log_format … escape=json")
}
