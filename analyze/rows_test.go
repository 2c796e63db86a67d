package analyze

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// claimRowAt is a row of a table of claims as an export shows it: with stamps of a precision, 0 for none.
func claimRowAt(source int, key string, at time.Duration, precision time.Duration, set ...func(*profile.Observation)) profile.Observation {
	o := profile.Observation{
		Source: source, Line: int64(at / time.Millisecond), Lines: 1, Event: profile.EventClaimed, OperationKey: key, RowStatus: "succeeded",
	}
	if precision != 0 {
		o.Time, o.Precision = int64(24*time.Hour+at.Truncate(precision)), precision
	}
	for _, f := range set {
		f(&o)
	}
	return o
}

// TestOneTableInSeveralExports: what several exports say of one row is one record, and two rows of one export never are.
func TestOneTableInSeveralExports(t *testing.T) {
	const key = "shipment:create:14:full"
	id := func(s string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.RowID = s }
	}
	ship := func(s string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.DownstreamID = s }
	}
	status := func(s string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.RowStatus = s }
	}
	at, later := 1234567*time.Microsecond, 1900*time.Millisecond
	micro := time.Microsecond
	tests := []struct {
		name string
		obs  []profile.Observation
		want []string // record, row ID and precision of each
	}{
		{"alike", []profile.Observation{claimRowAt(0, key, at, micro), claimRowAt(1, key, at, micro)}, []string{"  1µs"}},
		{"other precision", []profile.Observation{claimRowAt(0, key, at, time.Millisecond), claimRowAt(1, key, at, micro), claimRowAt(2, key, at, time.Second)}, []string{"  1µs"}},
		{"without its zone", []profile.Observation{claimRowAt(0, key, at, 0), claimRowAt(1, key, at, micro)}, []string{"  1µs"}},
		{"fewer columns", []profile.Observation{claimRowAt(0, key, at, micro), claimRowAt(1, key, at, time.Millisecond, ship("SHIP-1"), id("7"))}, []string{"SHIP-1 7 1µs"}},
		{"an older export", []profile.Observation{claimRowAt(0, key, at, micro, status("processing")), claimRowAt(1, key, at, micro, ship("SHIP-1"))}, []string{"SHIP-1  1µs"}},
		{"two rows of one export", []profile.Observation{claimRowAt(0, key, at, micro), claimRowAt(0, key, at, micro)}, []string{"  1µs", "  1µs"}},
		{
			"two rows in each of two", []profile.Observation{
				claimRowAt(0, key, at, micro, id("1")), claimRowAt(0, key, later, micro, id("2")),
				claimRowAt(1, key, later, time.Second, ship("SHIP-2")), claimRowAt(1, key, at, time.Second, ship("SHIP-1")),
			}, []string{"SHIP-1 1 1µs", "SHIP-2 2 1µs"},
		},
		{"a row that was not there yet", []profile.Observation{
			claimRowAt(0, key, at, micro, id("1")), claimRowAt(1, key, at, micro, id("1")), claimRowAt(1, key, later, micro, id("2")),
		}, []string{" 1 1µs", " 2 1µs"}},
		{"other records", []profile.Observation{claimRowAt(0, key, at, micro, ship("SHIP-1")), claimRowAt(1, key, at, micro, ship("SHIP-2"))}, []string{"SHIP-1  1µs", "SHIP-2  1µs"}},
		{"other times", []profile.Observation{claimRowAt(0, key, at, micro), claimRowAt(1, key, later, micro)}, []string{"  1µs", "  1µs"}},
		{"other keys", []profile.Observation{claimRowAt(0, key, at, micro), claimRowAt(1, "shipment:create:15:full", at, micro)}, []string{"  1µs", "  1µs"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, turned := range []bool{false, true} {
				obs := slices.Clone(tt.obs)
				if turned { // the other file comes first
					for i := range obs {
						obs[i].Source = 2 - obs[i].Source
					}
					slices.SortStableFunc(obs, func(a, b profile.Observation) int { return a.Source - b.Source })
				}
				var got []string
				for _, r := range distinct(obs, new(rows)) {
					got = append(got, fmt.Sprintf("%s %s %s", r.DownstreamID, r.RowID, r.Precision))
				}
				slices.Sort(got)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("turned: %v (-want +got)\n%s", turned, diff)
				}
			}
		})
	}
}

// TestRowsOfSeveralShops: a shared receiver's table names no shop. Where its keys do, each row joins the orders of one.
func TestRowsOfSeveralShops(t *testing.T) {
	h := History{}
	sources := []string{"db/operations.csv", "db/operations.sql", "nginx/access.json.log", "receiver/receiver.log"}
	for _, name := range sources {
		h.Sources = append(h.Sources, profile.Source{Name: name})
	}
	for i, s := range []string{"north", "south"} {
		at := time.Duration(i) * time.Second
		request, key := "request-of-"+s, "shipment:create:"+s+":1001:full"
		common := profile.Observation{Lines: 1, Precision: time.Millisecond, RequestID: request, DeliveryID: "delivery-of-" + s}
		proxied := common
		proxied.Source, proxied.Event, proxied.Shop, proxied.Provider, proxied.WebhookID, proxied.Topic = 2, profile.EventProxied, "http://"+s+".example.test/", "woocommerce", "3", "order.updated"
		proxied.Time, proxied.Signature, proxied.Code = int64(24*time.Hour+at), profile.Mark{byte(i + 1)}, 200
		result := common
		result.Source, result.Event, result.ResourceType, result.ResourceID, result.OperationKey, result.DownstreamID = 3, profile.EventResult, "order", "1001", key, "SHIP-"+s
		result.Time = proxied.Time
		for source, precision := range []time.Duration{time.Microsecond, 0} {
			h.Observations = append(h.Observations, claimRowAt(source, key, at, precision, func(o *profile.Observation) { o.DownstreamID = "SHIP-" + s }))
		}
		h.Observations = append(h.Observations, proxied, result)
	}
	slices.SortStableFunc(h.Observations, func(a, b profile.Observation) int { return a.Source - b.Source })
	d := Diagnose(h, Options{})
	if d.Summary.Effects != 2 || d.Summary.Deliveries != 2 || len(d.Operations) != 2 {
		t.Errorf("%d effects, %d deliveries, %d operations, want 2 of each", d.Summary.Effects, d.Summary.Deliveries, len(d.Operations))
	}
}
