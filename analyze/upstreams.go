package analyze

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// try is one upstream to which a proxy passed a request.
type try struct {
	status string
	took   time.Duration
}

func triesOf(p *record) []try {
	if p.Upstream == "" {
		return nil
	}
	var out []try
	for _, u := range strings.Split(p.Upstream, ", ") {
		status, seconds, _ := strings.Cut(u, "/")
		x := try{status: status}
		if s, err := strconv.ParseFloat(seconds, 64); err == nil && s >= 0 && s <= profile.Longest.Seconds() {
			x.took = time.Duration(s * float64(time.Second))
		}
		out = append(out, x)
	}
	return out
}

// gaveUpOnRun tells whether the proxy passed a request on while the receiver that it gave up on was still at work. Each receiver's
// lines tell how long its own run took, and the proxy's how long it waited: so it shows although the receivers' clocks cannot be
// compared that closely.
func (t *tree) gaveUpOnRun(n *node, d *delivery) bool {
	for _, p := range d.proxied {
		tries := triesOf(p)
		if len(tries) < 2 || tries[0].status != "504" && tries[0].status != "-" || tries[0].took == 0 {
			continue
		}
		var took []int64 // by the runs of the request, one for each receipt
		for _, x := range n.all().receipts {
			if x.requestID == p.RequestID && p.RequestID != "" {
				if i := slices.IndexFunc(x.runs, (*run).reached); i >= 0 {
					iv, ok := x.runs[i].span(false)
					if ok {
						took = append(took, iv.to-iv.from)
					}
				}
			}
		}
		if len(took) != 2 || len(tries) != 2 {
			continue
		}
		// The second began when the first had been waited for, and was over when its own time was.
		longer, shorter := max(took[0], took[1]), min(took[0], took[1])
		if longer >= int64(tries[0].took+tries[1].took)-shorter && shorter < int64(tries[0].took) {
			return true
		}
	}
	return false
}
