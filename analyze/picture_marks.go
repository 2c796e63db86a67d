package analyze

import (
	"cmp"
	"slices"
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
