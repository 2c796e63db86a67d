package format

import (
	"net/netip"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Private takes out of a parsed batch what no profile keeps, whichever format let it through: logs have e-mail addresses, secrets and
// signatures in every field that there is, and a proxy writes down whatever URL it is sent. A keyed hash stands for a text that is, or
// holds, something of one of the forms, so that equal values still join; without the profile's key nothing does.
//
// It cannot tell a person's name from a word, if it is alone. Fields that hold one word by their nature are hashed where they hold several.
func (b *Batch) Private() {
	seen := judgements.Get().(*judged)
	for i := range b.Observations {
		b.private(&b.Observations[i], seen)
	}
	*seen = judged{} // of another key, or with other secrets, a text may have another fate
	judgements.Put(seen)
	for i := range b.States {
		c := &b.States[i].Clear
		c.Status = b.word(c.Status)
		c.TransactionID = b.word(c.TransactionID)
		for _, date := range []*string{&c.DateCreated, &c.DateModified, &c.DatePaid, &c.DateCompleted} {
			if !isDate(*date) {
				*date = ""
			}
		}
	}
	for i := range b.Problems {
		p := &b.Problems[i]
		p.Reason, p.Hint = b.unnamed(p.Reason), b.unnamed(p.Hint)
	}
}

// unnamed is for texts that join nothing.
func (b *Batch) unnamed(s string) string {
	return Conceal(s, b.Secrets, func(string) string { return "hidden" })
}

// judged remembers what became of texts: records that belong together, or follow each other, have many in common.
type judged struct{ words, names, addresses, shops verdicts }

var judgements = sync.Pool{New: func() any { return new(judged) }}

// verdicts holds the last text of each of many kinds that cheaply tell texts apart.
type verdicts [1 << 8]struct{ text, kept string }

// of returns what judge makes of a text.
func (v *verdicts) of(s string, judge func(string) string) string {
	if s == "" {
		return ""
	}
	last := &v[keyHash([]byte(s))*0x9e3779b97f4a7c15>>56]
	if last.text != s {
		last.text, last.kept = s, judge(s)
	}
	return last.kept
}

// private does one observation.
func (b *Batch) private(o *profile.Observation, seen *judged) {
	state := o.RowStatus != ""
	for _, s := range privateWords(o) {
		if *s != "" {
			*s = seen.words.of(*s, b.word)
		}
	}
	if o.RowStatus == "" && state {
		o.RowStatus = "~" // a hash without its digits: it joins nothing, and that there is one tells a table's row from a log's line
	}
	for _, s := range privateNames(o) {
		if *s != "" {
			*s = seen.names.of(*s, b.name)
		}
	}
	o.URL = seen.addresses.of(o.URL, b.address)
	o.Shop = seen.shops.of(o.Shop, b.shop)
	switch o.Via {
	case "", "WP CLI", "WP Cron", "Async Request", "Admin List Table",
		profile.ViaBrowser, profile.ViaCron, profile.ViaPerson, profile.ViaCLI, profile.ViaAPI, profile.ViaWebhook, profile.ViaAsked, profile.ViaBroker:
	default: // a plug-in's
		o.Via = b.word(o.Via)
	}
}

// shop does a site's address or an account, with the mode that setMode added.
func (b *Batch) shop(name string) string {
	if strings.Contains(name, "://") {
		name, _ = splitURL(name)
		return b.address(name)
	}
	switch name {
	case liveMode, testMode:
		return name
	}
	if account, test := strings.CutSuffix(name, " "+testMode); test {
		return strings.TrimLeft(b.word(account)+" "+testMode, " ")
	}
	return b.word(name)
}

// privateWords are the fields that are one word each.
func privateWords(o *profile.Observation) [14]*string {
	return [...]*string{
		&o.Provider, &o.Failure, &o.Topic, &o.ResourceType, &o.ResourceID, &o.WebhookID, &o.DeliveryID, &o.EventID, &o.ActID, &o.Status, &o.RowStatus,
		&o.Method, &o.APIVersion, &o.DedupBy,
	}
}

// privateNames are the fields in which blanks are usual: "Thread-3 (worker)", "ship order 18452", "504/3.0, 202/0.1".
func privateNames(o *profile.Observation) [12]*string {
	return [...]*string{
		&o.Related, &o.RequestID, &o.OperationKey, &o.JobID, &o.DownstreamID, &o.ActionID, &o.RowID, &o.Worker, &o.Process, &o.Instance, &o.Connection,
		&o.Upstream,
	}
}

func (b *Batch) word(s string) string {
	if strings.ContainsAny(s, " \t\n") {
		return b.hashed(s)
	}
	return b.name(s)
}

func (b *Batch) name(s string) string {
	if !isText(s) || holds(s) || isAddress(s) || hasLogin(s) || b.Secrets.in(s) {
		return b.hashed(s)
	}
	return s
}

// isText tells what any reader of the profile can read: SQLite's clients stop at a NUL, and refuse what is not UTF-8.
func isText(s string) bool { return strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) }

// hashed stands for a text. Without a key all hashes are equal, and equal texts join, so there is then none.
func (b *Batch) hashed(s string) string { return hashedText(b.Marker, s) }

func hashedText(m Marker, s string) string {
	mark := m.Mark(profile.HiddenDomain, []byte(s))
	if mark == (profile.Mark{}) {
		return ""
	}
	return profile.Hidden(mark)
}

// address does a URL, of which splitURL has taken its userinfo: the parts of its path that are of a form, or in which there is an @ (a
// login that no scheme stands before), and a host that is of one or has a port that is
// none (half of a login that a / cuts in two). The IP address of a host stays: it is the address of a server.
func (b *Batch) address(url string) string {
	if !isText(url) || strings.Contains(url, " ") || isAddress(url) { // no URL, whatever the field is called
		return b.hashed(url)
	}
	host, rest := "", url
	if i := strings.Index(url, "//"); i >= 0 {
		host, rest = url[:i+2], ""
		end := len(url)
		if n := strings.IndexByte(url[i+2:], '/'); n >= 0 {
			end = i + 2 + n
			rest = url[end:]
		}
		if name := url[i+2 : end]; !isHost(name) || !isAddress(name) && (holds(name) || b.Secrets.in(name)) {
			host += b.hashed(name)
		} else {
			host += name
		}
	}
	private := func(p string) bool { return holds(p) || b.Secrets.in(p) || strings.IndexByte(p, '@') > 0 }
	whole := holds(rest) || b.Secrets.in(rest)
	changed := false
	for p := range strings.SplitSeq(rest, "/") {
		changed = changed || private(p)
	}
	switch {
	case !changed && whole: // it goes over a slash
		return host + "/" + b.hashed(rest)
	case !changed:
		return host + rest
	}
	parts := strings.Split(rest, "/")
	for i, p := range parts {
		if private(p) {
			parts[i] = b.hashed(p)
		}
	}
	return host + strings.Join(parts, "/")
}

// isHost tells a host with or without a port.
func isHost(s string) bool {
	if i := strings.LastIndexByte(s, ':'); i >= 0 && !strings.HasSuffix(s, "]") && (i+1 < len(s) && digits([]byte(s[i+1:])) < 0) {
		return false
	}
	return strings.IndexByte(s, '@') < 0
}

// isAddress tells an IP address, with or without a port.
func isAddress(s string) bool {
	if len(s) < 3 || len(s) > 64 || !addressBytes.hold(s) || !strings.ContainsAny(s, ".:") {
		return false
	}
	if _, err := netip.ParseAddr(s); err == nil {
		return true
	}
	_, err := netip.ParseAddrPort(s)
	return err == nil
}

// addressBytes are what addresses and ports are written with, up to a zone, in which there may be anything.
var addressBytes = setOf("0123456789abcdefABCDEF.:[]")

// hold tells whether s has no other bytes before a %.
func (a *byteSet) hold(s string) bool {
	for i := range len(s) {
		if c := s[i]; a[c>>6]&(1<<(c&63)) == 0 {
			return c == '%'
		}
	}
	return true
}

// hasLogin tells a URL with userinfo or a query, where an identifier is due.
func hasLogin(s string) bool {
	i := strings.Index(s, "://")
	return i >= 0 && strings.ContainsAny(s[i:], "@?")
}

// isDate tells what WooCommerce and others write for a date, and nothing else: digits, signs, T and Z.
func isDate(s string) bool {
	return !isAddress(s) && strings.Trim(s, "0123456789-:.+TZ ") == ""
}

// outline quotes a text of which nobody knows what it is: letters as x, digits as 0, the rest as it is. It shows how a line
// that cannot be read is made, and nothing of what it says; the line's number tells where to look.
func outline(value []byte) string {
	const harmless = 4 // bytes
	if len(value) <= harmless {
		return string(value)
	}
	const most = 80
	out := slices.Clone(value[:min(len(value), most)])
	for i, c := range out {
		switch {
		case c >= '0' && c <= '9':
			out[i] = '0'
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= 0x80:
			out[i] = 'x'
		}
	}
	if len(value) > most {
		return string(out) + "…"
	}
	return string(out)
}

// shownTime quotes a text that should be a time: as it is where it has at least the look of one.
func shownTime(value []byte) string {
	const longest = 40
	if len(value) == 0 || len(value) > longest || value[0] < '0' || value[0] > '9' || isAddress(string(value)) {
		return outline(value)
	}
	n, marks := 0, 0
	for _, c := range value {
		switch {
		case c >= '0' && c <= '9':
			n++
		case c == '/', c == '-', c == ':':
			marks++
		case c == '@':
			return outline(value)
		}
	}
	if n < 6 || marks < 2 {
		return outline(value)
	}
	return string(value)
}

// shownKey quotes a key, which a log may make of anything.
func shownKey(key []byte) string {
	if plainKey(key) {
		return string(key)
	}
	return outline(key)
}

// shownID quotes an identifier: one word of letters, digits, - and _.
func shownID(id []byte) string {
	for _, c := range id {
		if c != '-' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return outline(id)
		}
	}
	return shown(id)
}

// shownField quotes a line of print_r: the name of a field without its value, which may be a customer's order.
func shownField(line []byte) string {
	trimmed := strings.TrimLeft(string(line), " ")
	name, value, ok := strings.Cut(trimmed, "] => ")
	if ok && strings.HasPrefix(name, "[") && plainKey([]byte(strings.ReplaceAll(name[1:], " ", "_"))) {
		if value != "Array" {
			value = "…"
		}
		return string(line[:len(line)-len(trimmed)]) + name + "] => " + value
	}
	return outline(line)
}
