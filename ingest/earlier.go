package ingest

import (
	"errors"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// keep commits what was read, unless it was in the profile before.
func (i *importer) keep(file File, src profile.Source, tx *profile.Import, g *goingOn, earlier []profile.Reading, prefixes map[int64]string) (File, error) {
	status := Imported
	switch {
	case g != nil && g.SHA256 == src.SHA256:
		status = Unchanged // but for its name
	case g != nil && g.anew():
		status = Replaced
	case g != nil:
		status = Continued
	}
	for _, e := range earlier {
		switch {
		case g != nil:
		case e.SHA256 == src.SHA256 && e.Options == src.Options:
			if err := tx.Rollback(); err != nil {
				return file, err
			}
			file.NoZone = nil
			return i.same(file, e.Source)
		case e.SHA256 == src.SHA256:
			status = Replaced
		case e.Size > 0 && e.Size < src.Size && prefixes[e.Size] == e.SHA256:
			tx.Replaces, status = e.SHA256, Replaced
		}
	}
	if status == Imported {
		tx.Renames = i.renames
	}
	if err := tx.Commit(src); err != nil {
		return file, orCancelled(i.ctx.Err(), err)
	}
	return as(file, status, src), nil
}

func as(file File, status string, src profile.Source) File {
	file.Status, file.Source, file.Format = status, src, src.Format
	return file
}

// same is a file of which an earlier reading stands, with what could not be used then.
func (i *importer) same(file File, earlier profile.Source) (File, error) {
	noted, err := i.p.ProblemsWithoutLines(i.ctx, earlier)
	unlisted, wrong := i.p.UnlistedOf(i.ctx, earlier)
	file.Noted, file.Unlisted = noted, unlisted
	return as(file, Unchanged, earlier), errors.Join(err, wrong)
}

// unchanged returns the earlier reading that a file is still equal to, or nil. It reads the file only if its size is that of
// one; and never stdin or a file in an archive, which cannot be read twice.
func (i *importer) unchanged(in *input, earlier []profile.Reading) (*profile.Source, error) {
	options := i.opt.canonical(in)
	possible := func(e profile.Reading) bool { return e.Size == in.size && e.Options == options }
	if in.path == "-" || in.archive != nil || !slices.ContainsFunc(earlier, possible) {
		return nil, nil
	}
	sha, err := hashFile(i.ctx, in)
	if err != nil {
		return nil, err
	}
	for _, e := range earlier {
		if possible(e) && e.SHA256 == sha {
			return &e.Source, nil
		}
	}
	return nil, nil
}

// sizesOf lists the sizes of earlier readings, smallest first, so that the largest that is a beginning is the last to be tried.
func sizesOf(earlier []profile.Reading) []int64 {
	slices.SortFunc(earlier, func(a, b profile.Reading) int { return int(min(max(a.Size-b.Size, -1), 1)) })
	sizes := make([]int64, len(earlier))
	for n, e := range earlier {
		sizes[n] = e.Size
	}
	return sizes
}
