package format

import "testing"

// TestHeads: what stands before the message, in the forms in which a date may be read two ways, or the level comes first.
func TestHeads(t *testing.T) {
	tests := []struct{ line, stamp, lack, level, message string }{
		{"[Nest] 4242  - 11/30/2026, 6:08:28 PM     LOG [Hooks] message", "2026-11-30 18:08:28", "", "LOG", "message"},
		{"[Nest] 4242  - 02/03/2026, 12:00:01 AM     LOG [Hooks] message", "2026-02-03 00:00:01", "", "LOG", "message"},
		{"[Nest] 4242  - 30/11/2026, 18:08:28     LOG [Hooks] message", "2026-11-30 18:08:28", "", "LOG", "message"},
		{"[Nest] 4242  - 02/03/2026, 18:08:28     LOG [Hooks] message", "02/03/2026, 18:08:28", "date that can be read but one way", "LOG", "message"},
		{"[11/30/2026] [6:08:28 PM] › ℹ  info      message", "2026-11-30 18:08:28", "", "info", "message"},
		{"INFO 2026-11-30 18:13:51,984 hooks 2952 140042304390848 message", "2026-11-30 18:13:51,984", "", "INFO", "message"},
		{"INFO[2026-11-30T18:10:58Z] message   key=value", "2026-11-30 18:10:58Z", "", "INFO", "message   key=value"},
		{"[18:08:28.313] INFO (29248): message", "18:08:28.313", "date", "INFO", "message"},
		{"6:10PM INF message", "6:10PM", "date", "INF", "message"},
		{"2026/11/30 18:10:59.133461 main.go:120: message", "2026-11-30 18:10:59.133461", "", "", "message"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			var buf [64]byte
			h, ok := stampedHead(buf[:0], []byte(tt.line))
			if !ok {
				t.Fatal("no time is known in it")
			}
			if string(h.stamp.text) != tt.stamp || h.stamp.lack != tt.lack || string(h.level) != tt.level || tt.line[h.size:] != tt.message {
				t.Errorf("%q lacks %q, level %q, message %q", h.stamp.text, h.stamp.lack, h.level, tt.line[h.size:])
			}
		})
	}
}

// TestGoHeader: Go's http.Header as %v prints it, in which nothing is quoted.
func TestGoHeader(t *testing.T) {
	tests := []struct{ text, want string }{
		{"map[Accept:[*/*] User-Agent:[WooCommerce/9.6.1 Hookshot (WordPress/6.7.1)] X-Note:[a ] b \"c\"]] rest", `{"Accept":["*/*"],"User-Agent":["WooCommerce/9.6.1 Hookshot (WordPress/6.7.1)"],"X-Note":["a ] b \"c\""]}`},
		{"map[]", ""},
		{"map[a:1 b:2]", ""},
		{"map[X-Note:[cut off", ""},
	}
	for _, tt := range tests {
		if json, _, _ := looseJSON(nil, []byte(tt.text), 8); string(json) != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, json, tt.want)
		}
	}
}

// TestNamedInWords: what the words of a message name, and what they only count.
func TestNamedInWords(t *testing.T) {
	const id = "3e9b1f70c24d58a6b7e0912f4c6d83ab"
	tests := []struct{ text, delivery, order, topic string }{
		{"Webhook received: order.updated delivery " + id + " order 73105", id, "73105", "order.updated"},
		{"Received order.created webhook, delivery ID: " + id + ", order #73105", id, "73105", "order.created"},
		{"delivery 17 of order 2 of 5", "", "", ""},
		{"order 3 items shipped", "", "", ""},
		{"delivery " + id[:12], "", "", ""},
	}
	for _, tt := range tests {
		p := textParser{recordReader: newRecordReader(nil, nil)}
		p.reset()
		p.named([]byte(tt.text))
		if d, o, topic := p.recordReader.text(fieldDeliveryID), p.recordReader.text(fieldOrderID), p.recordReader.text(fieldTopic); d != tt.delivery || o != tt.order || topic != tt.topic {
			t.Errorf("%q: delivery %q, order %q, topic %q", tt.text, d, o, topic)
		}
	}
}
