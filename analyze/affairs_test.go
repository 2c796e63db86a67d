package analyze

import (
	"slices"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// TestAffairs tells which of two folders' logs are judged together.
func TestAffairs(t *testing.T) {
	list := func(at string) func(*profile.Observation) { return all(url(at), code(0)) }
	tests := []struct {
		name         string
		a, b         string // the files
		first, other func(*profile.Observation)
		events       [2]profile.Event
		later        time.Duration
		together     bool
	}{
		{name: "nothing in common", first: order("14"), other: order("15")},
		{name: "an order", first: order("14"), other: order("14"), together: true},
		{name: "an operation", first: key("mail:14"), other: key("mail:14"), together: true},
		{name: "a job that counts up, of one place", first: all(order("14"), jobID("7")), other: all(key("mail:99"), jobID("7")), together: true},
		{name: "a job that counts up, of two places", a: "a/web/app.log", b: "b/web/app.log", first: all(order("14"), jobID("7")), other: all(key("mail:99"), jobID("7"))},
		{name: "an order, and requests for two hosts", first: all(order("100000377"), url("//de.example.test/hook")), other: all(order("100000377"), url("//nl.example.test/hook"))},
		{name: "an order, and requests for one host", first: all(order("100000377"), url("//de.example.test/hook")), other: all(order("100000377"), url("//de.example.test/hook")), together: true},
		{name: "an order, and a host that one log names", first: all(order("100000377"), url("//de.example.test/hook")), other: all(order("100000377"), url("/hook")), together: true},
		{name: "a payment, and requests for two hosts", first: all(key("ship:pi_3SUwek0PUcr2Acz"), url("//de.example.test/hook")), other: all(key("ship:pi_3SUwek0PUcr2Acz"), url("//nl.example.test/hook")), together: true},
		{name: "one folder", a: "web/app.log", b: "web/worker.log", first: order("14"), other: order("15"), together: true},
		{name: "a log that names nothing, of one place", first: order("14"), other: code(200), together: true},
		{name: "a log that names nothing, of another day", first: order("14"), other: code(200), later: 72 * time.Hour},
		{name: "a log that names nothing, of another place", a: "a/web/app.log", b: "b/proxy/access.log", first: order("14"), other: code(200)},
		{name: "a shop", first: all(order("14"), shop("https://one.test/")), other: all(order("15"), shop("http://one.test")), together: true},
		{name: "a mode", first: all(order("14"), shop("live mode")), other: all(order("15"), shop("live mode"))},
		{
			name: "a shop and a list of endpoints", a: "a/web/app.log", b: "b/list/endpoints.json", first: all(order("14"), shop("https://one.test/")),
			other: list("https://one.test/hook"), events: [2]profile.Event{profile.EventReceived, profile.EventRegistration}, together: true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := &handmade{}
			if tt.a == "" {
				tt.a, tt.b = "one/app.log", "two/app.log"
			}
			if tt.events[0] == "" {
				tt.events = [2]profile.Event{profile.EventReceived, profile.EventReceived}
			}
			h.add(tt.a, tt.events[0], 0, tt.first)
			h.add(tt.b, tt.events[1], tt.later, tt.other)
			n := len(slices.Collect(affairsOf(h.history(), Options{}, 10)))
			if together := n == 1; together != tt.together {
				t.Errorf("%d affairs", n)
			}
		})
	}
}

// TestShopOfAnother: a log that names no shop does not get that of another receiver's, even if both lie where one access log does.
func TestShopOfAnother(t *testing.T) {
	h := &handmade{}
	h.add("cards/app.log", profile.EventReceived, 0, order("14"), request("request-14"), key("card:14"))
	h.add("crm/app.log", profile.EventReceived, 0, order("15"), shop("https://one.test/"), key("deal:15"))
	h.add("proxy/access.log", profile.EventProxied, 0, code(200))
	for x := range affairsOf(h.history(), Options{}, 10) {
		for _, r := range x.piece(0).records {
			want := ""
			if r.ResourceID != "14" {
				want = "https://one.test/"
			}
			if r.Shop != want {
				t.Errorf("%s is of shop %q, want %q", x.span.sources[r.Source].Name, r.Shop, want)
			}
		}
	}
}
