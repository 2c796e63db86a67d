package format

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// meanings are the columns of a loose table by what they mean: for each, the names that it goes by, the best first.
type meanings struct {
	names []string // of all of them
	from  []int    // where in names those of a meaning begin, and one behind the last
}

// meaningsOf takes the names of each meaning as one text, separated by blanks.
func meaningsOf(texts []string) (m meanings) {
	for _, text := range texts {
		m.from = append(m.from, len(m.names))
		m.names = append(m.names, strings.Fields(text)...)
	}
	m.from = append(m.from, len(m.names))
	return m
}

func (m *meanings) of(meaning int) []string { return m.names[m.from[meaning]:m.from[meaning+1]] }

// columnSet holds the names of a table's columns, as normal gives them, and which in the row each is, from 1.
type columnSet map[string]int

// any returns which is the first column that has one of these names; 0: there is none.
func (s columnSet) any(names ...string) (first int) {
	var buf [maxName]byte
	for _, name := range names {
		if i := s[string(normalName(buf[:0], []byte(name)))]; i > 0 && (first == 0 || i < first) {
			first = i
		}
	}
	return first
}

func (s columnSet) has(names ...string) bool { return s.any(names...) > 0 }

// cell is a value of a row and the name under which it was found. The zero cell: the row says nothing of it.
type cell struct {
	text []byte
	name string
	zone *time.Location // see value
}

// pick returns the best value of a meaning that is there.
func (m *meanings) pick(v []value, meaning int) cell {
	for i := m.from[meaning]; i < m.from[meaning+1]; i++ {
		if !v[i].null && len(v[i].text) > 0 && len(v[i].text) <= maxValue {
			return cell{v[i].text, m.names[i], v[i].zone}
		}
	}
	return cell{}
}

func (c cell) String() string { return string(c.text) }

// stamp sets the time of a record, which a column says whose name may say that it is UTC. A time that cannot be read leaves the
// record without one: that it exists counts more.
func (in reader) stamp(o *profile.Observation, c cell, r *reading) {
	if c.text == nil {
		return
	}
	zone := cmp.Or(c.zone, in.zone)
	if strings.HasSuffix(c.name, "_gmt") || strings.HasSuffix(c.name, "_utc") {
		zone = time.UTC
	}
	l, ok := readTime(c.text, zone)
	if !ok || l.lack != "" {
		l = localTime{}
		l.why, l.hint = "cannot be read", "write times as 2026-11-30 08:26:25 or, with their zone, as 2026-11-30T08:26:25+01:00"
	}
	o.Time, o.Precision = l.nano, l.precision
	*r = r.without(l, c.text)
}

// resourceOf is what a row is about, by its ID and type.
type resourceOf struct{ id, kind cell }

// set takes a column whose name speaks of an order for the number of one.
func (o resourceOf) set(to *profile.Observation) {
	to.ResourceID, to.ResourceType = o.id.String(), o.kind.String()
	if to.ResourceType == "" && strings.Contains(o.id.name, "order") {
		to.ResourceType = "order"
	}
}

// isLogRecord tells the keys of a logger's record from the columns of a table.
func isLogRecord(columns []string) bool {
	set := columnSet{}
	for _, c := range columns {
		set[normal(c)] = 1
	}
	return set.has("level", "severity", "logger", "msg", "message", "log_level", "level_name", "log.level", "@timestamp", "@t",
		"event", "time", "ts", "timestamp", "datetime")
}

// ColumnNames are what a column may be said to mean.
var ColumnNames = []string{
	"created_at", "delivery_id", "downstream_id", "event_id", "external_id", "id", "operation_key", "order_id", "request_id", "resource_id",
	"resource_type", "status", "updated_at",
}

// ColumnThatMeans says that the column called name means one of ColumnNames.
func ColumnThatMeans(meaning, name string) (Column, error) {
	for _, known := range ColumnNames {
		switch {
		case normal(known) != normal(meaning):
		case known == "external_id": // the downstream system's, and no shop's, since somebody says so
			return Column{Means: "downstream_id", Name: name}, nil
		default:
			return Column{Means: known, Name: name}, nil
		}
	}
	return Column{}, fmt.Errorf("%q is nothing that a column means", meaning)
}
