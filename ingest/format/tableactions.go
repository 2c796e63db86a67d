package format

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

var actionsTable = table{
	name:     "action-scheduler-actions",
	title:    "Action Scheduler actionscheduler_actions table: queued deliveries, as JSON, TSV or CSV",
	columns:  []string{"action_id", "hook", "status", "args"},
	optional: []string{"scheduled_date_gmt", "scheduled_date_local", "attempts", "extended_args", "claim_id"},
	read: func(v []value, in reader) reading {
		// Dozens of other jobs of a site share the table.
		if string(v[1].text) != "woocommerce_deliver_webhook_async" {
			return reading{}
		}
		if !isID(v[0].text) {
			return refuse("action ID %q is not a number", v[0].text)
		}
		o := profile.Observation{
			Event:     profile.EventAction,
			Provider:  "woocommerce",
			ActionID:  string(v[0].text),
			RowStatus: string(v[2].text),
		}
		r := in.when(&o, v[4], v[5])
		if r.reason != "" {
			return r
		}
		if n := digits(v[6].text); n > 0 {
			o.Attempt = n
		}
		// 0 once the run is over; a runner that died leaves its claim.
		if string(v[8].text) != "0" {
			o.Worker = string(v[8].text)
		}
		args := v[3].text
		if len(v[7].text) > 0 {
			args = v[7].text // args longer than 191 characters lie here, and args is their MD5
		}
		var ok bool
		if o.WebhookID, o.ResourceID, ok = deliveryArgs(args); !ok {
			// Not quoted: a custom topic's args may be anything, somebody's address too.
			return refuse(`args are not of the form {"webhook_id":3,"arg":14}`, nil)
		}
		r.record = o
		return r
	},
}

// deliveryArgs reads {"webhook_id":3,"arg":14}. arg is the ID of the resource for WooCommerce's own topics; a custom action
// topic may pass a text or a structure, of which the latter names no resource.
func deliveryArgs(args []byte) (webhook, resource string, ok bool) {
	if len(args) == 32 && isHex(args) {
		return "", "", true // an export without extended_args
	}
	const head, mid = `{"webhook_id":`, `,"arg":`
	if a, found := bytes.CutPrefix(args, []byte(head)); found { // as WooCommerce writes it
		if id, arg, found := bytes.Cut(a, []byte(mid)); found && isID(id) {
			if arg, found := bytes.CutSuffix(arg, []byte("}")); found && isID(arg) {
				return string(id), string(arg), true
			}
		}
	}
	var a struct {
		WebhookID json.RawMessage `json:"webhook_id"`
		Arg       json.RawMessage `json:"arg"`
	}
	if json.Unmarshal(args, &a) != nil {
		return "", "", false
	}
	webhook = scalar(a.WebhookID)
	return webhook, scalar(a.Arg), webhook != ""
}

// scalar returns a JSON string's text, or a number as it was written; "" for anything else.
func scalar(raw json.RawMessage) string {
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return s
	}
	if len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		return string(raw)
	}
	return ""
}

// isID tells a primary key: an unsigned BIGINT has at most 20 digits.
func isID(text []byte) bool {
	for _, b := range text {
		if b < '0' || b > '9' {
			return false
		}
	}
	return len(text) > 0 && len(text) <= 20
}

func isHex(text []byte) bool {
	for _, b := range text {
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') {
			return false
		}
	}
	return true
}

var actionLogsTable = table{
	name:     "action-scheduler-logs",
	title:    "Action Scheduler actionscheduler_logs table: what became of queued actions, as JSON, TSV or CSV",
	columns:  []string{"log_id", "action_id", "message"},
	optional: []string{"log_date_gmt", "log_date_local"},
	// A row names its action only, and not what the action is for. All are kept; those of other jobs join to nothing.
	read: func(v []value, in reader) reading {
		if !isID(v[0].text) || !isID(v[1].text) {
			return refuse("log ID and action ID %q are not numbers", []byte(string(v[0].text)+" "+string(v[1].text)))
		}
		o := profile.Observation{Provider: "woocommerce", RowID: string(v[0].text), ActionID: string(v[1].text)}
		r := in.when(&o, v[3], v[4])
		o.Event, o.Via = actionMessage(string(v[2].text))
		r.record = o
		return r
	},
}

// actionMessage reads the message of an Action Scheduler log row: what happened, and what ran the action ("WP CLI", "WP Cron",
// "Async Request", "Admin List Table"), which versions before 3.0 do not say. A translated site's messages are noted only.
func actionMessage(message string) (profile.Event, string) {
	for _, m := range []struct {
		text  string
		event profile.Event
	}{
		{"action created", profile.EventActionCreated},
		{"action started", profile.EventActionStarted},
		{"action complete", profile.EventActionCompleted},
		{"action failed", profile.EventActionFailed},
		{"action ignored", profile.EventActionIgnored},
		{"action reset", profile.EventActionReset},
		{"action timed out after ", profile.EventActionLost},
		{"action marked as failed after ", profile.EventActionLost},
		{"unexpected shutdown", profile.EventActionLost},
	} {
		if rest, ok := strings.CutPrefix(message, m.text); ok {
			return m.event, via(rest)
		}
	}
	return profile.EventActionNoted, ""
}

// via reads " via WP CLI" and " via WP CLI: why it failed". The why is somebody's error text, which is not kept.
func via(rest string) string {
	rest, ok := strings.CutPrefix(rest, " via ")
	if !ok {
		return ""
	}
	context, _, _ := strings.Cut(rest, ":")
	if len(context) > 40 { // no context of Action Scheduler's; a plug-in's free text
		return ""
	}
	return context
}

var actionClaimsTable = table{
	name:    "action-scheduler-claims",
	title:   "Action Scheduler actionscheduler_claims table: runners that hold actions, as JSON, TSV or CSV",
	columns: []string{"claim_id", "date_created_gmt"},
	read: func(v []value, in reader) reading {
		if !isID(v[0].text) {
			return refuse("claim ID %q is not a number", v[0].text)
		}
		o := profile.Observation{Event: profile.EventActionClaim, Provider: "woocommerce", RowID: string(v[0].text)}
		r := in.when(&o, v[1], value{null: true})
		r.record = o
		return r
	},
}
