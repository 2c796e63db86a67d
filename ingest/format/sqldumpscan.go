package format

import (
	"bytes"
	"strings"
	"time"
)

// sqlState is what is known at one place of a dump. It is handed on by value and never changed.
type sqlState struct {
	in    sqlPlace
	into  *sqlTarget     // where the rows of the statement go; nil between statements
	known *sqlKnown      // tables whose CREATE TABLE came before
	opt   *Options       // nil: the defaults
	zone  *time.Location // of the session in which the dump was made; nil: it does not say
}

type sqlPlace int8

const (
	sqlStatements sqlPlace = iota // between statements, or between rows where into is set
	sqlLost                       // in a record that is too long; it is over at the end of the line
	sqlRoutine                    // in the body of a trigger or routine, which ends at DELIMITER ;
)

func (r sqlDumpReader) stateOf(from any) sqlState {
	if s, ok := from.(sqlState); ok {
		return s
	}
	return sqlState{opt: r.opt}
}

// sqlElement is a stretch of a dump. Its kind is that of a row only within INSERT.
type sqlElement struct {
	start, stop int // without the blanks before it and what separates it from the next
	end         int // 0: data does not hold all of it
	kind        sqlKind
	then        sqlState
}

type sqlKind int8

const (
	sqlOther  sqlKind = iota
	sqlWhole          // a row, in parentheses
	sqlBroken         // the rest of the line in which its quotes turned out not to pair
	sqlOpen           // a row that the data ends in
)

// next finds the element at the start of data. With eof set there always is one; if it is cut, it goes to the end.
func (s sqlState) next(data []byte, eof bool) sqlElement {
	if s.in != sqlStatements {
		return s.nextLine(data, eof)
	}
	i := 0
	for i < len(data) && isBlank(data[i]) {
		i++
	}
	if i == len(data) {
		if !eof { // Blanks that a row in the same line may follow stay with it.
			i = bytes.LastIndexByte(data, '\n') + 1
		}
		return sqlElement{start: i, stop: i, end: i, then: s}
	}
	e := sqlElement{start: i, then: s}
	switch {
	case s.into == nil:
	case data[i] == '(':
		size, kind := sqlRowEnd(data[i:], eof)
		e.kind = kind
		return e.until(data, i+size, size > 0, eof)
	case data[i] == ',' || data[i] == ';':
		return e.until(data, i, true, eof)
	}
	return e.statement(data, eof)
}

// nextLine takes a line of which only the end is looked for, or as much of it as there is.
func (s sqlState) nextLine(data []byte, eof bool) sqlElement {
	n := bytes.IndexByte(data, '\n') + 1
	if n == 0 && (eof || s.in == sqlLost) {
		n = len(data)
	}
	line := data[:n]
	if over := n > 0 && line[n-1] == '\n'; over && s.in == sqlLost ||
		s.in == sqlRoutine && strings.EqualFold(string(bytes.TrimRight(line[:min(n, 20)], " \t\r\n")), "DELIMITER ;") {
		s.in = sqlStatements
	}
	return sqlElement{stop: n, end: n, then: s}
}

// until ends the element at stop, and takes in the separator behind it and, if nothing else is there, the end of the line.
func (e sqlElement) until(data []byte, stop int, found, eof bool) sqlElement {
	e.stop = stop
	switch {
	case !found && !eof:
		return sqlElement{}
	case !found:
		e.stop, e.end = len(data), len(data)
		e.then.into = nil
		return e
	case e.kind == sqlBroken:
		e.end = stop
		return e
	}
	i, separated := stop, false
	for ; i < len(data); i++ {
		switch b := data[i]; {
		case b == '\n':
			e.end = i + 1
			return e
		case b == ' ' || b == '\t' || b == '\r':
		case (b == ',' || b == ';') && !separated:
			separated = true
			if b == ';' {
				e.then.into = nil
			}
			e.end = i + 1
		default:
			e.end = max(e.end, stop, 1)
			return e
		}
	}
	if !eof { // the rest of the separator may be behind the data
		return sqlElement{}
	}
	e.end = len(data)
	return e
}

// statement finds the end of a comment or statement, and learns from it what the rows that follow are of.
func (e sqlElement) statement(data []byte, eof bool) sqlElement {
	const most = len("-- ")
	text := data[e.start:]
	if len(text) < most && !eof {
		return sqlElement{}
	}
	switch {
	case text[0] == '#' || string(text) == "--" || len(text) >= most && text[0] == '-' && text[1] == '-' && isBlank(text[2]):
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 {
			if !eof {
				return sqlElement{}
			}
			n = len(text)
		}
		e.stop, e.end = e.start+n, e.start+n
		return e
	case text[0] == '/' && len(text) > 1 && text[1] == '*':
		n := bytes.Index(text[2:], []byte("*/"))
		if n >= 0 {
			e.then = e.then.session(text[:2+n])
		}
		return e.until(data, e.start+2+n+len("*/"), n >= 0, eof)
	}
	word := sqlWords(text, 1)
	switch word {
	case "INSERT", "REPLACE":
		into, columns, size := sqlInsert(text, eof)
		if size < 0 {
			return sqlElement{}
		}
		if size > 0 {
			e = e.until(data, e.start+size, true, eof)
			e.then.into = e.then.known.target(into, columns, e.then.opt)
			return e
		}
	case "DELIMITER":
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 && !eof {
			return sqlElement{}
		} else if n == 0 {
			n = len(text)
		}
		if string(bytes.TrimSpace(text[len(word):n])) != ";" {
			e.then.in = sqlRoutine
		}
		e.stop, e.end = e.start+n, e.start+n
		return e
	}
	n := sqlStatementEnd(text, eof)
	switch {
	case n > 0 && word == "CREATE":
		e.then.known = e.then.known.learn(text[:n], e.then.opt)
	case n > 0 && word == "SET":
		e.then = e.then.session(text[:n])
	}
	e = e.until(data, e.start+n, n > 0, eof)
	e.then.into = nil
	return e
}

// sqlStatementEnd returns where the semicolon is that ends the statement at the start of data; 0 if it is not there.
func sqlStatementEnd(data []byte, eof bool) int {
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case ';':
			return max(i, 1)
		case '\'', '"', '`':
			n, ok := sqlQuoted(data[i:], eof)
			if n == 0 {
				return 0
			}
			if !ok {
				return i + n
			}
			i += n - 1
		}
	}
	return 0
}

// sqlRowEnd returns the length of the row at the start of data, which begins with a parenthesis. 0: it is not all there.
//
// A quote too many or too few shows where a string is followed by neither , nor ), or where a line ends within one and the
// next begins as rows and statements do: no program that makes dumps leaves a line feed in a string. The row is then given
// up, with the rest of its line, which may be as much as the rest of its statement.
func sqlRowEnd(data []byte, eof bool) (size int, kind sqlKind) {
	depth := 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1, sqlWhole
			}
		case '\n':
			if i+1 < len(data) && data[i+1] == '(' && depth == 1 {
				return i + 1, sqlBroken
			}
		case '\'', '"':
			n, ok := sqlQuoted(data[i:], eof)
			if n == 0 {
				return 0, sqlOpen
			}
			i += n
			if !ok {
				return i, sqlBroken
			}
			for i < len(data) && isBlank(data[i]) && data[i] != '\n' {
				i++
			}
			if i < len(data) && depth == 1 && data[i] != ',' && data[i] != ')' && data[i] != '\n' {
				if n := bytes.IndexByte(data[i:], '\n'); n >= 0 {
					return i + n + 1, sqlBroken
				}
				if eof {
					return len(data), sqlBroken
				}
				return 0, sqlOpen
			}
			i--
		}
	}
	return 0, sqlOpen
}

// sqlQuoted returns the length of the string or name at the start of data, with both quotes; 0 if it does not end there. ok is
// false where it must have ended before, at a line's end: see sqlRowEnd. size is then up to the next line.
func sqlQuoted(data []byte, eof bool) (size int, ok bool) {
	quote := data[0]
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			if quote != '`' {
				i++
			}
		case quote:
			if i+1 == len(data) && !eof {
				return 0, false
			}
			if i+1 == len(data) || data[i+1] != quote {
				return i + 1, true
			}
			i++
		case '\n':
			const insert = "INSERT INTO "
			next := data[i+1 : min(len(data), i+1+len(insert))]
			if len(next) < len(insert) && !eof {
				return 0, false
			}
			if string(next) == insert || bytes.HasPrefix(next, []byte("/*!")) ||
				len(next) > 1 && next[0] == '(' && next[1] >= '0' && next[1] <= '9' {
				return i + 1, false
			}
		}
	}
	return 0, false
}

func isBlank(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }
