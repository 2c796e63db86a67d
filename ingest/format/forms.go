package format

import (
	"strings"
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
