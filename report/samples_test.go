package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// at is a moment of the test day, with milliseconds where the text has them.
func moment(clock string) analyze.Time {
	t, err := time.Parse("2006-01-02T15:04:05", "2026-11-30T"+clock)
	if err != nil {
		panic(err)
	}
	precision := time.Second
	if strings.Contains(clock, ".") {
		precision = time.Millisecond
	}
	return analyze.Time{Nano: t.UnixNano(), Precision: precision}
}

// layered counts the eight layers; -1 is silence.
func layered(counts ...int) []analyze.LayerCount {
	out := make([]analyze.LayerCount, len(profile.Layers))
	for i, l := range profile.Layers {
		out[i].Layer = l
		if counts[i] >= 0 {
			out[i].Count = &counts[i]
		}
	}
	return out
}

// answered gives the nine questions their answers in order; "yes: detail" carries a detail.
func answered(answers ...string) []analyze.Question {
	out := make([]analyze.Question, len(questions))
	for i, q := range questions {
		answer, detail, _ := strings.Cut(answers[i], ": ")
		out[i] = analyze.Question{ID: q.id, Answer: answer, Detail: detail, Evidence: []int{0}}
	}
	return out
}

const receiver, shopLog = "receiver/receiver.log", "wc-logs/webhooks-delivery-2026-11-30.log"

// twoRegistrations is the recorded incident of two webhooks that share one delivery URL.
func twoRegistrations(id string) analyze.Duplicate {
	return analyze.Duplicate{
		ID: id, Class: analyze.ConfigDuplication, Cause: "duplicate_registration", Contributing: []string{"receiver_race"},
		Confidence: analyze.Proven, Outcome: analyze.Duplicated,
		Boundary: analyze.Boundary{From: profile.LayerChange, To: profile.LayerRegistration},
		Provider: "woocommerce", Shop: "http://shop.example.test/", Resource: analyze.Resource{Type: "order", ID: "14"},
		Topics: []string{"order.updated"}, OperationKey: "shipment:create:14:full", OperationKeyOrigin: "logged",
		Layers:        layered(1, 2, 2, 2, 2, 2, 2, 2),
		WebhookIDs:    []string{"2", "3"},
		DeliveryIDs:   []string{"d3c083808682eaa2caa0570c7364f283", "e7b98aeebbb8475ec7a01d1873293064"},
		RequestIDs:    []string{"325c591093ae25487e9359ec710e74aa", "51fd01e23f2230d759da1cd4db760272"},
		JobIDs:        []string{"41", "42"},
		DownstreamIDs: []string{"SHIP-001", "SHIP-002"},
		FirstSeen:     moment("08:27:52"), LastSeen: moment("08:28:06.214"),
		Questions: answered("no: 2 and 3", "no", "yes: order.updated", "yes: order 14", "yes: equal signatures", "yes",
			"yes", "two_or_more: SHIP-001, SHIP-002", "accepted: 202, 202"),
		RuledOut: []analyze.RuledOut{
			{Class: analyze.Replay, Because: "each registration sent this state once", Evidence: []int{0, 1}},
			{Class: analyze.LegitimateUpdate, Because: "both requests carry equal bytes", Evidence: []int{2, 3}},
		},
		NextSteps: []string{
			"Check registration 3; do not de-duplicate by order ID.",
			"Make the claim on shipment:create:14:full atomic, so that a second request cannot pass the same check.",
		},
		Evidence: []analyze.Evidence{
			{Source: shopLog, Line: 31, Offset: 20480, Time: moment("08:27:58"), Layer: profile.LayerDelivery, Says: "webhook 2 sent delivery d3c083808682eaa2caa0570c7364f283 of order.updated, answered 202"},
			{Source: shopLog, Line: 57, Offset: 40960, Time: moment("08:27:59"), Layer: profile.LayerDelivery, Says: "webhook 3 sent delivery e7b98aeebbb8475ec7a01d1873293064 of order.updated, answered 202"},
			{Source: receiver, Line: 12, Offset: 1800, Time: moment("08:27:58.101"), Layer: profile.LayerReceipt, Says: "request 325c591093ae25487e9359ec710e74aa, delivery d3c083808682eaa2caa0570c7364f283, order 14"},
			{Source: receiver, Line: 19, Offset: 2950, Time: moment("08:27:59.002"), Layer: profile.LayerReceipt, Says: "request 51fd01e23f2230d759da1cd4db760272, delivery e7b98aeebbb8475ec7a01d1873293064, order 14"},
			{Source: "receiver/downstream.log", Line: 1, Time: moment("08:28:05.900"), Layer: profile.LayerEffect, Says: "SHIP-001 made for shipment:create:14:full"},
			{Source: "receiver/downstream.log", Line: 2, Offset: 160, Time: moment("08:28:06.214"), Layer: profile.LayerEffect, Says: "SHIP-002 made for shipment:create:14:full"},
			{Source: shopLog, Line: 1, Time: moment("08:20:00"), Says: "first line of the shop's delivery log: no failed attempt before"},
		},
		Headline: "SHIP-001 and SHIP-002 for order 14: one change, registrations 2 and 3 with one URL (proven).",
		Joins: []analyze.Join{
			{Upper: "change of order 14", Lower: "registrations 2 and 3", By: "equal signatures", Evidence: []int{0, 1}},
			{Upper: "delivery d3c083808682eaa2caa0570c7364f283", Lower: "request 325c591093ae25487e9359ec710e74aa", By: "delivery ID", Value: "d3c083808682eaa2caa0570c7364f283", Evidence: []int{0, 2}},
			{Upper: "request 325c591093ae25487e9359ec710e74aa", Lower: "effect SHIP-001", By: "operation key and job ID", Value: "shipment:create:14:full", Evidence: []int{2, 4}},
		},
	}
}

// containedReplay is a proxy's second try that the guard stopped.
func containedReplay(id string) analyze.Duplicate {
	return analyze.Duplicate{
		ID: id, Class: analyze.Replay, Cause: "resent_by_intermediary", Confidence: analyze.Proven, Outcome: analyze.Contained,
		Boundary: analyze.Boundary{From: profile.LayerDelivery, To: profile.LayerReceipt},
		Provider: "woocommerce", Shop: "http://shop.example.test/", Resource: analyze.Resource{Type: "order", ID: "15"},
		Topics: []string{"order.created"}, OperationKey: "shipment:create:15:full", OperationKeyOrigin: "logged",
		Layers: layered(1, 1, 1, 1, 3, -1, 1, 1), WebhookIDs: []string{"2"},
		DeliveryIDs: []string{"0139a2164a3d7957c1f0962ea06d9ae4"}, RequestIDs: []string{"8c24eaaf85c0961ff0d3b1cd601d09e3"},
		DownstreamIDs: []string{"SHIP-003"}, FirstSeen: moment("08:40:00"), LastSeen: moment("08:40:09"),
		Questions: answered("yes: 2", "yes", "yes", "yes", "yes", "yes", "no", "one: SHIP-003", "mixed: 504, 202"),
		RuledOut:  []analyze.RuledOut{{Class: analyze.ReceiverRace, Because: "the second and third receipt were answered as duplicates", Evidence: []int{1}}},
		NextSteps: []string{"Nothing to repair. Switch off proxy_next_upstream for non_idempotent requests."},
		Evidence: []analyze.Evidence{
			{Source: "nginx/access.log", Line: 7, Time: moment("08:40:03"), Layer: profile.LayerReceipt, Says: "upstream tries 504/3.004, 202/0.086"},
			{Source: receiver, Line: 88, Time: moment("08:40:03.020"), Layer: profile.LayerExecution, Says: "recognised as a duplicate by operation key"},
		},
		Headline: "One delivery for order 15 arrived three times; the guard stopped two (proven).",
	}
}

// undecided lacks the worker's log.
func undecided(id string) analyze.Duplicate {
	return analyze.Duplicate{
		ID: id, Class: analyze.Undetermined, Confidence: analyze.Possible, Outcome: analyze.Unknown,
		Provider: "woocommerce", Shop: "http://shop.example.test/", Resource: analyze.Resource{Type: "order", ID: "16"},
		Topics: []string{"order.updated"}, Layers: layered(1, 1, -1, 2, 2, -1, -1, -1), WebhookIDs: []string{"2"},
		DeliveryIDs: []string{"820dd7c9187cda19623e43ecb0dc66df", "f502a07715d87ec7e2b69c906f0a6131"},
		FirstSeen:   moment("09:00:00"), LastSeen: moment("09:00:30"),
		Questions: answered("yes", "no", "yes", "yes", "unknown: no signature and no body was recorded", "unknown", "unknown", "unknown", "accepted: 200, 200"),
		Missing: []analyze.Missing{
			{What: "the worker's log of 09:00 to 09:05", WouldDecide: "whether both requests were carried out, and whether the runs overlap"},
			{What: "the shop's log with WP_DEBUG", WouldDecide: "whether the two bodies carry one state"},
		},
		NextSteps: []string{"Import the worker's log of 09:00 to 09:05."},
		Evidence: []analyze.Evidence{
			{Source: shopLog, Line: 140, Time: moment("09:00:00"), Layer: profile.LayerDelivery, Says: "webhook 2 sent delivery 820dd7c9187cda19623e43ecb0dc66df"},
			{Source: shopLog, Line: 166, Time: moment("09:00:30"), Layer: profile.LayerDelivery, Says: "webhook 2 sent delivery f502a07715d87ec7e2b69c906f0a6131"},
		},
		Headline: "Two deliveries for order 16 within 30 s: whether they carry one state is not in the evidence.",
	}
}

func legitimate(id, cause, order string, outcome analyze.Outcome) analyze.Duplicate {
	return analyze.Duplicate{
		ID: id, Class: analyze.LegitimateUpdate, Cause: cause, Confidence: analyze.Proven, Outcome: outcome,
		Provider: "woocommerce", Shop: "http://shop.example.test/", Resource: analyze.Resource{Type: "order", ID: order},
		Topics: []string{"order.updated"}, OperationKey: "shipment:create:" + order + ":full", OperationKeyOrigin: "rule",
		Rule:   "shipment:create:{resource.id}:full when topic=order.updated",
		Layers: layered(2, 1, 2, 2, 2, -1, 1, 1), WebhookIDs: []string{"2"},
		FirstSeen: moment("09:10:00"), LastSeen: moment("09:12:00"),
		Questions: answered("yes", "no", "yes", "yes", "no: status differs", "no", "no", "one", "accepted: 200, 200"),
	}
}

// lost is a legitimate update that a guard by order ID dropped.
func lost(id string) analyze.Duplicate {
	d := legitimate(id, "state_changed", "18452", analyze.Lost)
	d.Headline = "Order 18452's change to completed was dropped: the receiver took it for a repeat of processing (proven)."
	d.NextSteps = []string{"Send order 18452's completed again; let the guard tell states apart."}
	d.Evidence = []analyze.Evidence{{Source: receiver, Line: 210, Time: moment("09:12:00.500"), Layer: profile.LayerExecution, Says: "duplicate by resource: 18452"}}
	return d
}

func suppressed() analyze.Finding {
	return analyze.Finding{
		Kind: "suppressed_update", OperationKey: "shipment:complete:18452", Resource: analyze.Resource{Type: "order", ID: "18452"},
		WebhookIDs: []string{"2"}, DeliveryIDs: []string{"9f3a6f5f0b7a4c0e9e3d1c2b3a4f5e6d"},
		Says:     "the change to completed was answered 200 and skipped as a repeat of processing; no later run carried it out",
		Evidence: []analyze.Evidence{{Source: receiver, Line: 210, Offset: 30000, Time: moment("09:12:00.500"), Layer: profile.LayerExecution, Says: "duplicate by resource: 18452"}},
	}
}

func safety() analyze.Finding {
	return analyze.Finding{
		Kind: "safety_violation", OperationKey: "shipment:create:14:full", Resource: analyze.Resource{Type: "order", ID: "14"},
		DownstreamIDs: []string{"SHIP-001", "SHIP-002"}, Says: "two shipment records name this operation key",
	}
}

func base(duplicates ...analyze.Duplicate) analyze.Diagnosis {
	d := analyze.Diagnosis{
		Schema: analyze.Schema,
		Summary: analyze.Summary{
			Observations: 412, Deliveries: 6, Receipts: 6, Operations: 1, Effects: 1,
			FirstSeen: moment("08:27:52"), LastSeen: moment("08:28:06"),
		},
		Sources: []analyze.Source{
			{Name: "nginx/access.log", Format: "nginx-json", SHA256: strings.Repeat("0f", 32), Size: 900, Records: 6, FirstSeen: moment("08:27:58"), LastSeen: moment("08:40:03")},
			{Name: receiver, Format: "json-lines", SHA256: strings.Repeat("1e", 32), Size: 40000, Records: 210, Problems: 2, FirstSeen: moment("08:27:58.101"), LastSeen: moment("09:12:00.500")},
			{Name: "receiver/downstream.log", Format: "json-lines", SHA256: strings.Repeat("2d", 32), Size: 300, Records: 3, FirstSeen: moment("08:28:05.900"), LastSeen: moment("08:40:02")},
			{Name: shopLog, Format: "woocommerce-log", SHA256: strings.Repeat("3c", 32), Size: 81920, Records: 193, Skipped: 12, FirstSeen: moment("08:20:00"), LastSeen: moment("09:12:00")},
		},
		Duplicates: duplicates,
	}
	for _, dup := range duplicates {
		if dup.Class != analyze.LegitimateUpdate {
			d.Summary.Duplicates++
		}
	}
	return d
}

// readWhole is base with something read from every side.
func readWhole() analyze.Diagnosis {
	d := base()
	d.Sources = append(d.Sources, analyze.Source{Name: "db/actions.json", Format: "action-scheduler-actions", SHA256: strings.Repeat("4b", 32), Records: 6})
	d.Operations = []analyze.Operation{{Key: "shipment:create:14:full", Resource: analyze.Resource{Type: "order", ID: "14"}, State: "succeeded", Executions: 1}}
	return d
}

// incident holds one case of every section, in no helpful order.
func incident() analyze.Diagnosis {
	d := base(legitimate("D5", "state_changed", "17", analyze.Contained), undecided("D3"), containedReplay("D4"),
		lost("D2"), twoRegistrations("D1"), legitimate("D6", "metadata_only", "17", analyze.Unknown))
	d.Summary.Deliveries, d.Summary.Receipts, d.Summary.Operations, d.Summary.Effects = 11, 13, 4, 4
	d.Summary.LastSeen = moment("09:12:00.500")
	d.Summary.DuplicateRatio = 0.25
	d.Summary.ByClass = map[analyze.Class]int{analyze.ConfigDuplication: 1, analyze.Replay: 1, analyze.Undetermined: 1, analyze.LegitimateUpdate: 3}
	d.Summary.ByOutcome = map[analyze.Outcome]int{analyze.Duplicated: 1, analyze.Lost: 1, analyze.Contained: 2, analyze.Unknown: 2}
	d.Findings = []analyze.Finding{
		safety(),
		{Kind: "clock_offset", Says: "receiver/receiver.log runs 1.2 s ahead of " + shopLog + " (6 requests seen by both)"},
		suppressed(),
	}
	d.Registrations = []analyze.Registration{
		{WebhookID: "2", Provider: "woocommerce", Shop: "http://shop.example.test/", Topics: []string{"order.updated"}, URL: "http://hooks.example.test/woo/shipments", Status: "active", Deliveries: 8, Receipts: 10, DuplicateRatio: 0.2, Slow: 1, Failed: 1},
		{WebhookID: "3", Provider: "woocommerce", Shop: "http://shop.example.test/", Topics: []string{"order.updated"}, URL: "http://hooks.example.test/woo/shipments", Status: "active", Deliveries: 3, Receipts: 3},
	}
	d.Rules = []analyze.RuleUse{
		{Rule: "shipment:create:{resource.id}:full when topic=order.updated", Requests: 4, Says: "names the operation of 4 requests"},
		{Rule: "invoice:create:{resource.id} when status=payed", Says: "names no operation; no request has status=payed, only completed and processing"},
	}
	d.Operations = []analyze.Operation{
		{Key: "shipment:create:14:full", KeyOrigin: "logged", Resource: analyze.Resource{Type: "order", ID: "14"}, State: "succeeded", Accepted: "yes", Succeeded: "yes", Executions: 2, DownstreamIDs: []string{"SHIP-001", "SHIP-002"}},
		{Key: "invoice:create:99", KeyOrigin: "logged", Resource: analyze.Resource{Type: "order", ID: "99"}, State: "succeeded", Accepted: "yes", Succeeded: "yes", Executions: 1},
	}
	return d
}

// compared is the incident against an earlier one, of which one pattern came again.
func compared() analyze.Diagnosis {
	d := incident()
	none := analyze.BaselinePattern{Class: analyze.ReceiverRace, Cause: "check_then_act", WebhookIDs: []string{"3"}, Topics: []string{"order.updated"}, Verdict: analyze.NotTested, Before: map[analyze.Outcome]int{analyze.Duplicated: 1}}
	d.Baseline = analyze.Baseline{
		Verdict: analyze.NotWorked,
		Says:    "The fix has not worked: since 2026-11-30T07:00:00Z, 1 operation executed twice (shipment:create:14:full, D1), and 1 legitimate update dropped (D2).",
		Before:  analyze.Period{FirstSeen: moment("06:00:00"), LastSeen: moment("07:00:00"), Records: 1200, Deliveries: 40, Changes: 38, ExecutedTwice: 2},
		Since:   analyze.Period{FirstSeen: moment("08:26:21"), LastSeen: moment("09:12:00.500"), Records: 61, Deliveries: 11, Changes: 9, ExecutedTwice: 1, Lost: 1},
		Patterns: []analyze.BaselinePattern{
			{
				Class: analyze.ConfigDuplication, Cause: "duplicate_registration", WebhookIDs: []string{"2", "3"}, Topics: []string{"order.updated"}, Verdict: analyze.NotWorked,
				Before: map[analyze.Outcome]int{analyze.Duplicated: 2, analyze.Contained: 1}, Since: map[analyze.Outcome]int{analyze.Duplicated: 1}, Stopped: 2, Duplicates: []string{"D1"},
			}, none,
		},
		Updates: analyze.Updates{Later: 6, CarriedOut: 2, Stopped: 1, Lost: 1, Unknown: 2},
		Earlier: []string{"D3"}, Across: []string{"D4"},
		NotCovered: []string{"the worker's log: the baseline has it, and nothing of it is since"},
		Missing:    []analyze.Missing{{What: "a repeat by receiver_race (check_then_act) of registration 3", WouldDecide: "whether it is executed once now"}},
	}
	return d
}

// repeated is one pattern of twelve cases and a single other one.
func repeated() analyze.Diagnosis {
	p := analyze.Pattern{
		Class: analyze.ConfigDuplication, Cause: "duplicate_registration", Count: 12, WebhookIDs: []string{"2", "3"}, Topics: []string{"order.updated"},
		FirstSeen: moment("08:27:52"), LastSeen: moment("08:28:06"), Outcomes: map[analyze.Outcome]int{analyze.Duplicated: 12},
	}
	var list []analyze.Duplicate
	for i := range 12 {
		dup := twoRegistrations(fmt.Sprintf("D%d", i+1))
		p.Duplicates = append(p.Duplicates, dup.ID)
		p.NextSteps = dup.NextSteps
		list = append(list, dup)
	}
	d := base(append(list, containedReplay("D13"))...)
	d.Patterns = []analyze.Pattern{p}
	return d
}

const (
	attack = "\x1b[31mred\x1b[0m </script><img src=x onerror=alert(1)> | ``` @admin #1 [a](http://b) **b** _i_\r\n# title\n- item \u202egnp.exe \xff\xfe \u009b2J"
	pipes  = "a|b\\|c\\"
)

// hostile has text of an attacker in every field that can hold one, and identifiers of 10,000 characters.
func hostile() analyze.Diagnosis {
	long := strings.Repeat("9f", 5000)
	d := twoRegistrations("D1")
	d.Headline, d.Shop, d.Resource.ID, d.OperationKey = attack, attack, pipes, attack
	d.Topics, d.WebhookIDs, d.DeliveryIDs = []string{attack}, []string{attack, pipes}, []string{long, "`", " ", "", "@all", "=1+1"}
	d.NextSteps = []string{attack, "1. one", "- two", "# three", "/close", "* * *", "````", "| a | b |", "@team"}
	d.RuledOut[0].Because, d.Missing = attack, []analyze.Missing{{What: attack, WouldDecide: attack}}
	d.Questions[0].Detail, d.Questions[1].Evidence = attack, []int{-1, 99}
	d.Evidence[0].Source, d.Evidence[0].Says = attack, attack
	d.Joins[0].Upper, d.Joins[0].Value, d.Joins[0].Evidence = attack, attack, []int{0, -1, 99}
	dia := base(d, legitimate("D2", attack, attack, analyze.Contained))
	dia.Findings = []analyze.Finding{
		{Kind: "suppressed_update", OperationKey: attack, Says: attack, Evidence: d.Evidence},
		{Kind: attack, Says: long},
	}
	dia.Patterns = []analyze.Pattern{{Class: d.Class, Cause: attack, Count: 2, WebhookIDs: []string{attack}, Topics: []string{pipes}, Duplicates: []string{"D1"}, NextSteps: []string{attack}}}
	dia.Registrations = []analyze.Registration{{WebhookID: attack, Topics: []string{attack}, URL: attack, Status: attack}}
	dia.Baseline = analyze.Baseline{
		Verdict: analyze.NotWorked, Says: attack, NotCovered: []string{attack, pipes}, Across: []string{attack}, Undated: []string{long},
		Missing: dia.Duplicates[0].Missing,
		Patterns: []analyze.BaselinePattern{{
			Class: analyze.Replay, Cause: attack, WebhookIDs: []string{attack, pipes, long}, Topics: []string{attack}, Verdict: analyze.NotWorked, Duplicates: []string{attack},
		}},
	}
	dia.Rules = []analyze.RuleUse{{Rule: attack, Requests: 1, Says: attack}, {Rule: long, Says: pipes}}
	dia.Duplicates[1].Rule = attack
	dia.Operations = []analyze.Operation{{Key: attack, State: attack, DownstreamIDs: []string{attack}}}
	dia.Sources[0].Name, dia.Sources[0].Problems = attack, 1
	return dia
}
