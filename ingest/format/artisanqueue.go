package format

import (
	"bytes"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// artisanQueue is what Laravel's worker, php artisan queue:work, prints of each job that it begins and ends. Up to Laravel 8 each line
// names its job; since 9 only with -v. Source: Illuminate\Queue\Console\WorkCommand of the framework. A FAIL is of a job that is put back
// as well.
var artisanQueue = Format{
	Name:       "artisan-queue",
	Title:      "what Laravel's php artisan queue:work -v prints: each job's start and end",
	Open:       openLines("artisan-queue"),
	Documented: true,
	Samples: []Sample{
		{Text: "\n   INFO  Processing jobs from the [default] queue.  \n\n" +
			"  2026-11-30 08:26:47 App\\Jobs\\ShipOrder 17 database default ........ RUNNING\n" +
			"  2026-11-30 08:26:48 App\\Jobs\\ShipOrder 17 database default .. 1s 12ms DONE\n" +
			"  2026-11-30 08:27:02 Closure (web.php:12) q8ZcT1xVbN4mK7pRw2LsYd9HfGj3EaUo redis mails 74.20ms FAIL\n", Records: 3},
		{Text: "[2026-11-30 08:26:47][17] Processing: App\\Jobs\\ShipOrder\n[2026-11-30 08:26:48][17] Processed:  App\\Jobs\\ShipOrder\n", Records: 2},
		{Text: "  2026-11-30 08:26:47 App\\Jobs\\ShipOrder ................. RUNNING\n", Records: 0}, // without -v: a problem
		{Text: "  App\\Database\\Seeders\\OrderSeeder ............. RUNNING\n", Refused: true},
		{Text: "  2026_11_30_082647_create_orders_table ...... 12.10ms DONE\n", Refused: true},
		{Text: "[2026-11-30 08:26:47][17] Processing started\n", Refused: true},
	},
}

type artisanReader struct{ zone *time.Location }

func (artisanReader) Frame(data []byte, eof bool) int { return frameLines(data, eof) }

func (r artisanReader) Parse(c Chunk, out *Batch) { r.parse(c, newRecordReader(out, r.zone)) }

func (r artisanReader) parse(c Chunk, read *recordReader) {
	out := read.out
	eachLine(c.fromLine(), func(line []byte, no, offset int64) {
		j := artisanLineOf(withoutTerminal(line))
		switch {
		case len(bytes.TrimSpace(line)) == 0, isArtisanHeading(withoutTerminal(line)):
			out.skip(1)
			return
		case j.event == "":
			out.problem(no, offset, 1, "no line of queue:work: "+outline(line), `a line looks like: 2026-11-30 08:26:47 App\Jobs\ShipOrder 17 database default .... RUNNING`)
			return
		case j.id == nil:
			out.problem(no, offset, 1, "the line does not name its job", "since Laravel 9 the worker names it when it is started as: php artisan queue:work -v")
			return
		}
		out.recordAt(profile.Observation{Line: no, Offset: offset, Lines: 1, Event: j.event, JobID: string(j.id)}, j.stamp, r.zone)
	})
}

func isArtisanLine(line []byte) bool {
	return artisanLineOf(line).event != "" || isArtisanHeading(line)
}

func isArtisanHeading(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line, " "), []byte("INFO  Processing jobs from the ["))
}

type artisanLine struct {
	stamp, id []byte
	event     profile.Event // "": it is none of its lines
}

func artisanLineOf(line []byte) (j artisanLine) {
	const stamp = len("2026-11-30 08:26:47")
	text := bytes.TrimSpace(line)
	old := len(text) > 0 && text[0] == '['
	if old {
		text = text[1:]
	}
	if len(text) < stamp+len(" X RUNNING") {
		return j
	}
	if _, _, _, ok := localStamp(text[:stamp]); !ok && !isNoMoment(text[:stamp]) {
		return j
	}
	if j.stamp, text = text[:stamp], text[stamp:]; old {
		j.event, j.id = artisanOld(text)
	} else {
		j.event, j.id = artisanNew(bytes.Fields(text))
	}
	return j
}

// artisanOld reads what stands behind the time up to Laravel 8: "][17] Processing: App\Jobs\ShipOrder".
func artisanOld(text []byte) (says profile.Event, id []byte) {
	text, ok := bytes.CutPrefix(text, []byte("]["))
	id, text, closed := bytes.Cut(text, []byte("] "))
	switch status, _, found := bytes.Cut(text, []byte(": ")); {
	case !ok || !closed || !found || !isArtisanID(id):
	case string(status) == "Processing":
		return profile.EventStarted, id
	case string(status) == "Processed":
		return profile.EventDone, id
	case string(status) == "Failed":
		return profile.EventFailed, id
	}
	return "", nil
}

// artisanNew reads it since: "App\Jobs\ShipOrder 17 database default .. 1s 12ms DONE". Job, connection and queue are named with -v only; dots
// there are where the terminal is wide enough.
func artisanNew(words [][]byte) (says profile.Event, id []byte) {
	last := len(words) - 1
	switch string(words[last]) {
	case "RUNNING":
		says = profile.EventStarted
	case "DONE":
		says = profile.EventDone
	case "FAIL":
		says = profile.EventFailed
	default:
		return "", nil
	}
	words = words[:last]
	for len(words) > 0 && appDuration(bytes.ReplaceAll(words[len(words)-1], []byte(","), nil), 0) > 0 {
		words = words[:len(words)-1]
	}
	if n := len(words); n > 0 && len(bytes.Trim(words[n-1], ".")) == 0 {
		words = words[:n-1]
	}
	if len(words) == 0 || !nameOfLogger(bytes.ReplaceAll(words[0], []byte(`\`), []byte("/"))) {
		return "", nil
	}
	if n := len(words); n > 3 && isArtisanID(words[n-3]) {
		id = words[n-3]
	}
	return says, id
}

// isArtisanID tells the ID of a job: the number of a row, 32 letters and digits of Redis, a UUID of SQS.
func isArtisanID(word []byte) bool {
	for _, c := range word {
		if c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return len(word) > 0 && (digitRun(word) == len(word) || len(word) >= 32)
}
