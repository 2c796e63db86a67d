package ingest

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// named is one file that must have a name of its own: one to import, or one or more readings that the profile holds.
type named struct {
	parts []string // of its absolute path; nil: it is not known, so the name is as it is
	n     int      // how many of them, from the end, make the name
	fixed string
	first string // the folder above its first name
}

func (f *named) name() string {
	if f.parts == nil {
		return f.fixed
	}
	return strings.Join(f.parts[len(f.parts)-f.n:], "/")
}

// nameFiles names each file by its path below its base, with more of the parents in front where two would be equal, also to one
// that the profile holds. All files below one base have as many, so that names show what was collected together. It puts the files
// into name order, and returns the new names of the profile's sources, in the form that profile.Import.Renames has. A file that the
// profile holds keeps its name, and the others are named as if they had all come at once: an import that was interrupted goes on with
// the names that it would have given. What no profile keeps is hidden in names, too.
func nameFiles(found []*input, held []profile.Source, pathOf func(profile.Source) string) map[string]string {
	all := map[string]*named{} // by path; of those without, by a name that no path has
	sorted := slices.SortedFunc(slices.Values(found), func(a, b *input) int { return strings.Compare(a.path, b.path) })
	hidden := newHiddenNames(sorted)
	for _, s := range held {
		hidden.learn(split(pathOf(s)), s.Name)
	}
	for _, s := range held {
		path := pathOf(s)
		if path == "" || path == "-" {
			all["\x00"+s.Name] = &named{fixed: s.Name}
			continue
		}
		f := &named{parts: hidden.write(split(path)), n: strings.Count(s.Name, "/") + 1, fixed: s.Name}
		if f.n > len(f.parts) || f.name() != s.Name {
			f.parts = nil // it was reached by a link; leave it
		}
		all[path] = f
	}
	fresh := map[string]*named{} // as they would be named in an empty profile
	for _, in := range sorted {
		if in.path == "-" {
			fresh[in.path] = &named{fixed: "stdin"}
			delete(all, "\x00stdin")
		} else {
			fresh[in.path] = &named{parts: hidden.write(split(in.given)), n: strings.Count(below(in), "/") + 1}
		}
	}
	lengthen(fresh)
	more := parentsHeld(found, all)
	for _, in := range found {
		f := fresh[in.path]
		f.n = max(f.n, min(strings.Count(below(in), "/")+1+more[in.base], len(f.parts)))
		if all[in.path] == nil {
			all[in.path] = f
		}
	}
	lengthen(all)

	for _, in := range found {
		in.name = all[in.path].name()
	}
	slices.SortFunc(found, func(a, b *input) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		return strings.Compare(a.path, b.path)
	})
	renames := map[string]string{}
	for _, s := range held {
		if path := pathOf(s); path != "" && path != "-" {
			if name := all[path].name(); name != s.Name {
				renames[path+"\x00"+s.SHA256] = name
			}
		}
	}
	return renames
}

// parentsHeld returns for each base how many of the parents the profile has in front of files below it. What comes later from there,
// after an import that was interrupted or since the folder has grown, is named as they are.
func parentsHeld(found []*input, all map[string]*named) map[string]int {
	more := map[string]int{}
	for _, in := range found {
		if f := all[in.path]; f != nil && f.parts != nil {
			more[in.base] = max(more[in.base], f.n-strings.Count(below(in), "/")-1)
		}
	}
	return more
}

// lengthen puts more of the parents in front of the files below a base until no name is equal to another.
func lengthen(all map[string]*named) {
	bases := map[string][]*named{}
	for _, f := range all {
		bases[f.base()] = append(bases[f.base()], f)
	}
	for changed := true; changed; {
		changed = false
		same := map[string][]*named{}
		for _, f := range all {
			same[f.name()] = append(same[f.name()], f)
		}
		longer := map[string]bool{}
		for _, group := range same {
			for _, f := range group {
				if len(group) > 1 {
					longer[f.first] = true
				}
			}
		}
		for base := range longer {
			for _, f := range bases[base] {
				if f.parts != nil && f.n < len(f.parts) {
					f.n++
					changed = true
				}
			}
		}
	}
}

// base is the folder below which the file had its first name.
func (f *named) base() string {
	if f.parts != nil {
		f.first = strings.Join(f.parts[:len(f.parts)-f.n], "/")
	}
	return f.first
}

func split(path string) []string {
	return strings.Split(strings.Trim(filepath.ToSlash(path), "/"), "/")
}

func sortFiles(files []File) {
	slices.SortStableFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
}
