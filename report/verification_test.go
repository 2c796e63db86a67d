package report

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/webhookctl/webhookctl/analyze"
)

func verification() analyze.Verification {
	at := analyze.Time{Nano: 1796027207888000000, Precision: time.Millisecond}
	request := func(source string, line int64, provider, id, result string, secrets ...int) analyze.VerifiedRequest {
		return analyze.VerifiedRequest{
			Source: source, Line: line, Offset: 100 * line, Time: at, Provider: provider, Scheme: provider, EventID: id,
			Result: result, Secrets: secrets, OneEndpoint: provider == "stripe",
		}
	}
	woo := request("woo.har", 2, "woocommerce", "", "signed_by", 3)
	woo.WebhookID, woo.DeliveryID, woo.Time = "7", "5f2c", analyze.Time{}
	bytesLost := request("app.log", 9, "stripe", "evt_1", "not_in_file")
	bytesLost.Detail = "the file holds a body that its writer may have written anew"
	return analyze.Verify(
		[]analyze.Secret{{Number: 1, Fingerprint: "secret:1f0c9a77"}, {Number: 2, Fingerprint: "secret:00ffee11"}, {Number: 3}, {Number: 4}},
		[]analyze.VerifiedRequest{
			woo, request("nginx.log", 3, "stripe", "evt_1", "signed_by", 2), request("nginx.log", 1, "stripe", "evt_1", "signed_by", 1),
			request("nginx.log", 5, "stripe", "evt_2", "signed_by", 1), request("nginx.log", 6, "stripe", "evt_2", "signed_by", 2),
			request("nginx.log", 7, "stripe", "evt_3", "signed_by_none"), bytesLost,
			request("pp\x1b[2J.log", 1, "paypal", "WH-\u202e1", "unknown_scheme"), request("woo.har", 1, "woocommerce", "", "no_signature"),
		},
		[]string{"a.log", "b.log", "c.log", "d.log", "e.log", "f.log"})
}

func TestVerification(t *testing.T) {
	var buf bytes.Buffer
	if err := Verification(&buf, verification(), nil, TableOptions{Terminal: true, Width: 1 << 16}); err != nil {
		t.Fatal(err)
	}
	golden(t, "verification.txt", buf.Bytes())
	buf.Reset()
	if err := Verification(&buf, analyze.Verify([]analyze.Secret{{Number: 1}}, nil, []string{"a.log"}), nil, TableOptions{Terminal: true}); err != nil {
		t.Fatal(err)
	}
	want := "No request that could be checked was found.\nsecret 1: signed 0 requests\n"
	if diff := cmp.Diff(want, buf.String()); diff != "" {
		t.Errorf("nothing to check (-want +got):\n%s", diff)
	}
}

func TestVerificationJSON(t *testing.T) {
	s := compile(t, "verification-1", VerificationSchema)
	for name, v := range map[string]analyze.Verification{
		"verification": verification(), "empty": analyze.Verify(nil, nil, nil), "zero": {Schema: "webhookctl.verification/1"},
	} {
		t.Run(name, func(t *testing.T) {
			var buf bytes.Buffer
			if err := VerificationJSON(&buf, v); err != nil {
				t.Fatal(err)
			}
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(buf.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(doc); err != nil {
				t.Errorf("%#v", err)
			}
			if strings.ContainsAny(buf.String(), "\x1b\u202e") {
				t.Error("a raw control character")
			}
			if name == "verification" {
				golden(t, "verification.json", buf.Bytes())
			}
			doc.(map[string]any)["requests"] = []any{map[string]any{"result": "invalid"}}
			if s.Validate(doc) == nil {
				t.Error("the schema accepted a result that there is not")
			}
		})
	}
}
