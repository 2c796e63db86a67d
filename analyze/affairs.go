package analyze

import (
	"hash/maphash"
	"iter"
	neturl "net/url"
	"path"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A profile may hold several incidents, of receivers that never heard of each other. What one of them lacks, the other's logs do not
// tell: which shop speaks, whether a worker's log shows downstream calls, at which paths webhooks arrive. So a history is taken apart
// first, by its sources, and each affair is judged as if nothing else had been imported.
//
// It is all one where nothing speaks against it: the logs of one receiver may have no name in common, since an access log has none.

// affairsOf surveys each affair of a history, one after the other, in the order of their first sources. There is always one, if of
// nothing.
func affairsOf(h History, opt Options, size int) iter.Seq[*whole] {
	return func(yield func(*whole) bool) {
		d := divide(&h)
		for _, affair := range d.affairs(h.Sources) {
			if !yield(d.inPieces(opt, affair, size)) {
				return
			}
		}
	}
}

// survey is a whole history's world, as one affair.
func survey(h History) *world {
	d := divide(&h)
	d.kin = make([]int, len(h.Sources))
	return d.inPieces(Options{}, d.everything(), h.Len()).piece(0)
}

// affairs gives the observations of each affair.
func (d *division) affairs(sources []profile.Source) []piece {
	if !severalOf(d.folders) {
		d.kin = make([]int, len(sources))
		return []piece{d.everything()}
	}
	d.joinFolders()
	d.joinCounted(sources)
	d.joinHosts()
	d.joinMute(sources)
	number := map[int]int{}
	var out []piece
	for source := range sources {
		if first := d.sources.find(source); first == source {
			number[source] = len(out)
			out = append(out, piece{})
		}
	}
	for i, source := range d.of {
		n := number[d.sources.find(int(source))]
		out[n] = append(out[n], int32(i))
	}
	return out
}

func (d *division) everything() piece {
	all := make(piece, d.h.Len())
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// joinFolders joins what lies in one folder.
func (d *division) joinFolders() {
	first := map[int]int{}
	for i, folder := range d.folders {
		if j, ok := first[folder]; ok {
			d.sources.join(i, j)
		} else {
			first[folder] = i
		}
	}
}

// joinCounted joins what has a number in common that every receiver counts up to, if it was collected in one place.
func (d *division) joinCounted(sources []profile.Source) {
	seeds := map[string]uint64{}
	place := make([]uint64, len(sources))
	for i, s := range sources {
		at := root(s.Name)
		if _, ok := seeds[at]; !ok {
			seeds[at] = maphash.String(d.seed, at)
		}
		place[i] = seeds[at]
	}
	first := map[uint64]int32{}
	for i := range d.h.Len() {
		o := d.h.At(i)
		source := o.Source
		d.eachName(&o, func(name uint64, is likeness) {
			if is != likeCounted {
				return
			}
			if j, ok := first[name^place[source]]; ok {
				d.sources.join(source, int(j))
			} else {
				first[name^place[source]] = int32(source)
			}
		})
	}
}

// joinHosts joins what tells of one site: the shop itself, and the list of a provider's endpoints that says where it delivers.
func (d *division) joinHosts() {
	first := map[string]int{}
	type told struct {
		source     int
		shop, list string
	}
	had := map[told]bool{}
	name := func(source int, host string) {
		if bare, _, _ := strings.Cut(host, ":"); bare == "" || bare == "localhost" || bare == "127.0.0.1" { // which is anybody's
			return
		}
		if j, ok := first[host]; ok {
			d.sources.join(source, j)
		} else {
			first[host] = source
		}
	}
	for i := range d.h.Len() {
		o := d.h.At(i)
		if o.Shop == "" && o.Event != profile.EventRegistration {
			continue
		}
		t := told{source: o.Source, shop: o.Shop}
		if o.Event == profile.EventRegistration {
			t.list = o.URL
		}
		if had[t] {
			continue
		}
		had[t] = true
		if shop := account(t.shop); shop != "" { // a mode is anybody's
			name(o.Source, strings.TrimSuffix(siteOf(shop), "/"))
		}
		if u, err := neturl.Parse(t.list); err == nil {
			name(o.Source, strings.ToLower(u.Host))
		}
	}
}

// joinMute joins the logs of one folder that name no thing, as an access log does and a list of endpoints, to what was collected beside
// them and tells of the same days.
func (d *division) joinMute(sources []profile.Source) {
	times, names := d.times(len(sources)), map[int]bool{}
	for i := range d.h.Len() {
		o := d.h.At(i)
		if o.ResourceID != "" || o.OperationKey != "" || o.DeliveryID != "" || o.EventID != "" || o.DownstreamID != "" {
			names[d.sources.find(o.Source)] = true
		}
	}
	for i := range sources {
		if of := d.sources.find(i); names[of] {
			d.kin = append(d.kin, of)
		} else {
			d.kin = append(d.kin, -1)
		}
	}
	folders := map[int][]string{} // by affair
	for i, s := range sources {
		folders[d.sources.find(i)] = appendNew(folders[d.sources.find(i)], []string{path.Dir(s.Name)})
	}
	in, below := map[string][]int{}, map[string][]int{} // the sources of a folder, and of the folders in it
	for i, s := range sources {
		folder := path.Dir(s.Name)
		in[folder] = append(in[folder], i)
		below[path.Dir(folder)] = append(below[path.Dir(folder)], i)
	}
	joined := newUnion(len(sources))
	for i, s := range sources {
		if of := d.sources.find(i); names[of] || len(folders[of]) > 1 {
			continue
		}
		folder := path.Dir(s.Name)
		for _, beside := range [][]int{below[path.Dir(folder)], in[path.Dir(folder)], below[folder]} { // collected together
			for _, j := range beside {
				if times[i].near(times[j]) {
					joined.join(i, j)
				}
			}
		}
	}
	for i := range sources {
		d.sources.join(i, joined.find(i))
	}
}

// times is when what each source tells of happened. The rows of a list have the time at which they were made, which is none.
func (d *division) times(sources int) []reach {
	out := make([]reach, sources)
	for i := range d.h.Len() {
		if o := d.h.At(i); happened(&o) {
			at := Time{Nano: o.Time, Precision: o.Precision}
			out[o.Source].widen(at, at)
		}
	}
	return out
}

// near tells whether two logs may tell of the same: a clock without a zone may be most of a day off.
func (in reach) near(o reach) bool {
	const day = int64(24 * time.Hour)
	return in.from.Precision == 0 || o.from.Precision == 0 || in.from.Nano <= o.to.Nano+day && o.from.Nano <= in.to.Nano+day
}
