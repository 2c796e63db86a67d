package ingest

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// input is one file to read.
type input struct {
	path  string // absolute, links resolved: what tells files apart; "-" for stdin
	given string // absolute, as it was reached: what it is named by
	base  string // the folder below which it is named
	name  string // set by nameFiles
	size  int64

	archive *archive  // that it lies in, if it does; path is then that of the archive with its own behind it
	stream  io.Reader // its bytes, while the archive is read
	kind    attachedKind
}

// finder collects inputs, each once, however often and by whatever links it is reached.
type finder struct {
	byPath map[string]*input
	failed []File
	own    []string       // prefixes of the profile's own files
	leave  []string       // files that are no evidence
	ways   map[string]int // how often a folder was gone through, by its real path
}

// find turns arguments into files in the order of their paths. What cannot be read comes back as failed.
func find(paths []string, profilePath string, leave []string) ([]*input, []File) {
	f := finder{byPath: map[string]*input{}, ways: map[string]int{}}
	if abs, err := filepath.Abs(profilePath); err == nil {
		f.own = append(f.own, abs)
		if real, err := filepath.EvalSymlinks(abs); err == nil {
			f.own = append(f.own, real)
		}
	}
	for _, file := range leave {
		if abs, err := filepath.Abs(file); err == nil {
			if real, err := filepath.EvalSymlinks(abs); err == nil {
				f.leave = append(f.leave, real)
			}
		}
	}
	var files []string // arguments that are files
	for _, arg := range paths {
		if arg == "-" {
			f.byPath[arg] = &input{path: arg}
			continue
		}
		for _, match := range f.expand(arg) {
			if info, err := os.Stat(match); err != nil {
				f.fail(arg, err)
			} else if info.IsDir() {
				f.folder(match)
			} else {
				files = append(files, match)
			}
		}
	}
	parent := commonParent(files)
	for _, file := range files {
		f.add(file, parent)
	}
	found := make([]*input, 0, len(f.byPath))
	for _, in := range f.byPath {
		found = append(found, in)
	}
	slices.SortFunc(found, func(a, b *input) int { return strings.Compare(a.path, b.path) })
	return found, f.failed
}

// expand returns the paths that an argument means. One that exists means itself, even with a star in its name.
func (f *finder) expand(arg string) []string {
	if _, err := os.Lstat(arg); err == nil || !strings.ContainsAny(arg, "*?[{") {
		return []string{arg}
	}
	matches, err := doublestar.FilepathGlob(arg, doublestar.WithFailOnIOErrors())
	if errors.Is(err, doublestar.ErrBadPattern) {
		f.failed = append(f.failed, failed(&FileError{
			Name: arg, Msg: "is not a pattern: a bracket or brace has no end",
			Hint: `write \[ for a bracket in a name`,
		}))
		return nil
	}
	if err != nil {
		f.fail(arg, err)
		return nil
	}
	if len(matches) == 0 {
		f.failed = append(f.failed, failed(&FileError{
			Name: arg, Msg: "no file matches this pattern",
			Hint: "** stands for folders of any depth, * for a part of one name",
		}))
	}
	return matches
}

// folder adds all files below a folder.
func (f *finder) folder(root string) {
	abs, err := filepath.Abs(root)
	if err != nil {
		f.fail(root, err)
		return
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		f.fail(root, err)
		return
	}
	f.walk(visit{dir: abs, real: real, base: abs, shown: root})
}

// visit is a folder on the way to all that is below it.
type visit struct {
	dir   string // absolute, as it was reached
	real  string // the same without links
	base  string // the folder that files are named below
	shown string // as the user wrote it
	above []string
}

// mostWays is how often a folder is gone through that links lead to. Each way gives its files a name, of which one is kept; two
// links to the next folder in each of thirty would give a thousand million.
const mostWays = 8

// walk follows links to folders, which filepath.WalkDir does not.
func (f *finder) walk(t visit) {
	if slices.Contains(t.above, t.real) {
		f.failed = append(f.failed, failed(&FileError{
			Name: filepath.ToSlash(t.shown), Msg: "is a link to a folder that it lies in",
			Hint: "remove the link, or name the folders without it",
		}))
		return
	}
	if f.ways[t.real]++; f.ways[t.real] > mostWays {
		return // its files are known
	}
	entries, err := os.ReadDir(t.dir)
	if err != nil {
		f.fail(t.shown, err)
	}
	above := append(slices.Clone(t.above), t.real)
	for _, e := range entries { // in name order
		next := visit{
			dir: filepath.Join(t.dir, e.Name()), real: filepath.Join(t.real, e.Name()), base: t.base,
			shown: filepath.Join(t.shown, e.Name()), above: above,
		}
		own := f.isOwn(next.real) // not what a link of that name leads to
		info, err := os.Stat(next.dir)
		if err == nil && e.Type()&fs.ModeSymlink != 0 {
			next.real, err = filepath.EvalSymlinks(next.dir)
		}
		switch {
		case err != nil:
			f.fail(next.shown, err)
		case info.IsDir():
			f.walk(next)
		case !own:
			f.take(&input{path: next.real, given: next.dir, base: next.base, size: info.Size()}, info.Mode(), next.shown)
		}
	}
}

// add takes in a file that an argument names.
func (f *finder) add(file, base string) {
	info, err := os.Stat(file)
	if err != nil {
		f.fail(file, err)
		return
	}
	given, err := filepath.Abs(file)
	if err != nil {
		f.fail(file, err)
		return
	}
	path, err := filepath.EvalSymlinks(given)
	if err != nil {
		f.fail(file, err)
		return
	}
	f.take(&input{path: path, given: given, base: base, size: info.Size()}, info.Mode(), file)
}

// take takes a file in, or says why it is none. Of two names that one file is reached by, the longer is kept.
func (f *finder) take(in *input, mode fs.FileMode, shown string) {
	if slices.Contains(f.leave, in.path) {
		return
	}
	if what := special(mode); what != "" {
		f.failed = append(f.failed, failed(&FileError{
			Name: filepath.ToSlash(shown), Msg: "is " + what + ", not a file",
			Hint: "to read a stream, pass it to: webhookctl import logs -",
		}))
		return
	}
	if old := f.byPath[in.path]; old != nil {
		if a, b := below(old), below(in); len(a) > len(b) || (len(a) == len(b) && a <= b) {
			return
		}
	}
	f.byPath[in.path] = in
}

func special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case !mode.IsRegular():
		return "a special file"
	}
	return ""
}

// isOwn tells the profile, its key, and what SQLite lays beside it.
func (f *finder) isOwn(path string) bool {
	for _, own := range f.own {
		switch strings.TrimPrefix(path, own) {
		case "", ".key", ".key.new", ".trace", ".trace.new", "-journal", "-wal", "-shm":
			return true
		}
	}
	return false
}

func (f *finder) fail(shown string, err error) {
	f.failed = append(f.failed, failed(fileError(filepath.ToSlash(shown), err)))
}

func failed(err *FileError) File { return File{Name: err.Name, Status: Failed, Err: err} }

// commonParent returns the innermost folder that all files lie in.
func commonParent(files []string) string {
	parent := ""
	for i, file := range files {
		abs, err := filepath.Abs(file)
		if err != nil {
			continue
		}
		dir := filepath.Dir(abs)
		if i == 0 {
			parent = dir
		}
		for dir != parent && !strings.HasPrefix(dir, strings.TrimSuffix(parent, string(filepath.Separator))+string(filepath.Separator)) {
			up := filepath.Dir(parent)
			if up == parent {
				break
			}
			parent = up
		}
	}
	return parent
}

// below returns the path of a file below its base, slash-separated.
func below(in *input) string {
	rel, err := filepath.Rel(in.base, in.given)
	if err != nil {
		return filepath.ToSlash(in.given)
	}
	return filepath.ToSlash(rel)
}
