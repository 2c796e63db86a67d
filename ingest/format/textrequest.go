package format

import "bytes"

// textRequest is a request, and where it says so its answer, as the line of a web framework or server tells of it.
type textRequest struct {
	method, target, code, took, agent []byte
	size                              int // of text that was read
}

// requestIn reads the request that a message begins with, past the client's address:
//
//	POST /hooks 200 58 - 2.588 ms                                    morgan tiny
//	POST /hooks 200 2.588 ms - 58                                    morgan dev
//	127.0.0.1 - POST /hooks HTTP/1.1 200 58 - 2.588 ms               morgan short
//	--> POST /hooks 200 9ms 2b                                       koa-logger
//	127.0.0.1:35104 - "POST /hooks HTTP/1.1" 200 OK                  uvicorn
//	127.0.0.1 - - "POST /hooks HTTP/1.1" 200 58 "" "agent"           log4js
//	127.0.0.1 - - [30/Nov/2026 08:31:18] "POST /hooks HTTP/1.1" 200  Werkzeug
//	"POST http://host/hooks HTTP/1.1" from 127.0.0.1:34008 - 200 2B in 69.711µs   chi
//	| 200 | 106.951µs | 127.0.0.1 | POST     "/hooks"                gin
//	| 200 |    6.25ms |       127.0.0.1 | POST    | /hooks       | - Fiber
//	127.0.0.1:44242 [200]: POST /hooks                               PHP's own server
//
// and, where a time stands before it that tells a log's line, past a word or a number as well, which somebody's own format puts there:
//
//	7f3c2b10-req "POST /hooks HTTP/1.1" 200 11 1.2 ms                morgan
//	1796126918.686 POST /hooks 200 0.001                             nginx, with $msec
//	127.0.0.1:34988 - - [30/Nov/2026:08:31:18 +0000] "POST /hooks 1.1" 200 11   Hypercorn
//
// A request that the program itself makes names a whole URL, and is none of these.
func requestIn(text []byte, stamped bool) (q textRequest, ok bool) {
	const longest = 120 // of what stands before the request
	at := bytes.TrimLeft(text, " |")
	if len(at) > 4 && digits(at[:3]) >= 100 && at[3] == ' ' {
		return ginRequest(text)
	}
	q.size = len(text) - len(at)
	if rest, koa := bytes.CutPrefix(at, []byte("--> ")); koa {
		at = rest
		q.size += 4
	} else if rest, koa := bytes.CutPrefix(at, []byte("<-- ")); koa {
		at = rest
		q.size += 4
	}
	if methodLen(at) == 0 {
		i := bytes.IndexByte(at[:min(len(at), longest)], '"')
		if i >= 0 && isRequestLine(at[i+1:]) && (isClient(at[:i], stamped) || stamped && isTag(at[:i])) {
			q.size += i
			return q.quoted(text)
		}
		if i = clientLen(at); i == 0 && stamped {
			i = numberLen(at)
		}
		if i == 0 || methodLen(at[i:]) == 0 {
			return q, false
		}
		if php := bytes.IndexByte(at[:i], '['); php > 0 {
			q.code = at[php+1 : php+4]
		}
		q.size += i
	}
	return q.plain(text)
}

// plain reads METHOD TARGET [HTTP/1.1] and what was answered.
func (q textRequest) plain(text []byte) (textRequest, bool) {
	rest := text[q.size:]
	n := methodLen(rest)
	q.method = rest[:n]
	rest = bytes.TrimLeft(rest[n:], " ")
	n = wordLen(rest)
	if q.target = rest[:n]; n == 0 || q.target[0] != '/' {
		return q, false
	}
	rest = bytes.TrimLeft(rest[n:], " ")
	if bytes.HasPrefix(rest, []byte("HTTP/")) {
		rest = bytes.TrimLeft(rest[wordLen(rest):], " ")
	}
	q.size = len(text) - len(rest)
	q.answer(text)
	// A caller's name stands before the request, and nothing around it: one that is a request leaves the real one behind it.
	return q, !bytes.Contains(text[q.size:], []byte(" HTTP/1."))
}

// quoted reads "METHOD TARGET HTTP/1.1" and what was answered.
func (q textRequest) quoted(text []byte) (textRequest, bool) {
	inside, rest, ok := quotedField(text[q.size:])
	if !ok {
		return q, false
	}
	if q.method, q.target, ok = splitRequest(inside); !ok {
		return q, false
	}
	q.target = withoutVersion(unescapeAccess(q.target))
	if from := bytes.Index(rest[:min(len(rest), 100)], []byte(" - ")); from >= 0 && bytes.HasPrefix(rest, []byte(" from ")) {
		rest = rest[from+2:]
	}
	rest = bytes.TrimLeft(rest, " ")
	q.size = len(text) - len(rest)
	return q, q.answer(text)
}

// withoutVersion leaves out the version that Hypercorn writes without HTTP/ before it.
func withoutVersion(target []byte) []byte {
	for _, v := range []string{" 1.1", " 1.0", " 2", " 3"} {
		if rest, ok := bytes.CutSuffix(target, []byte(v)); ok {
			return rest
		}
	}
	return target
}

// answer reads a status, and how long it took and who asked, from what follows the request. false: there is another status behind a quote
// too many, so that a caller wrote the first (Werkzeug and Django write a request as it came).
func (q *textRequest) answer(text []byte) bool {
	rest := text[q.size:]
	n := wordLen(rest)
	if n != 3 || httpCode(rest[:n]) == 0 {
		return true
	}
	q.code = rest[:n]
	q.size += n
	for {
		rest = text[q.size:]
		blanks := blankLen(rest)
		rest = rest[blanks:]
		n := wordLen(rest)
		word := rest[:n]
		unit := rest[n:]
		if next := bytes.TrimLeft(unit, " "); len(next) > 0 {
			unit = next[:wordLen(next)]
		}
		switch {
		case n == 0 || blanks == 0:
			return true
		case word[0] == '"': // referer and agent
			for q.size += blanks; q.size < len(text); {
				inside, after, ok := quotedField(text[q.size:])
				if !ok {
					behind := bytes.TrimLeft(text[q.size:], " \"")
					q.size = len(text)
					word, more, _ := bytes.Cut(behind, []byte{' '})
					unit := more[:wordLen(more)]
					return httpCode(word) == 0 || string(unit) == "ms" || string(unit) == "s"
				}
				q.agent = unescapeAccess(inside)
				q.size = len(text) - len(after)
			}
			return true
		case q.took == nil && appDuration(word, 0) > 0:
			q.took = word
		case q.took == nil && isDecimal(word) && (string(unit) == "ms" || string(unit) == "s"):
			end := n + bytes.Index(rest[n:], unit) + len(unit)
			q.took = rest[:end]
			n = end
		case string(word) == "-", string(word) == "in", isSize(word), isReason(word):
		default:
			return true
		}
		q.size += blanks + n
	}
}

func isDecimal(word []byte) bool {
	n := digitRun(word)
	return n > 0 && (n == len(word) || word[n] == '.' && n+1+digitRun(word[n+1:]) == len(word))
}

// isSize tells 58, 2b, 1.21kb, 2B.
func isSize(word []byte) bool { return isDecimal(bytes.TrimRight(word, "bBkKmM")) }

// isReason tells a word of OK, Internal Server Error, Not Found.
func isReason(word []byte) bool {
	for _, c := range word {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return word[0] < 'a'
}

// ginRequest reads 200 | 106.951µs | 127.0.0.1 | POST     "/hooks", and Fiber's lines, which have bars throughout.
func ginRequest(text []byte) (q textRequest, ok bool) {
	parts := bytes.SplitN(bytes.TrimLeft(text, " |"), []byte("|"), 4)
	if len(parts) < 4 {
		return q, false
	}
	q.code, q.took = bytes.TrimSpace(parts[0]), bytes.TrimSpace(parts[1])
	last := bytes.TrimLeft(parts[3], " ")
	n := methodLen(last)
	if n == 0 || httpCode(q.code) == 0 {
		return q, false
	}
	q.method = last[:n]
	rest := bytes.TrimLeft(last[n:], " |")
	if len(rest) > 0 && rest[0] == '/' { // Fiber
		n := wordLen(rest)
		q.target, q.size = rest[:n], len(text)-len(rest)+n
		return q, true
	}
	if q.target, rest, ok = quotedField(rest); !ok {
		return q, false
	}
	q.size = len(text) - len(rest)
	return q, true
}

// methodLen returns the length of the HTTP method that text begins with, if a blank follows.
func methodLen(text []byte) int {
	n := wordLen(text[:min(len(text), len("OPTIONS "))])
	switch string(text[:n]) {
	case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS":
		if n < len(text) {
			return n
		}
	}
	return 0
}

// isRequestLine tells POST /hooks HTTP/1.1" and the like.
func isRequestLine(text []byte) bool {
	n := methodLen(text)
	return n > 0 && n+1 < len(text) && (text[n+1] == '/' || bytes.HasPrefix(text[n+1:], []byte("http")))
}

// isClient tells what stands before a request in quotes: nothing, or an address, who it is, and the time. A time with a zone is nginx's or
// Apache's, unless the line has a time before it.
func isClient(text []byte, stamped bool) bool {
	if i := bytes.IndexByte(text, '['); i >= 0 {
		const stamp, zoned = len("30/Nov/2026 08:31:18"), len("30/Nov/2026:08:31:18 +0000")
		end := bytes.IndexByte(text, ']')
		if !(end-i-1 == stamp && text[i+12] == ' ' || stamped && end-i-1 == zoned && text[i+12] == ':') {
			return false
		}
		text = text[:i]
	}
	text = bytes.TrimSpace(text)
	n := wordLen(text)
	return len(bytes.Trim(text[n:], " -")) == 0 && (n == 0 || n == 1 || isAddress(string(text[:n])) || string(text[:n]) == "localhost")
}

// isTag tells a single word with a digit, as IDs of requests are, and a number before it at most.
func isTag(text []byte) bool {
	text = text[numberLen(text):]
	word := bytes.TrimRight(text, " ")
	return len(word) < len(text) && bytes.ContainsAny(word, "0123456789") && !bytes.ContainsAny(word, " \t\"'{}[]()<>,;=")
}

// numberLen returns the length of a number and the blanks behind it: seconds since 1970.
func numberLen(text []byte) int {
	n := wordLen(text)
	if !isDecimal(text[:n]) {
		return 0
	}
	return n + blankLen(text[n:])
}

// clientLen returns the length of "127.0.0.1 - " and "127.0.0.1:44242 [200]: ".
func clientLen(text []byte) int {
	n := wordLen(text[:min(len(text), 64)])
	if n == len(text) || !isAddress(string(text[:n])) && string(text[:n]) != "-" {
		return 0
	}
	rest := text[n:]
	if len(rest) > 7 && rest[1] == '[' && httpCode(rest[2:5]) != 0 && string(rest[5:8]) == "]: " {
		return n + 8
	}
	if after := bytes.TrimLeft(rest, " "); bytes.HasPrefix(after, []byte("- ")) {
		return n + len(rest) - len(after) + 2
	}
	return 0
}

// requestStamp returns the time that stands between the client and the request, as Werkzeug writes it, or nil.
func requestStamp(line []byte) []byte {
	i := bytes.IndexByte(line[:min(len(line), 100)], '[')
	if i < 0 {
		return nil
	}
	s, n := stampAt(nil, line[i+1:])
	if n == 0 || i+1+n >= len(line) || line[i+1+n] != ']' {
		return nil
	}
	return s.text
}
