package format

import "bytes"

// textHead is what stands before the message in the line with which a record begins. All parts are optional.
type textHead struct {
	stamp                  textStamp
	level, logger, request []byte
	thread, process        []byte
	size                   int  // up to the message
	console                bool // zerolog's, which counts durations in milliseconds
	atStart                bool // the time is when it began
	printed                bool // there is none: console-log's
	pretty                 bool // pino-pretty's, with a field on each line behind
}

// levels are the words with which loggers grade their lines, in lower case. The short ones are zerolog's and slog's.
var levels = map[string]bool{
	"trace": true, "debug": true, "info": true, "information": true, "notice": true, "warn": true, "warning": true, "error": true,
	"err": true, "crit": true, "critical": true, "fatal": true, "alert": true, "emerg": true, "emergency": true, "panic": true,
	"dpanic": true, "severe": true, "fine": true, "finer": true, "finest": true, "config": true, "verbose": true, "silly": true,
	"http": true, "log": true, "success": true, "mark": true, "any": true, "unknown": true,
	"trc": true, "dbg": true, "inf": true, "wrn": true, "ftl": true, "pnc": true,
}

// isLevel tells a level, which is written in one case: "Error" begins the text of an exception.
func isLevel(word []byte) bool {
	if len(word) < 3 || len(word) > len("information") {
		return false
	}
	var lower [len("information")]byte
	upper := word[0] < 'a'
	for i, c := range word {
		if c < 'A' || c > 'z' || upper != (c < 'a') {
			return false
		}
		lower[i] = c | 0x20
	}
	return levels[string(lower[:len(word)])]
}

// stampedHead splits a line that begins with a time:
//
//	2026-11-30 08:31:13,115 - receiver.webhooks - INFO - message
//	[2026-11-30 08:31:18,493] INFO in flk: message
//	[2026-11-30T08:28:14.772] [INFO] http - message
//	2026-11-30T08:30:04.946Z<TAB>INFO<TAB>app/main.go:52<TAB>message<TAB>{…}
//	2026-11-30T08:32:27.812Z  INFO 4242 --- [           main] com.example.Hooks   : message
//	08:32:27.812 [main] INFO  com.example.Hooks - message
//	2026-11-30T08:30:04Z INF message key=value
//	2026-11-30 08:31:13 [info     ] message   key=value
//	2026-11-30 08:31:13.115 | INFO     | app.hooks:receive:12 - message
//	[2026-11-30 08:31:13,115: INFO/MainProcess] message
//	receiver: 2026/11/30 08:30:04.946108 message
//	2026/11/30 08:30:07 [req-a1] "POST …
//	[GIN] 2026/11/30 - 08:30:06 | 200 | 106.951µs | …
//	[30-Nov-2026 08:31:20 Europe/Berlin] message
//	INFO 2026-11-30 08:31:13,115 hooks 2952 140042304390848 message
//	INFO[2026-11-30T08:30:04Z] message                key=value
//	[08:32:27.812] INFO (4242): message
//	[Nest] 4242  - 11/30/2026, 8:32:27 AM     LOG [HooksController] message
//	[11/30/2026] [8:32:27 AM] › ℹ  info      message
//
// What it cannot place is the message's.
func stampedHead(dst, line []byte) (h textHead, ok bool) {
	if len(line) > 4 && line[1] == ',' && line[3] == '[' {
		return rubyHead(dst, line)
	}
	if len(line) > 8 && line[0] == '[' && line[1] >= 'A' && line[1] <= 'Z' {
		if h, ok := lambdaHead(dst, line); ok {
			return h, true
		}
	}
	switch {
	case bytes.HasPrefix(line, []byte("[Nest] ")):
		return nestHead(dst, line)
	case len(line) > 1 && line[0] == '[' && line[1] >= '0' && line[1] <= '9':
		if h, ok := signaleHead(dst, line); ok {
			return h, true
		}
	case len(line) > 0 && line[0] >= 'A' && line[0] <= 'z':
		if h, ok := levelFirst(dst, line); ok {
			return h, true
		}
	}
	at := prefixLen(line)
	bracket := at < len(line) && line[at] == '['
	if bracket {
		at++
	}
	var n int
	if h.stamp, n = stampAt(dst, line[at:]); n == 0 {
		return h, false
	}
	at += n
	if bracket {
		end := bytes.IndexByte(line[at:min(len(line), at+80)], ']')
		if end < 0 {
			return h, false
		}
		if inside := line[at : at+end]; len(inside) > 2 && inside[0] == ':' { // Celery
			level, process, _ := bytes.Cut(bytes.TrimLeft(inside[1:], " "), []byte{'/'})
			if !isLevel(level) {
				return h, false
			}
			h.level, h.process = level, process
		} else if end > 0 {
			return h, false
		}
		at += end + 1
	}
	if at < len(line) && !bytes.ContainsRune([]byte(" \t|[-:"), rune(line[at])) {
		return h, false
	}
	if at < len(line) && line[at] == '\t' && h.level == nil {
		h.size = at
		h.tabs(line)
		return h, true
	}
	h.size = at
	h.marks(line)
	return h, true
}

// lambdaHead splits what Lambda's Python writes: [INFO]<TAB>2026-11-30T08:26:47.889Z<TAB>REQUEST ID<TAB>message
func lambdaHead(dst, line []byte) (h textHead, ok bool) {
	level, rest, ok := bytes.Cut(line[1:], []byte("]\t"))
	if !ok || !isLevel(level) {
		return h, false
	}
	var n int
	if h.stamp, n = stampAt(dst, rest); n == 0 || n == len(rest) || rest[n] != '\t' {
		return h, false
	}
	id, message, ok := bytes.Cut(rest[n+1:], []byte{'\t'})
	if !ok || !isTraceID(id) {
		return h, false
	}
	h.level, h.request, h.size = level, id, len(line)-len(message)
	return h, true
}

// levelFirst splits lines that put the level before the time: what Django's documentation shows, with module, process and thread behind
// it, and logrus.
func levelFirst(dst, line []byte) (h textHead, ok bool) {
	n := 0
	for n < len(line) && n <= len("information") && line[n]|0x20 >= 'a' && line[n]|0x20 <= 'z' {
		n++
	}
	if n == len(line) || !isLevel(line[:n]) {
		return h, false
	}
	if c := line[n]; c != '[' && c != ' ' {
		return h, false
	}
	at := n + len(line[n:]) - len(bytes.TrimLeft(line[n:], " ["))
	s, size := stampAt(dst, line[at:])
	if end := at + size; size == 0 || end == len(line) || line[n] == '[' && line[end] != ']' || line[n] == ' ' && line[end] != ' ' {
		return h, false
	}
	h.level, h.stamp, h.size = line[:n], s, at+size+1
	if line[n] == '[' {
		h.size += blankLen(line[h.size:])
		return h, true
	}
	name, rest, _ := bytes.Cut(line[h.size:], []byte{' '})
	process, rest, _ := bytes.Cut(rest, []byte{' '})
	thread, message, found := bytes.Cut(rest, []byte{' '})
	if found && nameOfLogger(name) && digits(process) >= 0 && digitRun(thread) == len(thread) && len(thread) > 0 {
		h.logger, h.process, h.thread, h.size = name, process, thread, len(line)-len(message)
		return h, true
	}
	h.marks(line)
	return h, true
}

// rubyHead splits what Ruby's logger writes: I, [2026-11-30T08:33:14.747866 #15983]  INFO -- program: message
func rubyHead(dst, line []byte) (h textHead, ok bool) {
	s, n := stampAt(dst, line[4:])
	at := 4 + n
	end := bytes.IndexByte(line[at:min(len(line), at+40)], ']')
	if n == 0 || end < 2 || string(line[at:at+2]) != " #" {
		return h, false
	}
	h.stamp, h.process = s, line[at+2:at+end]
	level, rest, ok := bytes.Cut(line[at+end+1:], []byte(" -- "))
	if h.level = bytes.TrimSpace(level); !ok || !isLevel(h.level) {
		return h, false
	}
	name, message, ok := bytes.Cut(rest, []byte(": "))
	if !ok {
		name, message = bytes.TrimSuffix(rest, []byte(":")), nil
	}
	h.logger, h.size = name, len(line)-len(message)
	return h, true
}

// prefixLen returns the length of what Go's log.SetPrefix, or gin, puts before the time.
func prefixLen(line []byte) int {
	const longest = 40
	if len(line) == 0 || line[0] >= '0' && line[0] <= '9' {
		return 0
	}
	for i, c := range line[:min(len(line), longest)] {
		switch {
		case c != ' ':
		case i > 1 && (line[i-1] == ':' || line[i-1] == ']') && i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// tabs splits what zap writes in development: level, name and caller where there are any, message and fields, with tabs between.
func (h *textHead) tabs(line []byte) {
	at := h.size
	for at < len(line) && line[at] == '\t' {
		end := bytes.IndexByte(line[at+1:], '\t')
		word, last := line[at+1:], end < 0
		if !last {
			word = word[:end]
		}
		switch {
		case h.level == nil && isLevel(word):
			h.level = word
		case h.level == nil && h.request == nil && isTraceID(word) && !last: // Lambda
			h.request = word
		case h.level == nil || last:
			h.size = at + 1
			return
		case isCaller(word):
			h.size = at + 1 + len(word) + 1
			return
		case h.logger == nil && nameLen(bytes.ReplaceAll(word, []byte("."), []byte("_"))) == len(word) && bytes.IndexByte(line[at+1+end+1:], '\t') >= 0:
			h.logger = word
		default:
			h.size = at + 1
			return
		}
		at += 1 + len(word)
		h.size = at
	}
}

// isSource tells the same of a file that can only be a program's: hooks.example.test:443 is none.
func isSource(word []byte) bool {
	if !isCaller(word) {
		return false
	}
	name := word[:bytes.LastIndexByte(word, ':')]
	switch string(name[bytes.LastIndexByte(name, '.')+1:]) {
	case "py", "js", "mjs", "cjs", "ts", "go", "rb", "php", "java", "kt", "scala", "cs", "rs", "ex", "exs":
		return true
	}
	return false
}

// isCaller tells app/main.go:52.
func isCaller(word []byte) bool {
	i := bytes.LastIndexByte(word, ':')
	return i > 0 && digits(word[i+1:]) >= 0 && bytes.IndexByte(word[:i], '.') > 0 && bytes.IndexByte(word, ' ') < 0
}

// marks steps over what loggers put before the message: level, logger, thread and process, in brackets or between dashes.
func (h *textHead) marks(line []byte) {
	for {
		at := h.size + separators(line[h.size:])
		if at == len(line) {
			h.size = at
			return
		}
		rest := line[at:]
		var n int
		switch {
		case rest[0] == '[':
			n = h.bracket(rest)
		case rest[0] == '(' && h.level != nil && h.process == nil:
			n = h.pino(rest)
		case bytes.HasSuffix(rest[:wordLen(rest)], []byte{':'}) && isCaller(rest[:wordLen(rest)-1]): // Go's log.Lshortfile
			n = wordLen(rest)
		case h.level != nil && isSource(rest[:wordLen(rest)]): // Python's filename:lineno
			n = wordLen(rest)
		case h.level == nil:
			n = h.levelAt(rest)
		default:
			n = h.loggerAt(rest)
		}
		if n == 0 {
			h.size = at
			return
		}
		h.size = at + n
	}
}

// pino reads (4242):, (hooks/4242 on host): of pino-pretty.
func (h *textHead) pino(text []byte) int {
	const longest = 120
	end := bytes.Index(text[:min(len(text), longest)], []byte("):"))
	if end < 2 {
		return 0
	}
	inside, _, _ := bytes.Cut(text[1:end], []byte(" on "))
	name, pid, named := bytes.Cut(inside, []byte{'/'})
	if !named {
		name, pid = nil, inside
	}
	if digits(pid) < 0 {
		return 0
	}
	h.process, h.pretty = pid, true
	if h.logger == nil {
		h.logger = name
	}
	return end + 2
}

// separators returns how much of text only separates: blanks, and dashes, bars and colons among them.
func separators(text []byte) int {
	i := 0
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ', c == '\t':
			i++
		case bytes.HasPrefix(text[i:], []byte("--> ")): // koa-logger
			return i
		case (c == '-' || c == '|' || c == ':') && (i+1 == len(text) || text[i+1] == ' ' || text[i+1] == c):
			i++
		default:
			return i
		}
	}
	return i
}

// bracket reads [INFO], [info     ], [4242], [           main], [req-a1].
func (h *textHead) bracket(text []byte) int {
	const longest = 80
	end := bytes.IndexByte(text[:min(len(text), longest)], ']')
	if end < 2 {
		return 0
	}
	inside := bytes.TrimSpace(text[1:end])
	if string(inside) == activeJobTag { // the tags of a job: see message
		return 0
	}
	after := text[end+1:]
	if len(after) > 0 && after[0] != ' ' && after[0] != ':' && after[0] != '[' && after[0] != '\t' {
		return 0
	}
	access := bytes.HasPrefix(after, []byte(` "`)) && isRequestLine(after[2:])
	switch {
	case h.level == nil && isLevel(inside):
		h.level = inside
	case bytes.ContainsAny(inside, "{}[\"'=,"):
		return 0
	case access, h.request == nil && isTraceID(inside):
		h.request = inside
	case digits(inside) >= 0:
		h.process = inside
	case h.thread != nil && h.process != nil && h.logger == nil: // Spring, with the application's name before it
		h.thread = inside
	case h.thread == nil && (h.level != nil || hasLevel(after)):
		h.thread = inside
	default:
		return 0
	}
	return end + 1
}

// isTraceID tells a UUID, or 16 hex digits or more, which in brackets are the ID of a request.
func isTraceID(word []byte) bool {
	hex := 0
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9', c|0x20 >= 'a' && c|0x20 <= 'f':
			hex++
		case c != '-':
			return false
		}
	}
	return hex >= 16
}

// hasLevel tells whether the next word is a level.
func hasLevel(text []byte) bool {
	text = text[separators(text):]
	if len(text) > 0 && text[0] == '[' {
		text = bytes.TrimLeft(text[1:], " ")
	}
	n := 0
	for n < len(text) && (text[n] >= 'A' && text[n] <= 'Z' || text[n] >= 'a' && text[n] <= 'z') {
		n++
	}
	return isLevel(text[:n])
}

// levelAt reads a level, or the name of a logger between dashes that a level follows.
func (h *textHead) levelAt(text []byte) int {
	n := wordLen(text)
	word := text[:n]
	if level := bytes.TrimRight(word, ":"); isLevel(level) {
		h.level = level
		switch string(level) {
		case "TRC", "DBG", "INF", "WRN", "ERR", "FTL", "PNC":
			h.console = true
		}
		return n
	}
	if h.logger == nil && nameOfLogger(word) && hasLevel(text[n:]) && separators(text[n:]) > 1 {
		h.logger = word
		return n
	}
	return 0
}

// loggerAt reads what stands behind a level: "4242 ---", "in flk:", "com.example.Hooks - ", "com.example.Hooks   : ".
func (h *textHead) loggerAt(text []byte) int {
	n := wordLen(text)
	word := text[:n]
	after := text[n:]
	switch {
	case h.logger != nil:
		return 0
	case h.process == nil && digits(word) >= 0 && bytes.HasPrefix(after, []byte(" ---")):
		h.process = word
		return n
	case h.process == nil && nameOfLogger(word) && processBehind(after) > 0: // log4js: name and process, and a dash
		n += processBehind(after)
		h.logger, h.process = word, bytes.TrimSpace(text[len(word):n])
		return n + len(" - ")
	case string(word) == "in" && len(after) > 1:
		name := after[1 : 1+wordLen(after[1:])]
		if inner, ok := bytes.CutSuffix(name, []byte(":")); ok && nameOfLogger(inner) {
			h.logger = inner
			return n + 1 + len(name)
		}
		return 0
	}
	if name, ok := bytes.CutSuffix(word, []byte(":")); ok && nameOfLogger(name) && bytes.IndexByte(name, '.') > 0 {
		h.logger = name
		return n
	}
	blanks := blankLen(after)
	if mark := after[blanks:]; nameOfLogger(word) && blanks > 0 && len(mark) > 1 && (mark[0] == '-' || mark[0] == ':' || mark[0] == '|') && mark[1] == ' ' {
		if h.logger = word; isCaller(word) {
			h.logger = nil
		}
		return n + blanks + 1
	}
	return 0
}

// processBehind returns the length of " 4242" where " - " follows, or 0.
func processBehind(text []byte) int {
	if len(text) < len(" 1 - ") || text[0] != ' ' {
		return 0
	}
	if n := digitRun(text[1:]); n > 0 && n < 9 && bytes.HasPrefix(text[1+n:], []byte(" - ")) {
		return 1 + n
	}
	return 0
}

// nameOfLogger tells what can be one: com.example.Hooks, http, app.hooks:receive:12.
func nameOfLogger(word []byte) bool {
	if len(word) == 0 || len(word) > 100 {
		return false
	}
	for i, c := range word {
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c == '_', c == '$':
		case i > 0 && (c >= '0' && c <= '9' || c == '.' || c == ':' || c == '/' || c == '-' || c == '#'):
		default:
			return false
		}
	}
	return true
}

// levelHead splits a line that begins with a level and shows no time:
//
//	INFO:receiver:message        Python's default
//	INFO:     message            uvicorn
//	info: message                winston
//	[INFO] message   INFO [http] message
//	INFO[0012] message     key=value   logrus on a terminal
func levelHead(line []byte) (h textHead, ok bool) {
	if len(line) > 2 && line[0] == '[' {
		n := (&h).bracket(line)
		if h.size = n; h.level == nil {
			return taggedHead(line)
		}
		h.marks(line)
		return h, true
	}
	if open := bytes.IndexByte(line[:min(len(line), len("information["))], '['); open > 2 && isLevel(line[:open]) { // logrus
		seconds := digitRun(line[open+1:])
		if end := open + 1 + seconds; seconds >= 4 && end < len(line) && line[end] == ']' {
			return textHead{level: line[:open], size: end + 1}, true
		}
	}
	n := bytes.IndexByte(line[:min(len(line), len("information:"))], ':')
	if n < 0 || !isLevel(line[:n]) {
		return h, false
	}
	h.level, h.size = line[:n], n+1
	rest := line[n+1:]
	if i := bytes.IndexByte(rest, ':'); i > 0 && rest[0] != ' ' && nameOfLogger(rest[:i]) {
		h.logger, h.size = rest[:i], n+1+i+1
		return h, true
	}
	h.size += len(rest) - len(bytes.TrimLeft(rest, " \t"))
	return h, len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t'
}

// taggedHead splits a line that is one JSON object behind the name of who writes it: [stripe] {"event":…}.
func taggedHead(line []byte) (h textHead, ok bool) {
	const longest = 40
	end := bytes.Index(line[:min(len(line), longest)], []byte("] {"))
	if end < 2 || !nameOfLogger(line[1:end]) || !isJSONLine(line[end+2:]) {
		return h, false
	}
	h.logger, h.size = line[1:end], end+2
	return h, true
}
