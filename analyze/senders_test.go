package analyze

import (
	"testing"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A line that names a message and not its sender is of whoever alone is known to send that message.
func TestSendersOfMessages(t *testing.T) {
	of := func(provider, delivery string) *record {
		return &record{Observation: profile.Observation{Provider: provider, DeliveryID: delivery}}
	}
	senders := sendersOf([]*record{
		of("svix", "msg_2bQ9w7"), of("", "msg_2bQ9w7"), of("github", "72d3162e-cc78"), of("svix", "72d3162e-cc78"), of("github", "72d3162e-cc78"),
		of("woocommerce", "0c4b7f0c4b7f"), of("svix", "7"),
	})
	for delivery, want := range map[string]string{"msg_2bQ9w7": "svix", "72d3162e-cc78": "", "0c4b7f0c4b7f": "", "7": ""} {
		if senders[delivery] != want {
			t.Errorf("%s: %q, want %q", delivery, senders[delivery], want)
		}
	}
}
