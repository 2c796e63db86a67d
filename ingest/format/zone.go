package format

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	_ "time/tzdata" // so that a zone means the same on a machine without a zone database

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// LoadZone returns the zone that a name of the IANA database (Europe/Berlin), UTC, or an offset from it (+01:00) means. The zone
// of this machine has no name here: the same command must say the same everywhere.
func LoadZone(name string) (*time.Location, error) {
	if offset, ok := zone([]byte(name)); ok {
		return time.FixedZone(name, int(offset/time.Second)), nil
	}
	if name == "" || strings.EqualFold(name, "local") {
		return nil, fmt.Errorf("%q is no zone", name)
	}
	at, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("zone %q is not known", name)
	}
	return at, nil
}

// inZone returns the moment at which the clocks of a zone show what those of UTC show at nano. When clocks are set forward
// there is none, and when they are set back there are two: why then says so, and no moment is chosen.
func inZone(nano int64, zone *time.Location) (at int64, why string) {
	shown := time.Unix(0, nano).In(zone)
	near := []time.Time{shown}
	// What clocks show differs from UTC by less than a day, so no change but the last and the next can matter.
	if start, end := shown.ZoneBounds(); !start.IsZero() || !end.IsZero() {
		near = append(near, start.Add(-1), end)
	}
	found := 0
	for _, t := range near {
		_, offset := t.Zone()
		moment := nano - int64(offset)*int64(time.Second)
		if _, is := time.Unix(0, moment).In(zone).Zone(); is == offset && (found == 0 || moment != at) {
			at = moment
			found++
		}
	}
	switch found {
	case 0:
		return 0, "does not exist in " + zone.String() + ", where clocks were set forward"
	case 1:
		return at, ""
	}
	return 0, "is twice in " + zone.String() + ", where clocks were set back"
}

// localStamp reads a time without a zone as if it were in UTC: 2026-11-30 08:31:20, with T or a blank in the middle, with or
// without a fraction behind a point or comma; 2026/11/30 08:31:20; 30.11.2026 08:31:20. never tells MySQL's 0000-00-00 00:00:00, which is no moment.
func localStamp(t []byte) (nano int64, precision time.Duration, never, ok bool) {
	const longest = len("2026-11-30T08:31:20.123456789")
	if nano, precision, ok := dottedStamp(t); ok {
		return nano, precision, false, true
	}
	if len(t) < 19 || len(t) > longest {
		return 0, 0, false, false
	}
	if string(t) == "0000-00-00 00:00:00" {
		return 0, 0, true, true
	}
	if last := t[len(t)-1]; last < '0' || last > '9' {
		return 0, 0, false, false
	}
	var whole [longest + 1]byte
	if t[4] == '/' && t[7] == '/' { // Caddy's wall clock, Go's log
		t = append(append(append(append(whole[:0], t[:4]...), '-'), t[5:7]...), append([]byte{'-'}, t[8:]...)...)
	}
	if len(t) > 19 && t[19] != '.' && t[19] != ',' {
		return 0, 0, false, false // 2026-11-30T08:31:20+01, which has a zone, or something else
	}
	nano, precision, ok = isoStamp(append(append(whole[:0], t...), 'Z'))
	return nano, precision, false, ok
}

// dottedStamp reads 30.11.2026 08:31:20, with a comma or without, with seconds or without: what spreadsheets and shops write from Germany to
// Russia. Between points the day comes first everywhere; between slashes it does not, so that those are not read.
func dottedStamp(t []byte) (nano int64, precision time.Duration, ok bool) {
	if len(t) < len("1.1.2026 08:31") || len(t) > len("30.11.2026, 08:31:20") || t[1] != '.' && t[2] != '.' {
		return 0, 0, false
	}
	date, clock, _ := bytes.Cut(t, []byte{' '})
	parts := bytes.Split(bytes.TrimSuffix(date, []byte{','}), []byte{'.'})
	if len(parts) != 3 || len(parts[0]) > 2 || len(parts[1]) > 2 || len(parts[2]) != 4 ||
		len(clock) != len("08:31") && len(clock) != len("08:31:20") || clock[2] != ':' {
		return 0, 0, false
	}
	second := 0
	if precision = time.Minute; len(clock) > len("08:31") {
		if precision = time.Second; clock[5] != ':' {
			return 0, 0, false
		}
		second = digits(clock[6:])
	}
	nano, ok = civil(digits(parts[2]), digits(parts[1]), digits(parts[0]), digits(clock[:2]), digits(clock[3:5]), second)
	return nano, precision, ok
}

// localTime is what came of a time without a zone.
type localTime struct {
	nano      int64
	precision time.Duration // 0: it is no moment
	zoneless  bool          // for want of Options.Zone
	shown     int64         // what it then reads, as if it were in UTC
	lack      string        // or because it lacks more than that: a date, a form that is known
	why, hint string        // or because the zone has no such time, or two; or because it cannot be read
}

// readLocal reads a time without a zone in one, which may be nil. false: text is no such time.
func readLocal(text []byte, in *time.Location) (l localTime, ok bool) {
	nano, precision, never, ok := localStamp(text)
	switch {
	case !ok || never:
		return l, ok
	case in == nil:
		return localTime{zoneless: true, shown: nano}, true
	}
	at, why := inZone(nano, in)
	if why != "" {
		return localTime{why: why, hint: doubtHint}, true
	}
	return localTime{nano: at, precision: precision}, true
}

// readTime reads a time that a log shows, by the zone that it names itself or in one that is said of the file. false: it is no time, and
// nobody would take it for one. What has the form of a time and is none says why: 30 February, an hour of 25, the year 9999.
func readTime(text []byte, in *time.Location) (l localTime, ok bool) {
	if nano, precision, ok := appStamp(text); ok {
		return localTime{nano: nano, precision: precision}, true
	}
	if l, ok := readLocal(text, in); ok {
		return l, true
	}
	const shortest = 12 // less than that may be how long something took, or how long a program has run
	switch {
	case len(text) == 0, string(text) == goNever, isDecimal(text) && digitRun(text) < shortest:
		return l, false
	case isDecimal(text):
		return localTime{why: noMomentWhy, hint: noMomentHint}, true
	case isNoMoment(text):
		return localTime{why: noMomentWhy, hint: noMomentHint}, true
	case hasDate(text):
		return localTime{lack: KnownForm}, true
	}
	return l, false
}

const (
	goNever      = "0001-01-01T00:00:00Z" // what Go has for a time that was never set
	noMomentWhy  = "does not exist, at least from 1970 to 2261"
	noMomentHint = "a clock or a program wrote it so, or the line was damaged; if you know when it was, mend it in a copy of the file"
)

// KnownForm is what a time lacks that can be seen to be one, and that nobody here can read.
const KnownForm = "form that is known"

// isNoMoment tells the forms of ISO 8601 and of access logs, with numbers in them of which no date and time is made.
func isNoMoment(t []byte) bool {
	switch {
	case len(t) < len("2026-11-30 08:31:20"):
	case t[4] == '-' && t[7] == '-' && (t[10] == 'T' || t[10] == 't' || t[10] == ' ') && t[13] == ':' && t[16] == ':':
		return isNoCivil(t[0:4], digits(t[5:7]), t[8:10], t[11:19])
	case len(t) > len("30/Nov/2026:08:26:4") && t[2] == '/' && t[6] == '/' && t[11] == ':' && t[14] == ':' && t[17] == ':':
		return month(t[3:6]) > 0 && isNoCivil(t[7:11], month(t[3:6]), t[0:2], t[12:20])
	}
	return false
}

// isNoCivil tells numbers that are no date and time. clock is 08:31:20.
func isNoCivil(year []byte, month int, day, clock []byte) bool {
	y, d, h, m, s := digits(year), digits(day), digits(clock[:2]), digits(clock[3:5]), digits(clock[6:8])
	_, is := civil(y, month, d, h, m, s)
	return !is && min(y, month, d, h, m, s) >= 0
}

// hasDate tells a text that is short, begins with a digit or a word of three letters, and has as many digits as a date and marks between.
func hasDate(text []byte) bool {
	const longest = 40
	if len(text) > longest || len(text) < len("1.1.26 8:31") {
		return false
	}
	n, marks := 0, 0
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			n++
		case c == '/', c == '-', c == ':', c == '.', c == ',', c == ' ':
			marks++
		}
	}
	starts := text[0] >= '0' && text[0] <= '9' || month(text[:3]) > 0 || isWeekday(text[:3])
	return starts && n >= len("1126831") && marks >= 3
}

func isWeekday(abbr []byte) bool {
	switch string(abbr) {
	case "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun":
		return true
	}
	return false
}

// Zoneless is where a time stands that has no zone, or lacks more.
type Zoneless struct {
	Line, Offset int64 // of its record; a Line of 0: there is none
	Text         string
	Lack         string // "": the zone; else a date, or a form that is known
}

// undated notes that the record at a line has no time, although it shows one: for want of a zone, of which the file as a whole
// makes one problem, or because the zone does not tell when it was, which is a problem of each record. Its lines are the record's.
// It does nothing about a record whose time is known, or that shows none.
func (b *Batch) undated(l localTime, line, off int64, text []byte) {
	switch {
	case l.zoneless || l.lack != "":
		if b.Zoneless.Line != 0 && b.Zoneless.Offset <= off { // streams are read one after the other
			return
		}
		shows := shownTime(text)
		if l.lack != "" && l.lack != KnownForm { // then it was read, and is nothing but a time
			shows = string(text)
		}
		b.Zoneless = Zoneless{line, off, shows, l.lack}
	case l.why != "":
		b.problem(line, off, 0, fmt.Sprintf("time %q %s; the record is kept without it", shownTime(text), l.why), l.hint)
	}
}

// recordAt adds an observation that has its lines for itself and a time without a zone.
func (b *Batch) recordAt(o profile.Observation, stamp []byte, zone *time.Location) {
	l, _ := readTime(stamp, zone)
	o.Time, o.Precision = l.nano, l.precision
	b.record(o)
	b.undated(l, o.Line, o.Offset, stamp)
}

// lacking returns what undated is told of a record that stands inside something else.
func (z Zoneless) lacking() (localTime, []byte) {
	return localTime{zoneless: z.Lack == "", lack: z.Lack}, []byte(z.Text)
}

const doubtHint = "if all of the file is from one side of the change, give the offset of then in place of the zone, such as --assume-tz '*.log=+02:00'"
