package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/webhookctl/webhookctl/analyze"
)

// advice is one on five requests, of which the key of one order says name.
func advice(name string) analyze.Advice {
	candidate := func(key, title string, window int64, v analyze.Verdict, stopped, through, dropped, without int) analyze.Candidate {
		c := analyze.Candidate{
			Name: key, Title: title, WindowSeconds: window, Verdict: v, RepeatsStopped: stopped, RepeatsLetThrough: through, OperationsDropped: dropped,
			Covered: 5 - without, NotCovered: without,
		}
		if dropped > 0 {
			c.Dropped = []analyze.Dropped{{Key: name, KeyOrigin: "logged", Resource: analyze.Resource{Type: "order", ID: "21"}}}
		}
		return c
	}
	return analyze.Advice{
		Schema: analyze.AdviceSchema, Limit: "This history and no other: what follows is what a guard would have done to 5 requests. It is no forecast.",
		Recommended: "logged_key", Answer: "Claim by the logged key: of 2 repeats it would have stopped 2, and dropped no operation.",
		Notes: []string{"Operations are told apart by the logged key."},
		Replayed: analyze.Replayed{
			Arrivals: "receipts", Requests: 5, Operations: 3, ByOrigin: map[string]int{"logged": 3}, Repeats: 2, EffectsTwice: 1,
			FirstSeen: moment("08:00:00.000"), LastSeen: moment("08:08:20"),
		},
		Candidates: []analyze.Candidate{
			candidate("logged_key", "logged key", 0, analyze.Recommended, 2, 0, 0, 0),
			candidate("logged_key", "logged key", 86400, analyze.Sound, 2, 0, 0, 0),
			candidate("logged_key", "logged key", 3600, analyze.Sound, 2, 0, 0, 0),
			candidate("payload_hash", "payload hash", 0, analyze.StopsNothing, 0, 2, 0, 0),
			candidate("logged_key", "logged key", 60, analyze.Sound, 1, 1, 0, 0),
			candidate("delivery_id", "delivery ID", 0, analyze.Unsafe, 1, 1, 0, 2),
			candidate("resource_id", "resource ID", 60, analyze.Delays, 1, 1, 0, 0),
			candidate("resource_id", "resource ID", 0, analyze.Drops, 0, 0, 4, 0),
			candidate("resource_id", "resource ID", 300, analyze.Drops, 0, 0, 4, 0),
			candidate("event_id", "event ID", 0, analyze.NoValue, 0, 2, 0, 5),
		},
		Missing: []analyze.Missing{{What: "the bodies", WouldDecide: "whether two requests carry one state"}},
		Classes: []analyze.ClassAdvice{
			{Class: "config_duplication", Causes: []string{"duplicate_registration"}, Count: 1, Duplicates: []string{"D1"}, Steps: []string{"Compare the registrations.", "Claim the operation."}},
			{Class: "uncertain_operation", Count: 2, Steps: []string{"Look up downstream."}},
		},
		Responses: []analyze.Responses{{Provider: "woocommerce", DeadlineMS: 60_000, Measured: 5, Near: 1, Over: 2, LongestMS: 61_250, Step: "Answer first."}},
		Forms:     []analyze.Form{{Name: "mysql", Title: "Claim in MySQL or MariaDB", Language: "sql", Text: "INSERT INTO operation_claim (claim_key)\nVALUES (?);", Note: "claim_key is the operation key."}},
		Rules:     []analyze.RuleUse{{Rule: "ship:{resource.id} when status=processing", Requests: 2, Says: "names the operation of 2 requests"}},
	}
}

func TestAdviceGolden(t *testing.T) {
	for _, f := range AdviceFormats {
		var buf bytes.Buffer
		if err := f.Write(&buf, advice("shipment:create:21:full"), Options{Width: 60}); err != nil {
			t.Fatal(err)
		}
		golden(t, "advice."+f.Name, buf.Bytes())
	}
}

// Every form draws every advice: harmless on a terminal, nothing wider than it must be, nothing changed in the advice.
func TestEveryAdvice(t *testing.T) {
	for name, make := range map[string]func() analyze.Advice{
		"empty":   func() analyze.Advice { return analyze.Advice{} },
		"advice":  func() analyze.Advice { return advice("shipment:create:21:full") },
		"hostile": func() analyze.Advice { return advice(attack) },
	} {
		for _, f := range AdviceFormats {
			t.Run(f.Name+"/"+name, func(t *testing.T) {
				given := make()
				var buf bytes.Buffer
				if err := f.Write(&buf, given, Options{Width: 60}); err != nil {
					t.Fatal(err)
				}
				harmless8(t, buf.String())
				if diff := cmp.Diff(make(), given); diff != "" {
					t.Errorf("the advice was changed (-want +got):\n%s", diff)
				}
				for line := range strings.Lines(buf.String()) {
					if line = strings.TrimSuffix(line, "\n"); f.Name == "text" && (columns(line) > 60 && name != "hostile" || strings.HasSuffix(line, " ")) {
						t.Errorf("it is %d columns wide, or ends in a space: %q", columns(line), line)
					}
				}
				if err := f.Write(&failing{1}, given, Options{}); !errors.Is(err, errFull) {
					t.Errorf("a full disk gave %v", err)
				}
			})
		}
	}
}

// A key from a log is never markup.
func TestAdviceMarkdownIsInert(t *testing.T) {
	var buf bytes.Buffer
	if err := AdviceMarkdown(&buf, advice("<b>@all</b> [x](http://evil.example) |"), Options{}); err != nil {
		t.Fatal(err)
	}
	if want := "drops `<b>@all</b> [x](http://evil.example`) `|` of order"; !strings.Contains(buf.String(), want) {
		t.Errorf("%s is not in it:\n%s", want, buf.String())
	}
}

func TestAdviceJSONFollowsItsSchema(t *testing.T) {
	s := compile(t, "advice-1", AdviceSchema)
	zero := analyze.Advice{
		Candidates: []analyze.Candidate{{Verdict: analyze.Drops, Dropped: make([]analyze.Dropped, 1)}}, Missing: make([]analyze.Missing, 1),
		Classes: make([]analyze.ClassAdvice, 1), Responses: make([]analyze.Responses, 1), Forms: make([]analyze.Form, 1),
		Rules: make([]analyze.RuleUse, 1),
	}
	for name, a := range map[string]analyze.Advice{"empty": {}, "zero elements": zero, "advice": advice("shipment:create:21:full"), "hostile": advice(attack)} {
		t.Run(name, func(t *testing.T) {
			var buf bytes.Buffer
			if err := AdviceJSON(&buf, a, Options{}); err != nil {
				t.Fatal(err)
			}
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(buf.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(doc); err != nil {
				t.Errorf("%#v", err)
			}
		})
	}
	var doc map[string]any
	var buf bytes.Buffer
	if err := errors.Join(AdviceJSON(&buf, advice("ship"), Options{}), json.Unmarshal(buf.Bytes(), &doc)); err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs map[string]struct {
			Properties map[string]struct {
				Enum []analyze.Verdict `json:"enum"`
			} `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(AdviceSchema, &schema); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(analyze.Verdicts, schema.Defs["candidate"].Properties["verdict"].Enum); diff != "" {
		t.Errorf("verdicts (-there are +in the schema):\n%s", diff)
	}
	doc["candidates"].([]any)[0].(map[string]any)["verdict"] = "good"
	if err := s.Validate(doc); err == nil {
		t.Error("the schema accepted a verdict that there is not")
	}
}

func TestAdviceSchemaKnowsEveryField(t *testing.T) {
	knowsEveryField(t, AdviceSchema, map[string]reflect.Type{
		"": reflect.TypeFor[analyze.Advice](), "replayed": reflect.TypeFor[analyze.Replayed](), "candidate": reflect.TypeFor[analyze.Candidate](),
		"effects": reflect.TypeFor[analyze.Effects](), "dropped": reflect.TypeFor[analyze.Dropped](), "missing": reflect.TypeFor[analyze.Missing](),
		"classAdvice": reflect.TypeFor[analyze.ClassAdvice](), "responses": reflect.TypeFor[analyze.Responses](), "form": reflect.TypeFor[analyze.Form](),
		"ruleUse": reflect.TypeFor[analyze.RuleUse](),
	})
}
