// Package ingest reads log files into a profile: it finds the files, opens each, recognises its format by what is in it, has
// its records parsed on all processors, and stores what they say.
//
// It knows no format (package format does) and judges nothing. It never writes to a file that it reads.
package ingest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// What became of a file.
const (
	Imported  = "imported"  // new to the profile
	Unchanged = "unchanged" // the same bytes were read from this path before, with the same options
	Continued = "continued" // it has grown: read on from where an earlier reading stopped
	Replaced  = "replaced"  // an earlier reading made way: other options, or the file has grown since
	Failed    = "failed"    // File.Err says why
)

// File is one input and what became of it.
type File struct {
	Name     string // as the profile shows it; of one that was not found, as it was given
	Format   string
	Source   profile.Source
	Status   string
	Noted    int64 // problems that cover no line of their own, so that Source.Problems does not count them
	Unlisted int64 // problems, of whatever kind, that are counted and not listed
	NoZone   error // a *FileError, which is the problem among those that is told of times without a zone; nil once it is Unchanged
	Err      error // a *FileError where Status is Failed, or where the file is cut short and only what comes before is kept
}

// Result is what an import did, and what the profile holds now.
type Result struct {
	Bodies  int    // files that are left out since they hold bodies of a HAR that they lie beside
	Files   []File // in name order, whatever the order of the arguments
	Added   int    // files that are Imported
	Sources int    // sources in the profile
	First   profile.Stamp
	Last    profile.Stamp
}

// FileError says why one input could not be used. The others go on.
type FileError struct {
	Name string
	Line int64 // 1-based; 0 where the file as a whole is meant
	Msg  string
	Hint string
}

func (e *FileError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Msg)
	}
	return e.Name + ": " + e.Msg
}

// Logs reads files, folders with all that is below them, globs (with ** for any depth) and - for stdin into the profile.
//
// Each file is imported as a whole or not at all; small ones share a transaction. One that cannot be used is Failed in the Result and the others go on; the error is for what
// stops the import as a whole: an unknown Options.As, a profile that cannot be written, ctx.Err() when it is cancelled. The
// file that was being read is then as it was before, and the files before it are imported. The profile's own file and
// what lies beside it are left out of folders.
//
// What is compressed (gzip, zstd, bzip2, zlib) is told by its content, and so are zip and tar archives, of which each file is a
// source of its own, named archive.zip/path/in/it. Its Size and SHA256 are those of its bytes as they come out of the
// archive. Lines and offsets are those of the decompressed text in UTF-8.
func Logs(ctx context.Context, p *profile.Profile, paths []string, opt Options) (Result, error) {
	opt = opt.WithDefaults()
	if opt.As != "" {
		if _, ok := formatOf(opt.As); !ok {
			return Result{}, fmt.Errorf("format %q is not known; the known ones are %s", opt.As, strings.Join(names(), ", "))
		}
	}
	opt.markSecrets(p)
	found, failed := find(paths, p.Path(), opt.Leave)
	found, archives, broken, err := expand(ctx, found, opt)
	if err != nil {
		return Result{}, err
	}
	found, bodies := withoutBodies(found)
	held, err := p.Sources(ctx)
	if err != nil {
		return Result{}, err
	}
	renames := nameFiles(found, held, p.SourcePath)
	readings, err := p.AllReadings(ctx)
	if err != nil {
		return Result{}, err
	}

	res := Result{Files: append(failed, broken...), Bodies: bodies}
	r := reading{ctx: ctx, p: p, opt: opt, res: &res, renames: renames, elsewhere: elsewhere(readings)}
	all := make([]string, len(found))
	for i, f := range found {
		all[i] = f.path
		r.total += f.size
	}
	settle, err := p.Expect(ctx, all)
	if err != nil {
		return res, err
	}
	settleSmall, endSmall := p.Together()
	r.settle = settleSmall
	err = r.files(found, archives)
	for _, end := range []func() error{endSmall, settle} {
		if wrong := end(); err == nil {
			err = wrong
		}
	}
	if err != nil {
		res.forgetLost(p)
		sortFiles(res.Files)
		return res, err
	}
	sortFiles(res.Files)
	return res, res.sum(ctx, p)
}

// reading is what Logs is at.
type reading struct {
	ctx         context.Context
	p           *profile.Profile
	opt         Options
	res         *Result
	done, total int64             // bytes
	renames     map[string]string // of sources, still to be made: with the first file that is added, so that both are kept or neither
	elsewhere   map[string][]profile.Reading
	settle      func() error // commits what was read of small files
}

func (r *reading) files(found []*input, archives []*archive) error {
	for _, f := range found {
		if f.archive != nil {
			continue
		}
		if err := r.file(f); err != nil {
			return err
		}
	}
	for _, a := range archives {
		if err := r.archive(a); err != nil {
			return err
		}
	}
	return nil
}

// small is the size of a file that may share a transaction with others.
const small = 1 << 20

func (r *reading) file(in *input) error {
	if in.size > small || in.path == "-" { // which may never end
		if err := r.settle(); err != nil {
			return err
		}
	}
	one := importer{ctx: r.ctx, p: r.p, opt: r.opt, renames: r.renames, elsewhere: r.elsewhere, progress: func(n int64) { r.opt.Progress(r.done+n, r.total) }}
	file, err := one.file(in)
	if err != nil {
		return err
	}
	r.done += in.size
	r.opt.Progress(r.done, r.total)
	r.res.Files = append(r.res.Files, file)
	if file.Status == Imported {
		r.res.Added++
		r.renames = nil
	}
	return nil
}

// archive imports the files of an archive as they come out of it.
func (r *reading) archive(a *archive) error {
	w := walker{
		ctx: r.ctx, opt: r.opt, archive: a.name,
		visit: func(name string, _ int64, from *bufio.Reader) error {
			in := a.members[name]
			if in == nil { // it was not there a moment ago
				return nil
			}
			in.stream = from
			err := r.file(in)
			in.stream = nil
			return err
		},
		fail: func(fe *FileError) {
			if !a.told[fe.Error()] {
				r.res.Files = append(r.res.Files, failed(fe))
			}
		},
	}
	defer a.close()
	if err := w.file(a.path); !errors.Is(err, errEnough) {
		return err
	}
	return nil
}

// forgetLost leaves out files whose transaction could not be committed: an error that the disk is full takes all that share one.
func (r *Result) forgetLost(p *profile.Profile) {
	all, err := p.Sources(context.Background())
	if err != nil {
		return
	}
	type reading struct{ name, sha string }
	held := map[reading]bool{}
	for _, s := range all {
		held[reading{s.Name, s.SHA256}] = true
	}
	r.Files = slices.DeleteFunc(r.Files, func(f File) bool {
		lost := (f.Status == Imported || f.Status == Replaced || f.Status == Continued) && !held[reading{f.Source.Name, f.Source.SHA256}]
		if lost && f.Status == Imported {
			r.Added--
		}
		return lost
	})
}

// sum fills in what the profile holds.
func (r *Result) sum(ctx context.Context, p *profile.Profile) error {
	all, err := p.Sources(ctx)
	if err != nil {
		return err
	}
	r.Sources = len(all)
	for _, s := range all {
		r.First, r.Last = earlierOf(r.First, s.FirstSeen), laterOf(r.Last, s.LastSeen)
	}
	return nil
}

func earlierOf(a, b profile.Stamp) profile.Stamp {
	if a.Precision == 0 || (b.Precision > 0 && b.Nano < a.Nano) {
		return b
	}
	return a
}

func laterOf(a, b profile.Stamp) profile.Stamp {
	if a.Precision == 0 || (b.Precision > 0 && b.Nano > a.Nano) {
		return b
	}
	return a
}

// fileError turns what the system says of a file into words for the user, without the path, which Name is there for.
func fileError(name string, err error) *FileError {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &FileError{Name: name, Msg: "no such file or folder", Hint: "check the spelling"}
	case errors.Is(err, fs.ErrPermission):
		return &FileError{Name: name, Msg: "may not be read", Hint: "copy it to where you may read it, or change its permissions"}
	case errors.Is(err, errRewritten):
		return &FileError{Name: name, Msg: err.Error(), Hint: "import it again when nobody writes to it, or a copy of it"}
	case errors.As(err, &path):
		return &FileError{Name: name, Msg: path.Err.Error()}
	}
	return &FileError{Name: name, Msg: err.Error()}
}
