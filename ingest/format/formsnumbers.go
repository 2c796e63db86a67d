package format

import (
	"strings"
)

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
