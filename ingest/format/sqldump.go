package format

import (
	"bytes"
	"fmt"
)

// sqlDump is a database dump. Of its tables those of package format's list are read; all others are left out by rule.
var sqlDump = Format{
	Name:    "mysqldump",
	Title:   "SQL dump (mysqldump, mariadb-dump, phpMyAdmin): the shop's tables and the receiver's claims, others skipped",
	Open:    openSQLDump,
	Samples: sqlDumpSamples,
}

// sqlDumpReader reads a dump row by row, whether each row has a line or all rows of a table share one, so that memory stays
// flat. A chunk may begin within a statement; its Chunk.From, an sqlState, says which table its rows are of.
type sqlDumpReader struct{ opt *Options }

func openSQLDump(head []byte, opt Options) Reader {
	if !isSQLDump(head) {
		return nil
	}
	return sqlDumpReader{opt: &opt}
}

func (r sqlDumpReader) Frame(data []byte, eof bool) int {
	n, _ := r.FrameFrom(nil, data, eof)
	return n
}

func (r sqlDumpReader) FrameFrom(from any, data []byte, eof bool) (int, any) {
	s := r.stateOf(from)
	var f framing
	atLine, n := s, 0
	for n < len(data) {
		e := s.next(data[n:], eof)
		if e.end == 0 {
			break
		}
		n, s = n+e.end, e.then
		f.may(data, n, skipJSONSpace(data, n))
		if f.atLine == n {
			atLine = s
		}
	}
	if end := f.end(data); !eof && end == f.atLine {
		n, s = end, atLine
	}
	if n == 0 && len(data) >= r.opt.MaxLine {
		// Left to the import, all that is in the line would be lost, and with it what table comes next.
		s.in = sqlLost
		return len(data), s
	}
	return n, s
}

func (r sqlDumpReader) Parse(c Chunk, out *Batch) {
	lt := newTally(c)
	s := r.stateOf(c.From)
	var row sqlRow
	p := position{c: c, line: c.Line}
	for at := 0; at < len(c.Data); {
		e := s.next(c.Data[at:], true)
		start := at + e.start
		text := c.Data[start : at+e.stop]
		// A dump that ends within another table's row is told too: tables of ours may be missing behind it.
		ends := e.kind == sqlOpen && len(c.Data) < r.opt.MaxLine && text[len(text)-1] != '\n'
		if e.kind != sqlOther && (ends || s.into.wanted()) {
			line, off, lines := p.of(start, start+len(bytes.TrimSuffix(text, []byte{'\n'})))
			if !s.into.wanted() {
				out.problem(line, off, lt.take(line, lines), "the dump ends within a row of a table that is not read; tables behind it are missing", dumpHint)
			} else if reason := r.row(e, text, len(c.Data), &row, s); reason != "" {
				out.problem(line, off, lt.take(line, lines), reason, dumpHint)
			} else {
				s.into.table.add(row.values, line, off, lines, r.opt.Zone, &lt, out)
			}
		}
		at, s = at+e.end, e.then
	}
	out.skip(lt.rest())
}

const dumpHint = "dump the table again; the file may have been edited or cut"

// row fills in the values of a row, or says why it cannot. Nothing is quoted: it may be the secret of a webhook.
func (r sqlDumpReader) row(e sqlElement, text []byte, chunk int, row *sqlRow, s sqlState) (reason string) {
	into := s.into
	switch {
	case e.kind == sqlOpen && chunk >= r.opt.MaxLine:
		return fmt.Sprintf("a row of at least %d bytes is longer than %d", len(text), r.opt.MaxLine)
	case e.kind != sqlWhole: // What tells them apart may lie behind the chunk.
		return "the row has no end, or its quotes do not pair"
	}
	row.split(text)
	columns := into.columns(row.fields)
	if columns == nil {
		return fmt.Sprintf("row has %d values where the table has %d columns", len(row.fields), len(into.orders[0]))
	}
	if len(row.values) != len(into.table.columns)+len(into.table.optional) {
		row.values = into.table.blank()
	}
	clearRow(row.values)
	for i, f := range row.fields {
		if columns[i] >= 0 {
			v := sqlValue(f)
			v.zone = into.zoneOf(i, s.zone)
			row.values[columns[i]] = v
		}
	}
	return ""
}

// isSQLDump tells a dump by its first statement, or by what its makers write above it.
func isSQLDump(head []byte) bool {
	var s sqlState
	for at := 0; at < len(head); {
		e := s.next(head[at:], true)
		text := head[at+e.start : at+e.stop]
		at, s = at+e.end, e.then
		switch word := sqlWords(text, 1); {
		case isDumpTitle(text):
			return true
		case len(text) == 0 || text[0] == '#' || bytes.HasPrefix(text, []byte("--")) || bytes.HasPrefix(text, []byte("/*")):
		case word == "SET" || word == "USE" || word == "START" || word == "BEGIN": // what follows them tells
		case word == "INSERT" || word == "REPLACE":
			_, _, size := sqlInsert(text, true)
			return size > 0
		default:
			words := sqlWords(text, 2)
			return words == "CREATE TABLE" || words == "CREATE DATABASE" || words == "DROP TABLE" || words == "LOCK TABLES"
		}
	}
	return false
}

func isDumpTitle(text []byte) bool {
	for _, title := range []string{
		"-- MySQL dump", "-- MariaDB dump", "-- phpMyAdmin SQL Dump", "-- Adminer ", "/*!", "/*M!",
		"mysqldump: [Warning]", // which 2>&1 got into the file
	} {
		if bytes.HasPrefix(text, []byte(title)) {
			return true
		}
	}
	return false
}
