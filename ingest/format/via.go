package format

import (
	"bytes"

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
	if o.Via == "" && o.Provider == "" && bytes.HasPrefix(r.bytes(fieldUserAgent), []byte("Mozilla/5.0 (")) {
		o.Via = profile.ViaBrowser
	}
}
