package format

import (
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
	read func(v []value, m Marker) reading
}

// value is one field of a row. Absent columns and NULL are null.
type value struct {
	text []byte // unescaped; of a nested JSON value, the JSON
	null bool
}

// reading is what came of a row: an observation, a problem, or, if both are empty, a row left out by rule.
type reading struct {
	record       profile.Observation
	reason, hint string
	states       []profile.State // that record names
}

// tables lists the tables in the order in which they are tried. No two have all their columns in one table of a real site.
var tables = []*table{
	&actionsTable, &actionLogsTable, &actionClaimsTable, &actionGroupsTable, &webhooksTable, &restWebhooks, &logTable,
}

// tableOf returns the table that has these columns, or nil.
func tableOf(columns []string) *table {
	for _, t := range tables {
		if t.has(columns) {
			return t
		}
	}
	return nil
}

func (t *table) has(columns []string) bool {
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

// slots says, for the name of a column, which of read's values it is.
func (t *table) slots() map[string]int {
	m := make(map[string]int, len(t.columns)+len(t.optional))
	for i, c := range t.columns {
		m[c] = i
	}
	for i, c := range t.optional {
		m[c] = len(t.columns) + i
	}
	return m
}

var actionGroupsTable = table{
	name:    "action-scheduler-groups",
	title:   "Action Scheduler actionscheduler_groups table: says nothing of webhooks, skipped",
	columns: []string{"group_id", "slug"},
}

// when sets the time of a record from its GMT column. An action that is due at once or never has no time, which is fine; a
// local time alone is a problem, since nothing in the table says the site's zone.
func when(o *profile.Observation, gmt, local value) reading {
	if gmt.null {
		if !local.null {
			return reading{
				reason: "the row has a local time " + strconv.Quote(shownTime(local.text)) + " and none in UTC",
				hint:   "export the table with its *_gmt columns",
			}
		}
		return reading{}
	}
	nano, zero, ok := sqlStamp(gmt.text)
	if !ok {
		return refuse("time %q is not of the form 2026-11-30 08:26:25", gmt.text)
	}
	if !zero {
		o.Time, o.Precision = nano, time.Second
	}
	return reading{}
}

// refuse makes a problem of a row, with the value that is wrong in place of %q.
func refuse(reason string, v []byte) reading {
	return reading{
		reason: strings.Replace(reason, "%q", strconv.Quote(shownTime(v)), 1),
		hint:   "export the table again; a value may have been edited or cut",
	}
}
