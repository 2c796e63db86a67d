package analyze

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// mark finds the boxes at which the branches part, and the effects beside the first.
func (c *picture) mark(n *node) {
	below := map[int]map[int]bool{}
	for _, l := range c.links {
		if below[l.Upper] == nil {
			below[l.Upper] = map[int]bool{}
		}
		below[l.Upper][l.Lower] = true
	}
	for i := range c.boxes {
		b := &c.boxes[i]
		b.Parts = b.Branch < 0 && b.Layer == n.boundary.From && len(below[i]) > 1
	}
	if n.outcome != Duplicated {
		return
	}
	var effects []*Box
	for i := range c.boxes {
		if c.boxes[i].Layer == profile.LayerEffect {
			effects = append(effects, &c.boxes[i])
		}
	}
	slices.SortStableFunc(effects, func(a, b *Box) int { return cmp.Compare(a.From.Nano, b.From.Nano) })
	for i, b := range effects {
		b.Again = i > 0 && b.ID != effects[0].ID
	}
}

// enclose moves what whole seconds leave open: a sender's log that stamps the end of a delivery with a whole second means some
// moment within it, and the delivery lasted until its receipt was answered. Without that a picture would show a request that
// arrives after it was over. Nothing moves by more than its own precision.
func (c *picture) enclose() {
	for k := len(c.links) - 1; k >= 0; k-- {
		up, low := &c.boxes[c.links[k].Upper], &c.boxes[c.links[k].Lower]
		holds := up.Layer == profile.LayerDelivery && low.Layer == profile.LayerReceipt || up.Layer == profile.LayerSchedule && low.Layer == profile.LayerDelivery
		if !holds || up.To.Precision < time.Second || low.To.Precision == 0 {
			continue
		}
		late := low.To.Nano - up.To.Nano
		if late <= 0 || late >= int64(up.To.Precision) {
			continue
		}
		up.To.Nano += late
		if up.Layer == profile.LayerDelivery {
			up.From.Nano = min(up.From.Nano+late, low.From.Nano)
		}
	}
}

// inTurn sorts branches by when they began, layer by layer, so that their numbers do not depend on how logs were cut into files.
func inTurn(branches []branch) []branch {
	type key struct {
		begin [4]int64
		ids   string
	}
	keys := make([]key, len(branches))
	order := make([]int, len(branches))
	for i, b := range branches {
		order[i] = i
		k := &keys[i]
		var ids []string
		first := func(layer int, at int64) {
			if at != 0 && (k.begin[layer] == 0 || at < k.begin[layer]) {
				k.begin[layer] = at
			}
		}
		for _, d := range b.deliveries {
			first(0, d.begin())
			ids = append(ids, d.id)
		}
		for _, x := range b.receipts {
			from, _, _ := x.extent()
			first(1, from)
			ids = append(ids, x.requestID)
		}
		for _, n := range b.runs {
			if r := n.handedOut(); r != nil {
				first(2, r.begin())
			}
			ids = append(ids, n.jobID, n.worker)
		}
		for _, e := range b.effects {
			if r := cmp.Or(e.made, firstOf(e.records)); r != nil {
				first(3, r.begin())
			}
			ids = append(ids, e.id)
		}
		slices.Sort(ids)
		k.ids = strings.Join(ids, " ")
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(slices.Compare(keys[i].begin[:], keys[j].begin[:]), cmp.Compare(keys[i].ids, keys[j].ids))
	})
	out := make([]branch, len(branches))
	for n, i := range order {
		out[n] = branches[i]
	}
	return out
}

// sort puts the boxes into the order of the layers and of time, and the joins into that of their boxes.
func (c *picture) sort() {
	order := make([]int, len(c.boxes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &c.boxes[i], &c.boxes[j]
		return cmp.Or(
			cmp.Compare(slices.Index(profile.Layers, a.Layer), slices.Index(profile.Layers, b.Layer)), cmp.Compare(a.From.Nano, b.From.Nano),
			cmp.Compare(a.To.Nano, b.To.Nano), cmp.Compare(a.Branch, b.Branch), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Detail, b.Detail),
		)
	})
	boxes, place := make([]Box, len(order)), make([]int, len(order))
	for n, i := range order {
		boxes[n], place[i] = c.boxes[i], n
	}
	c.boxes = boxes
	for i := range c.links {
		c.links[i].Upper, c.links[i].Lower = place[c.links[i].Upper], place[c.links[i].Lower]
	}
	slices.SortStableFunc(c.links, func(a, b Link) int { return cmp.Or(cmp.Compare(a.Upper, b.Upper), cmp.Compare(a.Lower, b.Lower)) })
}
