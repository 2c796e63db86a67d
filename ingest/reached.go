package ingest

import (
	"time"

	"github.com/webhookctl/webhookctl/ingest/format"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// reached is how far a reading came before the end of its file was in sight: up to there more text changes nothing.
type reached struct {
	from     *goingOn // that it went on with; nil: it began at the beginning
	zoneless format.Zoneless
	listed   int // problems

	at profile.Resume
}

// restore begins with what came of the text that is not read again.
func (r *reached) restore(src *profile.Source, file *File) {
	if r.from == nil || r.from.anew() {
		return
	}
	was := r.from.Resume
	src.Records, src.InRecords, src.Problems, src.Skipped = was.Records, was.InRecords, was.Problems, was.Skipped
	src.FirstSeen = profile.Stamp{Nano: was.First, Precision: was.FirstUnit}
	src.LastSeen = profile.Stamp{Nano: was.Last, Precision: was.LastUnit}
	file.Noted, r.listed = was.Noted, was.Listed
	if z := was.Zoneless; z != nil {
		r.zoneless = format.Zoneless(*z)
	}
}

// here says that what follows is read again. Where it begins inside a line, or is understood only by what was before it, or where problems
// before it are counted and not listed, all must be.
func (r *reached) here(c format.Chunk, tx *profile.Import, src *profile.Source, file *File, list *listing, z format.Zoneless) {
	if c.Mid || c.From != nil || list.rest.Count() > 0 || c.Offset == 0 {
		return
	}
	r.at = profile.Resume{
		Offset: c.Offset, Line: c.Line,
		Records: src.Records, InRecords: src.InRecords, Problems: src.Problems, Skipped: src.Skipped,
		Noted: file.Noted, Listed: r.listed + list.listed,
		First: src.FirstSeen.Nano, FirstUnit: time.Duration(src.FirstSeen.Precision),
		Last: src.LastSeen.Nano, LastUnit: time.Duration(src.LastSeen.Precision),
		Rows: tx.Rows(),
	}
	if z.Line > 0 {
		zoneless := profile.Zoneless(z)
		r.at.Zoneless = &zoneless
	}
}

// resume is what the profile is told. A file that is so short that a recogniser saw all of it may be taken for another once it has grown,
// so it is read anew; and so is one of a format whose records are understood only by what was before them.
func (r *reached) resume(i *importer, o *opened, reader format.Reader) (*profile.Resume, error) {
	at := r.at
	if _, continues := reader.(format.Continuer); continues || o.raw.size.Load() < recognising {
		at = profile.Resume{}
	}
	if r.from != nil {
		at.From = r.from.Resume.Offset
	}
	var err error
	at.Head, err = i.headOf(o.file)
	return &at, err
}
