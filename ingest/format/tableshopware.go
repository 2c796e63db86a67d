package format

import (
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// shopwareTable is webhook_event_log of Shopware 6, with one row for each event of each webhook. A repeat writes over the row of the
// attempt before, so it tells the last one; a row that is queued may wait for its first attempt or for another. Its times are in UTC, and
// its ID is the event's, which the request has as well. Sources: shopware/shopware, Framework/Webhook/EventLog and
// Framework/Webhook/Handler/WebhookEventMessageHandler.php.
var shopwareTable = table{
	name:     "shopware-webhook-event-log",
	title:    "Shopware 6 webhook_event_log table: events that the shop told its apps, as JSON, TSV or CSV",
	columns:  []string{"id", "webhook_name", "event_name", "delivery_status", "url", "timestamp"},
	optional: []string{"app_name", "response_status_code", "created_at"},
	noDump:   true, // a dump has the ID as bytes
	read:     readShopwareRow,
}

func readShopwareRow(v []value, in reader) (r reading) {
	text := func(i int) string {
		if v[i].null || len(v[i].text) > maxValue {
			return ""
		}
		return string(v[i].text)
	}
	o := profile.Observation{
		Event:     profile.EventNoted,
		Provider:  "shopware",
		EventID:   text(0),
		WebhookID: text(1),
		Topic:     text(2),
		RowStatus: text(3),
	}
	if o.EventID == "" {
		return reading{reason: "the row names no event", hint: "export the table with its column id, as HEX(id)"}
	}
	if app := text(6); app != "" { // two apps may each have a webhook of one name
		o.WebhookID = app + "/" + o.WebhookID
	}
	setURL(&o, text(4), in.Marker)
	o.Code = httpCode(v[7].text)
	at := cell{v[5].text, "timestamp", time.UTC} // when the last attempt began
	if text(5) == "" {
		at = cell{v[8].text, "created_at", time.UTC}
	}
	if o.RowStatus == "success" || o.RowStatus == "failed" || o.Code != 0 {
		o.Event, o.Method = profile.EventDelivery, "POST"
		if o.RowStatus != "success" && o.Code == 0 {
			o.Failure = "other" // no answer came
		}
	}
	in.stamp(&o, at, &r)
	r.record = o
	return r
}

var shopwareFormat = tableFormat(&shopwareTable, []Sample{
	{Text: "id,app_name,webhook_name,event_name,delivery_status,timestamp,url,response_status_code,created_at\n" +
		"0d2c4e6a8b1f43759cade0f123456789,PickApp,pickOrder,checkout.order.placed,success,1796027185,https://pick.example.test/shopware?shop=1,204,2026-11-30 08:26:24\n" +
		"1e3d5f7b9c2a4486adbef01234567890,PickApp,pickOrder,checkout.order.placed,queued,,https://pick.example.test/shopware,,2026-11-30 08:26:25.120\n" +
		"2f4e6a8c0d3b4597becf012345678901,,plain,product.written,failed,1796027187,https://pick.example.test/plain,,2026-11-30 08:26:27\n", Records: 3},
	{Text: "id,webhook_name,event_name,url\n1,a,b,https://pick.example.test/\n", Refused: true},
})
