package analyze

import (
	"cmp"
	"slices"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A table of claims is exported as a dump, as TSV, as CSV and as JSON, and each form tells of a row in its own way: one has fewer
// columns, one shows seconds, one lost its zone. What they say of one row is one record. Rows of one export are never one: where
// nothing is unique, a key may have two.

// claimRow tells a row of a receiver's table of claims.
func claimRow(o *profile.Observation) bool {
	return o.RowStatus != "" && (o.Event == profile.EventClaimed || o.Event == profile.EventDone || o.Event == profile.EventFailed)
}

// rowKey is what a table goes by, and which end of the row's story is told.
type rowKey struct {
	event profile.Event
	kind  byte
	name  string
}

func keyOfRow(o *profile.Observation) rowKey {
	switch {
	case o.OperationKey != "":
		return rowKey{o.Event, 'o', o.OperationKey}
	case o.EventID != "":
		return rowKey{o.Event, 'e', o.EventID}
	}
	return rowKey{o.Event, 'v', o.DeliveryID}
}

// rowsOf gives the rows of claim tables, each once, by the index of the observation that stands for it. All others of the row only
// fill in what that one does not say.
func rowsOf(obs []profile.Observation) map[int]*record {
	groups := map[rowKey]map[int][]int{} // by source
	for i := range obs {
		if !claimRow(&obs[i]) {
			continue
		}
		k := keyOfRow(&obs[i])
		if groups[k] == nil {
			groups[k] = map[int][]int{}
		}
		groups[k][obs[i].Source] = append(groups[k][obs[i].Source], i)
	}
	out := map[int]*record{}
	for _, bySource := range groups {
		for _, row := range sameRows(obs, bySource) {
			i, r := oneRow(obs, row)
			out[i] = r
		}
	}
	return out
}

// sameRows puts together which rows of one key are one, of each source at most one. The export with the most rows comes first; the
// others have rows of its, or further ones.
func sameRows(obs []profile.Observation, bySource map[int][]int) [][]int {
	sources := make([]int, 0, len(bySource))
	for s, list := range bySource {
		sources = append(sources, s)
		slices.SortStableFunc(list, func(a, b int) int { // as their table would have them, not the export
			return cmp.Or(byNumber(obs[a].RowID, obs[b].RowID), cmp.Compare(obs[a].Time, obs[b].Time), cmp.Compare(obs[a].DownstreamID, obs[b].DownstreamID))
		})
	}
	slices.SortFunc(sources, func(a, b int) int {
		return cmp.Or(cmp.Compare(len(bySource[b]), len(bySource[a])), cmp.Compare(a, b))
	})
	var rows [][]int
	for _, s := range sources {
		had := len(rows)
		taken := make([]bool, had)
		from := 0 // all rows before it are taken
		for _, i := range bySource[s] {
			best := -1
			for ; from < had && taken[from]; from++ {
			}
			for j := from; j < min(had, from+64); j++ {
				if !taken[j] && !slices.ContainsFunc(rows[j], func(o int) bool { return !mayBeOneRow(&obs[o], &obs[i]) }) {
					best = j
					break
				}
			}
			if best < 0 {
				rows = append(rows, []int{i})
				continue
			}
			taken[best] = true
			rows[best] = append(rows[best], i)
		}
	}
	return rows
}

// mayBeOneRow tells whether nothing in two rows of one key tells them apart. Their state does not: an older export shows an earlier
// one.
func mayBeOneRow(a, b *profile.Observation) bool {
	same := func(x, y string) bool { return x == "" || y == "" || x == y }
	if !same(a.RowID, b.RowID) || !same(a.DownstreamID, b.DownstreamID) || !same(a.ResourceID, b.ResourceID) ||
		!same(a.DeliveryID, b.DeliveryID) || !same(a.EventID, b.EventID) || !same(a.Shop, b.Shop) {
		return false
	}
	if a.Precision == 0 || b.Precision == 0 {
		return true // one was exported without its zone
	}
	apart := a.Time - b.Time
	return max(apart, -apart) < int64(max(a.Precision, b.Precision)) // cut or rounded to the coarser
}

// oneRow is what all exports together say of a row. The one that says most is cited for it.
func oneRow(obs []profile.Observation, row []int) (int, *record) {
	slices.SortFunc(row, func(a, b int) int {
		x, y := &obs[a], &obs[b]
		return cmp.Or(cmp.Compare(fineness(x), fineness(y)), cmp.Compare(namesIn(y), namesIn(x)), cmp.Compare(a, b))
	})
	r := &record{Observation: obs[row[0]], index: row[0]}
	for _, i := range row[1:] {
		o := &obs[i]
		r.Shop, r.Provider = cmp.Or(r.Shop, o.Shop), cmp.Or(r.Provider, o.Provider)
		r.ResourceType, r.ResourceID = cmp.Or(r.ResourceType, o.ResourceType), cmp.Or(r.ResourceID, o.ResourceID)
		r.OperationKey, r.DownstreamID = cmp.Or(r.OperationKey, o.OperationKey), cmp.Or(r.DownstreamID, o.DownstreamID)
		r.DeliveryID, r.EventID, r.RowID = cmp.Or(r.DeliveryID, o.DeliveryID), cmp.Or(r.EventID, o.EventID), cmp.Or(r.RowID, o.RowID)
	}
	return row[0], r
}

// fineness orders times by how much they resolve; none comes last.
func fineness(o *profile.Observation) int64 {
	if o.Precision == 0 {
		return unbounded
	}
	return int64(o.Precision)
}

// namesIn counts what a row names.
func namesIn(o *profile.Observation) int {
	n := 0
	for _, s := range []string{o.Shop, o.ResourceType, o.ResourceID, o.OperationKey, o.DownstreamID, o.DeliveryID, o.EventID, o.RowID} {
		if s != "" {
			n++
		}
	}
	return n
}
