package format

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compareRecorded reads testdata/NAME.log and compares what comes of it with testdata/NAME.want.
func compareRecorded(t *testing.T, f Format, name string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".log")
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/" + name + ".want")
	if err != nil {
		t.Fatal(err)
	}
	r := openSample(f, text)
	if r == nil {
		t.Fatal("not recognised")
	}
	for _, size := range []int{1 << 20, 1000, 1} { // what comes of a chunk does not depend on those before
		got := tellAll(readSample(t, r, text, size))
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
			t.Errorf("%s in chunks of %d (-want +got):\n%s", name, size, diff)
		}
	}
}

func TestMonologRecorded(t *testing.T) {
	for _, name := range []string{"monolog/receiver", "monolog/laravel"} {
		t.Run(name, func(t *testing.T) { compareRecorded(t, monolog, name) })
	}
}

func TestMonologRecords(t *testing.T) {
	const at = "[2026-11-30T09:00:00.5+00:00] app.INFO: "
	const seen = " 2026-11-30T09:00:00.5Z (100ms)"
	for _, c := range []struct{ name, text, want string }{
		{"context and extra", at + `job done {"delivery_id":"d1"} {"request_id":"r1"}`, "1 done" + seen + " DeliveryID=d1 RequestID=r1 Instance=app\n0 skipped\n"},
		{"context only, no blank at the end", at + `job done {"delivery_id":"d1"}`, "1 done" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{"extra only", at + `job done  {"delivery_id":"d1"}`, "1 done" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{"braces in the message", at + `job done {order} [12] (a){"x":1} {"delivery_id":"d1"} []`, "1 done" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{"JSON in the message is not its context", at + `job done {"delivery_id":"no"} {"delivery_id":"d1"} []`, "1 done" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{"JSON in the message, empty context", at + `job done {"delivery_id":"no"} [] []`, "1 skipped\n"},
		{"JSON in Laravel's message is not its context", at + `job done {"delivery_id":"no"} {"delivery_id":"d1"} `, "1 done" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{"JSON in Laravel's message, no context", at + `job done {"delivery_id":"no"}  `, "1 skipped\n"},
		{"half a JSON in the message", at + `job done {"delivery_id":"n… {"delivery_id":"d1"} []`, "1 done" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{"no message", at + ` {"delivery_id":"d1"} []`, "1 noted" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{
			"the line's own time and channel count", at + `job done {"delivery_id":"d1","timestamp":1700000000,"time":1,"name":"x","pid":7,"level":"x","message":"ping"} []`,
			"1 done" + seen + " DeliveryID=d1 Process=7 Instance=app\n0 skipped\n",
		},
		{"no zone, no time", `[2026-11-30 09:00:00] local.DEBUG: job done {"delivery_id":"d1"} `, "1 done DeliveryID=d1 Instance=local\n0 skipped\n"},
		{"zone in hours", `[2026-11-30 10:00:00+01:00] my.app.ERROR: job done {"delivery_id":"d1"} []`, "1 done 2026-11-30T09:00:00Z (1s) DeliveryID=d1 Instance=my.app\n0 skipped\n"},
		{
			"an exception on one line", at + `Carrier API failed {"job_id":7,"exception":"[object] (App\\Gone(code: 0): cURL error 28: timed out at /srv/a.php:16)"} []`,
			"1 call_failed" + seen + " JobID=7 Instance=app Failure=timeout\n0 skipped\n",
		},
		{
			"an exception with raw line breaks", at + "Carrier API failed {\"job_id\":7,\"exception\":\"[object] (App\\\\nGone(code: 0): timed out at /srv/a.php:16)\n[stacktrace]\r\n#0 {main}\n\"} []\n" + at + `job done {"job_id":7} []`,
			"1 call_failed" + seen + " JobID=7 Instance=app Failure=timeout\n5 done" + seen + " JobID=7 Instance=app\n0 skipped\n",
		},
		{
			"text behind the JSON goes on with the record", at + "job done {\"delivery_id\":\"d1\"} []\n#0 a.php(1): f({\"x\":1})\n\n" + at + `job done {"delivery_id":"d2"} []`,
			"1 done" + seen + " DeliveryID=d1 Instance=app\n4 done" + seen + " DeliveryID=d2 Instance=app\n0 skipped\n",
		},
		{"a message over two lines", at + "job done\nand gone {\"delivery_id\":\"d1\"} []", "1 done" + seen + " DeliveryID=d1 Instance=app\n0 skipped\n"},
		{
			"carriage returns", at + "job done {\"delivery_id\":\"d1\"} []\r\n" + at + "job done {\"delivery_id\":\"d2\"} \r\n",
			"1 done" + seen + " DeliveryID=d1 Instance=app\n2 done" + seen + " DeliveryID=d2 Instance=app\n0 skipped\n",
		},
		{"a context of another kind", at + `job done ["delivery_id","d1"] [{"delivery_id":"d1"}]`, "1 skipped\n"},
		{
			"a cut line does not disturb the next", at + `job done {"delivery_id":"d` + "\n" + at + `job done {"delivery_id":"d2"} []`,
			"2 done" + seen + " DeliveryID=d2 Instance=app\nproblem at line 1: column 50: the JSON that begins here cannot be read: a string that begins here has no end\n0 skipped\n",
		},
		{
			"a key twice", at + `job done {"delivery_id":"a","delivery_id":"b"} []`,
			"problem at line 1: column 50: the JSON that begins here cannot be read: the key \"delivery_id\" stands twice in one object\n0 skipped\n",
		},
		{
			"nested too deep", at + `job done {"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `} []`,
			"problem at line 1: column 50: the JSON that begins here cannot be read: nested deeper than 100 levels\n0 skipped\n",
		},
		{
			"text before the first record", "\n# created\n" + `d":1} []` + "\nrest\n" + at + `job done {"delivery_id":"d1"} []`,
			"5 done" + seen + " DeliveryID=d1 Instance=app\nproblem at line 3: text \"x\\\":0} []\" belongs to no record that begins in this file\n2 skipped\n",
		},
		{"a million blank lines", strings.Repeat("\n", 1<<20) + at + `job done {"delivery_id":"d1"} []`, "1048577 done" + seen + " DeliveryID=d1 Instance=app\n1048576 skipped\n"},
		{"a line of another form goes on with the record", at + "listening [] []\n[2026-11-30] done {}\n", "2 skipped\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range []int{1 << 21, 1} {
				got := tellAll(readSample(t, monologReader{maxDepth: 100}, []byte(c.text), size))
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("in chunks of %d (-want +got):\n%s", size, diff)
				}
			}
		})
	}
}

func TestMonologProblemsHaveHints(t *testing.T) {
	b := readSample(t, monologReader{maxDepth: 100}, []byte("x\n[2026-11-30 08:31:20] a.INFO: x {\"a\":\"\n"), 1<<20)
	if len(b.Problems) != 2 {
		t.Fatalf("problems %+v, want 2", b.Problems)
	}
	for _, p := range b.Problems {
		if p.Hint == "" {
			t.Errorf("no hint: %+v", p)
		}
	}
}

func FuzzMonolog(f *testing.F) {
	for _, s := range monologSamples {
		f.Add([]byte(s.Text), 100)
	}
	f.Add([]byte("[2026-11-30 08:31:20] a.INFO: { [ {\"a {\"b\":[1]} [x] {\"c\":\"\n\"} \n\r\n[2026-11-30 08:31:20] a.INFO:  \n"), 7)
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		openSample(monolog, text)
		r := monologReader{maxDepth: 20}
		whole, cut := readSample(t, r, text, len(text)+1), readSample(t, r, text, min(max(size, 1), 1<<20))
		if diff := cmp.Diff(whole, cut); diff != "" {
			t.Errorf("differs in chunks of %d (-whole +cut):\n%s", size, diff)
		}
	})
}
