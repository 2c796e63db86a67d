package format

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEnvelopes(t *testing.T) {
	const failed, ended = "2026-11-30T08:31:13Z ERROR carrier API failed job_id=7", "TimeoutError: timed out"
	const failedSays, doneSays = "call_failed 2026-11-30T08:31:13Z (1s) JobID=7", "done 2026-11-30T08:31:14Z (1s) JobID=8"
	apart := func(n int) string { return strings.Repeat("b | quiet\n", n) }
	for _, c := range []struct{ name, text, want string }{
		{
			"lines of other containers stand between those of a record",
			"a-1 | " + failed + "\nb-1 | 2026-11-30T08:31:14Z INFO job done job_id=8\na-1 | Traceback (most recent call last):\nb-1 | and more\na-1 | " + ended + "\n",
			"1 " + failedSays + " Instance=a-1 Failure=timeout\n2 " + doneSays + " Instance=b-1\n0 skipped\n",
		},
		{
			"not too many", "a | " + failed + "\n" + apart(maxApart-1) + "a | " + ended + "\n",
			"1 " + failedSays + " Instance=a Failure=timeout\n49 skipped\n",
		},
		{
			"too many", "a | " + failed + "\n" + apart(maxApart) + "a | " + ended + "\n",
			"1 " + failedSays + " Instance=a Failure=other\nproblem at line 52: text \"x | xxxxxxxxxxxx: xxxxx xxx\" is of no format that is known, and goes on with no record\n50 skipped\n",
		},
		{
			"Docker's parts of a line, between which another stream's stands",
			`{"log":"POST /x 200 ","stream":"stdout","time":"2026-11-30T08:31:13.5Z"}` + "\n" +
				`{"log":"INFO:a:job done job_id=8\n","stream":"stderr","time":"2026-11-30T08:31:14Z"}` + "\n" +
				`{"log":"5ms - 2b\n","stream":"stdout","time":"2026-11-30T08:31:13.6Z"}` + "\n",
			"1 responded 2026-11-30T08:31:13.5Z (100ms) Took=5ms Ends=true URL=/x Method=POST Code=200\n2 done 2026-11-30T08:31:14Z (1s) JobID=8 Instance=a\n0 skipped\n",
		},
		{
			"the line's own time counts, without a zone the envelope's",
			"2026-11-30T08:31:13.25+01:00 stdout F 2026-11-30 05:00:00,115 - a - INFO - job done job_id=8\n2026-11-30T08:31:13.25+01:00 stdout F {\"msg\":\"job done\",\"job_id\":8}\n",
			"1 done 2026-11-30T05:00:00.115Z (1ms) JobID=8 Instance=a\n2 done 2026-11-30T07:31:13.25Z (10ms) JobID=8\n0 skipped\n",
		},
		{
			"a proxy beside the receiver", "nginx-1 | {\"time_iso8601\":\"2026-11-30T08:31:13+00:00\",\"request_method\":\"POST\",\"request_uri\":\"/x\",\"status\":200,\"upstream_status\":\"502, 200\"}\nweb-1   | {\"msg\":\"job done\",\"job_id\":8}\n",
			"1 proxied 2026-11-30T08:31:13Z (1s) Ends=true Instance=nginx-1 URL=/x Method=POST Code=200 Upstream=502/-, 200/-\n2 done JobID=8 Instance=web-1\n0 skipped\n",
		},
		{
			"compose with times", "a-1  | 2026-11-30T08:31:14.000000001Z POST /x 200 5ms\n", "1 responded 2026-11-30T08:31:14.000000001Z (1ns) Took=5ms Ends=true Instance=a-1 URL=/x Method=POST Code=200\n0 skipped\n",
		},
		{
			"compose without times, around a program that writes them itself", "a-1  | 2026-11-30T08:31:14.001Z webhook received delivery=0c4b7f\n",
			"1 received 2026-11-30T08:31:14.001Z (1ms) DeliveryID=0c4b7f Instance=a-1\n0 skipped\n",
		},
		{
			"syslog as a program sends it, without a host", "<134>Nov 30 08:31:13 a[1]: POST /x 200 5ms\n<134>Nov 30 08:31:13 b: POST /y 200 5ms\n",
			"1 responded Took=5ms Ends=true Process=1 Instance=a URL=/x Method=POST Code=200\n2 responded Took=5ms Ends=true Instance=b URL=/y Method=POST Code=200\n0 skipped\n",
		},
		{
			"a traceback in the journal's short form", "2026-11-30T08:31:13+0000 vm a[1]: ERROR:x:carrier API failed job_id=7\n                                  Traceback (most recent call last):\n                                  " + ended + "\n",
			"1 call_failed 2026-11-30T08:31:13Z (1s) JobID=7 Process=1 Instance=x Failure=timeout\n0 skipped\n",
		},
		{
			"what is in no envelope", "a | POST /x 200 5ms\nboom\n\na | POST /y 200 5ms\n",
			"1 responded Took=5ms Ends=true Instance=a URL=/x Method=POST Code=200\n4 responded Took=5ms Ends=true Instance=a URL=/y Method=POST Code=200\nproblem at line 2: \"boom\" is not in the envelope of this file's other lines\n1 skipped\n",
		},
		{
			"journalctl's remarks", "-- Boot 0dc8 --\nNov 30 08:31:13 vm a[1]: POST /x 200 5ms\n", "2 responded Took=5ms Ends=true Process=1 Instance=a URL=/x Method=POST Code=200\n1 skipped\n",
		},
		{
			"a message of several lines is one record, whatever its other lines look like",
			`{"__REALTIME_TIMESTAMP":"1796027207888000","_PID":"1","MESSAGE":"INFO:x:hello\nERROR:x:job failed job_id=7\n` + ended + `"}` + "\n" +
				`{"__REALTIME_TIMESTAMP":"1796027207888000","_PID":"1","MESSAGE":"ERROR:x:job failed job_id=8\n` + ended + `\nINFO:x:job done job_id=9"}` + "\n" +
				`{"__REALTIME_TIMESTAMP":"1796027207888000","_PID":"1","MESSAGE":"{\"msg\":\"job done\",\"job_id\":10}\n  {\"msg\":\"job done\",\"job_id\":11}"}` + "\n",
			"2 call_failed 2026-11-30T08:26:47.888Z (1µs) JobID=8 Process=1 Instance=x Failure=timeout\n" +
				"3 done 2026-11-30T08:26:47.888Z (1µs) JobID=10 Process=1\n1 skipped\n",
		},
		{
			"nor is what journalctl indents", "2026-11-30T08:31:13+0000 vm a[1]: INFO:x:hello\n    INFO:x:job done job_id=7\n\n    POST /x 200 5ms\n2026-11-30T08:31:13+0000 vm a[1]: POST /y 200 5ms\n",
			"5 responded 2026-11-30T08:31:13Z (1s) Took=5ms Ends=true Process=1 Instance=a URL=/y Method=POST Code=200\n4 skipped\n",
		},
		{
			"an entry of a cloud is one message", `{"line":"INFO:x:hello\nINFO:x:job done job_id=7","timestamp":"2026-11-30T08:26:47.888Z","labels":{}}` + "\n" +
				`{"line":"INFO:x:job done job_id=8\nPOST /x 200 5ms","timestamp":"2026-11-30T08:26:47.888Z","labels":{}}` + "\n",
			"2 done 2026-11-30T08:26:47.888Z (1ms) JobID=8 Instance=x\n1 skipped\n",
		},
		{
			"an export, also with the line ends of Windows", journalEntry("POST /x 200 5ms") + journalEntry("POST /y 200 5ms"),
			"1 responded 2026-11-30T08:26:47.888Z (1µs) Took=5ms Ends=true URL=/x Method=POST Code=200\n5 responded 2026-11-30T08:26:47.888Z (1µs) Took=5ms Ends=true URL=/y Method=POST Code=200\n0 skipped\n",
		},
		{
			"an export with a length that is wrong", journalEntry("POST /x 200 5ms") + "__CURSOR=b\nMESSAGE\n\x04\x00\x00\x00\x00\x00\x00\x00longer\n\n" + journalEntry("POST /y 200 5ms"),
			"1 responded 2026-11-30T08:26:47.888Z (1µs) Took=5ms Ends=true URL=/x Method=POST Code=200\n9 responded 2026-11-30T08:26:47.888Z (1µs) Took=5ms Ends=true URL=/y Method=POST Code=200\n" +
				"problem at line 5: \"__xxxxxx=x\" is not in the envelope of this file's other lines\n0 skipped\n",
		},
		{
			"an access log", "nginx-1 | 127.0.0.1 - - [30/Nov/2026:08:31:13 +0000] \"POST /x HTTP/1.1\" 200 11\nnginx-1 | 127.0.0.1 - - [30/Nov/2026:08:31:13 +0000] \"POST /y HTTP/1.1\" 200 11\n",
			"1 proxied 2026-11-30T08:31:13Z (1s) Instance=nginx-1 URL=/x Method=POST Code=200\n2 proxied 2026-11-30T08:31:13Z (1s) Instance=nginx-1 URL=/y Method=POST Code=200\n0 skipped\n",
		},
		{
			"records that rsyslog did not write out", "2026-11-30T08:31:13Z vm a[1]: POST /x 200 5ms\n2026-11-30T08:31:14Z vm a[1]: message repeated 2 times: [ POST /x 200 5ms]\n" +
				"2026-11-30T08:31:14Z vm a[1]: message repeated 2 times: [ listening]\n2026-11-30T08:31:14Z vm b[1]: message repeated 2 times: [ listening]\n",
			"1 responded 2026-11-30T08:31:13Z (1s) Took=5ms Ends=true Process=1 Instance=a URL=/x Method=POST Code=200\n" +
				"problem at line 2: \"0000-00-00x00:00:00x xx x[0]: xxxxxxx xxxxxxxx 0 xxxxx: [ xxxx /x 000 0xx]\" stands for records that were not written out\n" +
				"problem at line 3: text \"0000-00-00x00:00:00x xx x[0]: xxxxxxx xxxxxxxx 0 xxxxx: [ xxxxxxxxx]\" is of no format that is known, and goes on with no record\n1 skipped\n",
		},
		{
			"a proxy's lines in syslog",
			`2026-11-30T08:31:13Z vm haproxy[1]: 127.0.0.1:4242 [30/Nov/2026:08:31:12.115] f b/s 0/0/0/500/500 200 58 - - ---- 1/1/0/0/0 0/0 "POST /x HTTP/1.1"` + "\n" +
				"2026-11-30T08:31:13Z vm uwsgi[2]: [pid: 2|app: 0|req: 1/1] 127.0.0.1 () {40 vars in 612 bytes} [Mon Nov 30 08:31:12 2026] POST /x => generated 2 bytes in 9 msecs (HTTP/1.1 200) 2 headers in 79 bytes (1 switches on core 0)\n",
			"1 proxied 2026-11-30T08:31:12.115Z (1ms) Took=500ms Process=1 Instance=f URL=/x Method=POST Code=200 Upstream=200/0.500\n" +
				"2 proxied 2026-11-30T08:31:12Z (1s) Took=9ms Process=2 Instance=uwsgi URL=/x Method=POST Code=200\n0 skipped\n",
		},
		{"what an envelope holds may be nothing", "a | \na | POST /x 200 5ms\na |\n", "2 responded Took=5ms Ends=true Instance=a URL=/x Method=POST Code=200\n1 skipped\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readText(t, c.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// journalEntry is an entry of journalctl -o export.
func journalEntry(message string) string {
	return "__CURSOR=a\n__REALTIME_TIMESTAMP=1796027207888000\nMESSAGE=" + message + "\n\n"
}

// Of what a program's line shows itself, the zone may be lacking, and nothing else in the file tell the time.
func TestEnvelopeZoneless(t *testing.T) {
	const line = "2026-11-30 08:31:13,115 - a - INFO - job done job_id=8"
	want := Zoneless{2, 0, "2026-11-30 08:31:13,115", ""}
	for _, c := range []struct {
		text string
		want int64 // offset
	}{
		{"b | POST /x 200 5ms\na | " + line + "\nb | " + line + "\n", 20},
		{`{"line":"POST /x 200 5ms","timestamp":"","labels":{}}` + "\n" + `{"line":"` + line + `","timestamp":"","labels":{}}` + "\n", 54},
	} {
		for _, f := range All {
			r := openSample(f, []byte(c.text))
			if r == nil {
				continue
			}
			want.Offset = c.want
			if got := readSample(t, r, []byte(c.text), 1<<20).Zoneless; got != want {
				t.Errorf("%s: %+v, want %+v", f.Name, got, want)
			}
		}
	}
}

// A year that is given makes a time of what syslog shows; without one, and without a zone, there is none.
func TestSyslogYear(t *testing.T) {
	const text = "Nov 30 08:31:13 vm a[1]: POST /x 200 5ms\n"
	for _, c := range []struct {
		opt  Options
		want string
		lack Zoneless
	}{
		{Options{MaxDepth: 9}, "1 responded Took", Zoneless{1, 0, "Nov 30 08:31:13", "year"}},
		{Options{MaxDepth: 9, Year: 2026}, "1 responded Took", Zoneless{1, 0, "2026-11-30 08:31:13", ""}},
		{Options{MaxDepth: 9, Year: 2026, Zone: time.FixedZone("", 3600)}, "1 responded 2026-11-30T07:31:13Z (1s) Took", Zoneless{}},
	} {
		b := readSample(t, sysLog.Open([]byte(text), c.opt), []byte(text), 1<<20)
		if got := tellAll(b); !strings.HasPrefix(got, c.want) || b.Zoneless != c.lack {
			t.Errorf("year %d: %s%+v, want %s, %+v", c.opt.Year, got, b.Zoneless, c.want, c.lack)
		}
	}
}

// Where a server's line says when a request came, and not in which zone, the envelope says when the line was written.
func TestEnvelopeEnds(t *testing.T) {
	text := []byte(`2026-11-30T08:31:13Z vm haproxy[1]: 127.0.0.1:4242 [30/Nov/2026:08:31:12.115] f b/s 0/0/0/5/5 200 58 - - ---- 1/1/0/0/0 0/0 "POST /x HTTP/1.1"` + "\n")
	got := tellAll(readSample(t, sysLog.Open(text, testOptions), text, 1<<20))
	const want = "1 proxied 2026-11-30T08:31:13Z (1s) Took=5ms Ends=true Process=1 Instance=f URL=/x Method=POST Code=200 Upstream=200/0.005\n0 skipped\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Many streams cost no square, and a chunk ends although all of them are heard of.
func TestManyStreams(t *testing.T) {
	var text strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&text, "c%d | POST /x 200 5ms\n", i%5000)
	}
	r := openSample(dockerLog, []byte(text.String()))
	if n := r.Frame([]byte(text.String()), false); n < text.Len()/2 {
		t.Errorf("a chunk of %d of %d bytes", n, text.Len())
	}
	if b := readSample(t, r, []byte(text.String()), 1<<16); len(b.Observations) != 20000 {
		t.Errorf("%d records", len(b.Observations))
	}
}

// What a query found may be longer than what a recogniser is shown, and its end with it.
func TestLongQuery(t *testing.T) {
	row := `[{"field":"@timestamp","value":"2026-11-30 08:26:47.888"},{"field":"@message","value":"INFO:x:job done job_id=8"}]`
	text := `{"results":[` + row + strings.Repeat(","+row, 9999) + `],"statistics":{},"status":"Complete"}` + "\n"
	var yes []string
	for _, f := range All {
		if r := openSample(f, []byte(text)); r != nil {
			yes = append(yes, f.Name)
			if b := readSample(t, r, []byte(text), 1<<20); len(b.Observations) != 10000 {
				t.Errorf("%s: %d records, problems %+v", f.Name, len(b.Observations), b.Problems)
			}
		}
	}
	if diff := cmp.Diff([]string{"cloud-log"}, yes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzEnvelopes(f *testing.F) {
	for _, samples := range [][]Sample{dockerLogSamples, kubernetesLogSamples, journalLogSamples, sysLogSamples, cloudLogSamples} {
		for _, s := range samples {
			f.Add([]byte(s.Text), 100, uint8(3))
		}
	}
	f.Add([]byte("__CURSOR=a\n__REALTIME_TIMESTAMP=1796027207888000\nMESSAGE\n\xff\xff\xff\xff\xff\xff\xff\xff\n"), 1, uint8(9))
	const syslogs = 5
	f.Add([]byte("Nov 30 08:31:13 vm a[1]: POST /x 200 5ms\n\n      INFO:x:job done job_id=7\nNov 30 08:31:13 vm a[2]: ?\n      INFO:x:job done job_id=8\nboom\n      job\n"), 1, uint8(syslogs))
	f.Fuzz(func(t *testing.T, text []byte, size int, which uint8) {
		for _, format := range []Format{dockerLog, kubernetesLog, journalLog, sysLog} {
			openSample(format, text)
		}
		if r := openCloudLog(text[:min(len(text), HeadSize)], testOptions); r != nil {
			readSample(t, r, text, min(max(size, 1), 1<<20))
		}
		all := append([]envelope{*exportEnvelope}, envelopes...)
		r := envelopeReader{envelope: all[int(which)%len(all)], inner: newMixed(nil, Options{MaxLine: 1 << 20, MaxDepth: 20}), year: 2026}
		whole, cut := readSample(t, r, text, len(text)+1), readSample(t, r, text, min(max(size, 1), 1<<20))
		whole.States, cut.States = nil, nil // one that two chunks have is there twice
		if diff := cmp.Diff(whole, cut); diff != "" {
			t.Errorf("differs in chunks of %d (-whole +cut):\n%s", size, diff)
		}
	})
}
