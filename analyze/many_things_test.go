package analyze

import (
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestFormOf(t *testing.T) {
	for id, want := range map[string]string{
		"m-5301": "m", "70011": "number", "SHIP-1": "ship", "SHIP-STG-118": "ship", "order_01LJFKSK6PCTYYWNJN99HV1LPB": "order", "INV2026001": "inv",
		"WTPEBFIIRXWIPKRH": "", "ACSYT4GA3VISOPJB": "", "3ada1c1c77418961f9b6b277": "", "fade1c1c-7741-4961-a9b6-b27700000000": "", "": "",
	} {
		if got := formOf(id); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
}

// TestManyThings: what one request made of two things is no duplicate, and two records of one thing, or of two requests, are.
func TestManyThings(t *testing.T) {
	for _, tt := range []struct {
		name       string
		ids        []string
		requests   int
		duplicated bool
	}{
		{"an invoice and its mail", []string{"INV-1", "m-1"}, 1, false},
		{"a number and a mail", []string{"70011", "m-5301"}, 1, false},
		{"two invoices", []string{"INV-1", "INV-2"}, 1, true},
		{"two invoices and a mail", []string{"INV-1", "INV-2", "m-1"}, 1, true},
		{"two drawn names", []string{"WTPEBFIIRXWIPKRH", "ACSYT4GA3VISOPJB"}, 1, true},
		{"two things of two requests", []string{"INV-1", "m-1"}, 2, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			for i := range tt.requests {
				h.add("app/app.log", profile.EventReceived, time.Duration(i)*time.Minute, request("request-"+string(rune('a'+i))), order("14"), key("bill:14"))
			}
			for i, id := range tt.ids {
				n := i % tt.requests
				h.add("app/app.log", profile.EventEffect, time.Duration(n)*time.Minute+time.Duration(i+1)*time.Millisecond, request("request-"+string(rune('a'+n))), key("bill:14"), made(id))
			}
			d := h.diagnose()
			violated := len(findingsOf(d, "safety_violation")) > 0
			if violated != tt.duplicated || (d.Summary.ByOutcome["duplicated"] > 0) != tt.duplicated {
				t.Errorf("safety violation %v, outcomes %v; want duplicated %v", violated, d.Summary.ByOutcome, tt.duplicated)
			}
		})
	}
}
