package report

import (
	"slices"
	"strings"

	"github.com/webhookctl/webhookctl/analyze"
	"github.com/webhookctl/webhookctl/analyze/language"
	"github.com/webhookctl/webhookctl/ingest/profile"
)

// A side is a place where something could have been repeated, and what shows that it was read.
type side struct {
	name    language.Text
	formats []string // a source of one of these
	layer   profile.Layer
}

// sides are told from the shop to the result. An SQL dump may hold the sender's log, its queue and the receiver's claims.
var sides = []side{
	{"the sender's log", []string{"woocommerce-log", "woocommerce-log-table", "mysqldump", "phpmyadmin-json", "delivery-list", "delivery-table", "shopware-webhook-event-log"}, ""},
	{"the sender's queue", []string{"action-scheduler-actions", "action-scheduler-logs", "mysqldump", "phpmyadmin-json"}, profile.LayerSchedule},
	{"the access log", []string{"access-log", "nginx-json"}, ""},
	{"the receiver's own log", []string{"json-lines", "logfmt", "monolog", "app-log", "cloud-log", "console-log", "level-log", "php-error-log", "rails-log", "request-log"}, ""},
	{"a worker's run", nil, profile.LayerExecution},
	{"a record of the downstream system", []string{"effect-list"}, profile.LayerEffect},
}

// silent names the sides of which nothing was read.
func silent(l *language.Language, d *analyze.Diagnosis) []string {
	var out []string
	for _, s := range sides {
		if s.layer == profile.LayerSchedule && !queued(d) || s.seen(d) {
			continue
		}
		out = append(out, l.Say(s.name))
	}
	return out
}

// queued tells whether the sender may have a queue that a shop can export.
func queued(d *analyze.Diagnosis) bool {
	return len(d.Registrations) == 0 || slices.ContainsFunc(d.Registrations, func(r analyze.Registration) bool {
		return r.Provider == "" || r.Provider == "woocommerce"
	})
}

func (s side) seen(d *analyze.Diagnosis) bool {
	if slices.ContainsFunc(d.Sources, func(x analyze.Source) bool {
		names := strings.FieldsFunc(x.Format, func(c rune) bool { return c == ':' || c == ',' || c == ' ' }) // docker-log: app-log, json-lines
		return x.Records > 0 && slices.ContainsFunc(names, func(name string) bool { return slices.Contains(s.formats, name) })
	}) {
		return true
	}
	switch s.layer {
	case profile.LayerExecution:
		return slices.ContainsFunc(d.Operations, func(o analyze.Operation) bool { return o.Executions > 0 })
	case profile.LayerEffect:
		return d.Summary.Effects > 0
	}
	return false
}

// blind says what a history without duplicates cannot show, because nothing was read of a whole side of it.
func blind(l *language.Language, d *analyze.Diagnosis) string {
	if d.Summary.Deliveries == 0 && d.Summary.Receipts == 0 {
		return ""
	}
	list := silent(l, d)
	if len(list) == 0 {
		return ""
	}
	return l.Say("Not in the evidence: %s. What was repeated there would not show.", strings.Join(list, ", "))
}

// requestsOnly counts the requests of access logs that name no webhook and no delivery, where nothing else was read.
func requestsOnly(d *analyze.Diagnosis) int {
	n := 0
	for _, s := range d.Sources {
		if s.Format == "access-log" || s.Format == "request-log" {
			n += int(s.Records)
		}
	}
	return n
}
