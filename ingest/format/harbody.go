package format

import (
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// harBody is what an entry tells of its request's body.
type harBody struct {
	bytes []byte // good until the next value is read
	exact bool   // they are those that were sent; else they are the text that somebody made of them
}

// body gives back the bytes of a request. postData.text is text, and producers make it of bytes in one of two ways: as
// UTF-8, or one character for each byte. The length that the sender stated tells which; bodySize does not, since Firefox
// counts characters there. Where neither way has that length, the body was compressed, cut or damaged on the way, and its
// bytes are not known. A body that is there as params alone is not known either. One in a file beside the archive (_file), as
// Playwright attaches it, is what that file holds, if its name is the file's own SHA-1.
func (e *harEntry) body() harBody {
	stated, isStated := wholeNumber(bytes.TrimSpace(e.short(e.length)))
	if c := e.short(e.contentEncoding); len(c) > 0 && !bytes.EqualFold(c, []byte("identity")) {
		stated, isStated = -1, true // the length of something else
	}
	if e.text.kind != jsonString || len(e.text.raw) == 0 {
		raw := e.attached()
		return harBody{raw, len(raw) > 0 && (!isStated || stated == int64(len(raw)))}
	}
	if bytes.EqualFold(e.short(e.encoding), []byte("base64")) {
		raw, err := base64.StdEncoding.AppendDecode(nil, e.plain(e.text))
		if err != nil {
			return harBody{}
		}
		return harBody{raw, !isStated || stated == int64(len(raw))}
	}
	if e.text.escaped && hasLoneSurrogate(e.text.raw) {
		return harBody{} // characters are lost, and with them what the body says
	}
	text := e.plain(e.text)
	switch {
	case !isStated, bytes.Contains(text, []byte("\ufffd")): // which stands for bytes that were no text
	case stated == int64(len(text)):
		return harBody{text, true}
	case stated == int64(utf8.RuneCount(text)):
		if raw, ok := latin1(text); ok {
			return harBody{raw, true}
		}
	}
	return harBody{text, false}
}

// attached returns what lies in the body's file, or nil.
func (e *harEntry) attached() []byte {
	name := string(e.short(e.file))
	if e.beside == nil || !IsBodyName(name) {
		return nil
	}
	raw := e.beside(name)
	if sum := sha1.Sum(raw); hex.EncodeToString(sum[:]) != name[:2*sha1.Size] {
		return nil
	}
	return raw
}

// IsBodyName tells the name of a file that holds a body of a HAR: its content's SHA-1 in hex, and an extension.
func IsBodyName(name string) bool {
	const longest = 16 // bytes of an extension
	if len(name) < 2*sha1.Size || strings.Trim(name[:2*sha1.Size], "0123456789abcdef") != "" {
		return false
	}
	extension := name[2*sha1.Size:]
	return extension == "" || len(extension) < longest && extension[0] == '.' && !strings.ContainsAny(extension, "/\\")
}

// object makes an object of params that were made of one, as chrome-har writes a JSON body: its keys with their values. What was
// parsed and written again names what the body does, and is not its state.
func (e *harEntry) object() []byte {
	var t jsonTree
	if !bytes.Contains(bytes.ToLower(e.short(e.mime)), []byte("json")) || len(e.allParams) == 0 || !t.parse(e.allParams) {
		return nil
	}
	object := []byte{'{'}
	for _, param := range t.elements(rootNode) {
		name, value := t.child(param, "name"), t.child(param, "value")
		if name < 0 || value < 0 || t.nodes[name].kind != '"' {
			return nil
		}
		if len(object) > 1 {
			object = append(object, ',')
		}
		object = append(appendString(object, t.text(name)), ':')
		switch t.nodes[value].kind {
		case '"':
			object = appendString(object, t.text(value))
		default:
			object = append(object, t.raw[t.nodes[value].from:t.nodes[value].to]...)
		}
	}
	return append(object, '}')
}

// latin1 makes each character one byte, or returns false if there is one beyond U+00FF.
func latin1(text []byte) ([]byte, bool) {
	raw := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r > 0xFF {
			return nil, false
		}
		raw, text = append(raw, byte(r)), text[n:]
	}
	return raw, true
}

// hasLoneSurrogate tells whether a string, not yet unescaped, names half a character.
func hasLoneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); {
		n := bytes.IndexByte(raw[i:], '\\')
		if n < 0 || i+n+1 >= len(raw) {
			return false
		}
		i += n
		if raw[i+1] != 'u' {
			i += 2
			continue
		}
		r, rest := unescapeRune(raw[i+2:])
		half, _ := hex4(raw[i+2:])
		if r == utf8.RuneError && half != utf8.RuneError {
			return true
		}
		i = len(raw) - len(rest)
	}
	return false
}

// harFailure says why nothing was answered, in the words of Observation.Failure, from what Chromium (net::ERR_TIMED_OUT),
// Firefox (NS_ERROR_UNKNOWN_HOST) or mitmproxy ("[Errno 111] Connection refused") wrote.
func harFailure(text string) string {
	return failureIn(strings.ToLower(strings.ReplaceAll(text, "_", " ")), harFailures)
}

var harFailures = []failureWord{
	{"timed out", "timeout"},
	{"timeout", "timeout"},
	{"deadline exceeded", "timeout"},
	{"refused", "refused"},
	{"name not resolved", "unresolved"},
	{"unknown host", "unresolved"},
	{"not resolve", "unresolved"},
	{"getaddrinfo", "unresolved"},
	{"enotfound", "unresolved"},
	{"name or service not known", "unresolved"},
	{"blocked", "blocked"},
	{"unsafe port", "blocked"},
	{"abort", "aborted"},
	{"cancel", "aborted"},
	{"reset", "aborted"},
	{"disconnect", "aborted"},
	{"empty response", "aborted"},
	{"connection closed", "aborted"},
	{"broken pipe", "aborted"},
	{"hang up", "aborted"},
}
