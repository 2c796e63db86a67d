package ingest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/format"
)

// Recognise returns the names of all formats that say yes to the head of a file, of which only the first format.HeadSize
// bytes count. One name is as it should be.
func Recognise(head []byte, opt format.Options) (matches []string) {
	head = bytes.TrimPrefix(head, bom)
	head = head[:min(len(head), format.HeadSize)]
	if len(opt.Lines) > 0 { // whoever says what lines are made of knows better
		for _, said := range []string{"log-format", "pattern"} {
			if f, _ := formatOf(said); f.Open(head, opt) != nil {
				return []string{said}
			}
		}
	}
	if noLog(head) {
		return nil
	}
	opt = opt.Sharing()
	for _, f := range format.All {
		if f.Open(head, opt) != nil {
			matches = append(matches, f.Name)
		}
	}
	return matches
}

// noLog tells a web page, and a diagnosis of ours as JSON Lines. Both may quote the lines of a log, and are none.
func noLog(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	begin := bytes.ToLower(head[:min(len(head), 40)])
	return bytes.HasPrefix(begin, []byte("<!doctype html")) || bytes.HasPrefix(begin, []byte("<html")) ||
		bytes.HasPrefix(begin, []byte(`{"schema":"webhookctl.`))
}

// reader finds out the format of a file, or takes the one that it is told, and makes the Reader.
func reader(in *input, head []byte, o Options) (string, format.Reader, *FileError) {
	name, as, opt := in.name, o.As, o.format(in)
	if named, _ := o.lines(in); as == "" && len(named) > 0 {
		as, opt.As = named[0].Flag, named[0].Flag
		if f, _ := formatOf(as); f.Open(head, opt) == nil {
			return "", nil, &FileError{
				Name: name, Msg: fmt.Sprintf("has no lines as --%s says: %s", as, f.Why(head, opt)),
				Hint: "webhookctl formats check " + ShellQuote(name) + " tells what the file is taken for without it",
			}
		}
	}
	if as == "" {
		matches := Recognise(head, opt)
		switch len(matches) {
		case 0:
			return "", nil, unknown(name, head)
		case 1:
			as = matches[0]
		default:
			return "", nil, &FileError{
				Name: name,
				Msg:  "could be of the format " + strings.Join(matches, " or "),
				Hint: "say which with --as " + matches[0],
			}
		}
	}
	f, _ := formatOf(as)
	if r := f.Open(head, opt); r != nil {
		if holds, ok := r.(format.Mixed); ok && (as == "mixed-log" || len(holds.Formats()) > 0 && holds.Formats()[0] != as) {
			as += ": " + strings.Join(holds.Formats(), ", ")
		}
		return as, r, nil
	}
	return "", nil, &FileError{
		Name: name,
		Msg:  fmt.Sprintf("does not begin as a file of the format %q does", as),
		Hint: fmt.Sprintf("webhookctl formats %s shows a sample; leave out --as to have the format recognised", as),
	}
}

// unknown says what a file is, if not a log: of a table, which columns it has, since they can be given names that are known; of lines, how
// one says what they are made of.
func unknown(name string, head []byte) *FileError {
	e := &FileError{Name: name, Msg: Unknown, Hint: "if each line is a record, --pattern says what its parts are: webhookctl help formats; --as FORMAT forces a format"}
	head = bytes.TrimPrefix(head, bom)
	head = head[:min(len(head), format.HeadSize)]
	if format.ShowsRequests(head) {
		e.Hint = `if it is an access log in a format of its own, give that format as the server's configuration has it, such as --log-format '$remote_addr [$time_local] "$request" $status': webhookctl help formats`
	}
	if columns := format.ColumnsOf(head); columns != nil {
		const most = 20
		shown := strings.Join(columns[:min(len(columns), most)], ", ")
		if more := len(columns) - most; more > 0 {
			shown += fmt.Sprintf(" and %d more", more)
		}
		e.Msg += ": a table with the columns " + shown
		e.Hint = "if its rows are claims, or records that were made, say what columns mean: --column operation_key=NAME,status=NAME for claims, " +
			"--column downstream_id=NAME,order_id=NAME,created_at=NAME for records"
	}
	return e
}

// Unknown begins what is said of a file that no format fits.
const Unknown = "not a log format that webhookctl knows"

func formatOf(name string) (format.Format, bool) {
	for _, f := range format.All {
		if f.Name == name {
			return f, true
		}
	}
	return format.Format{}, false
}

func names() []string {
	all := make([]string, len(format.All))
	for i, f := range format.All {
		all[i] = f.Name
	}
	return all
}
