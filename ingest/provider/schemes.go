package provider

import (
	"crypto/sha1" // of Square's older signature
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"strings"
)

// Schemes lists how requests are signed, in name order.
//
// Sources: woocommerce/woocommerce, class-wc-webhook.php (generate_signature); stripe/stripe-go, webhook/client.go; docs.github.com;
// shopify.dev; mollie/mollie-api-php, SignatureValidator.php; developer.squareup.com; Adyen/adyen-php-api-library, HmacSignature.php;
// developer.paddle.com; docs.klarna.com; bigcommerce/docs, https-webhook-overview.mdx; shopware/docs; developer.paypal.com; the
// Standard Webhooks specification; docs.svix.com.
var Schemes = []*Scheme{
	{Name: "adyen", read: readAdyen, keys: hexKey},
	{Name: "github", Header: "x-hub-signature-256", read: body("x-hub-signature-256", hexadecimal)},
	// Whether Klarna writes hex or base64 is not published; 32 bytes look different in each.
	{Name: "klarna", Header: "klarna-signature", read: body("klarna-signature", hexadecimal, base64Text)},
	{Name: "mollie-next", Header: "x-mollie-signature", read: body("x-mollie-signature", hexadecimal)},
	{Name: "paddle", Header: "paddle-signature", OneEndpoint: true, read: pairs("paddle-signature", ";", "ts", "h1", ":")},
	{Name: "paypal", Header: "paypal-transmission-sig"},
	{Name: "shopify", Header: "shopify-hmac-sha256", read: body("shopify-hmac-sha256", base64Text)},
	{Name: "shopify", Header: "x-shopify-hmac-sha256", read: body("x-shopify-hmac-sha256", base64Text)},
	{Name: "shopware", Header: "shopware-shop-signature", read: body("shopware-shop-signature", hexadecimal)},
	{
		Name: "square", Header: "x-square-hmacsha256-signature", Uses: urlHeaders, SignsURL: true,
		read: urlBody("x-square-hmacsha256-signature", sha256.New),
	},
	{Name: "square", Header: "x-square-signature", Uses: urlHeaders, SignsURL: true, read: urlBody("x-square-signature", sha1.New)},
	{
		Name: "standard-webhooks", Header: "webhook-signature", Uses: []string{"webhook-id", "webhook-timestamp"}, OneEndpoint: true,
		read: idTimeBody("webhook-"), keys: whsecKey,
	},
	// BigCommerce signs so with the app's client secret itself for the key.
	{Name: "standard-webhooks", Header: "webhook-signature", Uses: []string{"webhook-id", "webhook-timestamp"}, read: idTimeBody("webhook-")},
	{Name: "stripe", Header: "stripe-signature", OneEndpoint: true, read: pairs("stripe-signature", ",", "t", "v1", ".")},
	{
		Name: "svix", Header: "svix-signature", Uses: []string{"svix-id", "svix-timestamp"}, OneEndpoint: true,
		read: idTimeBody("svix-"), keys: whsecKey,
	},
	{Name: "woocommerce", Header: "x-wc-webhook-signature", read: body("x-wc-webhook-signature", base64Text), keys: wooKeys},
}

// encoding reads the text of a signature; nil: it is not written so.
type encoding func(text string) []byte

func hexadecimal(text string) []byte {
	text = strings.TrimPrefix(text, "sha256=")
	if mac, err := hex.DecodeString(text); err == nil && len(mac) == sha256.Size {
		return mac
	}
	return nil
}

func base64Text(text string) []byte { return base64Of(text, sha256.Size) }

func base64Of(text string, size int) []byte {
	if mac, err := base64.StdEncoding.Strict().DecodeString(text); err == nil && len(mac) == size {
		return mac
	}
	return nil
}

var nothing = [][]byte{nil}

// body reads a signature of the body alone.
func body(header string, written ...encoding) func(Request) ([]claim, error) {
	return func(r Request) ([]claim, error) {
		text := strings.TrimSpace(r.Headers[header])
		for _, read := range written {
			if mac := read(text); mac != nil {
				return []claim{{sha256.New, nothing, r.Body, [][]byte{mac}}}, nil
			}
		}
		return nil, ErrForm
	}
}

// pairs reads a header such as t=1796027207,v1=5257…,v1=9a3f…: the time is signed before the body, and while a secret is changed
// there is a signature of each.
func pairs(header, between, timeName, macName, joint string) func(Request) ([]claim, error) {
	return func(r Request) ([]claim, error) {
		var at string
		var macs [][]byte
		for part := range strings.SplitSeq(r.Headers[header], between) {
			switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
			case timeName:
				at = value
			case macName:
				if mac := hexadecimal(value); mac != nil {
					macs = append(macs, mac)
				}
			}
		}
		if at == "" || len(macs) == 0 {
			return nil, ErrForm
		}
		return []claim{{sha256.New, [][]byte{[]byte(at + joint)}, r.Body, macs}}, nil
	}
}

// idTimeBody reads Standard Webhooks: v1,… v1,… over ID, time and body. v1a is a signature with a private key.
func idTimeBody(prefix string) func(Request) ([]claim, error) {
	return func(r Request) ([]claim, error) {
		id, at := r.Headers[prefix+"id"], r.Headers[prefix+"timestamp"]
		var macs [][]byte
		private := false
		for _, part := range strings.Fields(r.Headers[prefix+"signature"]) {
			version, value, _ := strings.Cut(part, ",")
			private = private || version == "v1a"
			if mac := base64Text(value); version == "v1" && mac != nil {
				macs = append(macs, mac)
			}
		}
		switch {
		case len(macs) == 0 && private:
			return nil, ErrCertificate
		case id == "", at == "", len(macs) == 0:
			return nil, ErrForm
		}
		return []claim{{sha256.New, [][]byte{[]byte(id + "." + at + ".")}, r.Body, macs}}, nil
	}
}

// urlHeaders tell the host that the sender asked for, where a log shows the path alone.
var urlHeaders = []string{"host", "x-forwarded-host"}

// urlBody reads a signature of the URL and the body behind it. The URL is the one that the sender was given, so each that it may
// have been is tried.
func urlBody(header string, of func() hash.Hash) func(Request) ([]claim, error) {
	return func(r Request) ([]claim, error) {
		mac := base64Of(strings.TrimSpace(r.Headers[header]), of().Size())
		if mac == nil {
			return nil, ErrForm
		}
		var urls [][]byte
		path := r.URL
		if scheme, rest, ok := strings.Cut(r.URL, "://"); ok {
			urls = append(urls, []byte(r.URL))
			if scheme == "http" { // as the receiver sees it behind a proxy that ends TLS
				urls = append(urls, []byte("https://"+rest))
			}
			_, path, _ = strings.Cut(rest, "/")
			path = "/" + path
		}
		for _, name := range urlHeaders {
			if host := r.Headers[name]; host != "" && strings.HasPrefix(path, "/") {
				urls = append(urls, []byte("https://"+host+path))
			}
		}
		if len(urls) == 0 {
			return nil, ErrURL
		}
		return []claim{{of, urls, r.Body, [][]byte{mac}}}, nil
	}
}

// whsecKey reads whsec_ and the key in base64. Some leave the prefix away.
func whsecKey(secret string) [][]byte {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil
	}
	return [][]byte{key}
}

func hexKey(secret string) [][]byte {
	key, err := hex.DecodeString(secret)
	if err != nil {
		return nil
	}
	return [][]byte{key}
}

// wooKeys are the secret as it is (so 3.4 signs), and with HTML's entities undone, as it may be written in the database.
func wooKeys(secret string) [][]byte {
	return [][]byte{[]byte(secret), []byte(wooEntities.Replace(secret))}
}

// wooEntities are those of WordPress' wp_specialchars_decode with ENT_QUOTES.
var wooEntities = strings.NewReplacer(
	"&lt;", "<", "&#060;", "<", "&#x3C;", "<", "&#x3c;", "<", "&gt;", ">", "&#062;", ">", "&#x3E;", ">", "&#x3e;", ">",
	"&amp;", "&", "&#038;", "&", "&#x26;", "&", "&quot;", `"`, "&#034;", `"`, "&#x22;", `"`, "&#039;", "'", "&#39;", "'", "&#x27;", "'",
)
