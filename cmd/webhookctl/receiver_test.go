package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// rehearsal writes the logs that a receiver of docs/receiver.md leaves of one test of docs/receiver-tests.md: those of its proxy, its own,
// its workers' and the downstream system's list.
type rehearsal struct {
	shop, proxy, app, made strings.Builder

	entry      string          // of the shop's delivery log
	logged     map[string]bool // deliveries that it has
	at         time.Time
	deliveries int
	pid        int
}

func shipmentOf(order string) string { return "shipment:create:" + order + ":full" }

func newRehearsal(t *testing.T) *rehearsal {
	t.Helper()
	r := &rehearsal{pid: 100, entry: readFile(t, "cmd/webhookctl/testdata/entry.txt"), logged: map[string]bool{}, at: time.Date(2026, 12, 3, 14, 0, 0, 0, time.UTC)}
	r.made.WriteString("shipment_id,order_id,idempotency_key,created_at\n")
	return r
}

func (r *rehearsal) wait(d time.Duration) { r.at = r.at.Add(d) }

func (r *rehearsal) stamp() string { return r.at.Format("2006-01-02T15:04:05.000Z") }

// line is a line of the application's log.
func (r *rehearsal) line(event string, fields ...any) {
	all := []any{"time", r.stamp(), "level", "info", "event", event}
	r.app.WriteString(object(append(all, fields...)) + "\n")
	r.wait(2 * time.Millisecond)
}

func object(pairs []any) string {
	var parts []string
	for i := 0; i < len(pairs); i += 2 {
		value, _ := json.Marshal(pairs[i+1]) // texts and numbers
		parts = append(parts, fmt.Sprintf("%q:%s", pairs[i], value))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// request is one arrival: its ID, and the delivery that it is of.
type request struct{ id, delivery, order, status, sha string }

func (r *rehearsal) delivery(order, status string) request {
	r.deliveries++
	return request{fmt.Sprintf("%032x", 0xa0000+r.deliveries), fmt.Sprintf("%032x", 0xd0000+r.deliveries), order, status, fmt.Sprintf("%064x", sha256.Sum256([]byte(order+status)))}
}

// again is the same delivery, sent once more.
func (r *rehearsal) again(q request) request {
	r.deliveries++
	q.id = fmt.Sprintf("%032x", 0xa0000+r.deliveries)
	return q
}

// forged is a request that the shop never made.
func (r *rehearsal) forged(order string) request {
	q := r.delivery(order, "processing")
	r.logged[q.delivery] = true
	return q
}

func (r *rehearsal) received(q request) {
	r.line("received", "request_id", q.id, "webhook_id", "3", "delivery_id", q.delivery, "topic", "order.updated", "resource_id", q.order, "status", q.status, "payload_sha256", q.sha, "signature_valid", true)
}

// answered is the end of the request: the receiver's line, the proxy's, and for the first request of a delivery the shop's. Where the shop
// has given up before, it has another entry.
func (r *rehearsal) answered(q request, code int, took time.Duration) {
	r.line("request completed", "request_id", q.id, "status_code", code, "duration_ms", took.Milliseconds())
	if answer := fmt.Sprint(code); !r.logged[q.delivery] {
		r.logged[q.delivery] = true
		if took > time.Minute {
			answer, took = "http_request_failed", time.Minute+2*time.Millisecond
		}
		r.shop.WriteString(r.at.Format("2006-01-02T15:04:05+00:00") + " INFO " + strings.NewReplacer(
			"890b1c1bab82de823d5b980435d31953", q.delivery, "[X-WC-Webhook-ID] => 36", "[X-WC-Webhook-ID] => 3", "shop.example.test:8080", "shop.example.test",
			"jbhJtXCN/MisXEb9syjE4MSf/V+pZd09rWGwFGadExM=", base64.StdEncoding.EncodeToString([]byte(q.sha[:32])),
			"=> 0.33498", fmt.Sprintf("=> %.5f", took.Seconds()), "[Code] => 202", "[Code] => "+answer,
		).Replace(r.entry))
	}
	r.proxy.WriteString(object([]any{
		"time", r.at.Format("2006-01-02T15:04:05-07:00"), "msec", json.Number(fmt.Sprintf("%.3f", float64(r.at.UnixMilli())/1000)), "request_id", q.id, "method", "POST", "uri", "/woo",
		"status", code, "request_time", json.Number(fmt.Sprintf("%.3f", took.Seconds())), "upstream_status", fmt.Sprint(code), "user_agent", "WooCommerce/9.9.5 Hookshot (WordPress/6.9)",
		"http_x_wc_webhook_id", "3", "http_x_wc_webhook_delivery_id", q.delivery, "http_x_wc_webhook_topic", "order.updated", "http_x_wc_webhook_source", "http://shop.example.test/",
	}) + "\n")
}

func (r *rehearsal) claimed(q request, key, job string) {
	r.line("claimed", "request_id", q.id, "operation_key", key)
	r.line("job_enqueued", "request_id", q.id, "operation_key", key, "job_id", job)
}

func (r *rehearsal) left(q request, key string) {
	r.line("duplicate", "request_id", q.id, "operation_key", key, "dedup_by", "operation_key")
}

func (r *rehearsal) started(key, job string, attempt int) {
	r.line("worker_started", "operation_key", key, "job_id", job, "attempt", attempt, "worker_id", "w1", "pid", r.pid)
}

func (r *rehearsal) call(key, job string, attempt int) {
	r.line("downstream_call", "operation_key", key, "job_id", job, "attempt", attempt, "worker_id", "w1", "pid", r.pid)
}

func (r *rehearsal) result(key, job string, attempt, code int, id string) {
	fields := []any{"operation_key", key, "job_id", job, "attempt", attempt, "worker_id", "w1", "pid", r.pid, "http_status", code}
	if id != "" {
		fields = append(fields, "shipment_id", id)
	}
	r.line("downstream_result", fields...)
}

func (r *rehearsal) done(key, job string, attempt int, id string) {
	r.line("done", "operation_key", key, "job_id", job, "attempt", attempt, "worker_id", "w1", "pid", r.pid, "shipment_id", id)
}

// record is a row of the downstream system's list.
func (r *rehearsal) record(order, key, id string) {
	fmt.Fprintf(&r.made, "%s,%s,%s,%s\n", id, order, key, r.stamp())
}

// ship is an operation that goes well.
func (r *rehearsal) ship(order string) request {
	q := r.delivery(order, "processing")
	r.received(q)
	r.claimed(q, shipmentOf(order), "j"+order)
	r.answered(q, 202, 6*time.Millisecond)
	r.work(order, shipmentOf(order), "j"+order, 1, "SHIP-"+order)
	return q
}

func (r *rehearsal) work(order, key, job string, attempt int, id string) {
	r.started(key, job, attempt)
	r.call(key, job, attempt)
	r.wait(200 * time.Millisecond)
	r.record(order, key, id)
	r.result(key, job, attempt, 201, id)
	r.done(key, job, attempt, id)
}

// restarted is a worker that was killed and came up again: another process, which takes the job once more.
func (r *rehearsal) restarted(key, job string) {
	r.wait(30 * time.Second)
	r.pid++
	r.line("recovered", "operation_key", key, "job_id", job, "worker_id", "w1", "pid", r.pid)
}

// taken is a request that is received, claimed and answered, and its job's start.
func (r *rehearsal) taken(order string) request {
	q := r.delivery(order, "processing")
	r.received(q)
	r.claimed(q, shipmentOf(order), "j"+order)
	r.answered(q, 202, 6*time.Millisecond)
	r.started(shipmentOf(order), "j"+order, 1)
	return q
}

// rehearsals are the nine tests: how a receiver that passes them goes through each, and one that fails.
var rehearsals = []struct {
	passed, failed func(r *rehearsal, order string)
}{
	{ // two requests at once
		func(r *rehearsal, order string) {
			a := r.delivery(order, "processing")
			b := r.again(a)
			r.received(a)
			r.received(b)
			r.claimed(a, shipmentOf(order), "j"+order)
			r.left(b, shipmentOf(order))
			r.answered(a, 202, 10*time.Millisecond)
			r.answered(b, 200, 10*time.Millisecond)
			r.work(order, shipmentOf(order), "j"+order, 1, "SHIP-"+order)
		},
		func(r *rehearsal, order string) {
			a := r.delivery(order, "processing")
			b := r.again(a)
			r.received(a)
			r.received(b)
			r.claimed(a, shipmentOf(order), "j1"+order)
			r.claimed(b, shipmentOf(order), "j2"+order)
			r.answered(a, 202, 10*time.Millisecond)
			r.answered(b, 202, 10*time.Millisecond)
			r.work(order, shipmentOf(order), "j1"+order, 1, "SHIP-"+order)
			r.work(order, shipmentOf(order), "j2"+order, 1, "SHIP-2-"+order)
		},
	},
	{ // a repeat after success
		func(r *rehearsal, order string) {
			b := r.again(r.ship(order))
			r.wait(time.Minute)
			r.received(b)
			r.left(b, shipmentOf(order))
			r.answered(b, 200, 4*time.Millisecond)
		},
		func(r *rehearsal, order string) {
			b := r.again(r.ship(order))
			r.wait(time.Minute)
			r.received(b)
			r.claimed(b, shipmentOf(order), "j2"+order)
			r.answered(b, 202, 4*time.Millisecond)
			r.work(order, shipmentOf(order), "j2"+order, 1, "SHIP-2-"+order)
		},
	},
	{ // killed between the claim and the call
		func(r *rehearsal, order string) {
			r.taken(order)
			r.restarted(shipmentOf(order), "j"+order)
			r.work(order, shipmentOf(order), "j"+order, 2, "SHIP-"+order)
		},
		func(r *rehearsal, order string) {
			b := r.again(r.taken(order))
			r.wait(time.Minute)
			r.received(b)
			r.left(b, shipmentOf(order))
			r.answered(b, 200, 4*time.Millisecond)
			r.pid++
		},
	},
	{ // killed between success and saving
		func(r *rehearsal, order string) {
			r.taken(order)
			r.call(shipmentOf(order), "j"+order, 1)
			r.wait(200 * time.Millisecond)
			r.record(order, shipmentOf(order), "SHIP-"+order)
			r.restarted(shipmentOf(order), "j"+order)
			r.started(shipmentOf(order), "j"+order, 2)
			r.call(shipmentOf(order), "j"+order, 2)
			r.wait(100 * time.Millisecond)
			r.result(shipmentOf(order), "j"+order, 2, 200, "SHIP-"+order) // the downstream system knew the key
			r.done(shipmentOf(order), "j"+order, 2, "SHIP-"+order)
		},
		func(r *rehearsal, order string) {
			r.taken(order)
			r.call(shipmentOf(order), "j"+order, 1)
			r.wait(200 * time.Millisecond)
			r.record(order, shipmentOf(order), "SHIP-"+order)
			r.restarted(shipmentOf(order), "j"+order)
			r.work(order, shipmentOf(order), "j"+order, 2, "SHIP-2-"+order)
		},
	},
	{ // a later update
		func(r *rehearsal, order string) {
			r.ship(order)
			r.wait(10 * time.Minute)
			q := r.delivery(order, "refunded")
			r.received(q)
			r.claimed(q, "refund:create:"+order+":1", "j2"+order)
			r.answered(q, 202, 6*time.Millisecond)
			r.work(order, "refund:create:"+order+":1", "j2"+order, 1, "REF-"+order)
		},
		func(r *rehearsal, order string) {
			r.ship(order)
			r.wait(10 * time.Minute)
			q := r.delivery(order, "refunded")
			r.received(q)
			r.line("duplicate", "request_id", q.id, "operation_key", "refund:create:"+order+":1", "dedup_by", "resource_id")
			r.answered(q, 200, 6*time.Millisecond)
		},
	},
	{ // an invalid signature
		func(r *rehearsal, order string) {
			r.ship(order)
			q := r.forged(order)
			r.line("rejected", "request_id", q.id, "webhook_id", "3", "delivery_id", q.delivery, "topic", "order.updated", "signature_valid", false)
			r.answered(q, 401, 3*time.Millisecond)
		},
		func(r *rehearsal, order string) {
			q := r.forged(order)
			r.line("received", "request_id", q.id, "webhook_id", "3", "delivery_id", q.delivery, "topic", "order.updated", "resource_id", order, "signature_valid", false)
			r.claimed(q, shipmentOf(order), "j"+order)
			r.answered(q, 202, 3*time.Millisecond)
			r.work(order, shipmentOf(order), "j"+order, 1, "SHIP-"+order)
		},
	},
	{ // a slow downstream
		func(r *rehearsal, order string) {
			r.taken(order)
			r.slow(order)
		},
		func(r *rehearsal, order string) { // the work inside the request
			q := r.delivery(order, "processing")
			r.received(q)
			r.line("claimed", "request_id", q.id, "operation_key", shipmentOf(order))
			r.slow(order)
			r.answered(q, 202, 90*time.Second)
		},
	},
	{ // 429
		func(r *rehearsal, order string) {
			r.refused(order, 429)
			r.work(order, shipmentOf(order), "j"+order, 2, "SHIP-"+order)
		},
		func(r *rehearsal, order string) { r.refused(order, 429); r.givenUp(order) },
	},
	{ // 503
		func(r *rehearsal, order string) {
			r.refused(order, 503)
			r.work(order, shipmentOf(order), "j"+order, 2, "SHIP-"+order)
		},
		func(r *rehearsal, order string) { r.refused(order, 503); r.givenUp(order) },
	},
}

func (r *rehearsal) slow(order string) {
	r.call(shipmentOf(order), "j"+order, 1)
	r.wait(90 * time.Second)
	r.record(order, shipmentOf(order), "SHIP-"+order)
	r.result(shipmentOf(order), "j"+order, 1, 201, "SHIP-"+order)
	r.done(shipmentOf(order), "j"+order, 1, "SHIP-"+order)
}

func (r *rehearsal) refused(order string, code int) {
	r.taken(order)
	r.call(shipmentOf(order), "j"+order, 1)
	r.wait(50 * time.Millisecond)
	r.result(shipmentOf(order), "j"+order, 1, code, "")
	r.line("failed", "operation_key", shipmentOf(order), "job_id", "j"+order, "attempt", 1, "worker_id", "w1", "pid", r.pid)
	r.wait(30 * time.Second)
}

// givenUp is the shop's next try, which finds the claim in its way.
func (r *rehearsal) givenUp(order string) {
	q := r.delivery(order, "processing")
	r.received(q)
	r.left(q, shipmentOf(order))
	r.answered(q, 200, 4*time.Millisecond)
}

// of is the history of some rehearsals, with an order before and one after them, so that the logs cover what is between.
func (r *rehearsal) of(all ...func(r *rehearsal, order string)) {
	r.ship(fmt.Sprint(18400 + r.deliveries))
	for _, rehearse := range all {
		r.wait(time.Minute)
		rehearse(r, fmt.Sprint(18400+r.deliveries))
	}
	r.wait(time.Minute)
	r.ship(fmt.Sprint(18400 + r.deliveries))
}

// keep writes the logs into a folder.
func (r *rehearsal) keep(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	write(t, filepath.Join(dir, "shop.log"), r.shop.String())
	write(t, filepath.Join(dir, "proxy.log"), r.proxy.String())
	write(t, filepath.Join(dir, "app.log"), r.app.String())
	write(t, filepath.Join(dir, "shipments.csv"), r.made.String())
	return dir
}

// TestReceiverTests makes sure that each of the nine tests of docs/receiver-tests.md shows what that page says, if it is passed and if
// it is failed.
func TestReceiverTests(t *testing.T) {
	page := readFile(t, "docs/receiver-tests.md")
	rows := regexp.MustCompile(`(?m)^\| (\d) \| .* \| (.*) \| (.*) \|$`).FindAllStringSubmatch(page, -1)
	if len(rows) != len(rehearsals) {
		t.Fatalf("the page has %d tests, not %d", len(rows), len(rehearsals))
	}
	for i, row := range rows {
		for name, c := range map[string]struct {
			rehearse func(r *rehearsal, order string)
			says     string
		}{"passed": {rehearsals[i].passed, row[2]}, "failed": {rehearsals[i].failed, row[3]}} {
			t.Run(fmt.Sprint(i+1, " ", name), func(t *testing.T) {
				r := newRehearsal(t)
				r.of(c.rehearse)
				got := diagnosed(t, r.keep(t))
				for _, m := range regexp.MustCompile("(no )?`([a-z_]+)`").FindAllStringSubmatch(c.says, -1) {
					if has := strings.Contains(got, `"`+m[2]+`"`); has == (m[1] != "") {
						t.Errorf("the page says %q, the diagnosis:\n%s", m[0], got)
					}
				}
			})
		}
	}
}

// TestReceiverBaseline makes sure that the nine tests prove a fix, where the page says so: worked if all are passed, not_worked if the
// repeat or the later update is not.
func TestReceiverBaseline(t *testing.T) {
	before := filepath.Join(t.TempDir(), "before.db")
	r := newRehearsal(t)
	r.at = r.at.AddDate(0, 0, -7)
	r.of(rehearsals[0].failed, rehearsals[1].failed)
	if _, code := ran(t, "--profile", before, "import", "logs", r.keep(t)); code != 0 {
		t.Fatal("the baseline cannot be imported")
	}
	for _, c := range []struct {
		failed int // number of the test that is not passed; 0: none
		want   string
	}{{0, "worked"}, {2, "not_worked"}, {5, "not_worked"}} {
		r := newRehearsal(t)
		r.deliveries = 1000 // other orders, other deliveries
		var all []func(r *rehearsal, order string)
		for i, x := range rehearsals {
			if i+1 == c.failed {
				all = append(all, x.failed)
			} else {
				all = append(all, x.passed)
			}
		}
		r.of(all...)
		out, _ := ran(t, "diagnose", "--format", "json", "--baseline", before, r.keep(t))
		var d struct{ Baseline struct{ Verdict string } }
		if err := json.Unmarshal([]byte(out), &d); err != nil {
			t.Fatal(err)
		}
		if d.Baseline.Verdict != c.want {
			t.Errorf("with test %d failed: %s, want %s\n%s", c.failed, d.Baseline.Verdict, c.want, out)
		}
	}
}

// diagnosed gives the duplicates, the findings and the one operation's state of some logs, as JSON.
func diagnosed(t *testing.T, dir string) string {
	t.Helper()
	out, _ := ran(t, "diagnose", "--format", "json", dir)
	var d struct {
		Duplicates []struct {
			Class, Cause, Outcome string
			Contributing          []string
		}
		Findings   []struct{ Kind string }
		Operations []struct{ Key, State string }
	}
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	d.Operations = slices.DeleteFunc(d.Operations, func(o struct{ Key, State string }) bool { return o.Key != shipmentOf("18401") })
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ran gives what a command prints, and its exit code.
func ran(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(t.Context(), args, terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }})
	if stderr.Len() > 0 {
		t.Fatalf("%q: %s", args, stderr.String())
	}
	return stdout.String(), code
}
