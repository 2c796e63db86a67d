package analyze

import (
	"maps"
	"slices"
	"strings"
)

// meets tells whether the delivery meets a condition. A site is one with a slash at the end or without.
func (c condition) meets(t *tree, d *delivery) bool {
	value := c.field.of(t, d)
	return value == c.value || c.field.name == "shop" && value != "" && siteOf(value) == siteOf(c.value)
}

// fits tells whether the delivery meets all conditions.
func (r *Rule) fits(t *tree, d *delivery) bool {
	return !slices.ContainsFunc(r.conditions, func(c condition) bool { return !c.meets(t, d) })
}

// key is the operation key that the rule gives the delivery. Where it lacks a field there is none, since a key with an empty part
// would make one operation of several; lacks is that field.
func (r *Rule) key(t *tree, d *delivery) (key, lacks string) {
	var b strings.Builder
	for _, p := range r.parts {
		value := p.literal
		if p.field != nil {
			if value = p.field.of(t, d); value == "" {
				return "", p.field.name
			}
		}
		b.WriteString(value)
	}
	return b.String(), ""
}

// ruling is what the first rule that fits a delivery says of it. The zero ruling says nothing.
type ruling struct {
	key  string
	rule *Rule
}

// joined are the components of the history. Rules go by what identifiers join; what they name then joins as well, as a logged key
// does: requests of two resources that ask for one operation, and work that names only the operation.
func joined(w *world) []*component {
	if len(w.rules) == 0 {
		return components(w)
	}
	w.ask()
	return components(w)
}

// ask notes what the rules say of each delivery, in the component that identifiers make.
func (w *world) ask() {
	for _, c := range components(w) {
		t := plant(w, c)
		for _, d := range t.deliveries {
			for _, r := range d.records {
				r.ruling = d.ruling
			}
			if len(d.receipts) == 0 && len(d.records) > 0 {
				d.records[0].asks = d.ruling.key
			}
			for _, x := range d.receipts {
				if len(x.records) > 0 {
					x.records[0].asks = t.askedByRule(x)
				}
			}
		}
	}
	w.ruled = true
}

// asking are the operations that rules name, with the place of a record that asks for each.
func (w *world) asking() map[string]int {
	w.ask()
	keys := map[string]int{}
	for _, r := range w.records {
		if _, had := keys[r.asks]; r.asks != "" && !had {
			keys[r.asks] = r.index
		}
	}
	return keys
}

// rule finds what rules say of each delivery. Whether it counts is decided where operations are formed: a log that names the
// operation comes first. A request with an invalid signature asks for nothing.
func (t *tree) rule() {
	for _, d := range t.deliveries {
		switch {
		case d.invalid:
		case t.world.ruled: // by the component as it was before rules joined others to it
			for _, r := range d.records {
				if r.ruling.rule != nil {
					d.ruling = r.ruling
					break
				}
			}
		default:
			d.ruling = t.rulingOf(d)
		}
	}
}

func (t *tree) rulingOf(d *delivery) ruling {
	for i := range t.world.rules {
		r := &t.world.rules[i]
		if !r.fits(t, d) {
			continue
		}
		if key, lacks := r.key(t, d); lacks == "" {
			return ruling{key, r}
		}
	}
	return ruling{}
}

// askedByRule is the operation that a rule says the request asks for, "" where a line of it or of its work names one.
func (t *tree) askedByRule(x *receipt) string {
	if x.invalid || x.delivery.ruling.key == "" || x.key() != "" || x.requestID != "" && t.workNames[x.requestID] {
		return ""
	}
	return x.delivery.ruling.key
}

// ruled is the operation that a rule says a run is of, where its own lines name none and its request is not in the evidence.
func (n *run) ruled() string {
	if n.key != "" || n.receipt != nil || n.delivery == nil {
		return ""
	}
	return n.delivery.ruling.key
}

// namedWork finds the requests whose work names an operation.
func (t *tree) namedWork() map[string]bool {
	named := map[string]bool{}
	for _, r := range t.component.records {
		if r.RequestID != "" && r.OperationKey != "" && workerSide(r) {
			named[r.RequestID] = true
		}
	}
	return named
}

// ruleText is the rule that names the operation for any of its requests, "" where logs do for all of them.
func (o *operation) ruleText() string {
	if o == nil || o.rule == nil {
		return ""
	}
	return o.rule.String()
}

// RuleUse says what became of a rule: one that names nothing is most likely mistyped.
type RuleUse struct {
	Rule     string `json:"rule"`
	Requests int    `json:"requests"` // whose operation it names
	Says     string `json:"says"`
}

// ruleTally is what one rule came to.
type ruleTally struct {
	requests, named, logged, earlier int
	lacking                          map[string]int
	met                              []bool            // by condition
	there                            []map[string]bool // by condition, the values that requests have in its field
}

// ruleTallies tells what each rule came to.
func ruleTallies(w *world, all []verdicts) []ruleTally {
	out := make([]ruleTally, len(w.rules))
	for i := range out {
		out[i] = w.rules[i].tally(all)
	}
	return out
}

func (r *Rule) tally(all []verdicts) ruleTally {
	u := ruleTally{lacking: map[string]int{}, met: make([]bool, len(r.conditions)), there: make([]map[string]bool, len(r.conditions))}
	for i := range u.there {
		u.there[i] = map[string]bool{}
	}
	asking(all, func(t *tree, d *delivery, by []*Rule) {
		u.requests += len(by)
		for i, c := range r.conditions {
			u.met[i] = u.met[i] || c.meets(t, d)
			if value := c.field.of(t, d); value != "" {
				u.there[i][value] = true
			}
		}
		fits := r.fits(t, d)
		_, lacks := r.key(t, d)
		for _, one := range by {
			switch {
			case one == r:
				u.named++
			case !fits:
			case lacks != "":
				u.lacking[lacks]++
			case one == nil:
				u.logged++
			default:
				u.earlier++
			}
		}
	})
	return u
}

func (u *ruleTally) add(o *ruleTally) {
	u.requests, u.named, u.logged, u.earlier = u.requests+o.requests, u.named+o.named, u.logged+o.logged, u.earlier+o.earlier
	for name, n := range o.lacking {
		u.lacking[name] += n
	}
	for i := range o.met {
		u.met[i] = u.met[i] || o.met[i]
		maps.Copy(u.there[i], o.there[i])
	}
}

// ruleUses says what each rule came to in the whole history.
func ruleUses(w words, rules []Rule, tallies []ruleTally) []RuleUse {
	out := []RuleUse{}
	for i := range rules {
		out = append(out, rules[i].use(w, &tallies[i]))
	}
	return out
}

func (r *Rule) use(w words, of *ruleTally) RuleUse {
	u := RuleUse{Rule: r.String(), Requests: of.named, Says: w.Say("names the operation of %s", w.Count(of.named, "request"))}
	if of.named == 0 {
		u.Says = w.Say("names no operation")
		if of.requests == 0 {
			u.Says = w.Say("names no operation: no request is in the evidence")
		}
	}
	for i, c := range r.conditions {
		if !of.met[i] && of.requests > 0 {
			u.Says += w.Say("; no request has %s", c)
			if there := slices.SortedFunc(maps.Keys(of.there[i]), byNumber); len(there) > 0 {
				u.Says += w.Say(", only %s", w.List(w.few(there, 8, "more value")))
			}
		}
	}
	for _, f := range ruleFields {
		if n := of.lacking[f.name]; n > 0 {
			u.Says += w.Say("; of the requests that meet its conditions, %d lack %s or have two", n, f.name)
		}
	}
	if of.earlier > 0 {
		u.Says += w.Say("; an earlier rule names %s that it fits", w.Count(of.earlier, "request"))
	}
	if of.logged > 0 {
		u.Says += w.Say("; logs name the operation of %s that it fits", w.Count(of.logged, "request"))
	}
	return u
}

// asking goes through every delivery that a rule may name an operation for. by is, for each of its valid requests, the rule that did; a
// delivery that nobody saw arrive counts as one request.
func asking(all []verdicts, each func(t *tree, d *delivery, by []*Rule)) {
	for _, v := range all {
		for _, d := range v.tree.deliveries {
			var by []*Rule
			for _, x := range d.receipts {
				if !x.invalid {
					by = append(by, x.rule)
				}
			}
			if len(d.receipts) == 0 && !d.invalid {
				by = append(by, d.ruling.rule)
			}
			if len(by) > 0 {
				each(v.tree, d, by)
			}
		}
	}
}

// ruledRecords are the first records of requests whose operation a rule names.
func ruledRecords(w *world, all []*component) map[*record]ruling {
	out := map[*record]ruling{}
	if len(w.rules) == 0 {
		return out
	}
	for _, c := range all {
		t := plant(w, c)
		for _, x := range t.receipts {
			if x.rule != nil && len(x.records) > 0 {
				out[x.records[0]] = ruling{x.delivery.ruling.key, x.rule}
			}
		}
		for _, d := range t.deliveries {
			if len(d.receipts) == 0 && !d.invalid && d.ruling.rule != nil && len(d.records) > 0 {
				out[d.records[0]] = d.ruling
			}
		}
	}
	return out
}
