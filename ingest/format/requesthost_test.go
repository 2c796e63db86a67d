package format

import (
	"strings"
	"testing"
)

// TestRequestHost: which host a request was for, and which name is only the machine's.
func TestRequestHost(t *testing.T) {
	for _, tt := range []struct{ name, line, url string }{
		{"a header", `{"msg":"webhook received","req":{"id":"r1","method":"POST","url":"/w","headers":{"host":"hooks.example.test:8080"}}}`, "//hooks.example.test/w"},
		{"of the request", `{"msg":"webhook received","req":{"id":"r1","method":"POST","url":"/w","host":"hooks.example.test"}}`, "//hooks.example.test/w"},
		{"of the application's context", `{"msg":"webhook received","context":{"method":"POST","path":"/w","host":"hooks.example.test","request_id":"r1"}}`, "//hooks.example.test/w"},
		{"in Monolog's context", `[2026-11-30T09:00:00+00:00] app.INFO: webhook received {"method":"POST","path":"/w","host":"hooks.example.test","request_id":"r1"} []`, "//hooks.example.test/w"},
		{"in Monolog's context, beside the machine's", `[2026-11-30T09:00:00+00:00] app.INFO: webhook received {"method":"POST","path":"/w","host":"a.example.test","request_id":"r1"} {"hostname":"web-1"}`, "/w"},
		{"in Monolog's context, without a method", `[2026-11-30T09:00:00+00:00] app.INFO: webhook received {"path":"/w","host":"a.example.test","request_id":"r1"} []`, "/w"},
		{"anybody's", `{"msg":"webhook received","method":"POST","path":"/w","host":"web1.example.test","request_id":"r1"}`, "/w"},
		{"the machine's", `{"msg":"webhook received","method":"POST","path":"/w","host":"web-1","request_id":"r1"}`, "/w"},
		{"the machine's, in full", `{"msg":"webhook received","method":"POST","path":"/w","host":"ip-10-0-0-1.eu.compute.internal","request_id":"r1"}`, "/w"},
		{"an address", `{"msg":"webhook received","req":{"id":"r1","method":"POST","url":"/w","headers":{"host":"10.0.0.7:80"}}}`, "/w"},
		{"of a call that is made", `{"msg":"calling carrier","method":"POST","path":"/w","host":"api.example.test","request_id":"r1"}`, "/w"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := jsonLines
			if tt.line[0] == '[' {
				f = monolog
			}
			got := readSample(t, openSample(f, []byte(tt.line+"\n")), []byte(tt.line+"\n"), 1<<20).Observations
			if len(got) != 1 || got[0].URL != tt.url {
				t.Errorf("got %v, want the URL %s", got, tt.url)
			}
		})
	}
}

// TestBodyAmongFields: what a provider's body says counts where an application logs its members among its own fields; their state is none.
func TestBodyAmongFields(t *testing.T) {
	const item = `[{"NotificationRequestItem":{"eventCode":"CAPTURE","success":"true","pspReference":"P1","merchantAccountCode":"Nord","merchantReference":"7"}}]`
	for _, tt := range []struct{ name, line, want string }{
		{"Adyen's", `{"msg":"notification received","request_id":"r1","live":"true","notificationItems":` + item + `}`, "Provider=adyen Shop=Nord Topic=CAPTURE ResourceID=P1 EventID=P1:CAPTURE:true RequestID=r1"},
		{"Adyen's, in an answer", `{"msg":"notification received","request_id":"r1","res":{"notificationItems":` + item + `}}`, "RequestID=r1"},
		{"a list of another name", `{"msg":"notification received","request_id":"r1","items":` + item + `}`, "RequestID=r1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := readSample(t, openSample(jsonLines, []byte(tt.line+"\n")), []byte(tt.line+"\n"), 1<<20).Observations
			if len(got) != 1 || tell(&got[0]) != "1 received "+strings.TrimSpace(tt.want) {
				t.Errorf("got %s, want %s", tell(&got[0]), tt.want)
			}
		})
	}
}
