package analyze

import (
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// twoShops is one receiver and one carrier of two shops that count alike: order 1001 and one operation key for it. Only the proxy's
// lines name the shop; two exports of the receiver's table, and the carrier's list, do not.
func twoShops(ship func(shop string) string) *handmade {
	h := &handmade{}
	k := key("shipment:create:1001:full")
	row := func(o *profile.Observation) { o.RowStatus = "succeeded" }
	for i, s := range []string{"north", "south"} {
		at := time.Duration(i) * 15 * time.Second
		h.add("nginx/access.json.log", profile.EventProxied, at, request("request-of-"+s), shop("http://"+s+".example.test/"), webhook("3", "delivery-of-"+s),
			code(200), func(o *profile.Observation) { o.Signature = profile.Mark{byte(i + 1)} })
		for step, e := range []profile.Event{profile.EventReceived, profile.EventCalled, profile.EventResult} {
			fields := []func(*profile.Observation){request("request-of-" + s), order("1001"), k}
			if e == profile.EventResult {
				fields = append(fields, made(ship(s)), code(201))
			}
			h.add("receiver/receiver.log", e, at+time.Duration(step)*time.Millisecond, fields...)
		}
		for _, export := range []string{"db/operations.csv", "db/operations.sql"} {
			h.add(export, profile.EventClaimed, at, k, made(ship(s)), row)
			h.add(export, profile.EventDone, at+time.Millisecond, k, made(ship(s)), row)
		}
		h.add("carrier/list.csv", profile.EventEffect, at, k, made(ship(s)), order("1001"))
	}
	return h
}

func TestRowsBetweenShops(t *testing.T) {
	for name, ship := range map[string]func(string) string{
		"records of other names": func(shop string) string { return "SHIP-" + shop },
		"records of equal names": func(string) string { return "SHIP-101" },
	} {
		t.Run(name, func(t *testing.T) {
			d := twoShops(ship).diagnose()
			for _, x := range d.Duplicates {
				t.Errorf("%s, %s: %s", x.Class, x.Outcome, x.Headline)
			}
			for _, f := range d.Findings {
				t.Errorf("%s: %s", f.Kind, f.Says)
			}
			if d.Summary.Effects != 2 || len(d.Operations) != 2 || d.Summary.Operations != 2 {
				t.Errorf("%d effects of %d operations, want 2 of 2", d.Summary.Effects, len(d.Operations))
			}
		})
	}
	// A record that only the carrier's list has may be any shop's, and is counted.
	h := twoShops(func(shop string) string { return "SHIP-" + shop })
	h.add("carrier/list.csv", profile.EventEffect, time.Minute, key("shipment:create:1001:full"), made("SHIP-west"))
	d := h.diagnose()
	if d.Summary.Effects != 3 || len(findingsOf(d, "safety_violation")) > 0 || slices.ContainsFunc(d.Duplicates, func(x Duplicate) bool { return x.Outcome == Duplicated }) {
		t.Errorf("%d effects, want 3; findings %v, duplicates %v", d.Summary.Effects, d.Findings, d.Duplicates)
	}
}
