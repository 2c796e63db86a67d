package format

import "time"

// carrier is a way to write a table's rows into a file. It returns the table that is in a file and makes its Reader, or nil.
type carrier func(head []byte, opt *Options) (*table, Reader)

// carriers exclude each other by a file's first character and line.
var carriers = []carrier{
	openJSONTable, openCSVTable, openTSVTable, openPrintedTable,
}

// tableFormat makes a table into a Format that reads it from every carrier.
func tableFormat(t *table, samples []Sample) Format {
	return Format{
		Name:  t.name,
		Title: t.title,
		Open: func(head []byte, opt Options) Reader {
			if is := tableIn(head, opt); is.table == t {
				return is.Reader
			}
			return nil
		},
		Samples: samples,
	}
}

// carried is a table in a file, with its Reader.
type carried struct {
	*table
	Reader
}

// tableIn returns the table that a file holds, if it does.
func tableIn(head []byte, opt Options) carried {
	return once(opt, head, "table", func() carried {
		for _, c := range carriers {
			if t, r := c(head, &opt); t != nil {
				return carried{t, r}
			}
		}
		return carried{}
	})
}

// add accounts for one row.
func (t *table) add(v []value, line, off, lines int64, zone *time.Location, lt *tally, out *Batch) {
	if t.read == nil {
		return // its lines are skipped with what nobody takes
	}
	r := t.read(v, reader{out.Marker, zone, out.checkAt(line, off, lines)})
	switch {
	case r.reason != "":
		out.problem(line, off, lt.take(line, lines), r.reason, r.hint)
	case r.record.Event != "":
		out.InRecords += lt.take(line, lines)
		r.record.Line, r.record.Offset, r.record.Lines = line, off, lines
		out.Observations = append(out.Observations, r.record)
		if s := r.second; s != nil {
			s.Line, s.Offset, s.Lines = line, off, lines
			out.Observations = append(out.Observations, *s)
		}
		for _, u := range r.undated {
			out.undated(u.localTime, line, off, u.text)
		}
		out.States = append(out.States, r.states...)
	}
}

// positions says, for each column of a header, which of the table's values it holds, or -1.
func (t *table) positions(header []string, given []Column) []int {
	slots := t.slots(header, given)
	p := make([]int, len(header))
	for i, c := range header {
		p[i] = slots.find([]byte(c))
	}
	return p
}

// unplacedColumns tells of the columns that have no position.
func (b *Batch) unplacedColumns(names []string, slot []int) {
	if b.Unplaced == nil {
		return
	}
	for i, name := range names {
		if slot[i] < 0 {
			b.Unplaced(shownKey([]byte(name)))
		}
	}
}

// blank returns room for one row, all NULL.
func (t *table) blank() []value {
	return make([]value, len(t.columns)+len(t.optional))
}

func clearRow(v []value) {
	for i := range v {
		v[i] = value{null: true}
	}
}

// isColumn tells the name of a column, such as action_id, "Order ID" or "Versandkosten (EUR)": a header is recognised by having
// nothing but such.
func isColumn(name []byte) bool {
	for _, b := range name {
		if b < ' ' || b == '"' || b == '{' || b == '}' || b == '=' || b == '|' || b == '`' || b == 0x7f {
			return false
		}
	}
	return len(name) <= 64
}
