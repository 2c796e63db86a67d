package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// personal finds in a log what no profile and no report may hold: each first group is a canary.
var personal = []*regexp.Regexp{
	regexp.MustCompile(`([A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[a-z]{2,})`),
	regexp.MustCompile(`(\+\d\d[ \d]{8,})`),
	regexp.MustCompile(`(?i)\\?"(?:first_name|last_name|company|address_1|address_2|city|postcode|phone|cardholder|line1|iban|secret|password|access_token|customer_user_agent)\\?" ?: ?\\?"([^"\\]{5,80})\\?"`),
	regexp.MustCompile(`(?i)(?:x-wc-webhook-signature|x-shopify-hmac-sha256|paddle-signature|stripe-signature|x-hub-signature-256|webhook-signature)\\?["']?[:,= \[]+\\?"?([^"'\\ ,\]]{20,100})`),
	regexp.MustCompile(`(?i)["' ](?:cookie|set-cookie|authorization|proxy-authorization)\\?["']?(?:, ?"value")?: ?\[?\\?["']?(?:Basic |Bearer )?([A-Za-z0-9_]+=?[^"'\\\[\];, ]{8,80})`),
	regexp.MustCompile(`\b((?:whsec|sk_live|sk_test|rk_live|shpss|shpat|ghp|xoxb)_[A-Za-z0-9]{8,})`),
	regexp.MustCompile(`(?m)^((?:203\.0\.113|198\.51\.100|192\.0\.2)\.\d+) `),
	regexp.MustCompile(`(?i)\\?"(?:remote_addr|remoteaddress|client_ip|customer_ip_address|remote_ip|ip|x-forwarded-for|x-real-ip)\\?" ?: ?\\?"([0-9a-f.:]{7,45})\\?"`),
}

// canaries returns what is personal in the files below the folders, with where it was found.
func canaries(t *testing.T, folders []string) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			for _, p := range personal {
				for _, m := range p.FindAllSubmatch(text, -1) {
					if v := strings.TrimSpace(string(m[1])); !commonplace(v) && found[v] == "" {
						found[v] = path
					}
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// commonplace texts may stand in a report for other reasons: they are short, a small number, a host of a URL, or hidden already.
func commonplace(s string) bool {
	return len(s) < 5 || len(s) < 8 && strings.Trim(s, "0123456789") == "" || s == "127.0.0.1" || strings.Contains(strings.ToLower(s), "filtered")
}

// disguises are the forms in which a text may stand in a file.
func disguises(s string) map[string]string {
	quoted, _ := json.Marshal(s)
	var escaped strings.Builder
	for _, b := range []byte(s) {
		escaped.WriteString("\\u00" + hex.EncodeToString([]byte{b}))
	}
	all := map[string]string{
		"as it is": s, "URL-encoded": url.QueryEscape(s), "path-encoded": url.PathEscape(s), "JSON": strings.Trim(string(quoted), `"`), "JSON, all escaped": escaped.String(),
		"hex": hex.EncodeToString([]byte(s)), "HEX": strings.ToUpper(hex.EncodeToString([]byte(s))),
		"UTF-16": string(utf16Of(s)),
	}
	for shift := range 3 { // base64 has three forms, by where in a longer text a text begins; its first and last digits depend on the neighbours
		for name, enc := range map[string]*base64.Encoding{"base64": base64.RawStdEncoding, "base64url": base64.RawURLEncoding} {
			text := enc.EncodeToString([]byte(strings.Repeat("\x00", shift) + s))
			text = text[(shift*8+5)/6 : len(text)-1]
			all[name+string(rune('0'+shift))] = text
		}
	}
	return all
}

func utf16Of(s string) []byte {
	var out []byte
	for _, b := range []byte(s) {
		out = append(out, b, 0)
	}
	return out
}

// needles finds many texts in one walk, by their first five bytes.
type needles map[uint64][]needle

type needle struct{ text, canary, form string }

const needleHead = 5

func head(s string) uint64 {
	var b [8]byte
	copy(b[:], s[:needleHead])
	return binary.LittleEndian.Uint64(b[:])
}

func (n needles) add(canary string) {
	for form, text := range disguises(canary) {
		if len(text) >= needleHead {
			n[head(text)] = append(n[head(text)], needle{text, canary, form})
		}
	}
}

func (n needles) find(in string) (found []needle) {
	for i := 0; i+needleHead <= len(in); i++ {
		for _, one := range n[head(in[i:])] {
			if strings.HasPrefix(in[i:], one.text) {
				found = append(found, one)
			}
		}
	}
	return found
}

// TestCorpusLeavesNothing imports logs of all kinds of senders and receivers, with the bodies, headers and settings that they had written,
// and looks for all that is personal in them: in the profile with its free pages, in each report and on stderr.
func TestCorpusLeavesNothing(t *testing.T) {
	folders := append(incidents(t, 1), filepath.Join(top, "fixtures", "logs"), filepath.Join(top, "ingest", "format", "testdata"))
	cases, err := filepath.Glob(filepath.Join(top, "fixtures", "cases", "*"))
	if err != nil || len(cases) < 50 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for i, folder := range cases {
		if i%3 == 0 || *long {
			folders = append(folders, folder)
		}
	}
	secret := canaries(t, folders)
	look := needles{}
	for canary := range secret {
		look.add(canary)
	}
	if len(secret) < 40 {
		t.Fatalf("only %d canaries", len(secret))
	}

	dir := t.TempDir()
	t.Chdir(dir)
	out := map[string]string{}
	command := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		term := terminal{in: strings.NewReader(""), out: &stdout, err: &stderr, getenv: func(string) string { return "" }}
		if code := run(t.Context(), args, term); code != 0 && code != exitPartial {
			t.Fatalf("%q: exit code %d, %s", args, code, stderr.String())
		}
		out[strings.Join(args[:min(len(args), 5)], " ")] = stdout.String() + stderr.String()
		return stdout.String()
	}
	command(append([]string{"import", "logs"}, folders...)...)
	for _, f := range formatNames() {
		command("diagnose", "--format", f)
		command("diagnose", "--format", f, "--lang", "de")
	}
	for _, args := range [][]string{
		{"sources"}, {"problems"}, {"operations"}, {"advise"}, {"advise", "--format", "json"}, {"operations", "--lang", "de"}, {"advise", "--lang", "de"},
	} {
		command(args...)
	}
	var d struct{ Duplicates []struct{ ID string } }
	if err := json.Unmarshal([]byte(out["diagnose --format json"]), &d); err != nil {
		t.Fatal(err)
	}
	for i, dup := range d.Duplicates {
		if i%40 == 0 {
			command("diagnose", "--explain", dup.ID)
			command("diagnose", "--explain", dup.ID, "--lang", "de")
		}
	}
	names := strings.Split(strings.TrimSpace(command("sources")), "\n")
	command("purge", strings.Split(names[len(names)/2], "\t")[0])
	out["the profile"] = readBytes(t, "webhookctl.db")

	told := map[needle]bool{}
	for _, where := range slices.Sorted(maps.Keys(out)) {
		for _, one := range look.find(out[where]) {
			if !told[one] {
				told[one] = true
				t.Errorf("%s: %q stands there %s; it comes from %s", where, one.canary, one.form, strings.TrimPrefix(secret[one.canary], top))
			}
		}
	}
	t.Logf("%d canaries, %d duplicates, %d outputs", len(secret), len(d.Duplicates), len(out))
}

// TestPurgeLeavesNothing takes out every source: no row is left, and no text that stood in one is in the profile or beside its key.
func TestPurgeLeavesNothing(t *testing.T) {
	dir := withKey(t)
	t.Chdir(dir)
	runHere(t, append([]string{"import", "logs"}, incidents(t, 1)...)...)
	texts := query(t, dir, "SELECT value FROM text UNION SELECT name FROM source UNION SELECT sha256 FROM source UNION SELECT url FROM kind UNION SELECT path FROM shape UNION SELECT reason FROM problem")
	texts = append(texts, filepath.Join("fixtures", "incidents"))
	for _, name := range query(t, dir, "SELECT name FROM source") {
		runHere(t, "purge", name)
	}
	for table, rows := range rowsOf(t, dir) {
		if len(rows) > 0 && table != "meta" {
			t.Errorf("%d rows of %s are left", len(rows), table)
		}
	}
	stored := readBytes(t, "webhookctl.db") + readBytes(t, "webhookctl.db.key")
	schema := strings.Join(query(t, dir, "SELECT sql FROM sqlite_schema"), "\n")
	searched := 0
	for _, text := range texts {
		if len(text) >= 5 && !strings.Contains(schema, text) {
			if searched++; strings.Contains(stored, text) {
				t.Errorf("%q is left", text)
			}
		}
	}
	if searched < 30 {
		t.Errorf("only %d texts were looked for", searched)
	}
}
