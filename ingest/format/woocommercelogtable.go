package format

import (
	"strings"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// logTable is the log that WooCommerce keeps in the database, where its settings say so instead of files. A row holds the
// same text as an entry of a file, and becomes the same observation: log_id is left out, since a shop may keep both, and a
// delivery that two sources tell of is one.
var logTable = table{
	name:     "woocommerce-log-table",
	title:    "WooCommerce woocommerce_log table: its delivery log in the database, as JSON, TSV or CSV",
	columns:  []string{"log_id", "timestamp", "level", "source"},
	optional: []string{"message"},
	read: func(v []value, in reader) reading {
		if string(v[3].text) != "webhooks-delivery" {
			return reading{}
		}
		nano, zero, ok := sqlStamp(v[1].text) // UTC: WordPress sets PHP's zone to it
		if !ok || zero {
			return refuse("time %q is not of the form 2026-11-30 08:26:25", v[1].text)
		}
		if v[4].null {
			return reading{reason: "the row has no message", hint: "export the table with its column message"}
		}
		b, o := Batch{Marker: in.Marker, Check: in.check}, profile.Observation{Time: nano, Precision: time.Second}
		if !b.wooCommerceMessage(&o, v[4].text) {
			// Not quoted: with WP_DEBUG on, there is a customer's order in it.
			return refuse("the message is not that of a delivery", nil)
		}
		return reading{record: o, states: b.States}
	},
}

// Each carrier writes the message in its own way.
var logTableFormat = tableFormat(&logTable, []Sample{
	{Text: "log_id\ttimestamp\tlevel\tsource\tmessage\tcontext\n" +
		"2\t2026-11-30 08:26:20\t400\tfatal-errors\tUncaught Error\\nStack trace:\tNULL\n" +
		"3\t2026-11-30 08:26:26\t200\twebhooks-delivery\t" + strings.ReplaceAll(logTableMessage, "\n", `\n`) + "\tNULL\n", Records: 1},
	{Text: `"log_id","timestamp","level","source","message","context"` + "\n" +
		`"3","2026-11-30 08:26:26","200","webhooks-delivery","` + strings.ReplaceAll(logTableMessage, "\n", "\\\n") + `",\N` + "\n", Records: 1},
	{Text: `[{"log_id":"3","timestamp":"2026-11-30 08:26:26","level":"200","source":"webhooks-delivery","message":"` +
		strings.ReplaceAll(logTableMessage, "\n", `\n`) + `","context":null}]`, Records: 1},
	{Text: "log_id\ttimestamp\tlevel\tsource\n3\t2026-11-30 08:26:26\t200\twc\n"},
	{Text: "timestamp\tlevel\tmessage\n2026-11-30 08:26:26\t200\tx\n", Refused: true},
})

// logTableMessage has no backslash and no quote.
const logTableMessage = `Array
(
    [Webhook Delivery] => Array
        (
            [Delivery ID] => 0b54504858acecf3a267390e9765c955
            [Date] => Nov 30, 2026 @ 8:26
            [URL] => http://hooks.example.test/woo/shipments
            [Duration] => 0.2969
            [Request] => Array
                (
                    [Method] => POST
                    [Headers] => Array
                        (
                            [X-WC-Webhook-ID] => 133
                            [X-WC-Webhook-Delivery-ID] => 0b54504858acecf3a267390e9765c955
                        )

                )

            [Body] => Webhook body is not logged unless WP_DEBUG mode is turned on. This is to avoid the storing of personal data in the logs.
            [Response] => Array
                (
                    [Code] => 202
                    [Message] => Accepted
                    [Headers] => Array
                        (
                        )

                    [Body] => Webhook body is not logged unless WP_DEBUG mode is turned on. This is to avoid the storing of personal data in the logs.
                )

        )

)
`
