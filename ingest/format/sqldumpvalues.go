package format

import (
	"bytes"
	"encoding/hex"
	"strings"
)

// sqlRow is room for one row.
type sqlRow struct {
	fields [][]byte // as they are written
	values []value  // of the table
}

// split cuts a row, which sqlRowEnd has found whole, at its commas.
func (r *sqlRow) split(row []byte) {
	r.fields = r.fields[:0]
	depth, from := 0, 1
	for i := 0; i < len(row); i++ {
		switch row[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '\'', '"':
			n, _ := sqlQuoted(row[i:], true)
			i += max(n, 1) - 1
		}
		if depth == 0 || depth == 1 && row[i] == ',' {
			r.fields = append(r.fields, bytes.Trim(row[from:i], " \t\r\n"))
			from = i + 1
		}
	}
}

// sqlValue reads a value: NULL, a string, a number, 0x and hexadecimal digits, or one of the latter behind a word such as
// _binary. Of anything else, such as a function, the text is the value.
func sqlValue(f []byte) value {
	switch {
	case len(f) == 0:
		return value{null: true}
	case f[0] == '\'' || f[0] == '"':
		return value{text: sqlString(f)}
	case len(f) == 4 && strings.EqualFold(string(f), "NULL"):
		return value{null: true}
	case f[0] == '0' && len(f) > 2 && (f[1] == 'x' || f[1] == 'X'):
		if text, err := hex.DecodeString(string(f[2:])); err == nil {
			return value{text: text}
		}
	case f[0] == '_':
		i := 0
		for i < len(f) && isSQLWord(f[i]) {
			i++
		}
		if rest := bytes.TrimLeft(f[i:], " "); len(rest) > 0 && (rest[0] == '\'' || rest[0] == '0') {
			return sqlValue(rest)
		}
	case len(f) > 2 && f[1] == '\'' && (f[0] == 'x' || f[0] == 'X'):
		if text, err := hex.DecodeString(string(f[2 : len(f)-1])); err == nil {
			return value{text: text}
		}
	case len(f) > 2 && f[1] == '\'' && (f[0] == 'n' || f[0] == 'N'):
		return value{text: sqlString(f[1:])}
	}
	return value{text: f}
}

// sqlString returns the text of a string in quotes. Backslashes mean what they mean to MySQL: \% and \_ are two characters.
func sqlString(f []byte) []byte {
	quote := f[0]
	f = f[1 : len(f)-1]
	if bytes.IndexByte(f, '\\') < 0 && bytes.IndexByte(f, quote) < 0 {
		return f
	}
	out := make([]byte, 0, len(f))
	for i := 0; i < len(f); i++ {
		b := f[i]
		switch {
		case b == quote: // of two, which stand for one
			i++
		case b == '\\' && i+1 < len(f):
			i++
			switch b = f[i]; b {
			case 'n':
				b = '\n'
			case 'r':
				b = '\r'
			case 't':
				b = '\t'
			case 'b':
				b = '\b'
			case 'Z':
				b = 0x1a
			case '0':
				b = 0
			case '%', '_':
				out = append(out, '\\')
			}
		}
		out = append(out, b)
	}
	return out
}
