package analyze

import (
	"cmp"
	"slices"
	"strings"
)

// leads is where the requests of registrations lead: those that lead to one place are of one group. Between groups lies a fan-out, or,
// where one of them names no operation, a question.
type leads struct {
	groups *union
	keyed  []bool // the registration's requests name operations
	byPath bool   // a path of the receiver's log joined some, and not the URLs that registrations have
}

// leads groups registrations by what their requests have in common, at a cost that grows with their number and not with that of their
// pairs. Requests that meet in one operation lead to one place. So do two that share a URL, or, where the URL of one is not known, the
// path of an access or receiver line, if not both name operations: those are two.
func (t *tree) leads(ids []string, branches []branch) leads {
	l := leads{groups: newUnion(len(ids)), keyed: make([]bool, len(ids))}
	first := map[ident]int{}
	at := map[endpoint][]int{} // by URL
	on := map[endpoint][]int{} // by path, of those with one alone
	placed := make([]bool, len(ids))
	for i, id := range ids {
		keys := t.keysOf(&branches[i])
		l.keyed[i] = len(keys) > 0
		for _, k := range keys {
			l.groups.joinBy(first, i, ident{kind: 'o', a: k})
		}
		urls := t.registrationOf(id).urls
		placed[i] = len(urls) > 0
		for _, u := range urls {
			at[u] = append(at[u], i)
		}
		if paths := pathsOf(&branches[i]); len(paths) == 1 {
			on[paths[0]] = append(on[paths[0]], i)
		}
	}
	for _, list := range at {
		if slices.ContainsFunc(list, func(i int) bool { return !l.keyed[i] }) {
			l.join(list)
		}
	}
	for _, list := range on {
		l.joinPath(list, placed)
	}
	return l
}

// joinPath joins registrations of one path: the URL of one of two must be unknown, and one of two name no operation.
func (l *leads) joinPath(list []int, placed []bool) {
	is := func(known, keyed bool) []int {
		return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return placed[i] != known || l.keyed[i] != keyed })
	}
	joined := list // by one that has neither
	if len(is(false, false)) == 0 {
		a, b := is(false, true), is(true, false)
		if len(a) == 0 || len(b) == 0 {
			return
		}
		joined = append(a, b...)
	}
	if len(joined) > 1 {
		l.join(joined)
		l.byPath = true
	}
}

func (l *leads) join(list []int) {
	for _, i := range list[1:] {
		l.groups.join(list[0], i)
	}
}

// open lists pairs of registrations of which it is not known whether they lead to one place: those of two groups, unless both name
// operations. It lists no more than one above mostOpenPairs.
func (l *leads) open() [][2]int {
	var out [][2]int
	if !slices.ContainsFunc(l.groups.parent, func(i int32) bool { return l.groups.find(int(i)) != 0 }) {
		return nil
	}
	for i, keyed := range l.keyed {
		for j := 0; !keyed && j < len(l.keyed); j++ {
			if l.groups.find(i) == l.groups.find(j) || !l.keyed[j] && j < i {
				continue
			}
			if out = append(out, [2]int{min(i, j), max(i, j)}); len(out) > mostOpenPairs {
				return out
			}
		}
	}
	slices.SortFunc(out, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return out
}

// haveOneURL tells whether there is a URL to which all registrations deliver.
func haveOneURL(rs []*registration) bool {
	common := slices.Clone(rs[0].urls)
	for _, r := range rs[1:] {
		common = slices.DeleteFunc(common, func(u endpoint) bool { return !slices.Contains(r.urls, u) })
	}
	return len(common) > 0
}

func ofSeveralShops(rs []*registration) bool {
	return slices.ContainsFunc(rs, func(r *registration) bool { return r.key.shop != rs[0].key.shop })
}

// haveSharedTopic tells whether two registrations listen to one topic.
func haveSharedTopic(rs []*registration) bool {
	of := map[string]*registration{}
	for _, r := range rs {
		for _, topic := range r.topics {
			if o := of[topic]; o != nil && o != r {
				return true
			}
			of[topic] = r
		}
	}
	return false
}

// atOtherHosts tells whether two of the registrations deliver to hosts that are known and differ.
func atOtherHosts(rs []*registration) bool {
	const most = 64 // lists of hosts that are compared with each other
	seen := map[string]bool{}
	var unlike []*registration
	for _, r := range rs {
		var hosts []string
		for _, u := range r.urls {
			hosts = append(hosts, hostOf(u.url))
		}
		if k := strings.Join(hosts, " "); !seen[k] && len(unlike) < most {
			seen[k] = true
			unlike = append(unlike, r)
		}
	}
	for i, a := range unlike {
		if slices.ContainsFunc(unlike[i+1:], func(b *registration) bool { return otherHost(a, b) }) {
			return true
		}
	}
	return false
}
