package provider

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// The signatures below were made by openssl and by Python's hmac, not by this package; Adyen's first is that of Adyen's own PHP
// library's test.
const (
	signedBody = `{"id":"evt_1","object":"event","type":"payment_intent.succeeded","note":"Zoë"}`
	horse      = "correct horse"
	adyenKey   = "DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00"
	adyenFirst = `{"NotificationRequestItem":{"additionalData":{"hmacSignature":"Ny9gS2veKo5E4w8/OL6xz1/wvT/hYkAXy1xNc/QvO4I="},"pspReference":"7914073381342284","merchantAccountCode":"TestMerchant","merchantReference":"TestPayment-1407325143704","amount":{"value":1130,"currency":"EUR"},"eventCode":"AUTHORISATION","success":"true"}}`
	adyenBoth  = `{"live":"false","notificationItems":[` + adyenFirst + `,{"NotificationRequestItem":{"additionalData":{"hmacSignature":"EXFWdyWMzP+juwRmkcUd7Ff5XjsvtsNIm4iZa6/BncQ="},"pspReference":"8814073381342285","originalReference":"7914073381342284","merchantAccountCode":"TestMerchant","merchantReference":"r2","amount":{"value":5,"currency":"EUR"},"eventCode":"REFUND","success":"false"}}]}`
	whsec      = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX"
)

const (
	hexOfBody    = "9875364fbbe62e03c4a7189a263be2c7285a0d7f4302c7d446f26edf63183c80"
	base64OfBody = "mHU2T7vmLgPEpxiaJjvixyhaDX9DAsfURvJu32MYPIA="
	stripeOld    = "d5b49324de83dfd1739b9dd24fa41c7247dbe079ad1c3e2cc469ded97a53feca"
	stripeNew    = "0ee85b0b8abac000ad5328cccb6dc1adfae8f3cf8dc01da40e2e812c7f8c9cdf"
	standardMAC  = "v1,Z0y9Fjbk6AKfxaGaeecxNxYs14/xzJMvRSGnciKGbhk="
	privateMAC   = "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=="
)

type headers = map[string]string

var signedRequests = []struct {
	name    string
	scheme  string
	headers headers
	url     string
	body    string
	secrets []string // each of which signed
	other   bool     // the body can be changed without the signature noticing
}{
	{"woocommerce", "woocommerce", headers{"x-wc-webhook-signature": base64OfBody}, "", signedBody, []string{horse, " " + horse, horse + "\t"}, false},
	{
		"woocommerce, a secret with entities", "woocommerce",
		headers{"x-wc-webhook-signature": "0HYzF4uYIQ/BPJALmYzIsn1r+VTdmXYS1dggVgDzmkI="},
		"", signedBody,
		[]string{`a&b<c"d'e`, "a&amp;b&lt;c&quot;d&#039;e"},
		false,
	},
	{"github", "github", headers{"x-hub-signature-256": "sha256=" + hexOfBody}, "", signedBody, []string{horse}, false},
	{"shopify", "shopify", headers{"x-shopify-hmac-sha256": base64OfBody}, "", signedBody, []string{horse}, false},
	{"shopify events", "shopify", headers{"shopify-hmac-sha256": base64OfBody}, "", signedBody, []string{horse}, false},
	{"shopware", "shopware", headers{"shopware-shop-signature": hexOfBody}, "", signedBody, []string{horse}, false},
	{"mollie", "mollie-next", headers{"x-mollie-signature": "sha256=" + hexOfBody}, "", signedBody, []string{horse}, false},
	{"mollie without prefix", "mollie-next", headers{"x-mollie-signature": hexOfBody}, "", signedBody, []string{horse}, false},
	{"klarna in hex", "klarna", headers{"klarna-signature": strings.ToUpper(hexOfBody)}, "", signedBody, []string{horse}, false},
	{"klarna in base64", "klarna", headers{"klarna-signature": base64OfBody}, "", signedBody, []string{horse}, false},
	{"stripe", "stripe", headers{"stripe-signature": "t=1796027207,v1=" + stripeOld + ",v0=" + hexOfBody}, "", signedBody, []string{"whsec_old"}, false},
	{
		"stripe, while the secret is changed", "stripe",
		headers{"stripe-signature": "t=1796027207, v1=" + stripeNew + ", v1=" + stripeOld},
		"", signedBody,
		[]string{"whsec_old", "whsec_new"},
		false,
	},
	{
		"paddle", "paddle",
		headers{"paddle-signature": "ts=1796027207;h1=4edd6ed0acf729aa324c8ce8ce147f4c35e441e64aa7369a60f711cd0f33f807"},
		"", signedBody,
		[]string{"pdl_ntfset_01"},
		false,
	},
	{
		"standard webhooks", "standard-webhooks",
		headers{"webhook-id": "msg_1", "webhook-timestamp": "1796027207", "webhook-signature": privateMAC + " " + standardMAC},
		"", signedBody,
		[]string{whsec, strings.TrimPrefix(whsec, "whsec_")},
		false,
	},
	{
		"as BigCommerce signs", "standard-webhooks",
		headers{
			"webhook-id": "msg_1", "webhook-timestamp": "1796027207",
			"webhook-signature": "v1,siZL22doRsQecjIut6gmujdpa7iNrYDszD9BqTaNiVg=",
		},
		"", signedBody,
		[]string{horse},
		false,
	},
	{"svix", "svix", headers{"svix-id": "msg_1", "svix-timestamp": "1796027207", "svix-signature": "v1,AAAA " + standardMAC}, "", signedBody, []string{whsec}, false},
	{
		"square", "square",
		headers{"x-square-hmacsha256-signature": "J3AHt+MzBJNJYrisK37GLWx1Lm1tvxT0hGphHI10TDc="},
		"https://hooks.example.test/square?a=1", signedBody,
		[]string{horse},
		false,
	},
	{
		"square behind a proxy", "square",
		headers{"x-square-hmacsha256-signature": "J3AHt+MzBJNJYrisK37GLWx1Lm1tvxT0hGphHI10TDc="},
		"http://hooks.example.test/square?a=1", signedBody,
		[]string{horse},
		false,
	},
	{
		"square with a path and its host", "square",
		headers{"x-square-hmacsha256-signature": "J3AHt+MzBJNJYrisK37GLWx1Lm1tvxT0hGphHI10TDc=", "host": "hooks.example.test"},
		"/square?a=1", signedBody,
		[]string{horse},
		false,
	},
	{"square, the older", "square", headers{"x-square-signature": "XFam0fiM5XRJqec3gOE/q1vTe38="}, "https://hooks.example.test/square?a=1", signedBody, []string{horse}, false},
	{"adyen", "adyen", nil, "", adyenBoth, []string{adyenKey, strings.ToLower(adyenKey)}, true},
}

func TestSchemes(t *testing.T) {
	if !slices.IsSortedFunc(Schemes, func(a, b *Scheme) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not in name order")
	}
	tested := map[*Scheme]bool{}
	for _, test := range signedRequests {
		t.Run(test.name, func(t *testing.T) {
			r := Request{test.headers, test.url, []byte(test.body)}
			for _, secret := range test.secrets {
				by := signers(t, r, secret)
				if len(by) != 1 || by[0].Name != test.scheme {
					t.Fatalf("secret %q: signed under %d schemes, want 1, that of %s", secret, len(by), test.scheme)
				}
				tested[by[0]] = true
			}
			for _, wrong := range []string{"", " ", "wrong", test.secrets[0] + "x", strings.ToUpper(test.secrets[0]) + "0", "whsec_", "00"} {
				if by := signers(t, r, wrong); len(by) > 0 {
					t.Errorf("wrong secret %q: signed under %s", wrong, by[0].Name)
				}
			}
			tampered := r
			tampered.Body = []byte(strings.Replace(test.body, `1`, `2`, 1))
			if test.other {
				tampered.Body = []byte(strings.Replace(test.body, `"value":1130`, `"value":1131`, 1))
			}
			if by := signers(t, tampered, test.secrets[0]); len(by) > 0 {
				t.Errorf("a changed body is signed under %s", by[0].Name)
			}
			for name := range test.headers {
				if name == SchemesOf(r)[0].Header {
					continue
				}
				other := r
				other.Headers = maps.Clone(r.Headers)
				other.Headers[name] += "0"
				if by := signers(t, other, test.secrets[0]); len(by) > 0 {
					t.Errorf("with another %s it is signed all the same", name)
				}
			}
		})
	}
	for _, s := range Schemes {
		if s.Name == "" || s.Header != strings.ToLower(s.Header) {
			t.Errorf("%q with header %q: a name and a lower-case header are due", s.Name, s.Header)
		}
		if !tested[s] && s.read != nil {
			t.Errorf("%s, header %q: no signature was checked", s.Name, s.Header)
		}
	}
}

// TestVerifyPage holds docs/verify.md to the schemes.
func TestVerifyPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/verify.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, s := range Schemes {
		i := strings.Index(page, "| `"+s.Name+"` |")
		if i < 0 {
			t.Errorf("docs/verify.md does not list %s", s.Name)
			continue
		}
		row, _, _ := strings.Cut(page[i:], "\n")
		if s.Header != "" && !strings.Contains(row, "`"+s.Header+"`") {
			t.Errorf("docs/verify.md does not name the header %s", s.Header)
		}
		if s.OneEndpoint && !strings.HasSuffix(row, "| yes |") {
			t.Errorf("docs/verify.md does not say that the secret of %s tells the endpoint: %s", s.Name, row)
		}
	}
}

// signers returns the schemes under which a secret signed a request.
func signers(t *testing.T, r Request, secret string) []*Scheme {
	t.Helper()
	var by []*Scheme
	schemes := SchemesOf(r)
	if len(schemes) == 0 {
		t.Fatal("no scheme")
	}
	for _, s := range schemes {
		signed, err := s.Read(r)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if signed.By(secret) {
			by = append(by, s)
		}
	}
	return by
}

func TestSchemesRefuse(t *testing.T) {
	tests := []struct {
		name string
		r    Request
		want error
	}{
		{"PayPal", Request{Headers: headers{"paypal-transmission-sig": "thy4/U002quzxFavHPwbfJGcc46E8rc5jzgyeafWm5mICTBdY/8rl7WJpn8JA0GKA+oDTPsSruqusw+XXg5RLA=="}}, ErrCertificate},
		{"a private key's signature", Request{Headers: headers{"webhook-id": "1", "webhook-timestamp": "2", "webhook-signature": privateMAC}}, ErrCertificate},
		{"struck out", Request{Headers: headers{"x-wc-webhook-signature": "********"}}, ErrForm},
		{"cut", Request{Headers: headers{"x-hub-signature-256": "sha256=" + hexOfBody[:40]}}, ErrForm},
		{"another hash", Request{Headers: headers{"x-wc-webhook-signature": "XFam0fiM5XRJqec3gOE/q1vTe38="}}, ErrForm},
		{"no time", Request{Headers: headers{"stripe-signature": "v1=" + stripeOld}}, ErrForm},
		{"no v1", Request{Headers: headers{"stripe-signature": "t=1796027207,v0=" + stripeOld}}, ErrForm},
		{"no ID", Request{Headers: headers{"svix-timestamp": "2", "svix-signature": standardMAC}}, ErrForm},
		{"no URL", Request{Headers: headers{"x-square-hmacsha256-signature": base64OfBody}, URL: "/square"}, ErrURL},
		{"an item without a signature", Request{Body: []byte(`{"notificationItems":[` + adyenFirst + `,{"NotificationRequestItem":{}}]}`)}, ErrForm},
		{"a signature beside the items", Request{Body: []byte(`{"hmacSignature":"x","NotificationRequestItem":{},"notificationItems":[]}`)}, ErrForm},
		{"no JSON", Request{Body: []byte(adyenBoth[:len(adyenBoth)-1])}, ErrForm},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			schemes := SchemesOf(test.r)
			if len(schemes) == 0 {
				t.Fatal("no scheme")
			}
			for _, s := range schemes {
				signed, err := s.Read(test.r)
				if !errors.Is(err, test.want) {
					t.Errorf("%s: error %v, want %v", s.Name, err, test.want)
				}
				if err != nil && signed.claims != nil {
					t.Errorf("%s: something to check beside the error", s.Name)
				}
			}
		})
	}
	if list := SchemesOf(Request{Headers: headers{"content-type": "application/json"}, Body: []byte(signedBody)}); len(list) > 0 {
		t.Errorf("no signature, but a scheme: %s", list[0].Name)
	}
}

// FuzzScheme feeds hostile headers, bodies and secrets: no panic, and what nobody signed nobody signed.
func FuzzScheme(f *testing.F) {
	f.Add("t=1,v1="+stripeOld, "v1,AAAA", "https://a/b", adyenBoth, adyenKey)
	f.Add(base64OfBody, hexOfBody, "://", `{"notificationItems":[{"NotificationRequestItem":{"additionalData":{"hmacSignature":1}}}]}`, whsec)
	f.Fuzz(func(t *testing.T, signature, at, url, body, secret string) {
		r := Request{Headers: headers{}, URL: url, Body: []byte(body)}
		for _, name := range SigningHeaders() {
			r.Headers[name] = signature
			if strings.HasSuffix(name, "timestamp") {
				r.Headers[name] = at
			}
		}
		for _, s := range SchemesOf(r) {
			signed, err := s.Read(r)
			if err == nil && signed.By("") {
				t.Errorf("%s: signed by no secret at all", s.Name)
			}
			if err == nil {
				signed.By(secret)
			}
		}
	})
}
