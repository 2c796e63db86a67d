package analyze_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

func rule(t *testing.T, key, when string) analyze.Rule {
	t.Helper()
	r, err := analyze.ParseRule(key, when)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestParseRule(t *testing.T) {
	tests := []struct{ name, key, when, want string }{
		{"DESIGN's, with its scope written", "shipment:create:{resource.id}:full", "topic=order.updated,status=processing", "shipment:create:{resource.id}:full when topic=order.updated status=processing"},
		{"blanks between conditions", "a:{resource.id}", "topic=a, status=b", "a:{resource.id} when topic=a status=b"},
		{"a value with =", "a:{event_id}", "shop=http://s/?a=b", "a:{event_id} when shop=http://s/?a=b"},
		{"a field alone", "{event_id}", "topic=a", "{event_id} when topic=a"},
		{"a field twice", "{act_id}/{act_id}", "topic=a", "{act_id}/{act_id} when topic=a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := rule(t, tt.key, tt.when).String(); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	wrong := []struct{ name, key, when, says string }{
		{"a field nobody has", "shipment:{resource.id}:{scope}", "topic=a", `"scope" is no field of a request`},
		{"a slip of the pen in a condition", "a:{resource.id}", "statsu=a", `"statsu" is no field of a request`},
		{"no key", "", "topic=a", "the operation has no key"},
		{"a blank in the key", "a b:{resource.id}", "topic=a", `the key "a b:{resource.id}" has a blank or a character that cannot be seen`},
		{"a control character in the key", "a\x1b:{resource.id}", "topic=a", `the key "a\x1b:{resource.id}" has a blank or a character that cannot be seen`},
		{"bytes that are no text", "a\xff:{resource.id}", "topic=a", `the key "a\xff:{resource.id}" has a blank or a character that cannot be seen`},
		{"a brace that is not closed", "a:{resource.id", "topic=a", `the key "a:{resource.id" has a { without its }`},
		{"a brace in a brace", "a:{{resource.id}}", "topic=a", `the key "a:{{resource.id}}" has a { without its }`},
		{"a brace that is not opened", "a:resource.id}:{event_id}", "topic=a", `the key "a:resource.id}:{event_id}" has a } without its {`},
		{"an empty field", "a:{}", "topic=a", `"" is no field of a request`},
		{"one operation for all", "shipment:create", "topic=a", `the key "shipment:create" would be one operation of all orders`},
		{"one operation for all of one status", "shipment:{status}", "topic=a", `the key "shipment:{status}" would be one operation of all orders`},
		{"no condition", "a:{resource.id}", " ,", "the operation has no condition, so every request would ask for it"},
		{"no =", "a:{resource.id}", "processing", `"processing" is no condition`},
		{"no value", "a:{resource.id}", "status=", `"status=" is no condition`},
		{"what cannot be", "a:{resource.id}", "status=a,status=b", "there are two conditions for status, and all must hold"},
	}
	for _, tt := range wrong {
		t.Run(tt.name, func(t *testing.T) {
			_, err := analyze.ParseRule(tt.key, tt.when)
			var why *analyze.RuleError
			if !errors.As(err, &why) || why.Says != tt.says || why.Hint == "" {
				t.Errorf("%#v, want %q and a hint", err, tt.says)
			}
		})
	}
}

// TestRulesStandForLoggedKeys takes the operation keys out of each incident whose receiver logs one key for each order, and gives the
// rule that makes the same: every verdict is the one that the logged keys lead to.
func TestRulesStandForLoggedKeys(t *testing.T) {
	differ := map[string]string{
		"browser-return-and-webhook": "a rule names what deliveries ask for; the customer's return is none",
	}
	rules := []analyze.Rule{rule(t, "shipment:create:{resource.id}:full", "resource.type=order")}
	wide := []analyze.Rule{rule(t, "sync:{delivery_id}", "resource.type=order")} // which several orders may share
	compared := 0
	for _, folder := range incidents(t) {
		h := history(t, folder)
		if !oneKeyEach(h) {
			continue
		}
		compared++
		unnamed := taken(h, poorer{from: everywhere, take: func(o *profile.Observation) {
			if o.RowStatus == "" { // a row of a claim table is nothing without its key, which is the table's and not a log's
				o.OperationKey = ""
			}
		}})
		logged := analyze.Diagnose(h, analyze.Options{})
		ruled := analyze.Diagnose(analyze.History{Sources: h.Sources, States: h.States, PackedStates: h.PackedStates, Observations: unnamed}, analyze.Options{Rules: rules})
		for _, rules := range [][]analyze.Rule{rules, wide} {
			h := analyze.History{Sources: h.Sources, States: h.States, PackedStates: h.PackedStates, Observations: unnamed}
			if diff := cmp.Diff(analyze.Diagnose(h, analyze.Options{Rules: rules}), analyze.Diagnose(h, analyze.Options{Rules: rules, AtOnce: 1})); diff != "" {
				t.Errorf("%s by the rule %s (-whole +in pieces):\n%s", filepath.Base(folder), rules[0].String(), diff)
			}
		}
		diff := cmp.Diff(verdicts(logged), verdicts(ruled))
		if why := differ[filepath.Base(folder)]; (diff != "") != (why != "") {
			t.Errorf("%s %s (-logged +by the rule):\n%s", filepath.Base(folder), why, diff)
		}
		for _, way := range ways { // with less evidence a rule may name less, and never turns a verdict into another
			less := analyze.History{Sources: h.Sources, States: h.States, PackedStates: h.PackedStates, Observations: taken(h, way)}
			known := flips(logged, analyze.Diagnose(less, analyze.Options{}))
			less.Observations = taken(analyze.History{Observations: unnamed}, way)
			for _, flip := range flips(ruled, analyze.Diagnose(less, analyze.Options{Rules: rules})) {
				if !slices.Contains(known, flip) {
					t.Errorf("%s, %s: %s", filepath.Base(folder), way.name, flip)
				}
			}
		}
		for _, d := range ruled.Duplicates {
			if d.OperationKeyOrigin == "logged" || d.OperationKeyOrigin == "rule" && d.Rule != rules[0].String() {
				t.Errorf("%s: %s has its key from %q, rule %q", filepath.Base(folder), d.ID, d.OperationKeyOrigin, d.Rule)
			}
		}
	}
	if compared < 60 {
		t.Errorf("only %d incidents were compared", compared)
	}
}

// oneKeyEach tells whether the logs name one operation for each order, and no other.
func oneKeyEach(h analyze.History) bool {
	keys := map[string]bool{}
	for _, o := range h.Observations {
		if o.OperationKey != "" {
			keys[o.OperationKey] = keys[o.OperationKey] || o.OperationKey == "shipment:create:"+o.ResourceID+":full"
		}
	}
	for _, as := range keys {
		if !as {
			return false
		}
	}
	return len(keys) > 0
}

// asked makes a history of requests; each function changes the lines of one.
func asked(changes ...func(*profile.Observation)) analyze.History {
	h := analyze.History{Sources: []profile.Source{{Name: "receiver/receiver.log"}}, States: map[profile.Mark]profile.State{}}
	for i, change := range changes {
		n := byte(i + 1)
		o := profile.Observation{
			Line: int64(i + 1), Offset: int64(i), Event: profile.EventReceived, Time: int64(i) * int64(time.Minute), Precision: time.Millisecond,
			Provider: "woocommerce", Shop: "http://shop.example.test/", Topic: "order.updated", ResourceType: "order", ResourceID: "14",
			WebhookID: "2", DeliveryID: "delivery-" + string('0'+n), RequestID: "request-0000" + string('0'+n), Status: "processing", Body: profile.Hash{n},
		}
		change(&o)
		h.Observations = append(h.Observations, o)
	}
	return h
}

func plain(*profile.Observation) {}

// TestRuleNames: which operation a request asks for, and from where its name is.
func TestRuleNames(t *testing.T) {
	ship := rule(t, "ship:{resource.id}", "topic=order.updated,status=processing")
	h := asked(plain)
	withState := func(clear profile.ClearFields, mark byte) analyze.History {
		h := asked(func(o *profile.Observation) { o.State, o.Status = profile.Mark{mark}, "" })
		h.States[profile.Mark{mark}] = profile.State{Mark: profile.Mark{mark}, Clear: clear}
		return h
	}
	another := func(o *profile.Observation) {
		o.DeliveryID, o.RequestID, o.Body = "delivery-1", "request-00001", profile.Hash{1}
	}
	tests := []struct {
		name    string
		history analyze.History
		rules   []analyze.Rule
		want    []string // origin and key of each operation
	}{
		{"no rule", h, nil, []string{"derived order:14:order.updated:sha256-0100000000000000000000000000000000000000000000000000000000000000"}},
		{"a rule", h, []analyze.Rule{ship}, []string{"rule ship:14"}},
		{"the first that fits", h, []analyze.Rule{rule(t, "a:{resource.id}", "status=pending"), ship, rule(t, "b:{resource.id}", "topic=order.updated")}, []string{"rule ship:14"}},
		{"a log comes first", asked(func(o *profile.Observation) { o.OperationKey = "logged:14" }), []analyze.Rule{ship}, []string{"logged logged:14"}},
		{"a log and a rule agree", asked(func(o *profile.Observation) { o.OperationKey = "ship:14" }, plain), []analyze.Rule{ship}, []string{"rule ship:14"}},
		{"the log of its work comes first", asked(plain, func(o *profile.Observation) {
			another(o)
			o.Event, o.OperationKey, o.Worker, o.JobID = profile.EventStarted, "logged:14", "worker-1", "7"
		}), []analyze.Rule{ship}, []string{"logged logged:14"}},
		{"a condition that does not hold", asked(func(o *profile.Observation) { o.Status = "pending" }), []analyze.Rule{ship}, []string{"derived order:14:order.updated:sha256-0100000000000000000000000000000000000000000000000000000000000000"}},
		{"a field that no record has", h, []analyze.Rule{rule(t, "pay:{transaction_id}", "status=processing"), rule(t, "b:{resource.id}", "status=processing")}, []string{"rule b:14"}},
		{"two statuses of one request are none", asked(plain, func(o *profile.Observation) { another(o); o.Event, o.Status = profile.EventClaimed, "pending" }), []analyze.Rule{rule(t, "a:{resource.id}:{status}", "topic=order.updated"), rule(t, "b:{resource.id}", "topic=order.updated")}, []string{"rule b:14"}},
		{"the payload's status", withState(profile.ClearFields{Status: "processing"}, 9), []analyze.Rule{ship}, []string{"rule ship:14"}},
		{"the payload's payment", withState(profile.ClearFields{TransactionID: "tx_1", DatePaid: "2026-11-30T08:00:00", Refunds: 2}, 9), []analyze.Rule{rule(t, "{transaction_id}/{date_paid}/{refunds}", "topic=order.updated")}, []string{"rule tx_1/2026-11-30T08:00:00/2"}},
		{"no refund is no field", withState(profile.ClearFields{}, 9), []analyze.Rule{rule(t, "a:{resource.id}:{refunds}", "topic=order.updated"), rule(t, "b:{resource.id}", "topic=order.updated")}, []string{"rule b:14"}},
		{"what the request carries", h, []analyze.Rule{rule(t, "{provider}|{shop}|{webhook_id}|{delivery_id}|{resource.type}", "shop=https://shop.example.test")}, []string{"rule woocommerce|http://shop.example.test/|2|delivery-1|order"}},
		{"the event and the act", asked(func(o *profile.Observation) { o.EventID, o.ActID = "evt_1", "req_1" }), []analyze.Rule{rule(t, "{event_id}/{act_id}", "topic=order.updated")}, []string{"rule evt_1/req_1"}},
		{"a state that two deliveries carry", asked(plain, func(o *profile.Observation) { o.Body = profile.Hash{1} }), []analyze.Rule{rule(t, "sync:{resource.id}:{state}", "topic=order.updated")}, []string{"rule sync:14:sha256-0100000000000000000000000000000000000000000000000000000000000000"}},
		{"bytes that nobody saw are no state", asked(func(o *profile.Observation) { o.Body = profile.Hash{} }), []analyze.Rule{rule(t, "sync:{state}", "topic=order.updated"), rule(t, "b:{resource.id}", "topic=order.updated")}, []string{"rule b:14"}},
		{"a request with a wrong signature asks for nothing", asked(func(o *profile.Observation) { o.SignatureValid = profile.No }), []analyze.Rule{ship}, nil},
		{"a delivery that nobody saw arrive", asked(func(o *profile.Observation) { o.Event, o.RequestID = profile.EventDelivery, "" }), []analyze.Rule{ship}, []string{"rule ship:14"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, o := range analyze.Diagnose(tt.history, analyze.Options{Rules: tt.rules}).Operations {
				got = append(got, o.KeyOrigin+" "+o.Key)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("operations (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRuleMeetsLoggedEffects: the downstream system's own list names the key that the rule makes, and neither a request nor an order.
// Two requests, two records: they meet in one operation.
func TestRuleMeetsLoggedEffects(t *testing.T) {
	shipment := func(id string) func(*profile.Observation) {
		return func(o *profile.Observation) {
			*o = profile.Observation{
				Line: o.Line, Offset: o.Offset, Event: profile.EventEffect, Time: o.Time, Precision: o.Precision,
				OperationKey: "ship:14", DownstreamID: id,
			}
		}
	}
	h := asked(plain, func(o *profile.Observation) { o.WebhookID, o.Body = "3", profile.Hash{1} }, shipment("SHIP-1"), shipment("SHIP-2"))
	d := analyze.Diagnose(h, analyze.Options{Rules: []analyze.Rule{rule(t, "ship:{resource.id}", "status=processing")}})
	if len(d.Duplicates) != 1 || d.Duplicates[0].Class != analyze.ConfigDuplication || d.Duplicates[0].Outcome != analyze.Duplicated || d.Duplicates[0].OperationKeyOrigin != "rule" {
		t.Errorf("%+v", d.Duplicates)
	}
	want := "SHIP-1 and SHIP-2 are records of one operation, ship:14; the rule \"ship:{resource.id} when status=processing\" names it so, not a log"
	if len(d.Findings) != 1 || d.Findings[0].Says != want {
		t.Errorf("%+v, want %s", d.Findings, want)
	}
	for _, x := range analyze.Diagnose(h, analyze.Options{}).Duplicates {
		if x.Class == analyze.ConfigDuplication {
			t.Errorf("without the rule: %s", x.Headline)
		}
	}
}

// TestRuleJoins: requests of several resources ask for one operation, as with a logged key. A key that many resources have names a kind
// of operation, not one.
func TestRuleJoins(t *testing.T) {
	for _, tt := range []struct{ resources, operations int }{{2, 1}, {4, 1}, {5, 5}} {
		var changes []func(*profile.Observation)
		for i := range tt.resources {
			changes = append(changes, func(o *profile.Observation) {
				o.ResourceID, o.State = string(rune('a'+i)), profile.Mark{byte(i + 1)}
			})
		}
		h := asked(changes...)
		for i := range tt.resources {
			mark := profile.Mark{byte(i + 1)}
			h.States[mark] = profile.State{Mark: mark, Clear: profile.ClearFields{TransactionID: "tx_1"}}
		}
		opt := analyze.Options{Rules: []analyze.Rule{rule(t, "pay:{transaction_id}", "topic=order.updated")}}
		if got := analyze.Diagnose(h, opt).Operations; len(got) != tt.operations || got[0].Key != "pay:tx_1" {
			t.Errorf("%d resources: %+v, want %d", tt.resources, got, tt.operations)
		}
	}
}

// TestRuleUses: a rule that names nothing says why.
func TestRuleUses(t *testing.T) {
	h := asked(plain, func(o *profile.Observation) { o.Status, o.EventID = "pending", "evt_1" }, func(o *profile.Observation) { o.OperationKey = "logged:14" })
	tests := []struct {
		name  string
		rules []analyze.Rule
		want  []analyze.RuleUse
	}{
		{"none", nil, []analyze.RuleUse{}},
		{"one", []analyze.Rule{rule(t, "a:{resource.id}", "status=pending")}, []analyze.RuleUse{{"a:{resource.id} when status=pending", 1, "names the operation of 1 request"}}},
		{"logs name some", []analyze.Rule{rule(t, "a:{resource.id}", "status=processing")}, []analyze.RuleUse{{"a:{resource.id} when status=processing", 1, "names the operation of 1 request; logs name the operation of 1 request that it fits"}}},
		{"a wrong value", []analyze.Rule{rule(t, "a:{resource.id}", "topic=order.updated,status=paid")}, []analyze.RuleUse{{"a:{resource.id} when topic=order.updated status=paid", 0, "names no operation; no request has status=paid, only pending and processing"}}},
		{"a field that none has", []analyze.Rule{rule(t, "a:{resource.id}", "act_id=7")}, []analyze.RuleUse{{"a:{resource.id} when act_id=7", 0, "names no operation; no request has act_id=7"}}},
		{"a field that some lack", []analyze.Rule{rule(t, "a:{event_id}", "topic=order.updated")}, []analyze.RuleUse{{"a:{event_id} when topic=order.updated", 1, "names the operation of 1 request; of the requests that meet its conditions, 2 lack event_id or have two"}}},
		{"an earlier one", []analyze.Rule{rule(t, "a:{resource.id}", "status=pending"), rule(t, "b:{resource.id}", "status=pending")}, []analyze.RuleUse{
			{"a:{resource.id} when status=pending", 1, "names the operation of 1 request"},
			{"b:{resource.id} when status=pending", 0, "names no operation; an earlier rule names 1 request that it fits"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, analyze.Diagnose(h, analyze.Options{Rules: tt.rules}).Rules); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTraceByRule finds what asks for an operation that no record names, and says by which rule.
func TestTraceByRule(t *testing.T) {
	h := asked(plain, func(o *profile.Observation) { o.ResourceID = "15" })
	opt := analyze.Options{Rules: []analyze.Rule{rule(t, "ship:{resource.id}", "status=processing")}}
	for _, id := range []string{"ship:15", "operation:ship:15", "order:15"} {
		steps := analyze.Trace(h, id, opt)
		want := "receiver has delivery delivery-2, request request-00002, asks for ship:15 by the rule ship:{resource.id} when status=processing"
		if len(steps) != 1 || steps[0].Says != want {
			t.Errorf("%s: %+v, want %s", id, steps, want)
		}
	}
	for _, id := range []string{"ship:16", "ship:", "operation:"} {
		if steps := analyze.Trace(h, id, opt); steps != nil {
			t.Errorf("%s: %+v", id, steps)
		}
	}
	if steps := analyze.Trace(h, "ship:15", analyze.Options{}); steps != nil {
		t.Errorf("without the rule: %+v", steps)
	}
}
