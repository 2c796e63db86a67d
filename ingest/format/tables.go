package format

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// table describes one table of WooCommerce or Action Scheduler. It is known by its columns, not by its name, since every site
// has its own prefix and an export need not name it. What carries the rows (JSON, TSV, CSV) is another matter: see carrier.
type table struct {
	name, title string
	columns     []string // that an export has; with them all it is this table
	optional    []string // that read looks at as well
	// read turns one row into an observation. v holds the values of columns and then of optional, in that order. nil: no row
	// of this table says anything of webhooks.
	read func(v []value, in reader) reading
	// loose says whether a table is it whose columns go by many names; columns are those of the file. read's values are then those
	// of optional, of which each column of a table has some: see meanings. nil: it has the columns of one program.
	loose func(columns columnSet) bool
	// guess says what columns mean whose names do not, of a loose table that is none without it. It may be nil.
	guess  func(columns []string) []Column
	noDump bool // a table of no database that anybody dumps
}

// reader is what read has to know beside the row.
type reader struct {
	Marker
	zone  *time.Location // of times that name none; nil: it is not known
	check Check
}

// value is one field of a row. Absent columns and NULL are null.
type value struct {
	text []byte // unescaped; of a nested JSON value, the JSON
	null bool
	zone *time.Location // of a time, where the file itself says it
}

// reading is what came of a row: an observation or two, a problem, or, if all are empty, a row left out by rule.
type reading struct {
	record       profile.Observation
	second       *profile.Observation
	reason, hint string
	states       []profile.State // that record names
	undated      []undated
}

// undated is a time of a row that its record has not, and why.
type undated struct {
	localTime
	text []byte
}

// tables lists the tables in the order in which they are tried. No two have all their columns in one table of a real site.
var tables = []*table{
	&actionsTable, &actionLogsTable, &actionClaimsTable, &actionGroupsTable, &webhooksTable, &restWebhooks, &logTable,
	&shopwareTable, &claimsTable, &effectsTable, &deliveriesTable,
}

// tableOf returns the table that has these columns, or nil. Where it is said which it is, no other is.
func tableOf(columns []string, opt *Options) *table {
	for _, t := range tables {
		if t.name == opt.As && t.has(columns, opt.Columns) {
			return t
		}
	}
	for _, t := range tables {
		if t.has(columns, opt.Columns) {
			return t
		}
	}
	return nil
}

func (t *table) has(columns []string, given []Column) bool {
	if t.loose != nil {
		return t.loose(columnsMeaning(columns, given)) || t.guess != nil && t.loose(columnsMeaning(columns, t.guessed(columns, given)))
	}
	have := make(map[string]bool, len(columns))
	for _, c := range columns {
		have[c] = true
	}
	for _, c := range t.columns {
		if !have[c] {
			return false
		}
	}
	return true
}

func columnsMeaning(columns []string, given []Column) columnSet {
	set := make(columnSet, len(columns))
	for i, c := range columns {
		if name := normal(means(c, given)); set[name] == 0 {
			set[name] = i + 1
		}
	}
	return set
}

// guessed adds to what is given what the columns must mean if the table is to be this one.
func (t *table) guessed(columns []string, given []Column) []Column {
	if t.guess == nil || t.loose(columnsMeaning(columns, given)) {
		return given
	}
	return append(slices.Clone(given), t.guess(columns)...)
}

// slots says, for the name of a column, which of read's values it is.
func (t *table) slots(columns []string, given []Column) slots {
	m := make(map[string]int, len(t.columns)+len(t.optional))
	if t.loose != nil {
		for i, c := range t.optional {
			m[normal(c)] = i
		}
		given = t.guessed(columns, given)
		for _, c := range columns {
			if slot, ok := m[normal(means(c, given))]; ok {
				m[normal(c)] = slot
			}
		}
		return slots{m, true}
	}
	for i, c := range t.columns {
		m[c] = i
	}
	for i, c := range t.optional {
		m[c] = len(t.columns) + i
	}
	return slots{m, false}
}

// slots says which of read's values a column is.
type slots struct {
	of    map[string]int
	loose bool // of has names as normal gives them
}

// find returns -1 for a column that read does not look at.
func (s slots) find(column []byte) int {
	if s.loose {
		var room [maxName]byte
		column = normalName(room[:0], column)
	}
	if i, ok := s.of[string(column)]; ok {
		return i
	}
	return -1
}

// means returns the name that a column would have if its own name said what it is.
func means(column string, given []Column) string {
	for _, c := range given {
		if normal(c.Name) == normal(column) {
			return c.Means
		}
	}
	return column
}

var actionGroupsTable = table{
	name:    "action-scheduler-groups",
	title:   "Action Scheduler actionscheduler_groups table: says nothing of webhooks, skipped",
	columns: []string{"group_id", "slug"},
}

// when sets the time of a record from its GMT column, else from the local one, which says a time only together with the site's
// zone. An action that is due at once or never has no time, which is fine.
func (in reader) when(o *profile.Observation, gmt, local value) (r reading) {
	if gmt.null {
		if local.null {
			return r
		}
		l, ok := readLocal(local.text, cmp.Or(local.zone, in.zone))
		if !ok {
			return refuse("time %q is not of the form 2026-11-30 08:26:25", local.text)
		}
		o.Time, o.Precision = l.nano, l.precision
		return r.without(l, local.text)
	}
	nano, zero, ok := sqlStamp(gmt.text)
	if !ok {
		return refuse("time %q is not of the form 2026-11-30 08:26:25", gmt.text)
	}
	if !zero {
		o.Time, o.Precision = nano, time.Second
	}
	return r
}

// without notes a time that a record has not, if it should have it.
func (r reading) without(l localTime, text []byte) reading {
	if l.zoneless || l.why != "" {
		r.undated = append(r.undated, undated{l, text})
	}
	return r
}

// refuse makes a problem of a row, with the value that is wrong in place of %q.
func refuse(reason string, v []byte) reading {
	return reading{
		reason: strings.Replace(reason, "%q", strconv.Quote(shownTime(v)), 1),
		hint:   "export the table again; a value may have been edited or cut",
	}
}
