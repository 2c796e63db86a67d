package format

import (
	"bytes"
	"strings"
)

// sqlTarget says what the rows of an INSERT are. The zero value, and nil: rows of a table that is left out by rule.
type sqlTarget struct {
	table *table
	// orders are those in which the columns may come, as indexes into the table's values or -1. Only where neither the
	// INSERT nor a CREATE TABLE names the columns are they more than one, and a row must tell.
	orders [][]int
	// moments says which places of a row have a moment, and not what a clock showed: see session.
	moments []bool
}

func (t *sqlTarget) wanted() bool { return t != nil && t.table != nil }

// columns returns the order that fits a row, or nil.
func (t *sqlTarget) columns(row [][]byte) []int {
	var fits []int
	for _, o := range t.orders {
		if len(o) != len(row) {
			continue
		}
		// Of two that are equally long, the one whose args look like JSON: no other column of actions does.
		if fits == nil || t.table == &actionsTable && !isArgs(row, fits) && isArgs(row, o) {
			fits = o
		}
	}
	return fits
}

func isArgs(row [][]byte, order []int) bool {
	for i, slot := range order {
		if slot == 3 { // args, see actionsTable
			return len(row[i]) > 1 && (row[i][1] == '{' || row[i][1] == '[')
		}
	}
	return false
}

// sqlOrders are the columns of the tables that a dump without CREATE TABLE may hold, by what their names end in.
var sqlOrders = []struct {
	name    string
	table   *table
	columns []string // separated by blanks; each as one release made the table
}{
	{"actionscheduler_actions", &actionsTable, []string{
		"action_id hook status scheduled_date_gmt scheduled_date_local priority args schedule group_id attempts last_attempt_gmt last_attempt_local claim_id extended_args",
		// Before Action Scheduler 3.6 it had no priority; the update puts the column behind all others.
		"action_id hook status scheduled_date_gmt scheduled_date_local args schedule group_id attempts last_attempt_gmt last_attempt_local claim_id extended_args priority",
		"action_id hook status scheduled_date_gmt scheduled_date_local args schedule group_id attempts last_attempt_gmt last_attempt_local claim_id extended_args",
	}},
	{"actionscheduler_logs", &actionLogsTable, []string{"log_id action_id message log_date_gmt log_date_local"}},
	{"actionscheduler_claims", &actionClaimsTable, []string{"claim_id date_created_gmt"}},
	{"wc_webhooks", &webhooksTable, []string{
		"webhook_id status name user_id delivery_url secret topic date_created date_created_gmt date_modified date_modified_gmt api_version failure_count pending_delivery",
	}},
	{"woocommerce_log", &logTable, []string{"log_id timestamp level source message context"}},
}

// sqlKnown is what the CREATE TABLE statements so far said, the newest first.
type sqlKnown struct {
	name   string
	rows   *sqlTarget
	stamps map[string]bool // the columns of type TIMESTAMP
	older  *sqlKnown
	count  int
}

// mostKnown is how many tables are remembered: a network of a hundred sites has 700. Dumps make a table just before its rows.
const mostKnown = 1000

// learn remembers the columns of a CREATE TABLE statement, if it is of a table that is read or goes by the name of one.
func (k *sqlKnown) learn(statement []byte, opt *Options) *sqlKnown {
	name, columns, stamps := sqlCreate(statement)
	target := namedTarget(columns, opt)
	if name == "" || target.table == nil && orderedTarget(name).table == nil {
		return k
	}
	if k != nil && k.count >= mostKnown {
		k = nil
	}
	target.moments = momentsOf(columns, stamps)
	n := &sqlKnown{name: name, rows: target, stamps: stamps, older: k, count: 1}
	if k != nil {
		n.count += k.count
	}
	return n
}

// target finds out what an INSERT's rows are: by its own columns, by those of its CREATE TABLE, or by its name.
func (k *sqlKnown) target(name string, columns []string, opt *Options) *sqlTarget {
	for ; k != nil && k.name != name; k = k.older {
	}
	switch {
	case columns != nil:
		t := namedTarget(columns, opt)
		if k != nil {
			t.moments = momentsOf(columns, k.stamps)
		}
		return t
	case k != nil:
		return k.rows
	}
	return orderedTarget(name)
}

func namedTarget(columns []string, opt *Options) *sqlTarget {
	if opt == nil {
		opt = new(Options)
	}
	t := tableOf(columns, opt)
	if t == nil || t.noDump {
		return &sqlTarget{}
	}
	return &sqlTarget{table: t, orders: [][]int{t.positions(columns, opt.Columns)}}
}

func orderedTarget(name string) *sqlTarget {
	for _, o := range sqlOrders {
		// A site's prefix ends as it likes, but nearly always in an underscore.
		if strings.HasSuffix(name, o.name) {
			t := &sqlTarget{table: o.table}
			for _, c := range o.columns {
				t.orders = append(t.orders, o.table.positions(strings.Fields(c), nil))
			}
			return t
		}
	}
	return &sqlTarget{}
}

// sqlInsert reads INSERT INTO name (columns) VALUES. columns is nil where the statement names none. size is up to the first row;
// 0 if the statement is something else, and -1 if data ends before that shows.
func sqlInsert(data []byte, eof bool) (name string, columns []string, size int) {
	t := sqlTokens{data: data}
	cut := func() int {
		if t.end && !eof {
			return -1
		}
		return 0
	}
	t.next() // INSERT or REPLACE
	for t.next(); t.is("IGNORE") || t.is("LOW_PRIORITY") || t.is("DELAYED") || t.is("HIGH_PRIORITY"); {
		t.next()
	}
	if !t.is("INTO") {
		return "", nil, cut()
	}
	name = t.name()
	if t.next(); string(t.token) != "(" {
		if t.is("VALUES") || t.is("VALUE") {
			return name, nil, t.at
		}
		return "", nil, cut()
	}
	columns = []string{}
	for {
		columns = append(columns, t.column())
		switch t.next(); string(t.token) {
		case ",":
			continue
		case ")":
			if t.next(); t.is("VALUES") || t.is("VALUE") {
				return name, columns, t.at
			}
		}
		return "", nil, cut()
	}
}

// sqlCreate reads the name and columns of CREATE TABLE, and which of these are of type TIMESTAMP. name is "" if it is something
// else, such as a view.
func sqlCreate(statement []byte) (name string, columns []string, stamps map[string]bool) {
	t := sqlTokens{data: statement}
	t.next() // CREATE
	if t.next(); !t.is("TABLE") {
		return "", nil, nil
	}
	if rest := sqlWords(statement[t.at:], 3); rest == "IF NOT EXISTS" {
		t.next()
		t.next()
		t.next()
	}
	name = t.name()
	if t.next(); string(t.token) != "(" {
		return "", nil, nil
	}
	stamps = map[string]bool{}
	for !t.end {
		t.next()
		switch { // KEY and the like are written without quotes, columns with them
		case t.quoted, !sqlKeys[strings.ToUpper(string(t.token))]:
			columns = append(columns, t.text())
			if sqlWords(statement[t.at:], 1) == "TIMESTAMP" {
				stamps[t.text()] = true
			}
		}
		for depth := 0; !t.end; {
			t.next()
			switch b := string(t.token); {
			case b == "(":
				depth++
			case b == ")":
				depth--
			}
			if depth < 0 {
				return name, columns, stamps
			}
			if depth == 0 && string(t.token) == "," {
				break
			}
		}
	}
	return name, columns, stamps
}

var sqlKeys = map[string]bool{
	"PRIMARY": true, "KEY": true, "UNIQUE": true, "INDEX": true, "FULLTEXT": true, "SPATIAL": true,
	"CONSTRAINT": true, "FOREIGN": true, "CHECK": true, "PERIOD": true,
}

// sqlTokens reads words, quoted names and strings, and single characters.
type sqlTokens struct {
	data   []byte
	at     int
	token  []byte // with its quotes
	quoted bool
	end    bool // data ends here, and may do so within the token
}

func (t *sqlTokens) next() {
	for t.at < len(t.data) && isBlank(t.data[t.at]) {
		t.at++
	}
	rest := t.data[t.at:]
	n := 0
	if t.quoted = len(rest) > 0 && (rest[0] == '`' || rest[0] == '"' || rest[0] == '\''); t.quoted {
		if n, _ = sqlQuoted(rest, true); n == 0 {
			n = len(rest)
		}
	} else {
		for n < len(rest) && isSQLWord(rest[n]) {
			n++
		}
		n = min(max(n, 1), len(rest))
	}
	t.token, t.at = rest[:n], t.at+n
	t.end = t.at == len(t.data)
}

func (t *sqlTokens) is(word string) bool { return strings.EqualFold(string(t.token), word) }

// text returns the token without its quotes.
func (t *sqlTokens) text() string {
	if !t.quoted || len(t.token) < 2 {
		return string(t.token)
	}
	q := string(t.token[:1])
	return strings.ReplaceAll(string(t.token[1:len(t.token)-1]), q+q, q)
}

// name reads a table's name, without the database before it.
func (t *sqlTokens) name() string {
	t.next()
	name := t.text()
	for t.at < len(t.data) && t.data[t.at] == '.' {
		t.next()
		t.next()
		name = t.text()
	}
	return name
}

func (t *sqlTokens) column() string {
	t.next()
	return t.text()
}

// sqlWords returns the first n words of a text in upper case, with one blank between.
func sqlWords(text []byte, n int) string {
	var words []string
	for len(words) < n {
		text = bytes.TrimLeft(text, " \t\r\n")
		i := 0
		for i < len(text) && isSQLWord(text[i]) {
			i++
		}
		if i == 0 || i > 64 {
			break
		}
		words = append(words, strings.ToUpper(string(text[:i])))
		text = text[i:]
	}
	return strings.Join(words, " ")
}

func isSQLWord(b byte) bool {
	return b == '_' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b >= 0x80 || b == '$'
}
