package main

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"modernc.org/sqlite"

	"github.com/webhookctl/webhookctl/ingest/provider"
)

// TestCollected feeds what the commands and formats of docs/collect.md write to an import: each must be read, without a problem.
func TestCollected(t *testing.T) {
	sections := map[string]string{}
	for _, s := range collectable() {
		sections[s.Name] = s.Text
	}
	dir := t.TempDir()
	put := func(name, text string) { write(t, filepath.Join(dir, name), text) }

	put("nginx.log", nginxWrites(t, sections["nginx"]))
	put("apache.log", apacheWrites(t, sections["apache"]))
	put("receiver.log", fenced(t, sections["receiver"], "json"))
	put("effects.csv", fenced(t, sections["downstream"], "csv"))
	db := collectedTables(t)
	exports := map[string]string{} // by the name of the file that the command writes: its SELECT
	command := regexp.MustCompile(`(?m)(?:"|\()(SELECT [^"\n]+?)(?:"|\) TO ').*?incident/([a-z-]+\.[a-z]+)`)
	for _, part := range []string{"woocommerce", "claims", "queue"} {
		for _, m := range command.FindAllStringSubmatch(sections[part], -1) {
			name := m[2]
			if exports[name] != "" {
				name = "sqlite-" + name
			}
			exports[name] = strings.ReplaceAll(m[1], "$(wp db prefix)", "wp_")
		}
	}
	for name, query := range exports {
		text := exported(t, db, query, filepath.Ext(name))
		if name == "claims.csv" { // PostgreSQL's timestamptz shows its zone
			text = regexp.MustCompile(`(:\d\d\.\d+)`).ReplaceAllString(text, "$1+00")
		}
		put(name, text)
	}

	var stdout, stderr bytes.Buffer
	term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
	if code := run(t.Context(), []string{"--profile", filepath.Join(t.TempDir(), "p.db"), "import", "logs", dir}, term); code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, stdout.String(), stderr.String())
	}
	got := map[string]string{}
	for line := range strings.Lines(stdout.String()) {
		if cells := strings.Fields(line); len(cells) == 5 && cells[0] != "file" {
			got[cells[0]] = strings.Join(cells[1:4], " ")
		}
	}
	want := map[string]string{ // format, records, problems
		"action-claims.tsv": "action-scheduler-claims 1 0",
		"action-logs.tsv":   "action-scheduler-logs 2 0",
		"actions.tsv":       "action-scheduler-actions 1 0",
		"apache.log":        "apache-json 2 0",
		"claims.csv":        "claim-table 2 0",
		"claims.tsv":        "claim-table 2 0",
		"effects.csv":       "effect-list 2 0",
		"jobs.ndjson":       "json-lines 1 0",
		"nginx.log":         "nginx-json 2 0",
		"receiver.log":      "json-lines 9 0",
		"sqlite-claims.csv": "claim-table 2 0",
		"wc-log.tsv":        "woocommerce-log-table 1 0",
		"webhooks.tsv":      "woocommerce-webhooks-table 1 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s\n%s", diff, stdout.String())
	}
}

// fenced gives the first block of code of a language.
func fenced(t *testing.T, text, language string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "```"+language+"\n")
	block, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("there is no block of %s", language)
	}
	return block
}

// aRequest is what a server knows of one request: variables of nginx by their names, headers as nginx has them.
var aRequest = map[string]string{
	"time_iso8601": "2026-11-30T08:26:28+00:00", "msec": "1796027188.534", "request_id": "51fd01e23f2230d759da1cd4db760272",
	"request_method": "POST", "uri": "/woo", "status": "202", "request_time": "0.008", "remote_port": "41000", "upstream_addr": "127.0.0.1:9001",
	"upstream_status": "202", "upstream_response_time": "0.007",
	"http_user_agent": "WooCommerce/9.9.5 Hookshot (WordPress/6.9)", "http_x_wc_webhook_id": "3",
	"http_x_wc_webhook_delivery_id": "d3c083808682eaa2caa0570c7364f283", "http_x_wc_webhook_topic": "order.updated",
	"http_x_wc_webhook_source": "http://shop.example.test/", "http_x_wc_webhook_signature": "Ti81FlaHRM7GAbxNjn045nkKmG43zEj67c6/0E7kErk=",
}

// nginxWrites is what nginx makes of the log_format: of a header that is not there, "". A variable that nginx has not is an error. Each
// header must be one that some sender is known to send.
func nginxWrites(t *testing.T, section string) string {
	t.Helper()
	format := ""
	for _, part := range regexp.MustCompile(`'([^'\n]*)'`).FindAllStringSubmatch(fenced(t, section, "nginx"), -1) {
		format += part[1]
	}
	var known []string
	for _, p := range provider.All {
		for header := range p.Headers {
			known = append(known, "http_"+strings.ReplaceAll(header, "-", "_"))
		}
	}
	other := map[string]string{"http_stripe_signature": "t=1796027188,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd"}
	lines := ""
	for _, request := range []map[string]string{aRequest, other} {
		lines += regexp.MustCompile(`\$(\w+)`).ReplaceAllStringFunc(format, func(v string) string {
			name := v[1:]
			_, is := aRequest[name]
			if !is && !strings.Contains(strings.Join(known, " ")+" ", name+" ") {
				t.Errorf("nginx: %s is no variable and no header of a sender", v)
			}
			if value, ok := request[name]; ok || strings.HasPrefix(name, "http_") {
				return value
			}
			return aRequest[name]
		}) + "\n"
	}
	for line := range strings.Lines(lines) {
		if !json.Valid([]byte(line)) {
			t.Errorf("nginx: not JSON: %s", line)
		}
	}
	return lines
}

// apacheWrites is what Apache makes of the LogFormat: of a header that is not there, "-".
func apacheWrites(t *testing.T, section string) string {
	t.Helper()
	format := regexp.MustCompile(`LogFormat "(.*)" webhooks\n`).FindStringSubmatch(fenced(t, section, "apache"))
	if format == nil {
		t.Fatal("there is no LogFormat")
	}
	lines := ""
	for _, agent := range []string{aRequest["http_user_agent"], "Stripe/1.0 (+https://stripe.com/docs/webhooks)"} {
		lines += regexp.MustCompile(`%>?(?:\{([^}]+)\})?([a-zA-Z])`).ReplaceAllStringFunc(strings.ReplaceAll(format[1], `\"`, `"`), func(d string) string {
			switch d {
			case "%{%Y-%m-%dT%H:%M:%S}t":
				return "2026-11-30T08:26:28"
			case "%{usec_frac}t":
				return "534012"
			case "%{%z}t":
				return "+0000"
			case "%{UNIQUE_ID}e":
				return "aw6jFYLgPY9oDVMCS_pgkgAAAIA"
			case "%m":
				return "POST"
			case "%U":
				return "/woo"
			case "%>s":
				return "202"
			case "%D":
				return "8012"
			case "%{User-Agent}i":
				return agent
			}
			header, ok := strings.CutSuffix(d, "}i")
			if !ok {
				t.Errorf("apache: %s is unknown", d)
			}
			value := aRequest["http_"+strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(header, "%{"), "-", "_"))]
			if value == "" || agent != aRequest["http_user_agent"] {
				return "-"
			}
			return value
		}) + "\n"
	}
	return lines
}

// collectedTables are the tables that are exported, with a row or two, as the shop and the receiver have them.
func collectedTables(t *testing.T) *sql.DB {
	t.Helper()
	for name, f := range map[string]func(args []driver.Value) string{
		"SHA2":        func([]driver.Value) string { return strings.Repeat("ad", 32) },
		"DATE_FORMAT": func(args []driver.Value) string { return strings.Replace(args[0].(string), " ", "T", 1) + "000Z" },
	} {
		if err := sqlite.RegisterDeterministicScalarFunction(name, 2, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			return f(args), nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	entry := strings.NewReplacer("\n", `\n`, `\`, `\\`).Replace(readFile(t, "cmd/webhookctl/testdata/entry.txt"))
	const tables = `
CREATE TABLE wp_actionscheduler_actions (action_id, hook, status, scheduled_date_gmt, scheduled_date_local, priority, args, schedule, group_id, attempts, last_attempt_gmt, last_attempt_local, claim_id, extended_args);
INSERT INTO wp_actionscheduler_actions VALUES
  (161, 'woocommerce_deliver_webhook_async', 'complete', '2026-11-30 08:35:41', '2026-11-30 09:35:41', 10, '{"webhook_id":36,"arg":62}', 'O:30:', 3, 1, '2026-11-30 08:35:43', '2026-11-30 09:35:43', 0, NULL),
  (162, 'wc-admin_import_orders', 'complete', '2026-11-30 08:35:41', '2026-11-30 09:35:41', 10, '[62]', 'O:30:', 3, 1, '2026-11-30 08:35:43', '2026-11-30 09:35:43', 0, NULL);
CREATE TABLE wp_actionscheduler_logs (log_id, action_id, message, log_date_gmt, log_date_local);
INSERT INTO wp_actionscheduler_logs VALUES (414, 161, 'action created', '2026-11-30 08:35:41', '2026-11-30 09:35:41'), (416, 161, 'action started via WP CLI', '2026-11-30 08:35:42', '2026-11-30 09:35:42'), (417, 162, 'action created', '2026-11-30 08:35:42', '2026-11-30 09:35:42');
CREATE TABLE wp_actionscheduler_claims (claim_id, date_created_gmt);
INSERT INTO wp_actionscheduler_claims VALUES (77, '2026-11-30 08:35:42');
CREATE TABLE wp_wc_webhooks (webhook_id, status, name, user_id, delivery_url, secret, topic, date_created, date_created_gmt, date_modified, date_modified_gmt, api_version, failure_count, pending_delivery);
INSERT INTO wp_wc_webhooks VALUES (36, 'active', 'Versand', 1, 'http://hooks.example.test/woo/shipments', 'secret', 'order.updated', '', '', '', '', 3, 0, 0);
CREATE TABLE wp_woocommerce_log (log_id, timestamp, level, source, message, context);
CREATE TABLE operation_claim (claim_key, state, downstream_id, attempts, created_at, updated_at);
INSERT INTO operation_claim VALUES ('shipment:create:18452:full', 'succeeded', 'SHIP-987', 1, '2026-11-30 08:26:28.536', '2026-11-30 08:26:28.792');
CREATE TABLE jobs (id, operation_key, created_at);
INSERT INTO jobs VALUES (7, 'shipment:create:18452:full', '2026-11-30 08:26:28.537');`
	if _, err := db.Exec(tables); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("INSERT INTO wp_woocommerce_log VALUES (93, '2026-11-30 08:35:43', 200, 'webhooks-delivery', ?, NULL), (94, '2026-11-30 08:35:43', 200, 'fatal-errors', 'x', NULL)", entry); err != nil {
		t.Fatal(err)
	}
	return db
}

// exported is what the client prints of a query: tab-separated as mariadb --batch does it, CSV with a header, or bare lines.
func exported(t *testing.T, db *sql.DB, query, ext string) string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer func() { _ = rows.Close() }()
	header, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	all := [][]string{header}
	for rows.Next() {
		cells, ptrs := make([]sql.NullString, len(header)), make([]any, len(header))
		for i := range cells {
			ptrs[i] = &cells[i]
		}
		if err := rows.Scan(ptrs...); err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(header))
		for i, c := range cells {
			row[i] = c.String
			if !c.Valid && ext == ".tsv" {
				row[i] = "NULL"
			}
		}
		all = append(all, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	switch ext {
	case ".csv":
		if err := csv.NewWriter(&out).WriteAll(all); err != nil {
			t.Fatal(err)
		}
	case ".tsv":
		for _, row := range all {
			out.WriteString(strings.Join(row, "\t") + "\n")
		}
	default:
		for _, row := range all[1:] { // --skip-column-names
			out.WriteString(strings.Join(row, "\t") + "\n")
		}
	}
	return out.String()
}

// TestSendersPage holds what docs/collect.md says of each sender to what is known of it.
func TestSendersPage(t *testing.T) {
	page := readFile(t, "docs/collect.md")
	for _, p := range provider.All {
		for _, where := range []string{p.Registrations, p.Attempts} {
			place, _, _ := strings.Cut(where, ", ")
			place = strings.NewReplacer("ID/logs", "ID/logs", "ID", "HOOK", "*", "", ".json", "", "VERSION", "2026-01").Replace(place)
			if strings.HasPrefix(where, "the ") || p.Name == "woocommerce" { // in the Dashboard; told as SQL
				continue
			}
			if place = strings.TrimPrefix(strings.TrimPrefix(place, "GET "), "gh api "); !strings.Contains(page, place) {
				t.Errorf("docs/collect.md does not say where %s has %q", p.Title, where)
			}
		}
	}
}

func TestCollectNames(t *testing.T) {
	var names []string
	for _, s := range collectable() {
		names = append(names, s.Name)
		if s.About == "" || strings.HasPrefix(s.About, "```") {
			t.Errorf("%s does not begin with a sentence on it", s.Name)
		}
	}
	page := readFile(t, "docs/collect.md")
	for _, name := range names {
		if !strings.Contains(page, "["+name+"](#"+name+")") {
			t.Errorf("the table at the top of docs/collect.md does not name %s", name)
		}
	}
	if len(names) < 10 {
		t.Errorf("only %q", names)
	}
}

// TestCollectIsNamed makes sure that whatever a report or a hint tells to collect is there.
func TestCollectIsNamed(t *testing.T) {
	var names []string
	for _, s := range collectable() {
		names = append(names, s.Name)
	}
	named := 0
	for path := range sourceFiles(t) {
		for _, m := range regexp.MustCompile(`webhookctl collect ([a-z]+)`).FindAllStringSubmatch(readFile(t, path), -1) {
			named++
			if !slices.Contains(names, m[1]) {
				t.Errorf("%s: there is no %q", path, m[0])
			}
		}
	}
	if named < 8 {
		t.Errorf("only %d are named", named)
	}
}
