package format

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestLooseRows(t *testing.T) {
	at := func(text string) profile.Observation {
		return profile.Observation{Time: stamp(text), Precision: time.Second}
	}
	with := func(o profile.Observation, set func(*profile.Observation)) profile.Observation {
		o.Line, o.Lines = 2, 1
		set(&o)
		return o
	}
	for _, c := range []struct {
		name, format, header, row string
		given                     []Column
		want                      []profile.Observation
	}{
		{
			"a claim that succeeded", "claim-table",
			"id,operation_key,status,shipment_id,order_id,delivery_id,created_at,updated_at\n",
			"7,a:1,succeeded,S1,85,d1,2026-11-30 08:29:41Z,2026-11-30 08:29:43Z", nil,
			[]profile.Observation{
				with(at("2026-11-30 08:29:41"), func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus, o.DownstreamID, o.RowID = profile.EventClaimed, "a:1", "succeeded", "S1", "7"
					o.ResourceType, o.ResourceID, o.DeliveryID = "order", "85", "d1"
				}),
				with(at("2026-11-30 08:29:43"), func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus, o.DownstreamID, o.RowID = profile.EventDone, "a:1", "succeeded", "S1", "7"
					o.ResourceType, o.ResourceID, o.DeliveryID = "order", "85", "d1"
				}),
			},
		},
		{
			"a claim that failed, and has no time of it", "claim-table", "idempotency_key,status,created_at\n", "a:1,retryable_failed,2026-11-30T08:29:41+00:00", nil,
			[]profile.Observation{
				with(at("2026-11-30 08:29:41"), func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus = profile.EventClaimed, "a:1", "retryable_failed"
				}),
				with(profile.Observation{}, func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus = profile.EventFailed, "a:1", "retryable_failed"
				}),
			},
		},
		{
			"a claim with a state that nobody knows", "claim-table", "idempotency_key,status,resource_type,resource_id\n", "a:1,wartet,product,5", nil,
			[]profile.Observation{with(profile.Observation{}, func(o *profile.Observation) {
				o.Event, o.OperationKey, o.RowStatus, o.ResourceType, o.ResourceID = profile.EventClaimed, "a:1", "wartet", "product", "5"
			})},
		},
		{
			"a processed event", "claim-table", "event_id,type,processed_at\n", "evt_1,invoice.paid,1796027381", nil,
			[]profile.Observation{with(profile.Observation{Time: 1796027381e9, Precision: time.Second}, func(o *profile.Observation) {
				o.Event, o.EventID, o.RowStatus = profile.EventClaimed, "evt_1", "claimed"
			})},
		},
		{
			"an event that came and was processed", "claim-table", "delivery_id,created_at_utc,processed_at_utc\n",
			"d1,2026-11-30 08:29:41,2026-11-30 08:29:43", nil,
			[]profile.Observation{
				with(at("2026-11-30 08:29:41"), func(o *profile.Observation) {
					o.Event, o.DeliveryID, o.RowStatus = profile.EventClaimed, "d1", "processed"
				}),
				with(at("2026-11-30 08:29:43"), func(o *profile.Observation) {
					o.Event, o.DeliveryID, o.RowStatus = profile.EventDone, "d1", "processed"
				}),
			},
		},
		{
			"a claim that failed in so many words, of which the row has its key", "claim-table", "id,operation_key,status,updated_at\n",
			"7,a:1,failed,2026-11-30 08:29:43Z", nil,
			[]profile.Observation{
				with(profile.Observation{}, func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus, o.RowID = profile.EventClaimed, "a:1", "failed", "7"
				}),
				with(at("2026-11-30 08:29:43"), func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus, o.RowID = profile.EventFailed, "a:1", "failed", "7"
				}),
			},
		},
		{
			"a claim whose state is empty", "claim-table", "id,operation_key,status\n", "7,a:1,", nil,
			[]profile.Observation{with(profile.Observation{}, func(o *profile.Observation) {
				o.Event, o.OperationKey, o.RowStatus, o.RowID = profile.EventClaimed, "a:1", "claimed", "7"
			})},
		},
		{
			"a claim by other names", "claim-table", "vorgang,stand,sendung,order_id\n", "a:1,done,S1,85",
			[]Column{{"operation_key", "Vorgang"}, {"status", "stand"}, {"downstream_id", "sendung"}},
			[]profile.Observation{
				with(profile.Observation{}, func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus, o.DownstreamID = profile.EventClaimed, "a:1", "done", "S1"
					o.ResourceType, o.ResourceID = "order", "85"
				}),
				with(profile.Observation{}, func(o *profile.Observation) {
					o.Event, o.OperationKey, o.RowStatus, o.DownstreamID = profile.EventDone, "a:1", "done", "S1"
					o.ResourceType, o.ResourceID = "order", "85"
				}),
			},
		},
		{
			"a shipment", "effect-list", "Shipment ID,Tracking Number,Order ID,Idempotency Key,Request ID,Status,Created At\n",
			"S1,0034,85,a:1,r1,printed,2026-11-30T08:29:41Z", nil,
			[]profile.Observation{with(at("2026-11-30 08:29:41"), func(o *profile.Observation) {
				o.Event, o.DownstreamID, o.OperationKey, o.RequestID, o.RowStatus = profile.EventEffect, "S1", "a:1", "r1", "printed"
				o.ResourceType, o.ResourceID = "order", "85"
			})},
		},
		{
			"an invoice by its row's ID", "effect-list", "id;reference;created_at_utc\n", "17;R-85;2026-11-30 08:29:41", nil,
			[]profile.Observation{with(at("2026-11-30 08:29:41"), func(o *profile.Observation) {
				o.Event, o.DownstreamID, o.ResourceID = profile.EventEffect, "17", "R-85"
			})},
		},
		{
			"a shipment with a row of its own", "effect-list", "id,parcel_id,order_number\n", "17,P1,85", nil,
			[]profile.Observation{with(profile.Observation{}, func(o *profile.Observation) {
				o.Event, o.DownstreamID, o.RowID, o.ResourceType, o.ResourceID = profile.EventEffect, "P1", "17", "order", "85"
			})},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.header + c.row + "\n"
			b := readGiven(t, c.format, text, Options{MaxLine: testOptions.MaxLine, MaxDepth: 200, Columns: c.given})
			for i := range c.want {
				c.want[i].Offset = int64(len(c.header))
			}
			if diff := cmp.Diff(c.want, b.Observations); diff != "" {
				t.Errorf("(-want +got):\n%s\nproblems %+v", diff, b.Problems)
			}
			if b.InRecords != 1 {
				t.Errorf("%d lines in records, want 1", b.InRecords)
			}
		})
	}
}

// readGiven reads a text that a format must know under these options.
func readGiven(t *testing.T, name, text string, opt Options) Batch {
	t.Helper()
	for _, f := range All {
		if f.Name == name {
			if r := f.Open([]byte(text), opt); r != nil {
				return readSample(t, r, []byte(text), 1<<20)
			}
			t.Fatalf("%s does not recognise %q", name, text)
		}
	}
	t.Fatalf("no format %q", name)
	return Batch{}
}

func TestLooseRecognition(t *testing.T) {
	for _, c := range []struct{ name, columns, want string }{
		{"key and state", "operation_key status", "claim-table"},
		{"a bare key with what it is for", "key status order_id", "claim-table"},
		{"a licence", "id key status created_at", ""},
		{"the key first: a claim", "idempotency_key status shipment_id order_id created_at", "claim-table"},
		{"the record first: a list", "shipment_id idempotency_key status order_id created_at", "effect-list"},
		{"events with little else", "id event_id type created_at", "claim-table"},
		{"events with a payload", "id event_id type payload created_at", ""},
		{"events with a payload, processed", "id event_id type payload processed_at", "claim-table"},
		{"a calendar", "event_id post_id start_date end_date created_at", ""},
		{"deliveries that were sent", "id delivery_id response_status created_at processed_at", ""},
		{"tracking numbers", "tracking_number order_id", "effect-list"},
		{"tracking numbers of nothing", "tracking_number carrier", ""},
		{"an ID without a time", "id order_id amount", ""},
		{"a history of states", "id order_number from_state to_state created_at", ""},
		{"orders", "order_id order_number date_created billing_email tracking_number", ""},
		{"items of orders", "id order_id product_id date_created", ""},
		{"registrations", "webhook_id status delivery_url topic", "woocommerce-webhooks-table"},
	} {
		t.Run(c.name, func(t *testing.T) {
			columns := strings.Fields(c.columns)
			got := ""
			if is := tableOf(columns, new(Options)); is != nil {
				got = is.name
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q", c.columns, got, c.want)
			}
		})
	}
}

// Where two readings are possible, the user's word counts.
func TestLooseAs(t *testing.T) {
	const text = "id,order_id,idempotency_key,status,created_at\n1,85,a:1,done,2026-11-30T08:29:41Z\n"
	opt := testOptions
	if b := readGiven(t, "claim-table", text, opt); b.Observations[0].Event != profile.EventClaimed {
		t.Errorf("%+v", b.Observations)
	}
	opt.As = "effect-list"
	if b := readGiven(t, "effect-list", text, opt); b.Observations[0].Event != profile.EventEffect {
		t.Errorf("%+v", b.Observations)
	}
	const lines = `{"idempotency_key":"a:1","status":"done","created_at":"2026-11-30T08:29:41Z"}` + "\n"
	opt.As = "json-lines"
	if b := readGiven(t, "json-lines", lines, opt); b.Observations[0].OperationKey != "a:1" {
		t.Errorf("%+v", b.Observations)
	}
}

// The effects of a shop's own database are not the downstream system's.
func TestDumpHasNoEffectList(t *testing.T) {
	b := parseText(t, "mysqldump", "INSERT INTO `wp_shipments` (`id`,`shipment_id`,`order_id`,`created_at`) VALUES (1,'S1',85,'2026-11-30 08:29:41');\n"+
		"INSERT INTO `claims` (`operation_key`,`status`,`created_at`,`updated_at`) VALUES ('a:1','done','2026-11-30 08:29:41','2026-11-30 08:29:43');\n")
	var got []profile.Event
	for _, o := range b.Observations {
		got = append(got, o.Event)
	}
	if diff := cmp.Diff([]profile.Event{profile.EventClaimed, profile.EventDone}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLooseProblems(t *testing.T) {
	for _, c := range []struct {
		name, format, text string
		records            int
		want               string // of the one problem
		lines              int64
	}{
		{"no key", "claim-table", "operation_key,status\n,done\n", 0, "the row names neither an operation key nor an event", 1},
		{"no record", "effect-list", "shipment_id,order_id\n,85\n", 0, "the row names no record", 1},
		{"a time that cannot be read", "effect-list", "shipment_id,order_id,created_at\nS1,85,11/30/2026 8:29\n", 1, `time "11/30/2026 8:29" cannot be read; the record is kept without it`, 0},
		{"a row over several lines", "claim-table", "+-----+--------+\n| operation_key | status |\n+-----+--------+\n| shipment:cr | done |\n|  eate:85 |   |\n|   | |\n| a:2 | pending |\n+-----+--------+\n", 1, "the row goes over several lines, so that its values cannot be told from their parts", 3},
		{"a bar in a value", "claim-table", "+-----+--------+\n| operation_key | status |\n+-----+--------+\n| a|1 | done |\n| a:2 | pending |\n+-----+--------+\n", 1, "row has 3 fields where the header has 2", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, c.format, c.text)
			if len(b.Problems) != 1 || b.Problems[0].Reason != c.want || b.Problems[0].Lines != c.lines || b.Problems[0].Hint == "" {
				t.Errorf("problems %+v, want %q", b.Problems, c.want)
			}
			if len(b.Observations) != c.records {
				t.Errorf("%d records, want %d", len(b.Observations), c.records)
			}
		})
	}
}
