package analyze

import (
	"cmp"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// keyIdent gives the operation that a line names. shop is the one that it names, or that what it was joined with does. Where
// several shops speak and none is known to be its own, one log's lines at least speak of one.
func keyIdent(w *world, r *record, shop string) (ident, bool) {
	switch {
	case r.Event == profile.EventPing || r.operation() == "":
		return ident{}, false
	case shop == "" && len(w.shops) > 1:
		return ident{kind: 'o', a: w.logs[r.Source], b: r.operation(), c: r.JobID}, true
	}
	return ident{kind: 'o', a: account(shop), b: r.operation()}, true
}

// shopsOfGroups names the shop of each group of joined records; of two, not the one whose file comes first.
func shopsOfGroups(w *world, u *union) []string {
	shops := make([]string, len(w.records))
	for i, r := range w.records {
		root := u.find(i)
		if shop := shops[root]; r.Shop != "" && (shop == "" || r.Shop < shop) {
			shops[root] = r.Shop
		}
	}
	return shops
}

// account is a shop without the mode of its provider: a test's event that reaches the receiver of real ones meets them in one
// operation.
func account(shop string) string { return strings.TrimSpace(strings.TrimSuffix(shop, modeOf(shop))) }

// modeOf is the provider's mode that a shop's name ends with, "" for none.
func modeOf(shop string) string {
	for _, mode := range []string{"live mode", "test mode"} {
		if strings.HasSuffix(shop, mode) {
			return mode
		}
	}
	return ""
}

// fewResources is how many resources one operation may be about: the checkout, the payment and the charge of a cart, or the
// two orders that came of it. A key that more have names a kind of operation and not one.
const fewResources = 4

// joinByKeys joins the records of one operation, whatever resources they name, unless the key is no operation's: it is made of
// the delivery ID, which deliveries of one second share, or stands for a kind of operation.
func joinByKeys(w *world, u *union) {
	type use struct {
		resources []string
		bad       bool
	}
	if !slices.ContainsFunc(w.records, func(r *record) bool { return r.operation() != "" }) {
		return
	}
	resources := make([]string, len(w.records)) // by group
	for i, r := range w.records {
		if r.ResourceID != "" {
			resources[u.find(i)] = r.ResourceID
		}
	}
	shops := shopsOfGroups(w, u)
	shopOf := func(i int) string { return cmp.Or(w.records[i].Shop, shops[u.find(i)]) }
	several := keysOfShops(w, shopOf)
	keys := make([]ident, len(w.records))
	uses := map[ident]*use{}
	for i, r := range w.records {
		k, ok := keyIdent(w, r, shopOf(i))
		if !ok {
			continue
		}
		if shopOf(i) == "" && several[r.operation()] && (claimRow(&r.Observation) || r.Event == profile.EventEffect) {
			k.c = r.DownstreamID // two rows may be two shops'
		}
		keys[i] = k
		x := uses[k]
		if x == nil {
			x = &use{}
			uses[k] = x
		}
		if resource := resources[u.find(i)]; resource != "" && len(x.resources) <= fewResources {
			x.resources = appendNew(x.resources, []string{resource})
		}
		x.bad = x.bad || r.DeliveryID != "" && madeOf(r.operation(), r.DeliveryID)
	}
	first, done := firsts()
	defer done()
	for i, k := range keys {
		if x := uses[k]; x == nil || len(x.resources) > 1 && (x.bad || len(x.resources) > fewResources) {
			continue
		}
		u.joinBy(first, i, k)
	}
}

// madeOf tells whether a key holds an ID. The name of a hidden key holds none.
func madeOf(key, id string) bool {
	return key == id || strings.Contains(key, id) && !strings.HasPrefix(key, profile.HiddenName)
}
