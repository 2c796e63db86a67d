package format

import (
	"bytes"
	"strings"
	"time"
)

// A TIMESTAMP column of MySQL is a moment, and shown in the zone of the session that reads it. A dump says in which that was:
// mysqldump, mariadb-dump and phpMyAdmin read in UTC and write SET TIME_ZONE='+00:00' in front, so that whoever loads the dump does
// so too. A DATETIME column is what some clock showed, whatever the session. Without such a line (--skip-tz-utc) a dump was made in
// the zone of its server, which it does not name.

// session returns the state after a statement, or a comment that MySQL reads as one, which may set the zone of the session.
func (s sqlState) session(text []byte) sqlState {
	if rest, ok := bytes.CutPrefix(text, []byte("/*!")); ok {
		text = rest
	} else if rest, ok := bytes.CutPrefix(text, []byte("/*M!")); ok {
		text = rest
	}
	text = bytes.TrimLeft(text, "0123456789 \t\r\n") // the version from which on it is read
	if sqlWords(text, 1) != "SET" {
		return s
	}
	t := sqlTokens{data: text, at: len("SET")}
	for !t.end {
		var name strings.Builder
		for t.next(); len(t.token) > 0 && !t.is("=") && !t.is(",") && !t.is(":"); t.next() {
			name.WriteString(strings.ToUpper(string(t.token)))
		}
		if !t.is("=") && !t.is(":") {
			continue
		}
		for t.next(); t.is("="); t.next() { // SET a := b
		}
		if sqlZoneNames[name.String()] {
			s.zone = nil // @OLD_TIME_ZONE, SYSTEM: what was before is not in the file
			if t.quoted {
				s.zone, _ = LoadZone(t.text())
			}
		}
		for !t.end && !t.is(",") {
			t.next()
		}
	}
	return s
}

// sqlZoneNames are the ways to write the session's own zone, blanks left out. That of the server (GLOBAL) is another.
var sqlZoneNames = map[string]bool{
	"TIME_ZONE": true, "SESSIONTIME_ZONE": true, "LOCALTIME_ZONE": true,
	"@@TIME_ZONE": true, "@@SESSION.TIME_ZONE": true, "@@LOCAL.TIME_ZONE": true,
}

// zoneOf is the zone of a row's value that stands in one of its places, nil where the file does not say.
func (t *sqlTarget) zoneOf(place int, session *time.Location) *time.Location {
	if place < len(t.moments) && t.moments[place] {
		return session
	}
	return nil
}

// momentsOf says of each column whether it is a TIMESTAMP, by the names of those that are.
func momentsOf(columns []string, stamps map[string]bool) []bool {
	if len(stamps) == 0 {
		return nil
	}
	out := make([]bool, len(columns))
	for i, c := range columns {
		out[i] = stamps[c]
	}
	return out
}
