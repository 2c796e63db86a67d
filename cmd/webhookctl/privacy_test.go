package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// secretValues are what no profile and no report may hold, as logs have been seen to hold it.
var secretValues = []string{
	"whsec_QmFzZTY0U2VjcmV0Rm9yVGVzdHM", "sk_live_51AbCdEfGhIjKlMnOp", "shpss_0123456789abcdef0123456789abcdef", "ghp_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
	"xoxb-1234567890-abcdefghij", "AKIAABCDEFGHIJKLMNOP", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "Bearer c2VjcmV0LXRva2Vu",
	"t=1796025600,v1=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39", "K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDNHpI4xY=",
	"4242424242424242", "5555 5555 5555 4444", "erika@example.test", "max%40example.test", "+49 170 1234567", "Erika Mustermann", "203.0.113.77", "geheim, und lang!",
}

// identifierFields are the names under which a log may have them.
var identifierFields = strings.Fields(`webhook_id delivery_id event_id act_id notification_id topic request_id correlation_id operation_key idempotency_key
	job_id invoice_id shipment_id order_id resource_id resource_type shop account api_version worker pid hostname logger dedup_by order_status url path method upstream
	trigger user_agent signature stripe_signature secret name queue provider reason`)

// hidingIncident is a folder in which each of them is in each field, and doubles an operation of that key.
func hidingIncident() map[string]string {
	var app, effects strings.Builder
	line := func(w *strings.Builder, n int, fields ...string) {
		record := map[string]string{"time": fmt.Sprintf("2026-11-30T08:%02d:%02d.%03dZ", n/1000/60%60, n/1000%60, n%1000)}
		for i := 0; i < len(fields); i += 2 {
			record[fields[i]] = fields[i+1]
		}
		text, _ := json.Marshal(record)
		w.Write(append(text, '\n'))
	}
	n := 0
	for v, value := range secretValues {
		order := fmt.Sprint(700 - v)
		for again := range 2 {
			n += 100
			line(&app, n, "msg", "webhook received", "request_id", fmt.Sprintf("request-%d-%d", v, again), "delivery_id", value, "webhook_id", value, "topic", "order.updated", "order_id", order, "operation_key", value)
			line(&effects, n+40, "msg", "invoice created", "invoice_id", fmt.Sprintf("INV-%d-%d", v, again), "operation_key", value, "order_id", order, "worker", value, "job_id", value)
		}
		for _, field := range identifierFields {
			n += 100
			line(&app, n, "msg", "webhook received", "request_id", fmt.Sprintf("request-%d", n), "order_id", fmt.Sprint(n), field, "b:"+value)
			line(&effects, n, "msg", "invoice created", "invoice_id", fmt.Sprintf("INV-%d", n), "order_id", fmt.Sprint(n), field, "b:"+value)
		}
	}
	return map[string]string{
		"receiver/app.log":           app.String(),
		"erika@example.test/sap.log": effects.String(),
		"nginx/access.log": `203.0.113.77 - erika@example.test [30/Nov/2026:08:00:00 +0000] "POST /hooks/whsec_QmFzZTY0U2VjcmV0Rm9yVGVzdHM HTTP/1.1" 202 11 "-" "x"` + "\n" +
			`203.0.113.77 - - [30/Nov/2026:08:00:01 +0000] "POST /hooks HTTP/1.1" sk_live_51AbCdEfGhIjKlMnOp 11 "-" "x"` + "\n",
		"webhooks.tsv": "webhook_id\tstatus\tname\tuser_id\tdelivery_url\tsecret\ttopic\tdate_created\n" +
			"3\tactive\tErika Mustermann\t1\thttps://u:geheim@h.example/x?token=4242424242424242\tgeheim, und lang!\torder.updated\t2026-11-01 08:00:00\n",
	}
}

// outputsOf runs every command that prints what was read, over a profile in the folder and over the folder itself.
func outputsOf(t *testing.T, command func(args ...string) string) map[string]string {
	out := map[string]string{}
	run := func(args ...string) string {
		s := command(args...)
		out[strings.Join(args, " ")] = s
		return s
	}
	for _, f := range formatNames() {
		run("diagnose", "--format", f)
		run("diagnose", "--secret-file", "secrets.txt", "--format", f, "logs")
	}
	for _, f := range adviceFormatNames() {
		run("advise", "--format", f)
	}
	run("sources")
	run("problems")
	run("operations")
	run("operations", "--format", "json")
	run("verify", "--secret-file", "secrets.txt", "logs")
	run("verify", "--secret-file", "secrets.txt", "--format", "json", "logs")
	for _, f := range formatNames() {
		run("diagnose", "--lang", "de", "--format", f)
	}
	for _, f := range adviceFormatNames() {
		run("advise", "--lang", "de", "--format", f)
	}
	run("operations", "--lang", "de")
	run("verify", "--lang", "de", "--secret-file", "secrets.txt", "logs")
	for _, id := range firstFew(regexp.MustCompile(`hidden-\d+`).FindAllString(out["operations"], -1)) {
		run("trace", id)
		run("trace", "--lang", "de", id)
	}
	var d struct{ Duplicates []struct{ ID string } }
	if err := json.Unmarshal([]byte(out["diagnose --format json"]), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Duplicates) < len(secretValues)/2 {
		t.Errorf("only %d duplicates", len(d.Duplicates))
	}
	for _, dup := range firstFew(d.Duplicates) {
		run("diagnose", "--explain", dup.ID)
		run("diagnose", "--lang", "de", "--explain", dup.ID)
	}
	if text := out["diagnose --lang de --format text"]; !strings.Contains(text, "Belege") {
		t.Errorf("that is no German: %.400s", text)
	}
	return out
}

// TestNothingPrivate looks in the profile and in all that is printed for what must not be there, and compares what is printed under five keys, of
// profiles to which the files came in other orders.
func TestNothingPrivate(t *testing.T) {
	var first map[string]string
	for seed := range uint64(5) {
		order := rand.New(rand.NewPCG(seed, 0))
		dir := t.TempDir()
		t.Chdir(dir)
		write := func(name, text string) {
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		command := func(args ...string) string {
			var stdout, stderr bytes.Buffer
			term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
			if code := run(t.Context(), args, term); code != 0 && code != exitPartial {
				t.Fatalf("%q: exit code %d, %s", args, code, stderr.String())
			}
			return fingerprint.ReplaceAllString(stdout.String()+stderr.String(), "secret:…")
		}
		key := make([]byte, 32)
		for i := range key {
			key[i] = byte(order.Uint32())
		}
		write("webhookctl.db.key", fmt.Sprintf(`{"key":%q}`, hex.EncodeToString(key)))
		write("secrets.txt", "geheim, und lang!\n")
		var files []string
		for name, text := range hidingIncident() {
			write(filepath.Join("logs", name), text)
			files = append(files, name)
		}
		command("import", "logs", "--secret-file", "secrets.txt", "logs")
		for _, i := range order.Perm(len(files)) { // once more, one by one
			command("purge", sourceOf(files[i]))
		}
		for _, i := range order.Perm(len(files)) {
			command("import", "logs", "--secret-file", "secrets.txt", "logs/"+files[i])
		}
		command("import", "logs", "--secret-file", "secrets.txt", "logs")

		out := outputsOf(t, command)
		stored, err := os.ReadFile("webhookctl.db")
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range append([]string{"geheim"}, secretValues...) {
			if bytes.Contains(stored, []byte(value)) {
				t.Errorf("the profile holds %q", value)
			}
			for name, text := range out {
				if i := strings.Index(text, value); i >= 0 {
					t.Errorf("%s prints %q: %q", name, value, text[max(0, i-80):min(len(text), i+len(value)+40)])
				}
			}
		}
		if seed == 0 {
			first = out
			if !strings.Contains(out["operations"], "hidden-01") {
				t.Error("nothing has a name")
			}
			for _, value := range secretValues { // by what it is, as by its name
				if byValue := command("trace", value); strings.Count(byValue, "\n") < 2 {
					t.Errorf("trace %s: %s", value, byValue)
				}
				if d := command("diagnose", "--operation-key", value, "--format", "json"); !strings.Contains(d, `"id": "D`) {
					t.Errorf("no duplicate of the operation %s", value)
				}
			}
		} else if diff := cmp.Diff(first, out); diff != "" {
			t.Fatalf("key %d (-first +now)\n%s", seed, diff)
		}
		if t.Failed() {
			return
		}
	}
}

// fingerprint is what a profile calls a secret that was given to it: of its own key, and meant to be.
var fingerprint = regexp.MustCompile(`secret:[0-9a-f]{8}`)

func firstFew[T any](list []T) []T { return list[:min(len(list), 3)] }

func sourceOf(file string) string {
	return strings.Replace(file, "erika@example.test", "hidden-name-1", 1)
}
