package format

import (
	"strings"
	"testing"
)

// What people wrote to each other is no log, whatever they speak of; a program that puts its name before what it says is one.
func TestChatIsNoLog(t *testing.T) {
	for _, c := range []struct {
		name, text string
		chat       bool
	}{
		{"names with a colon", "[2026-11-30 09:12:04] Mara: did the webhook fire twice?\n[2026-11-30 09:12:40] Jens: webhook received for order 1042, then again\n", true},
		{"two names each", "2026-11-30 09:12:04 Mara Lind: webhook received, bei euch auch?\n2026-11-30 09:12:40 Jens Ott: ja, webhook received delivery 5f2c1f0a9d3b4e6f8a7b6c5d4e3f2a1b\n", true},
		{"nicknames in angle brackets, and a line of a log", "2026-11-30 09:12:40 <jens> webhook received order_id=1042\n2026-11-30 09:12:50 <@mara> we received it\n2026-11-30 09:13:20 <jens> POST /webhooks/woo 200 5ms\n", true},
		{"nicknames between tabs", "2026-11-30 09:12:40\tmara\twebhook received for order 1042\n2026-11-30 09:12:50\tjens\twebhook received again, did you see?\n", true},
		{"a time of day", "[09:12:40] Mara: webhook received for order 1042\n[09:13:40] Jens: incoming webhook again\n", true},
		{"with the date of a telephone", "[11/30/2026] [9:12:40 AM] Mara: webhook received for order 1042\n[11/30/2026] [9:13:40 AM] Jens: we had it twice\n", true},

		{"parts of a program", "2026-11-30 09:12:40 Receiver: webhook received for order 1042\n2026-11-30 09:12:41 Worker: job 7 started\n", false},
		{"of which one asks", "2026-11-30 09:12:40 Receiver: webhook received order_id=1042\n2026-11-30 09:12:41 Worker: job started job_id=7\n2026-11-30 09:12:41 Mail: delivered?\n", false},
		{"one program", "2026/11/30 09:12:40 hooks: webhook received for order 1042\n2026/11/30 09:12:41 hooks: did nothing\n", false},
		{"levels", "2026-11-30 09:12:40 INFO Receiver: webhook received for order 1042\n2026-11-30 09:12:41 ERROR Worker: why did you call?\n", false},
		{"threads", "2026-11-30 09:12:40 [main] Receiver: webhook received for order 1042\n2026-11-30 09:12:41 [main] Worker: can not do\n2026-11-30 09:12:41 [main] Worker: POST /x 200 5ms\n2026-11-30 09:12:41 [main] x job_id=8\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var yes []string
			for _, f := range All {
				if openSample(f, []byte(c.text)) != nil {
					yes = append(yes, f.Name)
				}
			}
			if got := len(yes) == 0; got != c.chat {
				t.Errorf("read as %q", strings.Join(yes, ", "))
			}
		})
	}
}

// Of what somebody says in a line without a level, identifiers count and no step.
func TestSpokenLine(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"2026-11-30T09:12:40Z webhook received for order 1042", "received"},
		{"2026-11-30T09:12:40Z webhook received for order 1042, I think", "noted"},
		{"2026-11-30T09:12:40Z INFO webhook received for order 1042, we go on", "received"},
	} {
		if got := readText(t, c.line+"\n"); !strings.HasPrefix(got, "1 "+c.want+" ") {
			t.Errorf("%s: %s, want %s", c.line, got, c.want)
		}
	}
}
