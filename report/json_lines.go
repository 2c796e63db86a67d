package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/webhookctl/webhookctl/analyze"
)

// JSONLines writes what JSON writes, one object on each line, for programs that read line by line: first the summary, then each
// source, pattern, duplicate, registration, operation, finding and rule, then the baseline. The field "record" says which; the
// others are those that the JSON Schema gives for it. A line begins with a brace, so no spreadsheet takes one for a formula.
func JSONLines(w io.Writer, d analyze.Diagnosis, _ Options) error {
	d = filled(d)
	l := lines{schema: d.Schema}
	l.add("summary", d.Summary)
	addAll(&l, "source", d.Sources)
	addAll(&l, "pattern", d.Patterns)
	addAll(&l, "duplicate", d.Duplicates)
	addAll(&l, "registration", d.Registrations)
	addAll(&l, "operation", d.Operations)
	addAll(&l, "finding", d.Findings)
	addAll(&l, "rule", d.Rules)
	if d.Baseline.Verdict != "" {
		l.add("baseline", d.Baseline)
	}
	if l.err != nil {
		return fmt.Errorf("write JSON Lines: %w", l.err)
	}
	return write(w, l.Bytes())
}

// lines are objects in the making; err is the first that went wrong.
type lines struct {
	bytes.Buffer
	schema string
	err    error
}

func addAll[T any](l *lines, record string, list []T) {
	for i := range list {
		l.add(record, list[i])
	}
}

// add writes one object, with the schema and what it is in front of its own fields.
func (l *lines) add(record string, v any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && l.err == nil {
		l.err = err
		return
	}
	fmt.Fprintf(l, `{"schema":%q,"record":%q,`, l.schema, record)
	l.Write(escapeInvisible(buf.Bytes()[1:]))
}
