package format

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func TestInZone(t *testing.T) {
	for _, c := range []struct{ name, zone, local, want string }{
		{"UTC", "UTC", "2026-11-30 08:31:20", "2026-11-30T08:31:20Z"},
		{"winter", "Europe/Berlin", "2026-11-30 08:31:20", "2026-11-30T07:31:20Z"},
		{"summer", "Europe/Berlin", "2026-07-30 08:31:20", "2026-07-30T06:31:20Z"},
		{"the last second before clocks go forward", "Europe/Berlin", "2026-03-29 01:59:59", "2026-03-29T00:59:59Z"},
		{"skipped", "Europe/Berlin", "2026-03-29 02:00:00", "does not exist"},
		{"the last that is skipped", "Europe/Berlin", "2026-03-29 02:59:59", "does not exist"},
		{"the first behind it", "Europe/Berlin", "2026-03-29 03:00:00", "2026-03-29T01:00:00Z"},
		{"the last before the hour that is twice", "Europe/Berlin", "2026-10-25 01:59:59", "2026-10-24T23:59:59Z"},
		{"twice", "Europe/Berlin", "2026-10-25 02:00:00", "is twice"},
		{"the last that is twice", "Europe/Berlin", "2026-10-25 02:59:59", "is twice"},
		{"the first behind that", "Europe/Berlin", "2026-10-25 03:00:00", "2026-10-25T02:00:00Z"},
		{"west of Greenwich", "America/New_York", "2026-11-01 01:30:00", "is twice"},
		{"half an hour", "Australia/Lord_Howe", "2026-04-05 01:45:00", "is twice"},
		{"half an hour skipped", "Australia/Lord_Howe", "2026-10-04 02:15:00", "does not exist"},
		{"a day that a country left out", "Pacific/Apia", "2011-12-30 12:00:00", "does not exist"},
		{"offset", "+05:30", "2026-11-30 08:31:20", "2026-11-30T03:01:20Z"},
		{"offset at a change of clocks", "+02:00", "2026-10-25 02:30:00", "2026-10-25T00:30:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			zone, err := LoadZone(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			l, ok := readLocal([]byte(c.local), zone)
			got := time.Unix(0, l.nano).UTC().Format(time.RFC3339)
			if l.why != "" {
				got = l.why
			}
			if !ok || !strings.HasPrefix(got, c.want) {
				t.Errorf("%s in %s is %q, want %q", c.local, c.zone, got, c.want)
			}
		})
	}
}

func TestLoadZone(t *testing.T) {
	for _, name := range []string{"", "Local", "local", "Europe/Berlni", "../../etc/passwd", "+25:00", "CEST+1"} {
		if zone, err := LoadZone(name); err == nil {
			t.Errorf("%q is taken for %v", name, zone)
		}
	}
}

func TestLocalStamp(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       time.Duration // precision; 0: it is none
	}{
		{"blank", "2026-11-30 08:31:20", time.Second},
		{"T", "2026-11-30T08:31:20", time.Second},
		{"milliseconds", "2026-11-30 08:31:20.123", time.Millisecond},
		{"comma", "2026-11-30 08:31:20,123456", time.Microsecond},
		{"a zone", "2026-11-30 08:31:20Z", 0},
		{"an offset", "2026-11-30 08:31:20+01", 0},
		{"a negative offset", "2026-11-30 08:31:20-0100", 0},
		{"no such day", "2026-02-30 08:31:20", 0},
		{"points", "30.11.2026 08:31:20", time.Second},
		{"points and a comma", "1.12.2026, 08:31:20", time.Second},
		{"points, no seconds", "30.11.2026 08:31", time.Minute},
		{"points, the month first", "11.30.2026 08:31:20", 0},
		{"points, two digits of the year", "30.11.26 08:31:20", 0},
		{"points, twelve hours", "30.11.2026 8:31:20", 0},
		{"slashes", "03/04/2026 08:31:20", 0},
		{"a point and nothing", "2026-11-30 08:31:20.", 0},
		{"too many digits", "2026-11-30 08:31:20.1234567890", 0},
		{"date alone", "2026-11-30", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, got, _, ok := localStamp([]byte(c.text)); ok != (c.want > 0) || ok && got != c.want {
				t.Errorf("%q: precision %v, %v, want %v", c.text, got, ok, c.want)
			}
		})
	}
}

// Without a zone the records are there and undated; with one they are dated; a time that is twice is a problem of its record.
func TestZoneless(t *testing.T) {
	berlin, err := LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		format, text, twice string
		off                 int64
	}{
		{
			"monolog", "[2026-11-30 08:31:20] production.INFO: claimed {\"delivery_id\":\"d1\"} \n",
			"[2026-10-25 02:31:20] production.INFO: claimed {\"delivery_id\":\"d2\"} \n", 0,
		},
		{
			"json-lines", `{"time":"2026-11-30T08:31:20.500","msg":"claimed","delivery_id":"d1"}` + "\n",
			`{"time":"2026-10-25T02:31:20.500","msg":"claimed","delivery_id":"d2"}` + "\n", 0,
		},
		{
			"logfmt", "ts=\"2026-11-30 08:31:20,500\" level=INFO msg=claimed delivery_id=d1\n",
			"ts=\"2026-10-25 02:31:20,500\" level=INFO msg=claimed delivery_id=d2\n", 0,
		},
		{
			"action-scheduler-logs", "log_id\taction_id\tmessage\tlog_date_local\n1\t2\taction created\t2026-11-30 08:31:20\n",
			"2\t2\taction started\t2026-10-25 02:31:20\n", 40,
		},
		{
			"claim-table", "operation_key,status,created_at\na:1,pending,2026-11-30 08:31:20\n", "a:2,pending,2026-10-25 02:31:20\n", 32,
		},
		{
			"mysqldump", "INSERT INTO `x` (`operation_key`, `status`, `created_at`) VALUES\n('a:1','pending','2026-11-30 08:31:20'),\n",
			"('a:2','pending','2026-10-25 02:31:20');\n", 65,
		},
	} {
		t.Run(c.format, func(t *testing.T) {
			read := func(zone *time.Location) Batch {
				opt := testOptions
				opt.Zone = zone
				for _, f := range All {
					if r := f.Open([]byte(c.text+c.twice), opt); f.Name == c.format && r != nil {
						return readSample(t, r, []byte(c.text+c.twice), 1)
					}
				}
				t.Fatal("not recognised")
				return Batch{}
			}
			b := read(nil)
			if len(b.Observations) != 2 || b.Observations[0].Precision != 0 || b.Observations[1].Precision != 0 {
				t.Errorf("want 2 records without a time, got %+v", b.Observations)
			}
			if len(b.Problems) != 0 || b.Zoneless.Line == 0 || b.Zoneless.Offset != c.off || !strings.HasPrefix(b.Zoneless.Text, "2026-11-30") {
				t.Errorf("zoneless %+v, problems %+v", b.Zoneless, b.Problems)
			}
			b = read(berlin)
			if b.Zoneless != (Zoneless{}) {
				t.Errorf("zoneless %+v, although the zone is given", b.Zoneless)
			}
			if got := b.Observations[0].Time / 1e9; b.Observations[0].Precision == 0 || got != stamp("2026-11-30 07:31:20")/1e9 {
				t.Errorf("time %v", time.Unix(got, 0).UTC())
			}
			if len(b.Observations) != 2 || b.Observations[1].Precision != 0 {
				t.Errorf("the second is kept without a time: %+v", b.Observations)
			}
			if len(b.Problems) != 1 || b.Problems[0].Lines != 0 || b.Problems[0].Line != b.Observations[1].Line || !strings.Contains(b.Problems[0].Reason, "is twice in Europe/Berlin") {
				t.Errorf("problems %+v", b.Problems)
			}
		})
	}
}

// A record that is left out by rule is no reason to ask for a zone.
func TestZonelessOfNothing(t *testing.T) {
	b := parseText(t, "json-lines", `{"time":"2026-11-30T08:31:20","level":"info","msg":"listening"}`+"\n"+
		`{"time":"2026-11-30T08:31:20Z","level":"info","msg":"claimed","delivery_id":"d1"}`+"\n")
	if diff := cmp.Diff(Zoneless{}, b.Zoneless); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(b.Observations) != 1 || b.Observations[0].Event != profile.EventClaimed {
		t.Errorf("%+v", b.Observations)
	}
}

// What clocks show at the moment that comes out is what was read.
func FuzzReadLocal(f *testing.F) {
	zones := []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Monrovia", "+05:45"}
	for i := range zones {
		f.Add("2026-11-30 08:31:20,5", uint8(i))
		f.Add("2026-10-25T02:30:00.000000001", uint8(i))
		f.Add("1972-01-07 00:44:29", uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint8) {
		zone, err := LoadZone(zones[int(n)%len(zones)])
		if err != nil {
			t.Fatal(err)
		}
		l, ok := readLocal([]byte(text), zone)
		if !ok || l.precision == 0 {
			return
		}
		shows := time.Unix(0, l.nano).In(zone).Format("2006-01-02 15:04:05")
		if read := text[:10] + " " + text[11:19]; shows != read && !strings.HasSuffix(read, ":60") {
			t.Errorf("%q in %s became a moment at which clocks show %q", text, zone, shows)
		}
	})
}
