package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
)

// of returns a finding of a kind about an order.
func of(kind, order string) analyze.Finding {
	key := "shipment:create:" + order + ":full"
	return analyze.Finding{
		Kind: kind, OperationKey: key, Resource: analyze.Resource{Type: "order", ID: order},
		Says: key + " of order " + order + " was left by delivery ID",
		Evidence: []analyze.Evidence{
			{Source: receiver, Line: 7, Time: moment("09:12:00")}, {Source: receiver, Line: 8}, {Source: receiver, Line: 9},
		},
	}
}

func TestTextWithoutDuplicates(t *testing.T) {
	changed := func(change func(*analyze.Diagnosis)) analyze.Diagnosis {
		d := readWhole()
		change(&d)
		return d
	}
	failing := func(d *analyze.Diagnosis) {
		d.Registrations = []analyze.Registration{{WebhookID: "107", Status: "disabled", Deliveries: 4, Failed: 4}}
		d.Operations = nil
		for _, id := range []string{"228", "229", "230", "231"} {
			d.Operations = append(d.Operations, analyze.Operation{Key: id, Resource: analyze.Resource{Type: "order", ID: id}, State: "retryable_failed", Executions: 1})
		}
	}
	wide, filtered := Options{Width: 400}, Options{Width: 400, Filtered: true}
	asked := Options{Width: 400, Filtered: true, Asked: []string{"order:99"}, There: []analyze.Resource{{Type: "order", ID: "15"}}}
	const counts = "6 deliveries, 6 receipts, 1 effect, 2026-11-30T08:27:52Z to 08:28:06Z, in 5 sources."
	tests := []struct {
		name string
		d    analyze.Diagnosis
		opt  Options
		want string
	}{
		{"clean", readWhole(), wide, "No duplicates: " + counts},
		{"filtered", readWhole(), filtered, "No duplicates in what the filter left. Read in all: " + counts},
		{
			"findings", changed(func(d *analyze.Diagnosis) {
				d.Findings = []analyze.Finding{of("suppressed_update", "95"), of("suppressed_update", "96"), of("uncertain_operation", "97")}
			}),
			wide, "2 operations were dropped and never carried out: orders 95 and 96 (suppressed_update). Carry out what was dropped, from the " +
				"resource's current state. Also: 1 operation was called for downstream and its result is not on record: order 97 " +
				"(uncertain_operation).\n\nNo duplicates: " + counts,
		},
		{
			"a finding that is not urgent", changed(func(d *analyze.Diagnosis) { d.Findings = []analyze.Finding{of("weak_key", "95")} }),
			wide, "No duplicates: " + counts,
		},
		{
			"all failed", changed(failing), wide, "4 of 4 deliveries of registration 107 failed; it is now disabled; not done: orders 228 to 231. " +
				"Carry out what was not done, then activate the registration: nothing is sent while it is disabled.\n\nNo duplicates: " + counts,
		},
		{
			"failed for good", changed(func(d *analyze.Diagnosis) {
				failing(d)
				d.Registrations[0].Status, d.Registrations[0].Provider = "active", "woocommerce"
			}),
			wide, "4 of 4 deliveries of registration 107 failed; not done: orders 228 to 231. Carry out what was not done: WooCommerce does not " +
				"send it again.\n\nNo duplicates: " + counts,
		},
		{
			"failed, perhaps sent again", changed(func(d *analyze.Diagnosis) {
				failing(d)
				d.Registrations = append(d.Registrations, analyze.Registration{Provider: "stripe", Deliveries: 1, Failed: 1})
				d.Registrations[0].Status, d.Registrations[0].Provider = "active", "woocommerce"
			}),
			wide, "4 of 4 deliveries of registration 107 failed; 1 of 1 delivery of an unknown registration failed; not done: orders 228 to 231. Carry out " +
				"what was not done, unless the sender is still going to try again.\n\nNo duplicates: " + counts,
		},
		{
			"accepted although invalid", changed(func(d *analyze.Diagnosis) { d.Findings = []analyze.Finding{of("accepted_invalid", "95")} }),
			wide, "Requests were answered with success although their signature did not verify: order 95 (accepted_invalid). Look up downstream " +
				"what they led to, and undo it.\n\nNo duplicates: " + counts,
		},
		{
			"one failed, done later", changed(func(d *analyze.Diagnosis) {
				d.Registrations = []analyze.Registration{{WebhookID: "2", Deliveries: 2, Failed: 1, Slow: 1}}
			}),
			wide, "No duplicates: " + counts + "\n1 of 2 deliveries of registration 2 failed, 1 took longer than the sender waits.",
		},
		{
			"no effect read", changed(func(d *analyze.Diagnosis) { d.Summary.Effects = 0 }),
			wide, "No duplicate seen: " + strings.Replace(counts, "1 effect", "0 effects", 1) +
				"\nNot in the evidence: a record of the downstream system. What was repeated there would not show.",
		},
		{
			"only the sender", changed(func(d *analyze.Diagnosis) { d.Sources, d.Operations = d.Sources[3:4], nil; d.Summary.Effects = 0 }),
			wide, "No duplicate seen: 6 deliveries, 6 receipts, 0 effects, 2026-11-30T08:27:52Z to 08:28:06Z, in 1 source.\n" +
				"Not in the evidence: the sender's queue, the access log, the receiver's own log, a worker's run, a record of the downstream " +
				"system. What was repeated there would not show.",
		},
		{"nothing read", changed(func(d *analyze.Diagnosis) { d.Summary = analyze.Summary{} }), wide, "Nothing to judge: no delivery or receipt was found in 5 sources."},
		{"no sources", analyze.Diagnosis{}, wide, "Nothing to judge: no delivery or receipt was found in 0 sources."},
		{
			"only an access log",
			analyze.Diagnosis{Sources: []analyze.Source{{Name: "access.log", Format: "access-log", Records: 3}}},
			wide,
			"Nothing to judge: 3 requests read, but this log format names no webhook and no delivery. Log them as JSON with $http_x_wc_webhook_id " +
				"and $http_x_wc_webhook_delivery_id (webhookctl collect nginx), and add the sender's delivery log and the " +
				"receiver's own log.",
		},
		{"nothing left", base(), asked, "Nothing read concerns order:99; there is: order 15."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := text(t, tt.d, tt.opt)
			if strings.Contains(got, "\n\n\n") {
				t.Error("two empty lines in a row")
			}
			want := tt.want + "\n\n"
			if diff := cmp.Diff(want, got[:min(len(got), len(want))]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is lost comes before what did no harm, and after what did.
func TestTextAnswerOfAContainedCase(t *testing.T) {
	d := readWhole()
	d.Duplicates, d.Findings = []analyze.Duplicate{containedReplay("D1")}, []analyze.Finding{of("suppressed_update", "95")}
	got := text(t, d, Options{Width: 200})
	if !strings.HasPrefix(got, "1 operation was dropped and never carried out: order 95 (suppressed_update).") {
		t.Errorf("the answer is %.100q", got)
	}
	if n := strings.Count(got, containedReplay("D1").Headline); n != 1 {
		t.Errorf("the case is told %d times, want once", n)
	}
	d.Duplicates = []analyze.Duplicate{twoRegistrations("D1")}
	if got := text(t, d, Options{Width: 200}); !strings.HasPrefix(got, "SHIP-001 and SHIP-002") {
		t.Errorf("the answer is %.100q", got)
	}
}

// Findings that say the same of different resources are one line; those that do not are not.
func TestTextFoldsFindings(t *testing.T) {
	d := readWhole()
	for _, id := range []string{"95", "96", "97", "98", "100"} {
		d.Findings = append(d.Findings, of("suppressed_update", id))
	}
	other := of("suppressed_update", "101")
	other.Says = "left by resource ID"
	d.Findings = append(d.Findings, other)
	_, got, _ := strings.Cut(text(t, d, Options{Width: 120}), "Lost or uncertain\n")
	want := `  suppressed_update, 5 times, for orders 95 to 98 and 100. The first: shipment:create:95:full of order 95 was left by
    delivery ID
      receiver/receiver.log:7  2026-11-30T09:12:00Z
      receiver/receiver.log:8
      receiver/receiver.log:7  2026-11-30T09:12:00Z
      receiver/receiver.log:8
      and 11 more records
  suppressed_update order 101, shipment:create:101:full: left by resource ID
`
	if diff := cmp.Diff(want, got[:min(len(got), len(want))]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestResourceList(t *testing.T) {
	orders := func(ids ...string) (list []analyze.Resource) {
		for _, id := range ids {
			list = append(list, analyze.Resource{Type: "order", ID: id})
		}
		return list
	}
	tests := []struct {
		name string
		in   []analyze.Resource
		want string
	}{
		{"none", nil, ""},
		{"one", orders("14"), "order 14"},
		{"the same twice", orders("14", "14"), "order 14"},
		{"three in a row", orders("95", "96", "97", "99"), "orders 95, 96, 97 and 99"},
		{"a run", orders("228", "229", "230", "231"), "orders 228 to 231"},
		{"leading zeros are other IDs", orders("8", "09", "10", "11"), "orders 8, 09, 10 and 11"},
		{"words", orders("a", "b"), "orders a and b"},
		{"types", append(orders("1"), analyze.Resource{Type: "delivery", ID: "2"}, analyze.Resource{Type: "delivery", ID: "4"}), "order 1, deliveries 2 and 4"},
		{"without a type", []analyze.Resource{{ID: "2"}, {}}, "resource 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, resourceList(nil, tt.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
