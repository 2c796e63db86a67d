package format

import (
	"strings"
)

// keys are what secrets begin with, the least that follows, and of what.
var keys = []struct {
	prefix string
	least  int
	of     *byteSet
	alone  bool // it begins a word even to those who take _ for a letter
}{
	{"whsec_", 8, &base64Bytes, false},     // Stripe, Svix, Standard Webhooks
	{"sk_live_", 8, &wordBytes, false},     // Stripe
	{"sk_test_", 8, &wordBytes, false},     //
	{"rk_live_", 8, &wordBytes, false},     //
	{"rk_test_", 8, &wordBytes, false},     //
	{"shpss_", 8, &wordBytes, false},       // Shopify
	{"shpat_", 8, &wordBytes, false},       //
	{"shpca_", 8, &wordBytes, false},       //
	{"shppa_", 8, &wordBytes, false},       //
	{"ck_", 40, &hexBytes, true},           // WooCommerce
	{"cs_", 40, &hexBytes, true},           //
	{"live_", 30, &wordBytes, true},        // Mollie; Stripe's cs_live_… names a checkout
	{"test_", 30, &wordBytes, true},        //
	{"pdl_", 20, &wordBytes, false},        // Paddle
	{"ghp_", 16, &wordBytes, false},        // GitHub
	{"gho_", 16, &wordBytes, false},        //
	{"ghu_", 16, &wordBytes, false},        //
	{"ghs_", 16, &wordBytes, false},        //
	{"ghr_", 16, &wordBytes, false},        //
	{"github_pat_", 16, &wordBytes, false}, //
	{"glpat-", 16, &base64Bytes, false},    // GitLab
	{"xoxa-", 8, &base64Bytes, false},      // Slack
	{"xoxb-", 8, &base64Bytes, false},      //
	{"xoxe-", 8, &base64Bytes, false},      //
	{"xoxp-", 8, &base64Bytes, false},      //
	{"xoxr-", 8, &base64Bytes, false},      //
	{"xoxs-", 8, &base64Bytes, false},      //
	{"xapp-", 8, &base64Bytes, false},      //
	{"AKIA", 16, &wordBytes, false},        // AWS
	{"ASIA", 16, &wordBytes, false},        //
	{"AIza", 32, &base64Bytes, false},      // Google
	{"SG.", 32, &base64Bytes, false},       // SendGrid
	{"eyJ", 16, &base64Bytes, false},       // JSON in base64: a JWT, or a body
	{"v1,", 20, &base64Bytes, false},       // a signature of Standard Webhooks
	{"v1a,", 20, &base64Bytes, false},      //
	{"Bearer ", 6, &base64Bytes, false},    //
	{"bearer ", 6, &base64Bytes, false},    //
	{"Basic ", 12, &base64Bytes, false},    //
	{"basic ", 12, &base64Bytes, false},    //
	{"-----BEGIN ", 8, &pemBytes, false},   // PEM
	{"-----END ", 8, &pemBytes, false},     //
}

var (
	wordBytes     = setOf("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
	hexBytes      = setOf("0123456789abcdefABCDEF")
	base64Bytes   = setOf("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-+/=.\\")
	standardBytes = setOf("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/\\") // base64 as RFC 4648 has it first
	urlBytes      = setOf("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")   // and for URLs
	pemBytes      = func() (all byteSet) {
		for c := byte(' '); c <= '~'; c++ {
			all[c>>6] |= 1 << (c & 63)
		}
		return all
	}()
)

func (a *byteSet) has(c byte) bool { return a[c>>6]>>(c&63)&1 != 0 }

// keysBy are the keys by their first byte.
var keysBy = func() (by [256][]int) {
	for i, k := range keys {
		by[k.prefix[0]] = append(by[k.prefix[0]], i)
	}
	return by
}()

func findKey(s string, _ bool) (from, to int) {
	for i := range len(s) {
		candidates := keysBy[s[i]]
		if candidates == nil || i > 0 && isAlnum(s[i-1]) {
			continue
		}
		for _, k := range candidates {
			key := &keys[k]
			if !strings.HasPrefix(s[i:], key.prefix) || i > 0 && s[i-1] == '_' && key.alone {
				continue
			}
			end := i + len(key.prefix)
			for end < len(s) && key.of.has(s[end]) {
				end++
			}
			if end-i-len(key.prefix) >= key.least {
				return i, end
			}
		}
	}
	return 0, 0
}

// findClientSecret finds what lets a customer's browser go on with a payment: pi_3P…_secret_….
func findClientSecret(s string, _ bool) (from, to int) {
	const middle = "_secret_"
	for at := 0; ; at = to {
		n := strings.Index(s[at:], middle)
		if n < 0 {
			return 0, 0
		}
		from, to = at+n, at+n+len(middle)
		for from > at && wordBytes.has(s[from-1]) {
			from--
		}
		least := to + 8
		for to < len(s) && wordBytes.has(s[to]) {
			to++
		}
		if to >= least {
			return from, to
		}
	}
}

func isAlnum(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// secretNames are how the names end of values that are secrets; signatureNames of signatures, which are long.
var (
	secretNames    = []string{"secret", "token", "password", "passwd", "pwd", "passphrase", "authorization", "cookie", "apikey", "accesskey", "secretkey", "privatekey"}
	signatureNames = []string{"signature", "signature256", "signaturesha256", "sig", "hmac", "hmacsha256", "digest", "sha1", "sha256", "sha512"}
	versionNames   = []string{"v0", "v1", "v2", "h1", "s"} // whole names, in t=…,v1=…
)

// findNamed finds the value of a name: v1=5257a8…, password=…, and in a line "client_secret": "…", [X-Signature] => ….
func findNamed(s string, line bool) (from, to int) {
	for i := range len(s) {
		if s[i] != '=' && (s[i] != ':' || !line) {
			continue
		}
		last := i
		for last > 0 && i-last < 4 && strings.IndexByte("\"'\\] ", s[last-1]) >= 0 {
			last--
		}
		from = i + 1
		for from < len(s) && from-i <= 6 && strings.IndexByte("\"'\\ >", s[from]) >= 0 {
			from++
		}
		if s[i] == ':' && last == i && from == i+1 {
			continue // a part of an identifier
		}
		name := nameBefore(s[:last])
		if line && strings.EqualFold(name, "value") { // "name":"Authorization","value":"…"
			name = nameBefore(strings.TrimRight(s[:last-len(name)], "\"'\\ :,"))
		}
		if least := leastOf(name); least > 0 {
			if to = valueEnd(s, from); to-from >= least {
				return from, to
			}
		}
	}
	return 0, 0
}

// nameBefore returns the name at the end of a text.
func nameBefore(s string) string {
	const longest = 48
	i := len(s)
	for i > 0 && len(s)-i < longest && (isAlnum(s[i-1]) || s[i-1] == '_' || s[i-1] == '-') {
		i--
	}
	return s[i:]
}

// leastOf returns how long the value of a name must be to be hidden, 0 where the name is of no secret. The key by which an operation is
// claimed is none, whatever it is called.
func leastOf(name string) int {
	name = strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
	if strings.HasPrefix(name, "idempotency") || strings.HasPrefix(name, "claim") || strings.HasPrefix(name, "lock") {
		return 0
	}
	for _, n := range secretNames {
		if strings.HasSuffix(name, n) {
			return 6
		}
	}
	for _, n := range signatureNames {
		if strings.HasSuffix(name, n) {
			return 16
		}
	}
	for _, n := range versionNames {
		if name == n {
			return 16
		}
	}
	return 0
}

// valueEnd returns where the value ends that begins at from: at its quote, or else before what parts values.
func valueEnd(s string, from int) int {
	stop := "\"', \t;&]})<>|"
	if from > 0 && (s[from-1] == '"' || s[from-1] == '\'') {
		stop = s[from-1 : from]
	}
	end := strings.IndexAny(s[from:], stop)
	if end < 0 {
		end = len(s) - from
	}
	return from + len(strings.TrimRight(s[from:from+end], "\\"))
}

// findBase64 finds what is as long as a signature and padded as one: 20, 32, 64 bytes, or more.
func findBase64(s string, _ bool) (from, to int) {
	for i := range len(s) {
		if s[i] != '=' || i > 0 && s[i-1] == '=' {
			continue
		}
		to = i + 1
		if to < len(s) && s[to] == '=' {
			to++
		}
		if to < len(s) && (isAlnum(s[to]) || s[to] == '=') {
			continue
		}
		for _, of := range []*byteSet{&standardBytes, &urlBytes} { // before a - may stand something else
			n := to - i
			for from = i; from > 0 && of.has(s[from-1]); from-- {
				if s[from-1] != '\\' { // PHP's \/
					n++
				}
			}
			switch {
			case n == 28, n == 44, n >= 88 && n%4 == 0:
				return from, to
			}
		}
	}
	return 0, 0
}
