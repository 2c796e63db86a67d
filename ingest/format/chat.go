package format

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// isChat tells what people wrote to each other, of which each line begins with a time as a log's do: "webhook received for order 1042, then
// again" is no receipt. A name stands behind the time, with a colon, in angle brackets or between tabs, and there are several; no line is
// graded or has fields, but for what somebody pasted; and somebody asks, or speaks of himself or of others.
//
//	[2026-11-30 09:12:40] Mara: did it arrive twice?
//	2026-11-30 09:12:40 <mara> did it arrive twice?
//	11/30/2026, 9:12:40 AM - Mara: did it arrive twice?
func isChat(head []byte) bool {
	const most = 60 // lines
	speakers := map[string]bool{}
	said, logged, talks := 0, 0, false
	eachLine(Chunk{Data: head}, func(line []byte, _, off int64) {
		if said+logged >= most || off > 0 && int(off)+len(line) == HeadSize {
			return
		}
		var stamp [64]byte
		h, ok := stampedHead(stamp[:0], withoutTerminal(line))
		if !ok {
			return
		}
		name, text := speaker(withoutTerminal(line)[h.size:])
		if name == nil || h.level != nil || h.logger != nil || h.request != nil || h.process != nil {
			logged++
			return
		}
		if _, is := requestIn(text, true); (is || phraseLen(text) < len(text)) && !bracketed(withoutTerminal(line)[h.size:]) {
			logged++
			return
		}
		said++
		speakers[string(name)] = true
		talks = talks || isTalk(text)
	})
	return talks && len(speakers) > 1 && 2*logged <= said
}

// speaker splits "Mara: text", "Mara Lind: text", "<mara> text" and "mara<TAB>text". A program that puts its name there has no
// blank in it, and cannot be told from somebody.
func speaker(text []byte) (name, said []byte) {
	const longest = 40
	text = bytes.TrimLeft(text, " \t-")
	if len(text) > 0 && text[0] == '<' {
		name, said, ok := bytes.Cut(text[1:], []byte("> "))
		if !ok || len(name) > longest || !isNickname(name) {
			return nil, nil
		}
		return name, said
	}
	for i, c := range text[:min(len(text), longest)] {
		if c == ':' && i+1 < len(text) && text[i+1] == ' ' || c == '\t' {
			if !isNickname(text[:i]) {
				return nil, nil
			}
			return text[:i], bytes.TrimLeft(text[i+1:], " ")
		}
	}
	return nil, nil
}

// bracketed tells a name in angle brackets, where no program puts its own.
func bracketed(text []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(text, " \t-"), []byte("<")) }

// isNickname tells up to three words of letters, and what nicknames have besides.
func isNickname(name []byte) bool {
	words := bytes.Fields(name)
	for _, w := range words {
		first, _ := utf8.DecodeRune(bytes.TrimLeft(w, "@+~"))
		if !unicode.IsLetter(first) || bytes.ContainsAny(w, `"'{}[]()=/\.,;<>`) {
			return false
		}
	}
	return len(words) > 0 && len(words) <= 3
}

// isSpoken tells a text in which somebody asks, or says I, you or we: programs write neither, or hardly ever.
func isSpoken(text []byte) bool {
	for w := range bytes.FieldsSeq(text) {
		if w[len(w)-1] == '?' {
			return true
		}
		switch string(bytes.TrimRight(w, ".,;:!")) {
		case "I", "i", "I'm", "I've", "we", "We", "we're", "you", "You", "my", "our", "ich", "Ich", "wir", "Wir":
			return true
		}
	}
	return false
}

// isTalk tells the same of a line that is likely to be of a chat.
func isTalk(text []byte) bool {
	if isSpoken(text) {
		return true
	}
	for w := range bytes.FieldsSeq(text) {
		switch string(bytes.ToLower(bytes.TrimRight(w, ".,;:!"))) {
		case "your", "me", "us", "again", "thanks", "thx", "hi", "hello", "ok", "yes", "no", "yep", "nope", "lol",
			"why", "what", "did", "does", "can", "could", "should", "please", "sorry",
			"du", "ihr", "mein", "unser", "bei", "danke", "hallo", "ja", "nein", "warum", "bitte", "nochmal", "wieder":
			return true
		}
	}
	return false
}
