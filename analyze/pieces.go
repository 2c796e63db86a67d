package analyze

import (
	"hash/maphash"
	"runtime"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// piece is a part of a history that can be judged without the rest, but for what spans all: every record that has a name in common
// with one of it is in it too. It lists the places of its observations, in their order.
type piece []int32

// PieceSize is how many observations are judged at once, if no more hang together by their names. The trees of so many take some
// 30 MB.
const PieceSize = 4 << 10

// division finds the parts. It joins more than a diagnosis does, which looks at what a name is of and who else has it: whatever two
// records have in common that any join, or any rule that spans components, asks for puts them into one part.
type division struct {
	h          *History
	deliveries map[string]bool // as in names
	seed       maphash.Seed    // what it is shows nowhere: equal hashes of different names make a part larger, and no more
	group      *union
	sources    *union  // what has a name in common that two affairs do not
	kin        []int   // as in names
	of         []int32 // the source of each observation
	folders    logTies
	logs       []string // by source, as in span
	hosts      []string // by source: the one host that its requests were for, "" for none or several

	asking map[string]int // the place of a record that asks for an operation, by a rule

	several  bool // there are several sources, so that one record may stand in two
	timeless bool // some delivery says nothing of its resource, and is given one by the time of its action
}

func divide(h *History) *division {
	d := &division{
		h: h, deliveries: map[string]bool{}, seed: maphash.MakeSeed(), asking: map[string]int{}, group: newUnion(h.Len()), sources: newUnion(len(h.Sources)),
		several: len(h.Sources) > 1, folders: folderTies(h.Sources),
	}
	for _, s := range h.Sources {
		d.logs = append(d.logs, stem(s.Name))
	}
	d.of = make([]int32, h.Len())
	d.hosts = hostsOfSources(h)
	acted, bare := false, false
	for i := range h.Len() {
		o := h.At(i)
		d.of[i] = int32(o.Source)
		if id := ownDelivery(&o); id != "" {
			d.deliveries[id] = true
		}
		acted = acted || o.ActionID != ""
		bare = bare || o.Event == profile.EventDelivery && o.ResourceID == ""
	}
	d.timeless = acted && bare
	// The names of many records do not fit into memory at once, but a share of them does.
	const namesAtOnce = 4 << 20
	shares := uint64(h.Len()/namesAtOnce + 1)
	for share := range shares {
		first := map[uint64]int32{}
		firstOfHost := map[uint64]int32{}
		for i := range h.Len() {
			o := h.At(i)
			d.eachName(&o, func(name uint64, is likeness) {
				if name%shares != share {
					return
				}
				j, known := first[name]
				if known {
					d.group.join(i, int(j))
				} else {
					first[name] = int32(i)
				}
				host := d.hosts[o.Source]
				switch {
				case is == likeCounted:
				case is == likeNumber && host != "":
					if known && (d.hosts[d.of[j]] == "" || d.hosts[d.of[j]] == host) {
						d.sources.join(o.Source, int(d.of[j]))
					}
					ofHost := name ^ maphash.String(d.seed, host)
					if k, had := firstOfHost[ofHost]; had {
						d.sources.join(o.Source, int(d.of[k]))
					} else {
						firstOfHost[ofHost] = int32(i)
					}
				case known:
					d.sources.join(o.Source, int(d.of[j]))
				}
			})
		}
	}
	return d
}

// The kinds of names. What may be another kind's too is of one: an event's ID may stand where a delivery's does.
const (
	nameMessage = iota + 1
	nameResource
	nameRequest
	nameProcess // the same of one that is counted by a process
	nameOperation
	nameJob
	nameDownstream
	nameAction
	nameSignature
	nameBody
	nameTime
	nameText
)

// hostsOfSources gives the one host of each source that its requests were for.
func hostsOfSources(h *History) []string {
	const several = "\x00"
	hosts := make([]string, len(h.Sources))
	for i := range h.Len() {
		o := h.At(i)
		if o.Event == profile.EventProxied || !receiverSide(o.Event) || !strings.HasPrefix(o.URL, "//") {
			continue
		}
		switch host := hostOf(o.URL); {
		case hosts[o.Source] == "":
			hosts[o.Source] = host
		case hosts[o.Source] != host:
			hosts[o.Source] = several
		}
	}
	for i := range hosts {
		if hosts[i] == several {
			hosts[i] = ""
		}
	}
	return hosts
}

// likeness is what it means that two logs have one name.
type likeness int

const (
	likeOne     likeness = iota // they tell of one thing
	likeNumber                  // the same, unless their requests were for different hosts: two shops have an order 18452 each
	likeCounted                 // nothing: every receiver counts so, or names nothing at all
)

// isNumber tells a name that is made up of numbers that a shop counts up, or of its own words: shipment:create:18452:full. A long one is
// nobody else's.
func isNumber(name string) bool {
	const most = 11 // Magento's order numbers have 9 digits, and Shopify's IDs, which no other shop has, 13
	for token := range strings.FieldsFuncSeq(name, func(c rune) bool { return c == ':' || c == '-' || c == '_' || c == '/' || c == '.' }) {
		if len(token) > most && strings.ContainsAny(token, "0123456789") {
			return false
		}
	}
	return true
}

// eachName tells of each name what it means that another log has it too.
func (d *division) eachName(o *profile.Observation, each func(name uint64, is likeness)) {
	had := false
	text := func(kind uint64, s string) {
		if s != "" {
			had = true
			is := likeOne
			switch {
			case kind == nameTime || kind == nameProcess || (kind == nameJob || kind == nameDownstream) && shortID(s):
				is = likeCounted
			case (kind == nameResource || kind == nameOperation || kind == nameJob || kind == nameDownstream) && isNumber(s):
				is = likeNumber
			}
			each(maphash.String(d.seed, s)+kind*0x9e3779b97f4a7c15, is)
		}
	}
	bytes := func(kind uint64, b []byte) {
		had = true
		each(maphash.Bytes(d.seed, b)+kind*0x9e3779b97f4a7c15, likeOne)
	}
	text(nameMessage, o.DeliveryID)
	text(nameMessage, o.EventID)
	text(nameMessage, o.ActID)
	if d.deliveries[o.WebhookID] {
		text(nameMessage, o.WebhookID)
	}
	text(nameResource, o.ResourceID)
	for id := range strings.FieldsSeq(o.Related) {
		text(nameResource, id)
	}
	if shortID(o.RequestID) && o.RequestID != "" {
		text(nameProcess, o.RequestID+"\x00"+o.Process)
	} else {
		text(nameRequest, o.RequestID)
	}
	text(nameOperation, o.OperationKey)
	if claimRow(o) {
		for _, number := range numbersIn(o.OperationKey) {
			text(nameResource, number)
		}
	}
	text(nameJob, o.JobID)
	text(nameDownstream, o.DownstreamID)
	text(nameAction, o.ActionID)
	if o.Signature != (profile.Mark{}) {
		bytes(nameSignature, o.Signature[:])
	}
	if o.Body != (profile.Hash{}) && o.Event != profile.EventPing {
		bytes(nameBody, o.Body[:])
	}
	if d.timeless && (o.ActionID != "" || o.Event == profile.EventDelivery) {
		text(nameTime, "any")
	}
	if !had && d.several {
		each(maphash.Comparable(d.seed, blank(*o)), likeOne)
	}
}

// joinAsking puts together what asks for one operation, by rules or in logs.
func (d *division) joinAsking(keys map[string]int) {
	for key, i := range keys {
		if j, had := d.asking[key]; had {
			d.group.join(i, j)
		} else {
			d.asking[key] = i
		}
	}
}

// joinAsked puts those that name such an operation to it.
func (d *division) joinAsked() {
	for i := range d.h.Len() {
		if j, asked := d.asking[d.h.At(i).OperationKey]; asked {
			d.group.join(i, j)
		}
	}
}

// pieces gives the pieces of an affair, each as large as it takes to hold at least size observations, in the order of their first ones.
// There is always one, if of nothing.
func (d *division) pieces(affair piece, size int) []piece {
	if len(affair) <= size {
		return []piece{affair}
	}
	many := make([]int32, d.h.Len()) // by group
	for _, i := range affair {
		many[d.group.find(int(i))]++
	}
	var sizes []int
	of := make([]int32, d.h.Len()) // one more than the part, by group
	for _, i := range affair {
		root := d.group.find(int(i))
		if of[root] == 0 {
			if n := len(sizes); n == 0 || sizes[n-1] >= size || sizes[n-1] > 0 && sizes[n-1]+int(many[root]) > 2*size {
				sizes = append(sizes, 0)
			}
			sizes[len(sizes)-1] += int(many[root])
			of[root] = int32(len(sizes))
		}
	}
	out := make([]piece, len(sizes))
	for n := range out {
		out[n] = make(piece, 0, sizes[n])
	}
	for _, i := range affair {
		n := of[d.group.find(int(i))] - 1
		out[n] = append(out[n], i)
	}
	return out
}

// eachPiece does something n times on all processors, and takes what comes of it in order.
func eachPiece[T any](n int, do func(int) T, take func(T)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers < 2 {
		for i := range n {
			take(do(i))
		}
		return
	}
	results := make(chan chan T, workers-1) // those that are begun
	go func() {
		for i := range n {
			result := make(chan T, 1)
			results <- result
			go func() { result <- do(i) }()
		}
		close(results)
	}()
	for result := range results {
		take(<-result)
	}
}

// of gives the observations of a piece.
func (p piece) of(h *History, in *rows) []profile.Observation {
	if len(p) == len(h.Observations) {
		return h.Observations
	}
	in.observations = sized(in.observations, len(p))
	for n, i := range p {
		in.observations[n] = h.At(int(i))
	}
	return in.observations
}

// sized returns a slice of that length, in the memory of the given one if that is enough.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
