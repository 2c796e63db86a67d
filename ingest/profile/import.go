package profile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// Import is the reading of one file into the profile: one transaction, so all of it is kept or nothing. Its methods are
// for one goroutine.
type Import struct {
	// Replaces may be set before Commit: the SHA-256 of an earlier and smaller reading of the same path whose bytes are the
	// beginning of the new ones. That reading is then taken out: the log has grown. Any other earlier reading of the path
	// stays, because its log was rotated away.
	Replaces string
	// Renames may be set before Commit, too: the new names of sources that would else have that of this one, by absPath + "\x00" + SHA-256.
	Renames map[string]string

	// Resume may be set before Commit: where a later import may go on. Of the source of Continue it takes the earlier's place.
	Resume *Resume

	p        *Profile
	ctx      context.Context
	of       *Reading // that this import goes on with; nil: none
	conn     *sql.Conn
	together *together // nil: it has a transaction of its own
	path     string
	mark     Mark
	done     bool
	err      error // the first of Add: nothing more goes in

	observations, kinds, texts, states, shapes, problems *bulk

	textIDs  *textIDs
	kindIDs  *recent[Observation, *kind]
	shapeOf  shapes
	stateIDs *recent[Mark, int64]
	fullOf   *recent[resourceKey, full]

	lastKinds [64]*kind // by what cheaply tells most kinds apart

	unsorted   bool
	lastOffset int64
}

// How much an import remembers in order to store equal things once. Together below 64 MiB for usual lengths.
const (
	recentTexts     = 100_000
	recentKinds     = 2_000
	recentResources = 4_000
	recentStates    = 100_000
)

// Import begins to read the file at absPath, waiting for another import to end. src need only be known by Commit. The
// caller must end it with Commit or Rollback, and nothing else may be imported until then.
func (p *Profile) Import(ctx context.Context, absPath string, src Source) (*Import, error) {
	return p.start(ctx, absPath, src.Name, nil)
}

func (p *Profile) start(ctx context.Context, absPath, name string, of *Reading) (*Import, error) {
	if p.write == nil {
		return nil, fmt.Errorf("%s: the profile was opened for reading only, so %q cannot be imported", p.path, name)
	}
	p.mu.Lock()
	t := p.together
	p.mu.Unlock()
	var conn *sql.Conn
	if t != nil {
		conn = t.conn
	}
	if conn == nil {
		var err error
		if conn, err = p.write.Conn(ctx); err != nil {
			return nil, p.explain(ctx, err)
		}
	}
	if t != nil {
		t.conn = conn
	}
	i := &Import{
		p: p, ctx: ctx, of: of, conn: conn, together: t, path: absPath, mark: p.keys.pathMark(absPath),
		textIDs: newTextIDs(recentTexts), kindIDs: newRecent[Observation, *kind](recentKinds),
		stateIDs: newRecent[Mark, int64](recentStates), fullOf: newRecent[resourceKey, full](recentResources),
	}
	err := i.begin()
	if err == nil && of != nil {
		err = i.truncate()
	}
	if err == nil {
		err = i.open()
	}
	if err != nil {
		return nil, errors.Join(p.explain(ctx, err), i.Rollback())
	}
	p.mu.Lock()
	p.importing = i
	p.mu.Unlock()
	return i, nil
}

// open finds out which rows are next.
func (i *Import) open() error {
	for _, t := range []struct {
		b              **bulk
		table, columns string
	}{
		{&i.observations, "observation", observationColumns},
		{&i.kinds, "kind", kindColumns},
		{&i.texts, "text", textColumns},
		{&i.states, "state", stateColumns},
		{&i.shapes, "shape", shapeColumns},
		{&i.problems, "problem", problemColumns},
	} {
		b, err := newBulk(i.ctx, i.conn, t.table, t.columns)
		if err != nil {
			return err
		}
		*t.b = b
	}
	return nil
}

func (i *Import) bulks() []*bulk {
	return []*bulk{i.observations, i.kinds, i.texts, i.states, i.shapes, i.problems}
}

// Add stores what came of one stretch of the file; its arguments may be used again afterwards. Sources in them are
// ignored, and so is a state that was added before. After an error only Rollback is left.
func (i *Import) Add(obs []Observation, states []State, problems []Problem) error {
	if i.done {
		return errEnded
	}
	if i.err == nil {
		i.err = i.p.explain(i.ctx, i.add(obs, states, problems))
	}
	return i.err
}

func (i *Import) add(obs []Observation, states []State, problems []Problem) error {
	if err := i.ctx.Err(); err != nil {
		return err
	}
	for n := range obs {
		if err := i.observation(&obs[n]); err != nil {
			return err
		}
	}
	for n := range states {
		if err := i.state(&states[n]); err != nil {
			return err
		}
	}
	for n := range problems {
		if err := i.problem(&problems[n]); err != nil {
			return err
		}
	}
	return nil
}

var errEnded = errors.New("the import has ended")

func (i *Import) observation(o *Observation) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.Offset < i.lastOffset {
		i.unsorted = true
	}
	i.lastOffset = o.Offset

	kind, err := i.kind(o)
	if err != nil {
		return err
	}
	if err := encodeObservation(i.observations, i.observations.take(), kind, o, i.text); err != nil {
		return err
	}
	return i.observations.end(i.ctx)
}

// kind is a row of table kind.
type kind struct {
	Observation
	id int64
}

func (i *Import) kind(o *Observation) (id int64, err error) {
	last := &i.lastKinds[o.kindHash()%uint32(len(i.lastKinds))]
	if *last != nil && o.isOfKind(&(*last).Observation) {
		return (*last).id, nil
	}
	k := kindOf(o)
	of := i.kindIDs.get(k)
	if of == nil {
		k.Event = Event(strings.Clone(string(k.Event))) // the parser's buffer must not live as long as the import
		for _, s := range k.strings() {
			*s = strings.Clone(*s)
		}
		of = &kind{k, i.kinds.take()}
		encodeKind(i.kinds, of.id, &k)
		if err := i.kinds.end(i.ctx); err != nil {
			return 0, err
		}
		i.kindIDs.put(k, of)
	}
	*last = of
	return of.id, nil
}

func (i *Import) text(s string) (int64, error) {
	id, hash := i.textIDs.get(s)
	if id != 0 {
		return id, nil
	}
	id = i.texts.take()
	i.texts.int(id)
	i.texts.text(strings.Clone(s))
	i.textIDs.put(s, hash, id)
	return id, i.texts.end(i.ctx)
}

func (i *Import) problem(pr *Problem) error {
	b := i.problems
	b.int(b.take())
	b.int(pr.Line)
	b.int(pr.Offset)
	b.int(pr.Lines)
	b.text(strings.Clone(pr.Reason))
	b.text(strings.Clone(pr.Hint))
	return b.end(i.ctx)
}

// Rollback forgets what was added. After Commit it does nothing.
func (i *Import) Rollback() error {
	if i.done {
		return nil
	}
	i.undo()
	return i.end()
}

func (i *Import) end() error {
	i.done = true
	var errs []error
	for _, b := range i.bulks() {
		if b != nil {
			errs = append(errs, b.close())
		}
	}
	i.p.mu.Lock()
	if i.p.importing == i {
		i.p.importing = nil
	}
	i.p.listed, i.p.paths = nil, nil
	i.p.mu.Unlock()
	if i.together == nil {
		errs = append(errs, i.conn.Close())
	}
	return errors.Join(errs...)
}
