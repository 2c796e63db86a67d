package format

// carrier is a way to write a table's rows into a file. columns finds the names of the columns in the head of one, or nil; open
// then makes the Reader.
type carrier struct {
	columns func(head []byte) []string
	open    func(t *table, columns []string, opt Options) Reader
}

// carriers exclude each other by a file's first character and line.
var carriers = []carrier{
	{jsonColumns, openJSONTable},
	{csvColumns, openCSVTable},
	{tsvColumns, openTSVTable},
}

// tableFormat makes a table into a Format that reads it from every carrier.
func tableFormat(t *table, samples []Sample) Format {
	return Format{
		Name:  t.name,
		Title: t.title,
		Open: func(head []byte, opt Options) Reader {
			for _, c := range carriers {
				if columns := c.columns(head); columns != nil && tableOf(columns) == t {
					return c.open(t, columns, opt)
				}
			}
			return nil
		},
		Samples: samples,
	}
}

// add accounts for one row.
func (t *table) add(v []value, line, off, lines int64, lt *tally, out *Batch) {
	if t.read == nil {
		return // its lines are skipped with what nobody takes
	}
	r := t.read(v, out.Marker)
	switch {
	case r.reason != "":
		out.problem(line, off, lt.take(line, lines), r.reason, r.hint)
	case r.record.Event != "":
		out.InRecords += lt.take(line, lines)
		r.record.Line, r.record.Offset, r.record.Lines = line, off, lines
		out.Observations = append(out.Observations, r.record)
		out.States = append(out.States, r.states...)
	}
}

// positions says, for each column of a header, which of the table's values it holds, or -1.
func (t *table) positions(header []string) []int {
	slots := t.slots()
	p := make([]int, len(header))
	for i, c := range header {
		p[i] = -1
		if s, ok := slots[c]; ok {
			p[i] = s
		}
	}
	return p
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

// isColumn tells the name of a column: a header is recognised by having nothing but such.
func isColumn(name []byte) bool {
	for _, b := range name {
		if b != '_' && (b < 'a' || b > 'z') && (b < 'A' || b > 'Z') && (b < '0' || b > '9') {
			return false
		}
	}
	return len(name) > 0
}
