package format

import (
	"net/netip"
	"strings"
)

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
