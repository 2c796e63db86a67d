package provider

import "strings"

// Mollie is the classic product: a call says no more than the ID of a payment or order, the bytes are the same for each of its
// states, and what happened must be fetched. The URL is set for each payment. Sources: docs.mollie.com/reference/webhooks and
// /overview/webhooks. That it repeats "for a few hours" is in an older copy of the documentation (zsparal/api-documentation,
// source/guides/webhooks.rst); a current schedule was not found, and second-hand tables contradict each other.
var Mollie = Provider{
	Name:      "mollie",
	Title:     "Mollie",
	Form:      map[string]Field{"id": ResourceID},
	UserAgent: func(agent string) bool { return strings.HasPrefix(agent, "Mollie") }, // second-hand: Mollie.nl HTTP client/1.0
	IDs:       mollieID,
	Resource:  mollieResource,
	Success:   accepted, // 200 is what the documentation asks for
	Retries:   &Retries{},
	OneURL:    true,
}

// MollieNext is the newer product, with an event in the body and a signature. Sources: docs.mollie.com/reference/webhooks-new,
// mollie/mollie-api-php src/Webhooks/SignatureValidator.php (a call without the header is a classic one). Whether and when it
// repeats was not found.
var MollieNext = Provider{
	Name:  "mollie-next",
	Title: "Mollie (next-gen)",
	Headers: map[string]Field{
		"x-mollie-signature": Signature,
	},
	Body: []BodyField{
		{"id", EventID},
		{"type", Topic},
		{"entityId", ResourceID},
	},
	Signs:           []Sign{{"resource", "event"}, {"id", "event_"}, {"entityId", ""}},
	Resource:        mollieResource,
	Success:         accepted,
	Retries:         &Retries{},
	BytesCarryState: true,
}

// mollieID knows tr_7UhSN1zuXS. Stripe's transfers begin so too, but Stripe sends no forms.
func mollieID(id string) Field {
	if rest, ok := strings.CutPrefix(id, "tr_"); ok && len(rest) >= 10 && isWord(rest) {
		return ResourceID
	}
	return ""
}

// mollieResource goes by the prefixes of Mollie's API.
func mollieResource(id, _ string) (plain, kind string) {
	prefix, _, ok := strings.Cut(id, "_")
	if !ok {
		return id, ""
	}
	switch prefix {
	case "tr":
		return id, "payment"
	case "ord":
		return id, "order"
	case "pl":
		return id, "payment-link"
	case "re":
		return id, "refund"
	case "sub":
		return id, "subscription"
	}
	return id, ""
}
