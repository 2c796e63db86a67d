package format

import (
	"slices"
	"strconv"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
	"github.com/webhookctl/webhookctl/ingest/provider"
)

// textIn returns where in an observation a provider's field is that is a text as it comes, or nil.
func textIn(o *profile.Observation, f textField) *string {
	switch f {
	case textWebhookID:
		return &o.WebhookID
	case textDeliveryID:
		return &o.DeliveryID
	case textEventID:
		return &o.EventID
	case textActID:
		return &o.ActID
	case textTopic:
		return &o.Topic
	case textResourceType:
		return &o.ResourceType
	case textResourceID:
		return &o.ResourceID
	case textAPIVersion:
		return &o.APIVersion
	}
	return nil
}

// textField is the number of such a field: a switch over numbers is faster than one over names, and does not move the observation
// to the heap as a table of functions does.
type textField uint8

const (
	textNone textField = iota
	textWebhookID
	textDeliveryID
	textEventID
	textActID
	textTopic
	textResourceType
	textResourceID
	textAPIVersion
)

var textFields = map[provider.Field]textField{
	provider.WebhookID:    textWebhookID,
	provider.DeliveryID:   textDeliveryID,
	provider.EventID:      textEventID,
	provider.ActID:        textActID,
	provider.Topic:        textTopic,
	provider.ResourceType: textResourceType,
	provider.ResourceID:   textResourceID,
	provider.APIVersion:   textAPIVersion,
}

// setField puts the value of any other field into o. The signature becomes a mark of its exact value, so that marks compare across
// files.
func (b *Batch) setField(o *profile.Observation, f provider.Field, value []byte) {
	switch f {
	case provider.Shop:
		b.shopText(o, value)
	case provider.Livemode:
		setMode(o, string(value))
	case provider.Signature:
		if o.Signature == (profile.Mark{}) {
			o.Signature = b.Marker.Mark("signature", value)
		}
	case provider.Related:
		addRelated(o, string(value))
	case provider.Attempt, provider.Retry:
		n, err := strconv.ParseUint(string(value), 10, 16)
		if err != nil || o.Attempt != 0 {
			return
		}
		if o.Attempt = int(n); f == provider.Retry {
			o.Attempt++
		}
	}
}

// shopText is setShop, sharing the text of the record before where that is the same.
func (b *Batch) shopText(o *profile.Observation, name []byte) {
	if n := len(b.Observations); n > 0 && b.Observations[n-1].Shop == string(name) {
		setShop(o, b.Observations[n-1].Shop)
		return
	}
	setShop(o, string(name))
}

// What a shop is called that does business for real, or for a test, where the provider says so and names no account; and what is
// added to the name of an account for a test's. A log that does not say which names neither.
const (
	liveMode = "live mode"
	testMode = "test mode"
)

// setShop names the shop, whose mode may be known already. The first name stays.
func setShop(o *profile.Observation, name string) {
	switch {
	case name == "":
	case o.Shop == testMode:
		o.Shop = name + " " + testMode
	case o.Shop == "", o.Shop == liveMode:
		o.Shop = name
	}
}

// setMode tells the mode of a shop, which may be named already.
func setMode(o *profile.Observation, mode string) {
	switch strings.ToLower(mode) {
	case "true", "live", "production":
		if o.Shop == "" {
			o.Shop = liveMode
		}
	case "false", "test", "sandbox":
		switch {
		case o.Shop == "":
			o.Shop = testMode
		case o.Shop != liveMode && !strings.HasSuffix(o.Shop, testMode):
			o.Shop += " " + testMode
		}
	}
}

// maxRelated is how many other objects an event may name. Those of the providers name three.
const maxRelated = 8

// addRelated adds an object that an event concerns beside its own, in order and once.
func addRelated(o *profile.Observation, id string) {
	if id == "" || id == o.ResourceID || strings.ContainsAny(id, " \t\n") {
		return
	}
	all := strings.Fields(o.Related)
	if i, there := slices.BinarySearch(all, id); !there && len(all) < maxRelated {
		o.Related = strings.Join(slices.Insert(all, i, id), " ")
	}
}
