package analyze

import "github.com/webhookctl/webhookctl/ingest/profile"

// Where several shops have an operation of one name, rows and lines that name no shop may be any's: a table that two receivers share, a
// list of the one downstream system. They stay by themselves, and count for nothing that the shops' own logs tell as well.

// homesOf are the groups of joined records that name a resource of a known shop.
func homesOf(w *world, u *union) []bool {
	home := make([]bool, len(w.records)) // by group
	shops := shopsOfGroups(w, u)
	for i, r := range w.records {
		if root := u.find(i); r.ResourceID != "" && !listed(r) && (shops[root] != "" || len(w.shops) == 0) {
			home[root] = true
		}
	}
	return home
}

// homesOr are these, and the groups that have such a record.
func homesOr(w *world, u *union, such func(*record) bool) []bool {
	home := homesOf(w, u)
	for i, r := range w.records {
		if such(r) {
			home[u.find(i)] = true
		}
	}
	return home
}

func signed(r *record) bool { return r.Signature != (profile.Mark{}) }

// asksOrArrives tells whether a record names an operation, or tells that a request was sent or came.
func asksOrArrives(r *record) bool {
	layer := r.Event.Layer()
	return r.Event != profile.EventPing && (r.OperationKey != "" || layer == profile.LayerDelivery || layer == profile.LayerReceipt)
}

// keysOfShops finds the operations that more than one shop has.
func keysOfShops(w *world, shopOf func(i int) string) map[string]bool {
	if len(w.shops) < 2 {
		return nil
	}
	first, several := map[string]string{}, map[string]bool{}
	for i, r := range w.records {
		key, shop := r.operation(), shopOf(i)
		if key == "" || shop == "" {
			continue
		}
		if o, ok := first[key]; ok && account(o) != account(shop) {
			several[key] = true
		} else if !ok {
			first[key] = shop
		}
	}
	return several
}

// betweenShops finds the groups that are no shop's, and name an operation that several groups of a shop have.
func betweenShops(w *world, u *union) map[int]bool {
	if len(w.shops) < 2 {
		return nil
	}
	const several = -1
	home := homesOf(w, u)
	owner := map[string]int{}
	for i, r := range w.records {
		if root := u.find(i); home[root] && r.operation() != "" {
			if o, ok := owner[r.operation()]; ok && o != root {
				owner[r.operation()] = several
			} else if !ok {
				owner[r.operation()] = root
			}
		}
	}
	between := map[int]bool{}
	shops := shopsOfGroups(w, u)
	for i, r := range w.records {
		if root := u.find(i); shops[root] == "" && owner[r.operation()] == several {
			between[root] = true
		}
	}
	return between
}

// own leaves out what is between shops and told of by one of them as well: the operation, and its record downstream. The operations
// are those of each component.
func own(all []verdicts) (operations [][]Operation, effects int) {
	type name struct{ id, key string }
	operations = make([][]Operation, len(all))
	keys, made := map[string]bool{}, map[name]bool{}
	for i, v := range all {
		if v.tree.component.between {
			continue
		}
		operations[i] = v.operations
		effects += len(v.tree.effects)
		for _, o := range v.operations {
			keys[o.Key] = true
		}
		for _, e := range v.tree.effects {
			made[name{e.id, e.key}] = true
		}
	}
	for i, v := range all {
		if !v.tree.component.between {
			continue
		}
		for _, o := range v.operations {
			if !keys[o.Key] {
				operations[i] = append(operations[i], o)
			}
		}
		for _, e := range v.tree.effects {
			if !made[name{e.id, e.key}] {
				made[name{e.id, e.key}] = true
				effects++
			}
		}
	}
	return operations, effects
}
