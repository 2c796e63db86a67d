package format

import (
	"bytes"
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// noMarker makes marks without garbage.
type noMarker struct{}

func (noMarker) Mark(_ string, value []byte) profile.Mark { return profile.Mark{byte(len(value)), 1} }

// TestRecordsMakeNoGarbage: a chunk costs what its reader learns, however many records are in it, once a batch has room for them.
func TestRecordsMakeNoGarbage(t *testing.T) {
	body := `{"time":1796027186194,"reqId":"r1","req":{"method":"POST","url":"/woo?a=b","headers":{"user-agent":"WooCommerce/9.9.5 Hookshot (WordPress/6.9)",` +
		`"x-wc-webhook-topic":"order.updated","x-wc-webhook-id":"3","x-wc-webhook-delivery-id":"0139a2164a3d7957c1f0962ea06d9ae4"}},` +
		`"body":{"id":7,"status":"pending","total":"1.00","billing":{"city":"K\u00f6ln"},"line_items":[{"id":1},{"id":2}]},"msg":"webhook received"}`
	for _, tt := range []struct {
		name, line string
		reader     Reader
	}{
		{"JSON lines", benchLine, jsonLinesReader{maxDepth: 200}},
		{"JSON lines with bodies", body, jsonLinesReader{maxDepth: 200}},
		{"access log", `127.0.0.1 - - [30/Nov/2026:08:26:24 +0000] "POST /woo/shipments?id=7 HTTP/1.1" 200 11 "-" "WooCommerce/9.9.5 Hookshot (WordPress/6.9)"`, accessReader{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			allocs := func(lines int) float64 {
				text := bytes.Repeat([]byte(tt.line+"\n"), lines)
				var b Batch
				return testing.AllocsPerRun(20, func() {
					b.Reset()
					b.Marker = noMarker{}
					tt.reader.Parse(Chunk{Data: text, Line: 1}, &b)
					b.Private()
					if len(b.Observations) != lines {
						t.Fatalf("%d records of %d lines, problems %v", len(b.Observations), lines, b.Problems)
					}
				})
			}
			const few, many = 50, 1050
			if per := (allocs(many) - allocs(few)) / (many - few); per > 0.05 { // a pool may lose what it holds
				t.Errorf("%.2f allocations a record", per)
			}
		})
	}
}
