package provider

import (
	"slices"
	"strings"
	"testing"
)

func TestAll(t *testing.T) {
	if !slices.IsSortedFunc(All, func(a, b *Provider) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not in name order")
	}
	for i, p := range All {
		if i > 0 && All[i-1].Name == p.Name {
			t.Errorf("two providers %q", p.Name)
		}
		if ByName(p.Name) != p {
			t.Errorf("%s: not found by its name", p.Name)
		}
		if p.Title == "" || p.UserAgent == nil || p.Success == nil || p.ResourceID == nil {
			t.Errorf("%s: title, user agent, success and resource ID must be there", p.Name)
		}
		for name := range p.Headers {
			if name != strings.ToLower(name) || name != strings.TrimSpace(name) {
				t.Errorf("%s: header %q is not lower case", p.Name, name)
			}
		}
	}
	if got := ByName("nobody"); got != nil {
		t.Errorf("unknown name gives %v", got)
	}
}

func TestWooCommerce(t *testing.T) {
	for code, want := range map[int]bool{0: false, 199: false, 200: true, 204: true, 302: true, 303: false, 307: false, 404: false, 500: false} {
		if got := WooCommerce.Success(code); got != want {
			t.Errorf("success of %d: got %v, want %v", code, got, want)
		}
	}
	for agent, want := range map[string]bool{
		"WooCommerce/9.9.5 Hookshot (WordPress/6.9)": true,
		"WooCommerce/9.9.5":                          false,
		"Mozilla/5.0 WooCommerce/9.9.5 Hookshot":     false,
		"":                                           false,
	} {
		if got := WooCommerce.UserAgent(agent); got != want {
			t.Errorf("user agent %q: got %v, want %v", agent, got, want)
		}
	}
	if WooCommerce.Retries != nil {
		t.Error("core never retries")
	}
	for name, want := range map[string]Field{
		"x-wc-webhook-id": WebhookID, "x-wc-webhook-delivery-id": DeliveryID, "x-wc-webhook-signature": Signature, "x-wc-webhook-event": "",
	} {
		if got := WooCommerce.Headers[name]; got != want {
			t.Errorf("header %s: got %q, want %q", name, got, want)
		}
	}
}
