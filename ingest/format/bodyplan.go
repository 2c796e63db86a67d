package format

import (
	"strings"

	"github.com/webhookctl/webhookctl/ingest/provider"
)

// bodyPlan says where in a provider's bodies its fields are, so that one walk over a body finds all of them.
type bodyPlan struct {
	root   planNode
	values int
	fields []planField // in the order of Provider.Body
}

// planField is a field and the values that it is made up of: mostly one.
type planField struct {
	field    provider.Field
	text     textField
	from, to int
}

// planNode is a member that some path goes through or ends at.
type planNode struct {
	name    string
	array   bool // it is an array of one element, which is meant
	values  []int
	members []planNode
}

// plans holds those of all providers whose bodies have such fields.
var plans = func() map[*provider.Provider]*bodyPlan {
	all := map[*provider.Provider]*bodyPlan{}
	for _, p := range provider.All {
		if len(p.Body) > 0 {
			all[p] = planOf(p.Body)
		}
	}
	return all
}()

// signs finds the signs of all providers, and signsOf says which of its values are whose.
var signs, signsOf = func() (*bodyPlan, []providerSigns) {
	var all []provider.BodyField
	var of []providerSigns
	for _, p := range provider.All {
		if len(p.Signs) == 0 {
			continue
		}
		of = append(of, providerSigns{p, len(all)})
		for _, s := range p.Signs {
			all = append(all, provider.BodyField{Path: s.Path})
		}
	}
	return planOf(all), of
}()

type providerSigns struct {
	*provider.Provider
	from int // the value of its first sign
}

func planOf(fields []provider.BodyField) *bodyPlan {
	plan := new(bodyPlan)
	for _, f := range fields {
		from := plan.values
		for path := range strings.FieldsSeq(f.Path) {
			at := &plan.root
			for name := range strings.SplitSeq(path, ".") {
				at = at.member(name)
			}
			at.values = append(at.values, plan.values)
			plan.values++
		}
		plan.fields = append(plan.fields, planField{f.Field, textFields[f.Field], from, plan.values})
	}
	return plan
}

func (n *planNode) member(name string) *planNode {
	name, array := strings.CutSuffix(name, "[]")
	for i := range n.members {
		if m := &n.members[i]; m.name == name && m.array == array {
			return m
		}
	}
	n.members = append(n.members, planNode{name: name, array: array})
	return &n.members[len(n.members)-1]
}

// nodeIn is a value that was found, and the object that it is in. The root, which is in nothing, is no value.
type nodeIn struct{ node, object int32 }

// find fills found, which has room for all values.
func (p *bodyPlan) find(t *jsonTree, found []nodeIn) {
	clear(found)
	if t.nodes[rootNode].kind == '{' {
		p.root.find(t, rootNode, found)
	}
}

func (n *planNode) find(t *jsonTree, object int32, found []nodeIn) {
	for c := t.nodes[object].first; c >= 0; c = t.nodes[c].next {
		key := t.key(c)
		for i := range n.members {
			m := &n.members[i]
			if m.name != string(key) {
				continue
			}
			v := c
			if m.array {
				if v = t.only(c); v < 0 {
					continue
				}
			}
			for _, value := range m.values {
				found[value] = nodeIn{v, object}
			}
			if t.nodes[v].kind == '{' && len(m.members) > 0 {
				m.find(t, v, found)
			}
		}
	}
}
