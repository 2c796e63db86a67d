package format

import (
	"strings"
	"testing"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func fieldsOf(names string) []string { return strings.Fields(names) }

func observationAt(line int64) profile.Observation { return profile.Observation{Line: line, Lines: 1} }

func TestAppStamp(t *testing.T) {
	tests := []struct {
		text      string
		want      string // "": no time
		precision time.Duration
	}{
		{"1796027186", "2026-11-30T08:26:26Z", time.Second},
		{"1796027186.202", "2026-11-30T08:26:26.202Z", time.Millisecond},
		{"1796027404.9459884", "2026-11-30T08:30:04.9459884Z", 100},
		{"1796027186194", "2026-11-30T08:26:26.194Z", time.Millisecond},
		{"1796027186194.5", "2026-11-30T08:26:26.1945Z", 100 * time.Microsecond},
		{"1796027186194123", "2026-11-30T08:26:26.194123Z", time.Microsecond},
		{"1796027186194123456", "2026-11-30T08:26:26.194123456Z", 1},
		{"9999999999999999999", "", 0},
		{"12.5", "", 0},
		{"86400", "", 0},
		{"1796027186.", "", 0},
		{"1796027186x", "", 0},
		{"2026-11-30T08:31:20Z", "2026-11-30T08:31:20Z", time.Second},
		{"2026-11-30T08:31:20.85Z", "2026-11-30T08:31:20.85Z", 10 * time.Millisecond},
		{"2026-11-30T08:31:20.956416+00:00", "2026-11-30T08:31:20.956416Z", time.Microsecond},
		{"2026-11-30T09:31:20.1234567+01:00", "2026-11-30T08:31:20.1234567Z", 100},
		{"2026-11-30T08:31:20.1234567899Z", "2026-11-30T08:31:20.123456789Z", 1},
		{"2026-11-30 03:31:20,956-0500", "2026-11-30T08:31:20.956Z", time.Millisecond},
		{"2026-11-30 08:31:20 +00", "2026-11-30T08:31:20Z", time.Second},
		{"2026-11-30T08:31:20.9", "", 0},
		{"2026-11-30 08:31:20", "", 0},
		{"2026-11-30T08:31:20 CET", "", 0},
		{"2026-02-30T08:31:20Z", "", 0},
		{"2026-11-30T24:31:20Z", "", 0},
		{"30/Nov/2026:09:26:47 +0100", "2026-11-30T08:26:47Z", time.Second},
		{"30/Nov/2026:09:26:47", "", 0},
		{"8:30AM", "", 0},
		{"", "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			nano, precision, ok := appStamp([]byte(tt.text))
			got := ""
			if ok {
				got = time.Unix(0, nano).UTC().Format(time.RFC3339Nano)
			}
			if got != tt.want || ok && precision != tt.precision {
				t.Errorf("got %q to %v, want %q to %v", got, precision, tt.want, tt.precision)
			}
		})
	}
}

func TestDurations(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"milliseconds by name", `{"duration_ms":12.4,"job_id":1}`, "Took=12.4ms"},
		{"pino-http", `{"responseTime":13.058415999999852,"job_id":1}`, "Took=13.058415ms"},
		{"seconds by name", `{"request_time":3.098,"job_id":1}`, "Took=3.098s"},
		{"nanoseconds by name", `{"duration_ns":1500,"job_id":1}`, "Took=1.5µs"},
		{"a unit in the text", `{"duration":"12.4ms","job_id":1}`, "Took=12.4ms"},
		{"Go's text", `{"duration":"1m3.5s","job_id":1}`, "Took=1m3.5s"},
		{"a unit before the name's", `{"duration_ms":"1.5 s","job_id":1}`, "Took=1.5s"},
		{"zap", `{"level":"info","ts":1796027404.94,"msg":"x","duration":0.012,"job_id":1}`, "Took=12ms"},
		{"slog", `{"level":"INFO","time":"2026-11-30T08:30:04.9Z","msg":"x","duration":12000000,"job_id":1}`, "Took=12ms"},
		{"zerolog", `{"level":"info","time":"2026-11-30T08:30:04Z","message":"x","duration":12.5,"job_id":1}`, "Took=12.5ms"},
		{"Serilog", `{"@t":"2026-11-30T08:30:04.9Z","@mt":"x","Elapsed":12.5,"JobId":1}`, "Took=12.5ms"},
		{"unknown logger", `{"duration":12,"job_id":1}`, ""},
		{"with an exponent", `{"request_time":1.2e-05,"job_id":1}`, "Took=12µs"},
		{"negative", `{"duration_ms":-5,"job_id":1}`, ""},
		{"absurd", `{"duration_ms":1e300,"job_id":1}`, ""},
		{"absurd with a unit", `{"duration":"2000000h","job_id":1}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			for _, part := range strings.Fields(readLine(t, tt.line)) {
				if strings.HasPrefix(part, "Took=") {
					got = part
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTimeOfRecord(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"the log's before the row's", `{"created_at":"2026-11-30T07:00:00Z","time":1796027186194,"job_id":1}`, "noted 2026-11-30T08:26:26.194Z (1ms) JobID=1"},
		{"the row's alone", `{"created_at":"2026-11-30T07:00:00Z","job_id":1}`, "noted 2026-11-30T07:00:00Z (1s) JobID=1"},
		{"no zone, no time", `{"time":"2026-11-30 07:00:00","job_id":1}`, "noted JobID=1"},
		{"not the resource's", `{"order":{"id":1,"created_at":"2026-11-30T07:00:00Z"}}`, "noted ResourceType=order ResourceID=1"},
		{"Apache's is the start", `{"time":"2026-11-30T08:26:51.245876+0000","method":"POST","path":"/w","status":200,"duration_us":2931}`, "proxied 2026-11-30T08:26:51.245876Z (1µs) Took=2.931ms URL=/w Method=POST Code=200"},
		{"Traefik's too", `{"StartUTC":"2026-11-30T08:26:51.245876Z","time":"2026-11-30T08:26:52Z","RequestMethod":"POST","RequestPath":"/w","DownstreamStatus":200,"Duration":2931000}`, "proxied 2026-11-30T08:26:51.245876Z (1µs) Took=2.931ms URL=/w Method=POST Code=200"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := readLine(t, tt.line); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}
