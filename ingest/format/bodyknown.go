package format

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// known puts into o what a body says by its provider's paths, and returns the object that the resource is, or -1. What arrived counts
// more than what a log calls it.
func (b *Batch) known(o *profile.Observation, s *bodyScratch, prov *provider.Provider) (resource int) {
	resource, s.told = rootNode, ""
	if prov == nil {
		resource, s.told = b.unknownEvent(o, s)
		return resource
	}
	if prov.ResourceID != nil {
		path := prov.ResourceID(o.Topic)
		if id := s.tree.find(path); id >= 0 {
			if text := s.tree.scalar(id, maxClear); text != "" {
				o.ResourceID = text
			}
		}
		if i := strings.LastIndexByte(path, '.'); i >= 0 {
			resource = s.tree.find(path[:i])
		}
	}
	plan := plans[prov]
	if plan == nil {
		namedByID(o, prov)
		return resource
	}
	own := resourceName{o.ResourceID, o.ResourceType}
	if prov.ResourceID == nil {
		o.ResourceID, o.ResourceType = "", ""
		resource = b.planned(o, s, plan)
	} else {
		b.planned(o, s, plan)
	}
	namedByID(o, prov)
	own.keepBeside(o)
	return resource
}

// resourceName is what a record calls the resource.
type resourceName struct{ id, kind string }

// keepBeside lets a shop's order stay what a record is about whose body is of a payment for it: the payment is related then.
func (own resourceName) keepBeside(o *profile.Observation) {
	switch {
	case own.id == "" || own.id == o.ResourceID:
	case o.ResourceID == "":
		o.ResourceID, o.ResourceType = own.id, own.kind
	case own.kind != "" && o.ResourceType != "" && own.kind != o.ResourceType:
		theirs := o.ResourceID
		o.ResourceID, o.ResourceType = own.id, own.kind
		addRelated(o, theirs)
	}
}

// planned does the fields of a plan.
func (b *Batch) planned(o *profile.Observation, s *bodyScratch, plan *bodyPlan) (resource int) {
	resource = -1
	s.find(plan)
	last := o
	if n := len(b.Observations); n > 0 {
		last = &b.Observations[n-1]
	}
	var done uint64 // fields, of which the first path counts
	for i, f := range plan.fields {
		text := s.planText(f)
		if len(text) == 0 || done&(1<<i) != 0 {
			continue
		}
		if f.field != provider.Related {
			for j := i + 1; j < len(plan.fields); j++ {
				if plan.fields[j].field == f.field {
					done |= 1 << j
				}
			}
		}
		if f.field == provider.ResourceID {
			resource = int(s.found[f.from].object)
		}
		if f.text != textNone {
			to := textIn(o, f.text)
			*to = ""
			setText(to, text, *textIn(last, f.text))
			continue
		}
		b.setField(o, f.field, text)
	}
	return resource
}

// planText returns a field's value, or the colons and values that it is made up of.
func (s *bodyScratch) planText(f planField) []byte {
	if f.to-f.from == 1 {
		if n := s.found[f.from].node; n > 0 {
			return s.tree.plain(n, maxClear)
		}
		return nil
	}
	s.buf = s.buf[:0]
	for i, v := range s.found[f.from:f.to] {
		if v.node == 0 {
			return nil
		}
		part := s.tree.plain(v.node, maxClear)
		if len(part) == 0 {
			return nil
		}
		if i > 0 {
			s.buf = append(s.buf, ':')
		}
		s.buf = append(s.buf, part...)
	}
	return s.buf
}

// namedByID makes a resource's ID plain, and says its type where the ID or the topic does.
func namedByID(o *profile.Observation, prov *provider.Provider) {
	if prov == nil || prov.Resource == nil || o.ResourceID == "" {
		return
	}
	plain, kind := prov.Resource(o.ResourceID, o.Topic)
	o.ResourceID = plain
	if o.ResourceType == "" {
		o.ResourceType = kind
	}
}

// writer returns the provider that alone writes bodies such as the one in s, or nil.
func (s *bodyScratch) writer() *provider.Provider {
	found := s.find(signs)
next:
	for _, p := range signsOf {
		for i, sign := range p.Signs {
			n := found[p.from+i].node
			if n == 0 {
				continue next
			}
			if text := s.tree.plain(n, maxClear); len(text) == 0 || !bytes.HasPrefix(text, []byte(sign.Prefix)) {
				continue next
			}
		}
		return p.Provider
	}
	return nil
}

// find finds the values of a plan in the tree.
func (s *bodyScratch) find(plan *bodyPlan) []nodeIn {
	s.found = slices.Grow(s.found[:0], plan.values)[:plan.values]
	plan.find(&s.tree, s.found)
	return s.found
}

// form reads a body that is a form, as Mollie sends it. It reports false if it is none that is known.
func (b *Batch) form(o *profile.Observation, raw []byte, prov *provider.Provider) bool {
	const longest = 256 // bytes; those that are known hold one ID
	if len(raw) > longest || bytes.IndexByte(raw, '=') <= 0 {
		return false
	}
	if prov == nil {
		if prov = formWriter(raw); prov == nil {
			return false
		}
		o.Provider = prov.Name
	}
	if len(prov.Form) == 0 {
		return false
	}
	for pair := range bytes.SplitSeq(raw, []byte{'&'}) {
		name, value, _ := strings.Cut(string(pair), "=")
		if text, err := url.QueryUnescape(value); err == nil && len(text) <= maxClear {
			b.formField(o, name, text, prov)
		}
	}
	namedByID(o, prov)
	return true
}

func (b *Batch) formField(o *profile.Observation, name, value string, prov *provider.Provider) {
	if to := textIn(o, textFields[prov.Form[name]]); to != nil && value != "" {
		*to = value
	}
}

// formWriter returns the provider that sends forms of one field, which holds what can only be its ID.
func formWriter(raw []byte) *provider.Provider {
	name, value, _ := strings.Cut(string(raw), "=")
	for _, p := range provider.All {
		if field := p.Form[name]; field != "" && p.IDs != nil && p.IDs(value) == field {
			return p
		}
	}
	return nil
}
