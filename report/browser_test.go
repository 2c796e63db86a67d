package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// browser is a headless Chromium that is driven through two pipes, without a port and without a library. Its network is off.
type browser struct {
	t       *testing.T
	in      *os.File
	out     *bufio.Reader
	session string
	next    int
	asked   []string // addresses of all requests
	wrong   []string // errors on the console, exceptions, violations of the policy
	loaded  bool
}

// message is one of the protocol's, either way.
type message struct {
	ID        int             `json:"id,omitempty"`
	Method    string          `json:"method,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Error     *struct{ Message string }
	SessionID string `json:"sessionId,omitempty"`
}

// browse starts a browser, or skips the test where there is none.
func browse(t *testing.T) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium is installed, so nothing can open the page")
	}
	toRead, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, toWrite, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
		"--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "about:blank")
	cmd.ExtraFiles = []*os.File{toRead, toWrite}
	if err := cmd.Start(); err != nil {
		t.Skipf("%s does not start: %v", path, err)
	}
	toRead.Close()
	toWrite.Close()
	b := &browser{t: t, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	t.Cleanup(func() {
		b.call("Browser.close", nil, nil)
		in.Close()
		_ = cmd.Wait()
		out.Close()
	})
	deadline := time.AfterFunc(5*time.Minute, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { deadline.Stop() })
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	b.call("Network.emulateNetworkConditions", map[string]any{"offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}, nil)
	return b
}

// call asks for something and waits for the answer, taking note of what happens meanwhile.
func (b *browser) call(method string, params any, result any) {
	b.t.Helper()
	b.next++
	text, err := json.Marshal(struct {
		ID        int    `json:"id"`
		Method    string `json:"method"`
		Params    any    `json:"params,omitempty"`
		SessionID string `json:"sessionId,omitempty"`
	}{b.next, method, params, b.session})
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	for {
		m, ok := b.read()
		if !ok {
			if method == "Browser.close" {
				return
			}
			b.t.Fatalf("%s: the browser has gone", method)
		}
		if m.ID != b.next {
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

func (b *browser) read() (m message, ok bool) {
	text, err := b.out.ReadBytes(0)
	if err != nil {
		return m, false
	}
	if err := json.Unmarshal(bytes.TrimRight(text, "\x00"), &m); err != nil {
		b.t.Fatal(err)
	}
	switch m.Method {
	case "Page.loadEventFired":
		b.loaded = true
	case "Network.requestWillBeSent":
		var p struct{ Request struct{ URL string } }
		_ = json.Unmarshal(m.Params, &p)
		b.asked = append(b.asked, p.Request.URL)
	case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
		b.wrong = append(b.wrong, m.Method+" "+string(m.Params))
	}
	return m, true
}

// open writes a page to a file and opens it, at a fragment, as wide as given. It returns how long that took.
func (b *browser) open(page, fragment string, width int) time.Duration {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), "report.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	b.asked, b.wrong, b.loaded = nil, nil, false
	start := time.Now()
	b.call("Page.navigate", map[string]any{"url": "file://" + filepath.ToSlash(path) + fragment}, nil)
	for !b.loaded {
		if _, ok := b.read(); !ok {
			b.t.Fatal("the browser has gone")
		}
	}
	return time.Since(start)
}

// eval runs a script in the page and returns what it gives, as JSON.
func (b *browser) eval(script string) string {
	b.t.Helper()
	var out struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": script, "returnByValue": true, "awaitPromise": true, "userGesture": true}, &out)
	if out.ExceptionDetails != nil {
		b.t.Fatalf("%.200s: %.400s", script, out.ExceptionDetails)
	}
	return string(out.Result.Value)
}

// want checks what a script gives.
func (b *browser) want(what, script string, want any) {
	b.t.Helper()
	text, err := json.Marshal(want)
	if err != nil {
		b.t.Fatal(err)
	}
	var given, wanted any
	got := b.eval(script)
	if err := json.Unmarshal([]byte(got), &given); err != nil && got != "" {
		b.t.Fatal(err)
	}
	if err := json.Unmarshal(text, &wanted); err != nil {
		b.t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, given); diff != "" {
		b.t.Errorf("%s: %s (-want +got):\n%s", what, script, diff)
	}
}

// quiet checks that nothing was asked for but the page, and nothing went wrong.
func (b *browser) quiet() {
	b.t.Helper()
	for _, address := range b.asked {
		if !strings.HasPrefix(address, "file://") || !strings.Contains(address, "/report.html") {
			b.t.Errorf("the page asked for %s", address)
		}
	}
	for _, w := range b.wrong {
		b.t.Errorf("the browser complains: %s", fmt.Sprintf("%.600s", w))
	}
}
