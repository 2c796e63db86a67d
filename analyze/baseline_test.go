package analyze

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// second is a moment of so many seconds.
func second(n int64) Time { return Time{Nano: n * int64(time.Second), Precision: time.Second} }

// repeat is a duplicate from one second to another, with IDs of its own.
func repeat(id string, class Class, outcome Outcome, from, to int64) Duplicate {
	d := Duplicate{
		ID: id, Class: class, Outcome: outcome, FirstSeen: second(from), LastSeen: second(to), WebhookIDs: []string{"3"},
		DeliveryIDs: []string{fmt.Sprintf("delivery-%s-%d", id, from)}, OperationKey: "ship:" + id, OperationKeyOrigin: "logged",
	}
	if from == 0 {
		d.FirstSeen, d.LastSeen = Time{}, Time{}
	}
	return d
}

// TestBaseline holds hand-made histories against a baseline that ends in second 100.
func TestBaseline(t *testing.T) {
	twice := []Duplicate{repeat("D1", Replay, Duplicated, 10, 20)}
	contained := repeat("D1", Replay, Contained, 200, 210)
	through := Updates{Later: 2, CarriedOut: 1, Unknown: 1}
	violation := func(key string, at ...int64) Finding {
		f := Finding{Kind: "safety_violation", OperationKey: key, DownstreamIDs: []string{"a", "b"}}
		for _, n := range at {
			f.Evidence = append(f.Evidence, Evidence{Time: second(n)})
		}
		return f
	}
	tests := []struct {
		name          string
		before, after []Duplicate
		findings      []Finding
		change        func(*since)
		verdict       string
		says          string // in its sentence
	}{
		{name: "contained, and updates got through", before: twice, after: []Duplicate{contained}, verdict: Worked, says: "1 repeat as in the baseline, and none was executed twice; 1 later update was carried out"},
		{name: "no update", before: twice, after: []Duplicate{contained}, change: func(s *since) { s.updates = Updates{Later: 1, Unknown: 1} }, verdict: Unclear, says: "no later update is known to have got through"},
		{name: "executed twice again", before: twice, after: []Duplicate{contained, repeat("D2", Replay, Duplicated, 300, 310)}, verdict: NotWorked, says: "1 operation executed twice (ship:D2, D2)"},
		{name: "executed twice in another way", before: twice, after: []Duplicate{contained, repeat("D2", ReceiverRace, Duplicated, 300, 310)}, verdict: NotWorked, says: "1 operation executed twice (ship:D2, D2)"},
		{name: "one operation in two cases", before: twice, after: []Duplicate{repeat("D2", Replay, Duplicated, 300, 310), func() Duplicate {
			d := repeat("D3", ReceiverRace, Duplicated, 300, 310)
			d.OperationKey = "ship:D2"
			return d
		}()}, verdict: NotWorked, says: "1 operation executed twice (ship:D2, D2, D3)"},
		{name: "a violation that no case tells", before: twice, after: []Duplicate{contained}, findings: []Finding{violation("ship:9", 200, 201)}, verdict: NotWorked, says: "1 operation executed twice (ship:9)"},
		{name: "a violation of before", before: twice, after: []Duplicate{contained}, findings: []Finding{violation("ship:9", 50, 60)}, verdict: Worked},
		{name: "a violation that may be of before", before: twice, after: []Duplicate{contained}, findings: []Finding{violation("ship:9", 50, 150)}, verdict: Unclear, says: "safety_violation of ship:9 may be of before or since"},
		{name: "an update was lost", before: twice, after: []Duplicate{contained, repeat("D2", LegitimateUpdate, Lost, 300, 310)}, verdict: NotWorked, says: "1 legitimate update dropped (ship:D2, D2)"},
		{name: "nothing repeated", before: twice, after: nil, verdict: NotTested, says: "since 1970-01-01T00:01:40Z, none of 7 changes was repeated as in the baseline"},
		{name: "only what was before", before: twice, after: []Duplicate{repeat("D1", Replay, Duplicated, 10, 20)}, verdict: NotTested},
		{name: "in the baseline's last second", before: twice, after: []Duplicate{repeat("D1", Replay, Duplicated, 90, 100)}, verdict: NotTested},
		{name: "known by its IDs, though its clock runs elsewhere", before: twice, after: []Duplicate{func() Duplicate {
			d := repeat("D1", Replay, Duplicated, 130, 140)
			d.DeliveryIDs = twice[0].DeliveryIDs
			return d
		}()}, verdict: NotTested},
		{name: "sent again since", before: twice, after: []Duplicate{func() Duplicate {
			d := repeat("D1", Replay, Duplicated, 10, 140)
			d.DeliveryIDs = append(d.DeliveryIDs, "another")
			return d
		}()}, verdict: Unclear, says: "D1 began before and went on since"},
		{name: "without a time", before: twice, after: []Duplicate{contained, repeat("D2", Replay, Duplicated, 0, 0)}, verdict: Unclear, says: "D2 has no time"},
		{name: "contained, without a time", before: twice, after: []Duplicate{contained, repeat("D2", Replay, Contained, 0, 0)}, verdict: Worked},
		{name: "not in the evidence", before: twice, after: []Duplicate{contained, repeat("D2", Replay, Unknown, 300, 310)}, verdict: Unclear, says: "what came of replay of registration 3 is not in the evidence"},
		{name: "a new question", before: twice, after: []Duplicate{contained, repeat("D2", Undetermined, Unknown, 300, 310)}, verdict: Unclear, says: "there is undetermined of registration 3, and what came of it is not in the evidence"},
		{name: "an old question", before: append([]Duplicate{repeat("D2", Undetermined, Unknown, 30, 40)}, twice...), after: []Duplicate{contained, repeat("D2", Undetermined, Unknown, 300, 310)}, verdict: Worked},
		{name: "one of two patterns", before: append([]Duplicate{repeat("D2", ReceiverRace, Duplicated, 30, 40)}, twice...), after: []Duplicate{contained}, verdict: Unclear, says: "receiver_race of registration 3 was not repeated"},
		{name: "the other was stopped", before: append([]Duplicate{repeat("D2", ReceiverRace, Duplicated, 30, 40)}, twice...), after: []Duplicate{contained}, change: func(s *since) {
			s.stopped = []stoppedRepeat{{class: ReceiverRace, webhooks: []string{"3"}}}
		}, verdict: Worked, says: "2 repeats as in the baseline"},
		{name: "stopped at another registration", before: []Duplicate{repeat("D2", ReceiverRace, Duplicated, 30, 40)}, change: func(s *since) {
			s.stopped = []stoppedRepeat{{class: ReceiverRace, webhooks: []string{"4"}}}
		}, verdict: NotTested},
		{name: "where it began was not known", before: []Duplicate{repeat("D1", Undetermined, Duplicated, 10, 20)}, after: []Duplicate{repeat("D1", Undetermined, Contained, 200, 210)}, verdict: Unclear},
		{name: "two updates did one operation twice, and none asked for one again", before: []Duplicate{repeat("D1", LegitimateUpdate, Duplicated, 10, 20)}, after: []Duplicate{repeat("D1", LegitimateUpdate, Contained, 200, 210)}, verdict: NotTested},
		{name: "and one that asked for it was stopped", before: []Duplicate{repeat("D1", LegitimateUpdate, Duplicated, 10, 20)}, change: func(s *since) {
			s.stopped = []stoppedRepeat{{class: LegitimateUpdate, webhooks: []string{"3"}}}
		}, verdict: Worked},
		{name: "an update was lost before, and gets through", before: []Duplicate{repeat("D1", LegitimateUpdate, Lost, 10, 20)}, after: []Duplicate{repeat("D1", LegitimateUpdate, Contained, 200, 210)}, verdict: Worked},
		{name: "nothing since", before: twice, change: func(s *since) { s.period = Period{} }, verdict: NotTested, says: "nothing is on record since"},
		{name: "nothing to fix", before: nil, after: []Duplicate{contained}, verdict: NotTested, says: "the baseline shows nothing that was done twice"},
		{name: "contained before as well", before: []Duplicate{repeat("D1", Replay, Contained, 10, 20)}, after: []Duplicate{contained}, verdict: Worked},
		{name: "a baseline without times", before: twice, after: []Duplicate{contained}, change: func(s *since) { s.from, s.cut = Time{}, -1<<63 }, verdict: Unclear, says: "the baseline has no times"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &since{from: second(100), cut: 101*int64(time.Second) - 1, period: Period{Records: 9, Changes: 7}, updates: through}
			if tt.change != nil {
				tt.change(s)
			}
			got := compareBaseline(words{}, &Diagnosis{Duplicates: tt.before}, &Diagnosis{Duplicates: tt.after, Findings: tt.findings}, s)
			if got.Verdict != tt.verdict || !strings.Contains(got.Says, tt.says) {
				t.Errorf("%s: %s, want %s: …%s…", got.Verdict, got.Says, tt.verdict, tt.says)
			}
		})
	}
}

// TestBaselineNotCovered names what the baseline has and the new history has not.
func TestBaselineNotCovered(t *testing.T) {
	d := repeat("D1", ConfigDuplication, Duplicated, 10, 20)
	d.WebhookIDs, d.Topics = []string{"3", "7"}, []string{"order.updated"}
	before := &Diagnosis{Duplicates: []Duplicate{d}, Extent: Extent{Kinds: []string{string(receiverLog), string(workerLog)}}}
	s := &since{from: second(100), cut: 100 * int64(time.Second), period: Period{Records: 1}, webhooks: map[string]bool{"3": true}, kinds: []string{string(receiverLog)}, undated: 2}
	want := []string{
		"the worker's log: the baseline has it, and nothing of it is since",
		"topic order.updated: nothing was sent under it since",
		"registration 7: it sent nothing since, as far as the evidence shows",
		"2 records without a time: not known to be since",
	}
	got := compareBaseline(words{}, before, &Diagnosis{}, s).NotCovered
	if diff := cmp.Diff(len(want), len(got)); diff != "" {
		t.Errorf("%q (-want +got):\n%s", got, diff)
	}
	for _, w := range want {
		if !strings.Contains(strings.Join(got, "\n"), w) {
			t.Errorf("%q is not among %q", w, got)
		}
	}
}

// TestSinceMoment: the moment is the end of the baseline's last record, or what the user gave if that is later.
func TestSinceMoment(t *testing.T) {
	w := survey(History{Sources: []profile.Source{{Name: "receiver.log"}}})
	before := &Diagnosis{Extent: Extent{LastSeen: second(100)}}
	for _, tt := range []struct {
		given     int64
		cut       int64
		from      string
		belongsTo where // of second 150
	}{
		{0, 101e9 - 1, "1970-01-01T00:01:40Z", placeSince},
		{50e9, 101e9 - 1, "1970-01-01T00:01:40Z", placeSince},
		{150e9, 150e9 - 1, "1970-01-01T00:02:30Z", placeSince},
		{151e9, 151e9 - 1, "1970-01-01T00:02:31Z", placeBefore},
	} {
		s := sinceOf(w, nil, before, tt.given)
		if s.cut != tt.cut || s.from.String() != tt.from || s.place(second(150), second(150)) != tt.belongsTo {
			t.Errorf("given %d: cut %d, from %s, second 150 %d, want %d, %s, %d", tt.given, s.cut, s.from, s.place(second(150), second(150)), tt.cut, tt.from, tt.belongsTo)
		}
	}
}
