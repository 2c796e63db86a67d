package format

import (
	"bytes"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// vias are the words with which receivers say what set their work going. Any other word may be a person's name, and is left.
var vias = map[string]string{
	"cron": profile.ViaCron, "crontab": profile.ViaCron, "wpcron": profile.ViaCron, "schedule": profile.ViaCron,
	"scheduled": profile.ViaCron, "scheduler": profile.ViaCron, "scheduledtask": profile.ViaCron, "timer": profile.ViaCron,
	"beat": profile.ViaCron, "periodic": profile.ViaCron, "nightly": profile.ViaCron,
	"manual": profile.ViaPerson, "manually": profile.ViaPerson, "admin": profile.ViaPerson, "user": profile.ViaPerson,
	"staff": profile.ViaPerson, "operator": profile.ViaPerson, "dashboard": profile.ViaPerson, "ui": profile.ViaPerson,
	"backoffice": profile.ViaPerson, "button": profile.ViaPerson,
	"cli": profile.ViaCLI, "console": profile.ViaCLI, "shell": profile.ViaCLI, "wpcli": profile.ViaCLI, "command": profile.ViaCLI,
	"api": profile.ViaAPI, "apiclient": profile.ViaAPI, "rest": profile.ViaAPI, "graphql": profile.ViaAPI,
	"browser": profile.ViaBrowser, "checkout": profile.ViaBrowser, "storefront": profile.ViaBrowser, "frontend": profile.ViaBrowser,
	"customer": profile.ViaBrowser, "redirect": profile.ViaBrowser, "return": profile.ViaBrowser,
	"webhook": profile.ViaWebhook, "hook": profile.ViaWebhook, "event": profile.ViaWebhook,
}

// via takes what set the work going from a word that says so, else from a browser's User-Agent. Of who it was, nothing is kept.
func (r *recordReader) via(o *profile.Observation) {
	if v := r.text(fieldVia); v != "" {
		o.Via = vias[normal(v)]
	}
	if o.Event == profile.EventStarted && r.flag(fieldRedelivered) == profile.Yes {
		o.Via = profile.ViaBroker
	}
	if o.Via == "" && o.Provider == "" && bytes.HasPrefix(r.bytes(fieldUserAgent), []byte("Mozilla/5.0 (")) {
		o.Via = profile.ViaBrowser
	}
}

// statuses are what a registration may be switched to, in WooCommerce's words.
var statuses = map[string]string{
	"active": "active", "enabled": "active", "on": "active", "resumed": "active", "activated": "active",
	"paused": "paused", "disabled": "disabled", "deactivated": "disabled", "inactive": "disabled", "off": "disabled",
}

// switched takes from a log of what people do that a registration was switched on or off. A line that does not say which, or to
// what, tells nothing of one.
func (r *recordReader) switched(o *profile.Observation) {
	if o.Event != profile.EventRegistration {
		return
	}
	for _, f := range []field{fieldNewStatus, fieldOrderStatus, fieldStatus} {
		if o.RowStatus == "" {
			o.RowStatus = statuses[normal(r.text(f))]
		}
	}
	for word := range strings.FieldsSeq(strings.ToLower(r.message())) {
		if o.RowStatus == "" {
			o.RowStatus = statuses[word]
		}
	}
	if o.Status = ""; o.WebhookID == "" || o.RowStatus == "" {
		o.Event = ""
	}
}
