package format

import "bytes"

// Node's toLocaleString writes a date as the machine's language does: 11/30/2026, 8:32:27 AM in the United States, 30/11/2026, 08:32:27 in
// Britain and elsewhere.

// nestHead splits what NestJS writes: [Nest] 4242  - 11/30/2026, 8:32:27 AM     LOG [HooksController] message
func nestHead(dst, line []byte) (h textHead, ok bool) {
	pid, rest, ok := bytes.Cut(bytes.TrimPrefix(line, []byte("[Nest] ")), []byte("  - "))
	if !ok || digits(pid) < 0 {
		return h, false
	}
	s, n := localeStampAt(dst, rest, ", ")
	if n == 0 {
		return h, false
	}
	h.stamp, h.process = s, pid
	h.size = len(line) - len(rest) + n
	blanks := blankLen(rest[n:])
	level := rest[n+blanks:]
	level = level[:wordLen(level)]
	if !isLevel(level) {
		return h, false
	}
	h.level = level
	h.size += blanks + len(level)
	h.marks(line)
	if h.thread != nil { // [HooksController]
		h.logger, h.thread = h.thread, nil
	}
	return h, true
}

// signaleHead splits [11/30/2026] [8:32:27 AM] › ℹ  info      message
func signaleHead(dst, line []byte) (h textHead, ok bool) {
	s, n := localeStampAt(dst, line[1:], "] [")
	if n == 0 || len(line) < n+2 || line[1+n] != ']' {
		return h, false
	}
	h.stamp, h.size = s, n+2
	rest := line[h.size:]
	for i := 0; i < 4; i++ { // a mark, a sign, the level
		rest = bytes.TrimLeft(rest, " ")
		word := rest[:wordLen(rest)]
		if rest = rest[len(word):]; isLevel(word) {
			h.level = word
			h.size = len(line) - len(bytes.TrimLeft(rest, " "))
			break
		}
	}
	return h, true
}

// localeStampAt reads a date and a time with between in the middle. AM and PM in capitals are the United States', whose dates begin with
// the month; else one of the numbers tells which is the day if it is no month.
func localeStampAt(dst, text []byte, between string) (s textStamp, n int) {
	const longest = 40
	text = text[:min(len(text), longest)]
	date, rest, ok := bytes.Cut(text, []byte(between))
	parts := bytes.Split(date, []byte{'/'})
	if !ok || len(parts) != 3 || len(parts[0]) > 2 || len(parts[1]) > 2 || len(parts[2]) != 4 || digits(parts[2]) < 0 {
		return s, 0
	}
	first, second := digits(parts[0]), digits(parts[1])
	at := digitRun(rest)
	if first < 0 || second < 0 || at < 1 || at > 2 {
		return s, 0
	}
	hour := digits(rest[:at])
	if len(rest) < at+6 || rest[at] != ':' || rest[at+3] != ':' || digits(rest[at+1:at+3]) < 0 || digits(rest[at+4:at+6]) < 0 {
		return s, 0
	}
	clock := rest[at : at+6]
	at += 6
	half := bytes.TrimLeft(rest[at:], " \u00a0\u202f")
	half = half[:min(len(half), 2)]
	us := string(half) == "AM" || string(half) == "PM"
	wrong := false
	if us || bytes.EqualFold(half, []byte("am")) || bytes.EqualFold(half, []byte("pm")) {
		at += bytes.Index(rest[at:], half) + 2
		wrong = hour < 1 || hour > 12
		hour %= 12
		if half[0]|0x20 == 'p' {
			hour += 12
		}
	}
	n = len(date) + len(between) + at
	month, day := first, second
	switch {
	case us, second > 12:
	case first > 12:
		month, day = second, first
	default:
		return textStamp{text: text[:n], lack: "date that can be read but one way"}, n
	}
	if wrong { // 13:05:00 PM is no time, and the line a record's beginning all the same
		return textStamp{text: text[:n]}, n
	}
	out := append(isoDay(dst, parts[2], month, day), byte('0'+hour/10), byte('0'+hour%10))
	return textStamp{text: append(out, clock...)}, n
}
