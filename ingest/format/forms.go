package format

import (
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A form is one look that something has which no profile keeps, wherever it stands.
//
// Some values have no look: a word may be a person's name, 64 hex digits a signature or the hash by which a receiver claims.
type form struct {
	name  string
	needs byteSet // a text without one of these bytes holds none
	// find returns where the first of them lies in s; to is 0 where there is none. line tells that s is a line of a log and no single
	// value, so that what stands before a value may say what it is.
	find func(s string, line bool) (from, to int)
}

// forms is every form. They look at whole words: what is glued to other letters or digits is none.
var forms = []form{
	{"key or token", setOf("_-., IJ"), findKey}, // each has one of these
	{"client secret", setOf("_"), findClientSecret},
	{"named secret or signature", setOf("=:"), findNamed},
	{"signature in base64", setOf("="), findBase64},
	{"login in a URL", setOf("@"), findLogin},
	{"e-mail address", setOf("@%\\&\xef"), findMail},
	{"IPv4 address", setOf("."), findIPv4},
	{"IPv6 address", setOf(":"), findIPv6},
	{"card number", setOf("0123456789"), findCard},
	{"bank account", setOf("0123456789"), findIBAN},
	{"telephone number", setOf("+%"), findPhone},
	{"two names", setOf(" "), findNames},
	{"hidden identifier", setOf("-~"), findHidden},
}

// holds tells whether a value is of some form, or a part of it is.
func holds(s string) bool {
	if len(s) < 3 {
		return false
	}
	has := setOf(s)
	for i := range forms {
		if f := &forms[i]; f.needs.meets(has) {
			if _, to := f.find(s, false); to > 0 {
				return true
			}
		}
	}
	return false
}

// Conceal writes a line of a log with what is of some form, and the secrets that were given, replaced by what name says of it.
func Conceal(line string, given *Secrets, name func(value string) string) string {
	line = replaced(line, given.find, name)
	has := setOf(line)
	for i := range forms {
		if f := &forms[i]; f.needs.meets(has) {
			line = replaced(line, func(s string) (from, to int) { return f.find(s, true) }, name)
		}
	}
	return line
}

func replaced(s string, find func(string) (from, to int), name func(string) string) string {
	from, to := find(s)
	if to <= from {
		return s
	}
	var b strings.Builder
	for ; to > from; from, to = find(s) {
		b.WriteString(s[:from])
		b.WriteString(name(s[from:to]))
		s = s[to:]
	}
	return b.String() + s
}

// Secrets are those that the user gave to check signatures with. Logs have been seen to hold them.
type Secrets struct {
	long  map[string][]string // by their beginning
	short map[string]bool     // too short to be found within a text
}

const secretHead = 8 // bytes

// NewSecrets returns nil where there are none.
func NewSecrets(given []string) *Secrets {
	if len(given) == 0 {
		return nil
	}
	s := &Secrets{long: map[string][]string{}, short: map[string]bool{}}
	for _, one := range given {
		if one = strings.TrimSpace(one); len(one) < secretHead {
			s.short[one] = true
		} else {
			s.long[one[:secretHead]] = append(s.long[one[:secretHead]], one)
		}
	}
	delete(s.short, "")
	return s
}

func (x *Secrets) in(s string) bool {
	_, to := x.find(s)
	return to > 0
}

func (x *Secrets) find(s string) (from, to int) {
	if x == nil {
		return 0, 0
	}
	if x.short[s] {
		return 0, len(s)
	}
	for i := 0; i+secretHead <= len(s); i++ {
		for _, one := range x.long[s[i:i+secretHead]] {
			if strings.HasPrefix(s[i:], one) {
				return i, i + len(one)
			}
		}
	}
	return 0, 0
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func setOf(s string) (set byteSet) {
	for i := range len(s) {
		set[s[i]>>6] |= 1 << (s[i] & 63)
	}
	return set
}

func (a *byteSet) meets(b byteSet) bool {
	return a[0]&b[0]|a[1]&b[1]|a[2]&b[2]|a[3]&b[3] != 0
}

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

// findMail finds name@host.tld, with the @ also as %40, \u0040, &#64; and in its wide form. What stands there need be no host: of
// user:secret@h/x.y the end of the login is hidden as well.
func findMail(s string, _ bool) (from, to int) {
	const (
		around  = " \t\r\n\"'`<>()[]{},;:/|=&?"
		longest = 256 // before the @, and behind it
	)
	for i := range len(s) {
		sign := atSign(s[i:])
		if sign == 0 {
			continue
		}
		for from = i; from > 0 && i-from < longest && strings.IndexByte(around, s[from-1]) < 0; from-- {
		}
		to = i + sign
		end := min(len(s), to+longest)
		for to < end && (isAlnum(s[to]) || s[to] == '-' || s[to] == '.' || s[to] >= 0x80) {
			to++
		}
		if from == i || to == i+sign {
			continue
		}
		if strings.Contains(s[i+sign+1:to], ".") {
			return from, i + sign + len(strings.TrimRight(s[i+sign:to], ".-"))
		}
		for to < end && strings.IndexByte(" \t\r\n\"'`<>()[]{},;|", s[to]) < 0 {
			to++
		}
		if sign == 1 && strings.Contains(s[i+sign+1:to], ".") {
			return from, to
		}
	}
	return 0, 0
}

func atSign(s string) int {
	switch s[0] {
	case '@':
		return 1
	case '%', '\\', '&', 0xef:
		for _, sign := range []string{"%40", `\u0040`, "&#64;", "\uff20"} {
			if strings.HasPrefix(s, sign) {
				return len(sign)
			}
		}
	}
	return 0
}

// findLogin finds what stands between :// and @.
func findLogin(s string, _ bool) (from, to int) {
	for at := 0; ; {
		i := strings.Index(s[at:], "://")
		if i < 0 {
			return 0, 0
		}
		at += i + len("://")
		const longest = 256
		end := strings.IndexAny(s[at:min(len(s), at+longest)], "@ \t\"'<>")
		if end > 0 && s[at+end] == '@' {
			return at, at + end
		}
	}
}

func findIPv4(s string, _ bool) (from, to int) {
	for i := 0; i < len(s); {
		from, to = i, i
		for to < len(s) && (isDigit(s[to]) || s[to] == '.') {
			to++
		}
		i = max(to, i+1)
		for from < to && s[from] == '.' {
			from++
		}
		if to-from < len("1.1.1.1") || from > 0 && isAlnum(s[from-1]) || to < len(s) && isAlnum(s[to]) && s[to-1] != '.' {
			continue
		}
		one := strings.TrimRight(s[from:to], ".")
		if isIP(one) {
			return from, from + len(one)
		}
	}
	return 0, 0
}

func findIPv6(s string, _ bool) (from, to int) {
	const shortest, longest = len("fe80::"), 45
	for i := 0; i < len(s); {
		from, to = i, i
		for to < len(s) && (hexBytes.has(s[to]) || s[to] == ':' || s[to] == '.') {
			to++
		}
		i = max(to, i+1)
		if to-from < shortest || from > 0 && isAlnum(s[from-1]) || to < len(s) && isAlnum(s[to]) {
			continue
		}
		one := strings.TrimRight(s[from:to], ".")
		if len(one) <= longest && strings.Count(one, ":") > 1 && isIP(one) {
			return from, from + len(one)
		}
	}
	return 0, 0
}

func isIP(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil
}

// cards are the numbers with which those who issue cards begin theirs, and how many digits those have.
//
// Ten digits in a hundred are right by chance at the end of any number, so only lengths count that are still issued: a Shopify order of 13
// digits is no Visa card of the 1980s, and no card has 17 or 18. An identifier that is taken for a card all the same still joins.
var cards = []struct {
	from, to int // of the first four digits
	digits   []int
}{
	{3000, 3059, []int{14}}, // Diners Club
	{3600, 3699, []int{14}},
	{3800, 3999, []int{14}},
	{3400, 3499, []int{15}}, // American Express
	{3700, 3799, []int{15}},
	{3528, 3589, []int{16}},     // JCB
	{4000, 4999, []int{16, 19}}, // Visa
	{5100, 5599, []int{16}},     // Mastercard
	{2221, 2720, []int{16}},
	{2200, 2204, []int{16}}, // Mir
	{5018, 5018, []int{16}}, // Maestro
	{5020, 5020, []int{16}},
	{5038, 5038, []int{16}},
	{5893, 5893, []int{16}},
	{6304, 6304, []int{16}},
	{6759, 6763, []int{16}},
	{6011, 6011, []int{16, 19}}, // Discover
	{6440, 6599, []int{16, 19}},
	{6200, 6299, []int{16, 19}}, // UnionPay
}

// printedCards are how cards have their digits in groups. So written, no length is taken for an identifier's.
var printedCards = [][]int{{4, 4, 4, 4, 3}, {4, 4, 4, 4}, {4, 6, 5}, {4, 6, 4}, {4, 4, 4, 1}, {4, 3, 3, 3}}

func findCard(s string, _ bool) (from, to int) {
	if len(s) < 13 {
		return 0, 0
	}
	for i := 0; i < len(s); {
		if !isDigit(s[i]) || i > 0 && isAlnum(s[i-1]) {
			i++
			continue
		}
		end := digitsEnd(s, i)
		if bare := end - i; bare >= 14 && bare <= 19 && alone(s, i, end) && isCard(s[i:end], bare) {
			return i, end
		}
		for _, groups := range printedCards {
			if number, end := grouped(s, i, groups); number != "" && isCard(number, 0) {
				return i, end
			}
		}
		i = max(end, i+1)
	}
	return 0, 0
}

func digitsEnd(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// alone tells whether digits are a number of their own: no part of a word, of a fraction, or of a UUID.
func alone(s string, from, to int) bool {
	return (to == len(s) || !isAlnum(s[to]) && (s[to] != '.' || to+1 == len(s) || !isDigit(s[to+1]))) &&
		(from < 2 || s[from-1] != '.' || !isDigit(s[from-2]))
}

// grouped returns the digits at i if they are in these groups, with one blank or one - between each two.
func grouped(s string, i int, groups []int) (number string, end int) {
	var b []byte
	sep := byte(0)
	for n, want := range groups {
		if n > 0 {
			switch {
			case i >= len(s), s[i] != ' ' && s[i] != '-', sep != 0 && s[i] != sep:
				return "", 0
			}
			sep = s[i]
			i++
		}
		if end = digitsEnd(s, i); end-i != want {
			return "", 0
		}
		b = append(b, s[i:end]...)
		i = end
	}
	if i < len(s) && (isAlnum(s[i]) || s[i] == '-') {
		return "", 0
	}
	return string(b), end
}

// isCard tells whether digits begin as an issuer's and end in the right one. bare is their number where they are in no groups.
func isCard(number string, bare int) bool {
	first := 0
	for i := range 4 {
		first = first*10 + int(number[i]-'0')
	}
	for _, c := range cards {
		if first < c.from || first > c.to {
			continue
		}
		for _, n := range c.digits {
			if bare == 0 || bare == n {
				return luhn(number)
			}
		}
	}
	return false
}

// luhn checks the last digit, as ISO/IEC 7812-1 has it.
func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		d := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// findIBAN finds a bank account in capitals whose check digits are right, as ISO 13616 has them.
func findIBAN(s string, _ bool) (from, to int) {
	for i := 0; i+15 <= len(s); i++ {
		if i > 0 && isAlnum(s[i-1]) || !isCapital(s[i]) || !isCapital(s[i+1]) || !isDigit(s[i+2]) || !isDigit(s[i+3]) {
			continue
		}
		end := i + 4
		for end < len(s) && end-i <= 34 && (isCapital(s[end]) || isDigit(s[end])) {
			end++
		}
		if n := end - i; n < 15 || n > 34 || end < len(s) && isAlnum(s[end]) {
			continue
		}
		rest := 0
		for _, c := range []byte(s[i+4:end] + s[i:i+4]) {
			if isDigit(c) {
				rest = (rest*10 + int(c-'0')) % 97
			} else {
				rest = (rest*100 + int(c-'A'+10)) % 97
			}
		}
		if rest == 1 {
			return i, end
		}
	}
	return 0, 0
}

func isCapital(c byte) bool { return c >= 'A' && c <= 'Z' }

// findPhone finds a telephone number with its country's: + and 8 to 15 digits, of which the first is no 0, as it is in the zone of a time.
func findPhone(s string, _ bool) (from, to int) {
	for i := range len(s) {
		at := i + 1
		if strings.HasPrefix(s[i:], "%2B") || strings.HasPrefix(s[i:], "%2b") {
			at = i + len("%2B")
		} else if s[i] != '+' {
			continue
		}
		if i > 0 && isAlnum(s[i-1]) || at >= len(s) || s[at] < '1' || s[at] > '9' {
			continue
		}
		n := 0
		for to = at; at < len(s) && n <= 15 && (isDigit(s[at]) || strings.IndexByte(" -()./", s[at]) >= 0); at++ {
			if isDigit(s[at]) {
				n++
				to = at + 1
			}
		}
		if n >= 8 && n <= 15 && (to == len(s) || !isAlnum(s[to])) {
			return i, to
		}
	}
	return 0, 0
}

// findNames finds two words with a capital letter each, which may be a person's: "Erika Mustermann". A line has them in its sentences.
func findNames(s string, line bool) (from, to int) {
	if line {
		return 0, 0
	}
	before := -1 // where the word before began, if it was such a word
	for i := 0; i < len(s); {
		end := i + 1
		if r, size := utf8.DecodeRuneInString(s[i:]); unicode.IsUpper(r) && (i == 0 || !isAlnum(s[i-1])) {
			end = i + size
			small := 0
			for end < len(s) {
				r, size := utf8.DecodeRuneInString(s[end:])
				if !unicode.IsLetter(r) && !(small > 0 && (r == '-' || r == '\'')) {
					break
				}
				if unicode.IsLower(r) {
					small++
				}
				end += size
			}
			if small > 0 && (end == len(s) || !isAlnum(s[end]) && s[end] != '_') {
				if before >= 0 {
					return before, end
				}
				before = i
				for end < len(s) && (s[end] == ' ' || s[end] == ',') {
					end++
				}
				if end < len(s) && s[end-1] == ' ' {
					i = end
					continue
				}
			}
		}
		before = -1
		i = end
	}
	return 0, 0
}

// findHidden finds what looks like the mark of a hidden text, or like the name of one in a report, so that neither is ever taken for another.
func findHidden(s string, line bool) (from, to int) {
	if line {
		return 0, 0
	}
	if i := strings.Index(s, profile.HiddenName); i >= 0 {
		if end := digitsEnd(s, i+len(profile.HiddenName)); end > i+len(profile.HiddenName) {
			return i, end
		}
	}
	for i := 0; ; {
		n := strings.IndexByte(s[i:], '~')
		if n < 0 {
			return 0, 0
		}
		i += n + 1
		end := i
		for end < len(s) && hexBytes.has(s[end]) {
			end++
		}
		if end-i >= profile.HiddenDigits {
			return i - 1, end
		}
	}
}
