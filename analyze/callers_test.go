package analyze

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestOtherPath: who else carried an operation out, and whether anybody but the webhook did.
func TestOtherPath(t *testing.T) {
	const op = "invoice:create:9"
	by := func(via string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Via = via }
	}
	get := func(path string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Method, o.URL = "GET", path }
	}
	post := func(path string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Method, o.URL = "POST", path }
	}
	pays := func(id string) func(*profile.Observation) {
		return func(o *profile.Observation) { o.Related = id }
	}
	none := func(*profile.Observation) {}
	tests := []struct {
		name         string
		hook, caller func(*profile.Observation) // beside what each needs
		idle         bool                       // the caller only looks
		cause        string                     // "": no other_path
	}{
		{"the customer's return", none, get("/checkout/order-received/9"), false, "browser_return"},
		{"a page that only shows", none, get("/checkout/order-received/9"), true, ""},
		{"a cron run", none, all(post("/jobs/sync"), by(profile.ViaCron)), false, "scheduled_task"},
		{"a person", none, all(post("/ship"), by(profile.ViaPerson)), false, "manual"},
		{"an admin's page", none, post("/wp-admin/admin-ajax.php"), false, "manual"},
		{"a path of its own", none, post("/api/orders/9"), false, "unattributed"},
		{"a path that is named as a webhook's", none, post("/webhooks/erp"), false, ""},
		{"two payments", pays("pi_1AAAAAAAAAAAAAAA"), all(get("/return"), pays("pi_1BBBBBBBBBBBBBBB")), false, "second_purchase"},
		{"one payment", pays("pi_1AAAAAAAAAAAAAAA"), all(get("/return"), pays("pi_1AAAAAAAAAAAAAAA")), false, "browser_return"},
		{"one of them names no payment", pays("pi_1AAAAAAAAAAAAAAA"), get("/return"), false, "browser_return"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			work := func(id string, at time.Duration, does bool, set ...func(*profile.Observation)) {
				h.add("app/receiver.log", profile.EventReceived, at, append(set, request(id), key(op))...)
				if does {
					h.add("app/receiver.log", profile.EventCalled, at+time.Millisecond, request(id), key(op))
					h.add("app/receiver.log", profile.EventResult, at+2*time.Millisecond, request(id), key(op), made("INV-"+id), code(201))
				}
				h.add("app/receiver.log", profile.EventResponded, at+3*time.Millisecond, request(id), code(200))
			}
			work("request-1", 0, true, webhook("3", "d1"), order("9"), url("/webhooks/shop"), tt.hook)
			work("request-2", time.Minute, !tt.idle, order("9"), tt.caller)
			d := h.diagnose()
			i := slices.IndexFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == OtherPath })
			switch {
			case tt.cause == "" && i >= 0:
				t.Errorf("other_path (%s): %s", d.Duplicates[i].Cause, d.Duplicates[i].Headline)
			case tt.cause != "" && i < 0:
				t.Errorf("no other_path among %d", len(d.Duplicates))
			case tt.cause != "" && d.Duplicates[i].Cause != tt.cause:
				t.Errorf("%s, want %s: %s", d.Duplicates[i].Cause, tt.cause, d.Duplicates[i].Headline)
			}
		})
	}
}

// TestGaps: requests that the sender saw accepted and that a receiver's log lacks make a gap of it, if it is not one alone.
func TestGaps(t *testing.T) {
	tests := []struct {
		name  string
		lacks []int // of ten deliveries, one a minute
		code  int   // with which they were answered
		says  []string
	}{
		{"none", nil, 200, nil},
		{"a hole", []int{4, 5}, 200, []string{"has no line between"}},
		{"one request may be lost in the receiver", []int{4}, 200, nil},
		{"refused ones are no gap", []int{4, 5}, 503, nil},
		{"it begins late", []int{0, 1}, 200, []string{"begins at"}},
		{"it ends early", []int{9}, 200, []string{"ends at"}},
		{"two holes", []int{2, 3, 6, 7}, 200, []string{"has no line between", "has no line between"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			for i := range 10 {
				id, at := string(rune('a'+i)), time.Duration(i)*time.Minute
				answer := 200
				if slices.Contains(tt.lacks, i) {
					answer = tt.code
				}
				h.add("shop/deliveries.log", profile.EventDelivery, at, webhook("3", "delivery-"+id), code(answer))
				if !slices.Contains(tt.lacks, i) {
					h.add("app/receiver.log", profile.EventReceived, at, webhook("3", "delivery-"+id), order(id))
				}
			}
			found := findingsOf(h.diagnose(), "evidence_gap")
			if len(found) != len(tt.says) {
				t.Fatalf("%d gaps, want %d: %+v", len(found), len(tt.says), found)
			}
			for i, f := range found {
				if !strings.Contains(f.Says, tt.says[i]) {
					t.Errorf("%q, want %q in it", f.Says, tt.says[i])
				}
			}
			w := survey(h.history())
			for i := range 10 {
				at := int64(24*time.Hour + time.Duration(i)*time.Minute)
				if got, want := w.hides(w.logs[0], at), len(tt.says) > 0 && slices.Contains(tt.lacks, i); w.logs[0] == "app/receiver" && got != want {
					t.Errorf("minute %d hidden: %v, want %v", i, got, want)
				}
			}
		})
	}
}

func modified(h *History, line int, at string) {
	m := profile.Mark{1, byte(line)}
	if h.States == nil {
		h.States = map[profile.Mark]profile.State{}
	}
	h.States[m] = profile.State{Mark: m, Stable: m, Clear: profile.ClearFields{DateModified: at}}
	h.Observations[line].State = m
}

// TestOutOfOrder: an older state that arrives after a newer one, by the times in the bodies.
func TestOutOfOrder(t *testing.T) {
	tests := []struct {
		name      string
		states    [2]string
		precision time.Duration
		second    time.Duration // when it arrived
		at        string        // in whose log
		want      int
	}{
		{"in order", [2]string{"2026-11-30T08:00:00", "2026-11-30T08:00:05"}, time.Millisecond, time.Minute, "app/receiver.log", 0},
		{"the older arrives last", [2]string{"2026-11-30T08:00:05", "2026-11-30T08:00:00"}, time.Millisecond, time.Minute, "app/receiver.log", 1},
		{"of one second", [2]string{"2026-11-30T08:00:05", "2026-11-30T08:00:05"}, time.Millisecond, time.Minute, "app/receiver.log", 0},
		{"stamps of one second do not tell", [2]string{"2026-11-30T08:00:05", "2026-11-30T08:00:00"}, time.Second, 500 * time.Millisecond, "app/receiver.log", 0},
		{"two machines' clocks do not tell", [2]string{"2026-11-30T08:00:05", "2026-11-30T08:00:00"}, time.Millisecond, time.Minute, "app2/receiver.log", 0},
		{"a body without its time", [2]string{"2026-11-30T08:00:05", ""}, time.Millisecond, time.Minute, "app/receiver.log", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			precision := func(o *profile.Observation) { o.Precision = tt.precision }
			h.add("app/receiver.log", profile.EventReceived, 0, webhook("3", "d1"), order("9"), body("a"), request("request-1"), precision)
			h.add(tt.at, profile.EventReceived, tt.second, webhook("3", "d2"), order("9"), body("b"), request("request-2"), precision)
			history := h.history()
			for i := range history.Observations {
				modified(&history, i, tt.states[i])
			}
			if got := findingsOf(Diagnose(history, Options{}), "out_of_order"); len(got) != tt.want {
				t.Errorf("%d findings, want %d: %+v", len(got), tt.want, got)
			}
		})
	}
}

// TestNeverQueued: the sender's queue left a state out, and nothing told it later, as far as the sender's log goes.
func TestNeverQueued(t *testing.T) {
	tests := []struct {
		name  string
		later []time.Duration // deliveries of registration 3
		other time.Duration   // a delivery of registration 4, with which the log ends
		want  int
	}{
		{"never told", []time.Duration{0}, time.Hour, 1},
		{"told later", []time.Duration{0, 2 * time.Minute}, time.Hour, 0},
		{"the log ends before", []time.Duration{0}, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			for i, at := range tt.later {
				h.add("shop/deliveries.log", profile.EventDelivery, at, webhook("3", "d"+string(rune('a'+i))), order("9"), code(200), body(string(rune('a'+i))))
			}
			if tt.other != 0 {
				h.add("shop/deliveries.log", profile.EventDelivery, tt.other, webhook("4", "e"), order("8"), code(200))
			}
			h.add("shop/plugin.log", profile.EventActionIgnored, time.Minute, order("9"), status("processing"), func(o *profile.Observation) { o.WebhookID = "3" })
			got := findingsOf(h.diagnose(), "suppressed_update")
			if len(got) != tt.want {
				t.Fatalf("%d findings, want %d: %+v", len(got), tt.want, got)
			}
			if tt.want == 1 && !strings.Contains(got[0].Says, "left out state processing of order 9 for registration 3") {
				t.Errorf("says %q", got[0].Says)
			}
		})
	}
}

// TestFeedbackLoop: two writes of the receiver in a row, each just before the next change, make a loop; one may be chance.
func TestFeedbackLoop(t *testing.T) {
	tests := []struct {
		name  string
		wrote []bool // by delivery
		to    string
		cause string
	}{
		{"each delivery", []bool{true, true, true}, "https://shop.example.test/wp-json/wc/v3/orders/9", "feedback_loop"},
		{"only the first", []bool{true, false, false}, "https://shop.example.test/wp-json/wc/v3/orders/9", "state_changed"},
		{"not in a row", []bool{true, false, true, false}, "https://shop.example.test/wp-json/wc/v3/orders/9", "state_changed"},
		{"to another system", []bool{true, true, true}, "https://erp.example.test/orders/9", "state_changed"},
		{"of another resource", []bool{true, true, true}, "https://shop.example.test/wp-json/wc/v3/products/812", "state_changed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			for i, wrote := range tt.wrote {
				at, id := time.Duration(i)*10*time.Second, "request-"+string(rune('a'+i))
				h.add("app/receiver.log", profile.EventReceived, at, webhook("3", "d"+id), order("9"), request(id), body(id), shop("https://shop.example.test/"))
				if wrote {
					h.add("app/receiver.log", profile.EventCalled, at+time.Second, request(id), url(tt.to), func(o *profile.Observation) { o.Method = "PUT" })
				}
				h.add("app/receiver.log", profile.EventResponded, at+2*time.Second, request(id), code(200))
			}
			d := h.diagnose()
			i := slices.IndexFunc(d.Duplicates, func(x Duplicate) bool { return x.Class == LegitimateUpdate })
			if i < 0 || d.Duplicates[i].Cause != tt.cause {
				t.Fatalf("want %s: %+v", tt.cause, d.Duplicates)
			}
			if got := d.Duplicates[i]; tt.cause == "feedback_loop" && got.Confidence == Proven {
				t.Errorf("proven, though it rests on the times: %q", got.Doubts)
			}
		})
	}
}

// TestDisabledStillFiring: only a record that says when a registration was switched off shows that it delivered after.
func TestDisabledStillFiring(t *testing.T) {
	off := func(o *profile.Observation) { o.WebhookID, o.RowStatus, o.Topic = "4", "disabled", "order.updated" }
	tests := []struct {
		name  string
		set   func(*profile.Observation)
		at    time.Duration
		cause string
		asks  string
	}{
		{"switched off before", off, -time.Hour, "disabled_still_firing", ""},
		{"switched off afterwards", off, time.Hour, "duplicate_registration", "when registration 4 was switched off"},
		{"a table that does not say when", all(off, func(o *profile.Observation) { o.Time, o.Precision = 0, 0 }), 0, "duplicate_registration", "when registration 4 was switched off"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			for i, id := range []string{"3", "4"} {
				h.add("shop/deliveries.log", profile.EventDelivery, 2*time.Hour+time.Duration(i)*time.Second, webhook(id, "d"+id), order("9"), code(200), body("a"), url("https://app.example.test/hooks"), shop("https://shop.example.test/"))
			}
			h.add("shop/audit.log", profile.EventRegistration, 2*time.Hour+tt.at, tt.set, url("https://app.example.test/hooks"), shop("https://shop.example.test/"))
			x := only(t, h.diagnose())
			if x.Class != ConfigDuplication || x.Cause != tt.cause {
				t.Errorf("%s (%s), want config_duplication (%s)", x.Class, x.Cause, tt.cause)
			}
			asked := slices.ContainsFunc(x.Missing, func(m Missing) bool { return strings.Contains(m.What, "when registration 4 was switched off") })
			if asked != (tt.asks != "") {
				t.Errorf("asks when it was switched off: %v; %+v", asked, x.Missing)
			}
		})
	}
}

// TestOwnQueue: a run that cron or a person started is another caller only where the delivery's own work is known to be done.
func TestOwnQueue(t *testing.T) {
	const op = "invoice:create:9"
	tests := []struct {
		name   string
		left   string // what the delivery left behind
		via    string
		runs   int
		class  Class // "": none
		result Outcome
	}{
		{"done, and done again by cron", "done", profile.ViaCron, 1, OtherPath, Duplicated},
		{"a job that cron runs", "enqueued", profile.ViaCron, 1, "", ""},
		{"a job that a person runs", "enqueued", profile.ViaPerson, 1, "", ""},
		{"a job that cron runs twice", "enqueued", profile.ViaCron, 2, Undetermined, Duplicated},
		{"a call without a result that cron tries again", "called", profile.ViaCron, 1, Undetermined, Unknown},
		{"a call without a result that a person makes again", "called", profile.ViaPerson, 1, OtherPath, Unknown},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var h handmade
			h.add("app/receiver.log", profile.EventReceived, 0, request("request-1"), key(op), order("9"), webhook("3", "d1"))
			switch tt.left {
			case "done":
				h.add("app/receiver.log", profile.EventResult, time.Second, request("request-1"), key(op), made("INV-0"), code(201))
			case "enqueued":
				h.add("app/receiver.log", profile.EventEnqueued, time.Second, request("request-1"), key(op))
			case "called":
				h.add("app/receiver.log", profile.EventCalled, time.Second, request("request-1"), key(op))
			}
			h.add("app/receiver.log", profile.EventResponded, 2*time.Second, request("request-1"), code(200))
			for i := range tt.runs {
				job, at := strings.Repeat("7", 8+i), time.Duration(i+1)*time.Minute
				by := func(o *profile.Observation) { o.Via = tt.via }
				h.add("app/worker.log", profile.EventStarted, at, jobID(job), key(op), by)
				h.add("app/worker.log", profile.EventResult, at+time.Second, jobID(job), key(op), by, made("INV-"+job), code(201))
			}
			d := h.diagnose()
			if tt.class == "" {
				if len(d.Duplicates) > 0 {
					t.Errorf("%+v, want none", d.Duplicates)
				}
				return
			}
			if x := only(t, d); x.Class != tt.class || x.Outcome != tt.result {
				t.Errorf("%s, %s; want %s, %s: %s", x.Class, x.Outcome, tt.class, tt.result, x.Headline)
			}
		})
	}
}
