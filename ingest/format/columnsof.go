package format

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ColumnsOf returns the names of the columns of a table that head begins, printed or written with commas, semicolons or tabs, or nil. It is for
// telling somebody why no format knows a file, so what could be a row of values is no header: one with a number, a time or an address.
func ColumnsOf(head []byte) []string {
	if _, columns := printedColumns(head); columns != nil && areNames(columns) {
		return columns
	}
	first, rest, _ := bytes.Cut(head, []byte{'\n'})
	second, _, _ := bytes.Cut(rest, []byte{'\n'})
	for _, comma := range []byte(",;\t") {
		form := csvForm{comma: comma, rfc: true}
		columns := form.columns(first)
		values, ok := form.fields(nil, trimCR(second))
		if columns != nil && areNames(columns) && (len(second) == 0 || !ok || len(values) == len(columns)) {
			return columns
		}
	}
	return nil
}

// isName tells what may be called so. What somebody wrote in a chat has commas, too.
func isName(s string) bool {
	const longest, words = 40, 5
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " _#@"))
	return unicode.IsLetter(first) && len(s) <= longest && len(strings.Fields(s)) <= words && !strings.ContainsAny(s, "[]{}<>?!;:=|\"\\")
}

func areNames(columns []string) bool {
	for _, c := range columns {
		_, _, isTime := appStamp([]byte(c))
		_, _, _, isLocal := localStamp([]byte(c))
		if !isName(c) || isTime || isLocal || holds(c) || strings.Trim(c, "0123456789.,-+:/ ") == "" {
			return false
		}
	}
	return true
}
