package provider

import (
	"strings"
	"time"
)

// Adyen has no ID for an event: the payment's reference and the event's code, with its success, name it, and the same again is a
// duplicate. Sources: docs.adyen.com/development-resources/webhooks/troubleshoot (repeats, one queue for each endpoint, whose head
// holds back all behind it) and its page on duplicates; Adyen/adyen-node-api-library src/utils/hmacValidator.ts: what is signed is
// eight fields of an item and not the body, so that two bodies may have one signature, which is why it is no Signature here. The
// time that Adyen waits for an answer was not found for payments.
var Adyen = Provider{
	Name:  "adyen",
	Title: "Adyen",
	Body: []BodyField{
		{adyenItem + "pspReference " + adyenItem + "eventCode " + adyenItem + "success", EventID},
		{adyenItem + "eventCode", Topic},
		{adyenItem + "pspReference", ResourceID},
		{adyenItem + "merchantAccountCode", Shop},
		{"live", Livemode},
		{adyenItem + "originalReference", Related},
	},
	UserAgent: func(agent string) bool { return strings.HasPrefix(agent, "Adyen HttpClient") }, // second-hand
	Signs:     []Sign{{adyenItem + "pspReference", ""}, {adyenItem + "eventCode", ""}},
	Success:   accepted, // accounts set up long ago must answer [accepted] as well
	Retries: &Retries{
		// The first three are "at 9, 18 and 27 seconds", which an interval of 9 s fits as well as those three.
		Delays: []time.Duration{
			9 * time.Second, 18 * time.Second, 27 * time.Second, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute,
			30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour,
		},
		Within: 30 * 24 * time.Hour,
	},
	OneURL:          true,
	BytesCarryState: true,
}

const adyenItem = "notificationItems[].NotificationRequestItem."
