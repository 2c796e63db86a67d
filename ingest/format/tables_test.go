package format

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// parseText recognises a text by the one format that must know it and returns what it says.
func parseText(t *testing.T, format, text string) Batch {
	t.Helper()
	for _, f := range All {
		if f.Name == format {
			r := openSample(f, []byte(text))
			if r == nil {
				t.Fatalf("%s does not recognise %q", format, text)
			}
			return readSample(t, r, []byte(text), 1<<20)
		}
	}
	t.Fatalf("no format %q", format)
	return Batch{}
}

func stamp(text string) int64 {
	at, err := time.Parse(time.DateTime, text)
	if err != nil {
		panic(err)
	}
	return at.UnixNano()
}

func mark(domain, value string) profile.Mark { return plainMarker{}.Mark(domain, []byte(value)) }

// The same recorded tables in three carriers say the same.
func TestTableCarriers(t *testing.T) {
	for _, c := range []struct{ file, format string }{
		{"wp_actionscheduler_actions", "action-scheduler-actions"},
		{"wp_actionscheduler_logs", "action-scheduler-logs"},
		{"wp_actionscheduler_claims", "action-scheduler-claims"},
		{"wp_wc_webhooks", "woocommerce-webhooks-table"},
	} {
		t.Run(c.file, func(t *testing.T) {
			var first []profile.Observation
			for _, ext := range []string{".json", ".csv", ".tsv"} {
				text, err := os.ReadFile(filepath.Join("testdata", "tables", c.file+ext))
				if err != nil {
					t.Fatal(err)
				}
				b := parseText(t, c.format, string(text))
				if len(b.Observations) == 0 || len(b.Problems) > 0 {
					t.Fatalf("%s: %d observations, problems %+v", ext, len(b.Observations), b.Problems)
				}
				for i := range b.Observations {
					o := &b.Observations[i]
					// Where it says a record is, something of it must be.
					if at := string(text[o.Offset:]); !strings.Contains(at[:min(len(at), 120)], id(o)) {
						t.Errorf("%s: offset %d does not point at %q", ext, o.Offset, id(o))
					}
					o.Line, o.Offset, o.Lines = 0, 0, 0
				}
				if first == nil {
					first = b.Observations
				}
				if diff := cmp.Diff(first, b.Observations); diff != "" {
					t.Errorf("%s differs from .json (-json +%s):\n%s", ext, ext, diff)
				}
			}
		})
	}
}

func id(o *profile.Observation) string {
	for _, id := range []string{o.RowID, o.ActionID, o.WebhookID} {
		if id != "" {
			return id
		}
	}
	return "no ID"
}

func TestTableRows(t *testing.T) {
	woo := func(o profile.Observation) profile.Observation {
		o.Provider, o.Line, o.Lines = "woocommerce", 2, 1
		return o
	}
	const (
		actions = "action_id\thook\tstatus\tscheduled_date_gmt\targs\tattempts\tclaim_id\textended_args\n"
		logs    = "log_id\taction_id\tmessage\tlog_date_gmt\n"
		hooks   = "webhook_id\tstatus\tdelivery_url\tsecret\ttopic\tapi_version\n"
	)
	const deliver = "17\twoocommerce_deliver_webhook_async\t"
	for _, c := range []struct {
		name, format, header, row string
		want                      profile.Observation
	}{
		{
			"a complete action", "action-scheduler-actions", actions,
			deliver + "complete\t2026-11-30 08:26:25\t{\"webhook_id\":3,\"arg\":14}\t1\t0\tNULL",
			profile.Observation{
				Event: profile.EventAction, ActionID: "17", WebhookID: "3", ResourceID: "14", RowStatus: "complete",
				Attempt: 1, Time: stamp("2026-11-30 08:26:25"), Precision: time.Second,
			},
		},
		{
			"an action that was never scheduled", "action-scheduler-actions", actions,
			deliver + "pending\t0000-00-00 00:00:00\t{\"webhook_id\":3,\"arg\":14}\t0\t0\tNULL",
			profile.Observation{Event: profile.EventAction, ActionID: "17", WebhookID: "3", ResourceID: "14", RowStatus: "pending"},
		},
		{
			"a claimed action of a custom topic", "action-scheduler-actions", actions,
			deliver + "in-progress\tNULL\t{\"webhook_id\": \"3\", \"arg\": \"SKU-0\"}\t1\t1078\tNULL",
			profile.Observation{
				Event: profile.EventAction, ActionID: "17", WebhookID: "3", ResourceID: "SKU-0", RowStatus: "in-progress",
				Attempt: 1, Worker: "1078",
			},
		},
		{
			"an argument that is a structure names no resource", "action-scheduler-actions", actions,
			deliver + "complete\tNULL\t{\"webhook_id\":3,\"arg\":{\"id\":14}}\t1\t0\tNULL",
			profile.Observation{Event: profile.EventAction, ActionID: "17", WebhookID: "3", RowStatus: "complete", Attempt: 1},
		},
		{
			"long arguments lie in extended_args", "action-scheduler-actions", actions,
			deliver + "complete\tNULL\t0139a2164a3d7957c1f0962ea06d9ae4\t1\t0\t{\"webhook_id\":3,\"arg\":\"x\"}",
			profile.Observation{Event: profile.EventAction, ActionID: "17", WebhookID: "3", ResourceID: "x", RowStatus: "complete", Attempt: 1},
		},
		{
			"a log row", "action-scheduler-logs", logs, "24\t17\taction complete via WP CLI\t2026-11-30 08:26:26",
			profile.Observation{
				Event: profile.EventActionCompleted, RowID: "24", ActionID: "17", Via: "WP CLI",
				Time: stamp("2026-11-30 08:26:26"), Precision: time.Second,
			},
		},
		{
			"a registration", "woocommerce-webhooks-table", hooks,
			"3\tactive\thttps://u:pw@hooks.example.test:444/woo?consumer=b#x\tgeheim\torder.updated\t3",
			profile.Observation{
				Event: profile.EventRegistration, WebhookID: "3", RowStatus: "active", Topic: "order.updated", APIVersion: "3",
				URL: "https://hooks.example.test:444/woo", Query: mark("query", "consumer=b"), Secret: mark("secret", "geheim"),
			},
		},
		{
			"a registration without a secret", "woocommerce-webhooks-table", hooks, "3\tpaused\thttp://hooks.example.test\t\torder.updated\t3",
			profile.Observation{
				Event: profile.EventRegistration, WebhookID: "3", RowStatus: "paused", Topic: "order.updated", APIVersion: "3",
				URL: "http://hooks.example.test",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, c.format, c.header+c.row+"\n")
			want := woo(c.want)
			want.Offset = int64(len(c.header))
			if diff := cmp.Diff([]profile.Observation{want}, b.Observations); diff != "" {
				t.Errorf("(-want +got):\n%s\nproblems %+v", diff, b.Problems)
			}
		})
	}
}

func TestRESTWebhooks(t *testing.T) {
	text, err := os.ReadFile("testdata/tables/rest-webhooks.json")
	if err != nil {
		t.Fatal(err)
	}
	b := parseText(t, "woocommerce-rest-webhooks", string(text))
	want := []profile.Observation{{
		Line: 1, Offset: 1, Lines: 1, Event: profile.EventRegistration, Provider: "woocommerce", Shop: "http://shop.example.test:8080/",
		WebhookID: b.Observations[0].WebhookID, Topic: "order.updated", RowStatus: "active", URL: "http://hooks.example.test/woo/shipments",
	}}
	if want[0].WebhookID == "" {
		t.Error("no webhook ID")
	}
	if diff := cmp.Diff(want, b.Observations); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestShopOf(t *testing.T) {
	for _, c := range []struct{ name, links, want string }{
		{"pretty permalinks", `{"self":[{"href":"https://shop.example.test/de/wp-json/wc/v3/webhooks/3"}]}`, "https://shop.example.test/de/"},
		{"plain permalinks", `{"self":[{"href":"https://shop.example.test/index.php?rest_route=/wc/v3/webhooks/3"}]}`, "https://shop.example.test/"},
		{"userinfo", `{"self":[{"href":"https://u:p@shop.example.test/wp-json/wc/v3/webhooks/3"}]}`, "https://shop.example.test/"},
		{"no self", `{"self":[]}`, ""},
		{"no JSON", `{`, ""},
		{"absent", ``, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := shopOf([]byte(c.links)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestActionMessage(t *testing.T) {
	for _, c := range []struct {
		message string
		event   profile.Event
		via     string
	}{
		{"action created", profile.EventActionCreated, ""},
		{"action started via WP Cron", profile.EventActionStarted, "WP Cron"},
		{"action started", profile.EventActionStarted, ""},
		{"action complete via Async Request", profile.EventActionCompleted, "Async Request"},
		{"action failed via WP CLI: order of Mr X: gone", profile.EventActionFailed, "WP CLI"},
		{"action failed: gone", profile.EventActionFailed, ""},
		{"action ignored via Admin List Table", profile.EventActionIgnored, "Admin List Table"},
		{"action reset", profile.EventActionReset, ""},
		{"action timed out after 300 seconds", profile.EventActionLost, ""},
		{"action marked as failed after 300 seconds. Unknown error occurred. Check server, PHP and database error logs to diagnose cause.", profile.EventActionLost, ""},
		{"unexpected shutdown: PHP Fatal error x in y via z on line 3", profile.EventActionLost, ""},
		{"action canceled", profile.EventActionNoted, ""},
		{"Aktion erstellt", profile.EventActionNoted, ""},
		{"action started via " + strings.Repeat("x", 100), profile.EventActionStarted, ""},
	} {
		t.Run(c.message, func(t *testing.T) {
			if event, via := actionMessage(c.message); event != c.event || via != c.via {
				t.Errorf("got %q via %q, want %q via %q", event, via, c.event, c.via)
			}
		})
	}
}

func TestTableProblems(t *testing.T) {
	const deliver = `"17","woocommerce_deliver_webhook_async","complete",`
	const actions = `"action_id","hook","status","scheduled_date_gmt","args"` + "\n"
	for _, c := range []struct {
		name, format, text string
		records            int
		want               []profile.Problem // without hints
	}{
		{
			"a quote too many costs its own row", "action-scheduler-actions",
			actions + deliver + `"2026-11-30 08:26:25,"{\"webhook_id\":3,\"arg\":14}"` + "\n" +
				deliver + `"2026-11-30 08:26:25","{\"webhook_id\":3,\"arg\":14}"` + "\n", 1,
			[]profile.Problem{{Line: 2, Offset: 56, Lines: 1, Reason: "quotes of the row do not pair"}},
		},
		{
			"a field too few", "action-scheduler-actions", actions + `"17","x"` + "\n", 0,
			[]profile.Problem{{Line: 2, Offset: 56, Lines: 1, Reason: "row has 2 fields where the header has 5"}},
		},
		{
			"arguments are not quoted", "action-scheduler-actions", actions + deliver + `\N,"{\"mail\":\"x@example.test\"}"` + "\n", 0,
			[]profile.Problem{{Line: 2, Offset: 56, Lines: 1, Reason: `args are not of the form {"webhook_id":3,"arg":14}`}},
		},
		{
			"no such day", "action-scheduler-actions", actions + deliver + `"2026-02-30 08:26:25","{\"webhook_id\":3,\"arg\":14}"` + "\n", 0,
			[]profile.Problem{{Line: 2, Offset: 56, Lines: 1, Reason: `time "2026-02-30 08:26:25" is not of the form 2026-11-30 08:26:25`}},
		},
		{
			"an ID that is none", "action-scheduler-claims", "claim_id\tdate_created_gmt\nx\t2026-11-30 09:26:24\n", 0,
			[]profile.Problem{{Line: 2, Offset: 26, Lines: 1, Reason: `claim ID "x" is not a number`}},
		},
		{
			"a lost quote in JSON shows no secret", "woocommerce-webhooks-table",
			"[\n{\n\"webhook_id\": \"2\",\n\"status\": \"active\",\n\"topic\": \"order.updated\",\n\"delivery_url\": \"http://h.example.test\",\n" +
				"\"name\": \"Versand,\n\"secret\": \"geheim\"\n},\n" +
				"{\"webhook_id\":\"3\",\"status\":\"active\",\"topic\":\"order.updated\",\"delivery_url\":\"http://h.example.test\"}\n]\n", 1,
			[]profile.Problem{
				{Line: 2, Offset: 2, Lines: 6, Reason: "row is not JSON: a string that begins here has no end"},
				{Line: 8, Offset: 128, Lines: 1, Reason: `expected a row as a JSON object, which begins with {, not with "\""`},
				{Line: 9, Offset: 147, Lines: 1, Reason: `expected a row as a JSON object, which begins with {, not with "}"`},
			},
		},
		{
			"nested too deep", "action-scheduler-claims",
			`[{"claim_id":"1","date_created_gmt":` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `},{"claim_id":"1","date_created_gmt":null}]`, 1,
			[]profile.Problem{{Line: 1, Offset: 1, Lines: 1, Reason: "row is not JSON: nested deeper than 200 levels"}},
		},
		{
			"cut behind a row", "action-scheduler-claims", "[\n" + `{"claim_id":"1","date_created_gmt":null},` + "\n" + `{"claim_id":"2","date_created_gmt":null}`, 2,
			[]profile.Problem{{Line: 3, Offset: 83, Reason: "the file ends behind a row, before its list of rows does"}},
		},
		{
			"cut behind a comma", "action-scheduler-claims", "[\n" + `{"claim_id":"1","date_created_gmt":null},` + "\n", 1,
			[]profile.Problem{{Line: 2, Offset: 42, Reason: "the file ends behind a row, before its list of rows does"}},
		},
		{
			"cut behind a comma, all in one line", "action-scheduler-claims", `[{"claim_id":"1","date_created_gmt":null},{"claim_id":"1","date_created_gmt":null},`, 2,
			[]profile.Problem{{Line: 1, Offset: 82, Reason: "the file ends behind a row, before its list of rows does"}},
		},
		{
			"cut in the middle", "action-scheduler-claims", `[{"claim_id":"1","date_created_gmt":null},` + "\n" + `{"claim_id":"2","date_cre`, 1,
			[]profile.Problem{{Line: 2, Offset: 43, Lines: 1, Reason: "row is not JSON: a string that begins here has no end"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, c.format, c.text)
			for i := range b.Problems {
				if b.Problems[i].Hint == "" {
					t.Errorf("problem %d has no hint", i)
				}
				b.Problems[i].Hint = ""
				if strings.Contains(b.Problems[i].Reason, "geheim") {
					t.Errorf("problem %d tells the secret: %s", i, b.Problems[i].Reason)
				}
			}
			if diff := cmp.Diff(c.want, b.Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if len(b.Observations) != c.records {
				t.Errorf("%d records, want %d", len(b.Observations), c.records)
			}
		})
	}
}

func FuzzTables(f *testing.F) {
	var formats []Format
	for _, x := range All {
		if isTable(x.Name) {
			formats = append(formats, x)
			for _, s := range x.Samples {
				f.Add([]byte(s.Text), 100)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, size int) { fuzzFormats(t, formats, text, size) })
}

func TestTableChunks(t *testing.T) {
	for _, f := range All {
		if !isTable(f.Name) && f.Name != accessLog.Name {
			continue
		}
		for i, s := range f.Samples {
			if s.Refused {
				continue
			}
			r := openSample(f, []byte(s.Text))
			whole := readSample(t, r, []byte(s.Text), len(s.Text)+1)
			for size := range len(s.Text) {
				if diff := cmp.Diff(whole, readSample(t, r, []byte(s.Text), size+1)); diff != "" {
					t.Fatalf("%s sample %d in chunks of %d (-whole +cut):\n%s", f.Name, i, size+1, diff)
				}
			}
		}
	}
}

func isTable(name string) bool {
	for _, t := range tables {
		if t.name == name {
			return true
		}
	}
	return false
}

// fuzzFormats reads a text with every format that knows it: no panic, positions within, lines add up, and where the text is
// cut into chunks makes no difference.
func fuzzFormats(t *testing.T, formats []Format, text []byte, size int) {
	yes := 0
	for _, f := range formats {
		if r := openSample(f, text); r != nil {
			yes++
			whole, cut := readSample(t, r, text, len(text)+1), readSample(t, r, text, min(max(size, 1), 1<<20))
			// A line that holds a skipped row and a problem is given to the problem, if both are in one chunk.
			for _, b := range []*Batch{&whole, &cut} {
				b.InRecords, b.Skipped = 0, 0
				for i := range b.Problems {
					b.Problems[i].Lines = 0
				}
			}
			if diff := cmp.Diff(whole, cut); diff != "" {
				t.Errorf("%s differs in chunks of %d (-whole +cut):\n%s", f.Name, size, diff)
			}
		}
	}
	if yes > 1 {
		t.Errorf("%d formats say yes", yes)
	}
}
