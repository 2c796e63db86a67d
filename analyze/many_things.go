package analyze

import (
	"strings"
)

// One act may leave several records, of things that are called differently: an invoice and the mail with it. They are no two records of
// one thing. It cannot tell this of two requests: each may have done a part, or each all of it.

// manyThings tells whether one request, or one run, made all of these, and no two of them are called alike.
func (t *tree) manyThings(es []*effect) bool {
	forms := map[string]bool{}
	for _, e := range es {
		form := formOf(e.id)
		if forms[form] || form == "" {
			return false
		}
		forms[form] = true
	}
	if len(es) < 2 {
		return false
	}
	for _, x := range t.receipts {
		if b := t.belowReceipt(x); holdsAll(b.effects, es) && len(b.runs) < 2 {
			return true
		}
	}
	for _, n := range t.runs {
		if holdsAll(n.effects, es) {
			return true
		}
	}
	return false
}

func holdsAll(all, some []*effect) bool {
	has := map[*effect]bool{}
	for _, e := range all {
		has[e] = true
	}
	for _, e := range some {
		if !has[e] {
			return false
		}
	}
	return true
}

// formOf is how a thing is called beside its number: "m" of m-5301, "order" of order_01LJ…, "number" of 70011. "" for what is nothing but
// drawn letters and digits, which tell no two things apart.
func formOf(id string) string {
	name := strings.ToLower(id)
	letters := 0
	for letters < len(name) && name[letters] >= 'a' && name[letters] <= 'z' {
		letters++
	}
	rest := name[letters:]
	digits := strings.Trim(rest, "0123456789") == ""
	switch {
	case letters == 0 && digits && rest != "":
		return "number"
	case letters == 0:
		return ""
	case digits && rest != "": // SHIP987
	case rest != "" && strings.ContainsRune("-_/:#.", rune(rest[0])) && (letters < 8 || strings.ContainsRune("_/:#", rune(rest[0]))): // not the first part of a UUID
		if strings.Trim(name[:letters], "abcdef") == "" && len(id) > 20 {
			return ""
		}
	default:
		return ""
	}
	return name[:letters]
}
