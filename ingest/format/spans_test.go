package format

import "testing"

// TestSpans: what a line was written in names its request; several things in any other list do not.
func TestSpans(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"tracing", `{"level":"INFO","fields":{"message":"webhook received","delivery":"d1"},"target":"a","span":{"request_id":"r1","name":"request"},"spans":[{"request_id":"r1","name":"request"}]}`, "1 received DeliveryID=d1 RequestID=r1"},
		{"tracing, in an inner step", `{"level":"INFO","fields":{"message":"webhook received","delivery":"d1"},"span":{"name":"parse"},"spans":[{"request_id":"r1","name":"request"},{"name":"parse"}]}`, "1 received DeliveryID=d1 RequestID=r1"},
		{"an ID that is the span's", `{"message":"webhook received","delivery_id":"d1","span":{"id":"0af7651916cd43dd"}}`, "1 received DeliveryID=d1"},
		{".NET", `{"EventId":14,"LogLevel":"Information","Message":"webhook received","State":{"DeliveryId":"d1"},"Scopes":[{"SpanId":"aaaaaaaaaaaaaaaa"},{"RequestId":"r1","RequestPath":"/w"}]}`, "1 received DeliveryID=d1 RequestID=r1"},
		{"another list", `{"message":"webhook received","delivery_id":"d1","items":[{"request_id":"r1"},{"request_id":"r2"}]}`, "1 received DeliveryID=d1"},
		{"an event's own number", `{"message":"webhook received","event_id":10000017}`, "1 received EventID=10000017"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if o := oneRecord(t, tt.line); tell(&o) != tt.want {
				t.Errorf("got %s, want %s", tell(&o), tt.want)
			}
		})
	}
}
