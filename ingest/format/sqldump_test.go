package format

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

func recordedDump(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "tables", "woocommerce.mysqldump.sql"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A recorded dump says what the JSON exports of the same tables say, whichever program might have written it.
func TestSQLDumpIsOtherExports(t *testing.T) {
	var want []profile.Observation
	events := map[profile.Event]bool{}
	for _, c := range []struct{ file, format string }{ // in the order of the dump
		{"wp_wc_webhooks.json", "woocommerce-webhooks-table"},
		{"wp_actionscheduler_actions.json", "action-scheduler-actions"},
		{"wp_actionscheduler_logs.json", "action-scheduler-logs"},
		{"wp_actionscheduler_claims.json", "action-scheduler-claims"},
	} {
		text, err := os.ReadFile(filepath.Join("testdata", "tables", c.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range parseText(t, c.format, string(text)).Observations {
			o.Line, o.Offset, o.Lines = 0, 0, 0
			events[o.Event] = true
			want = append(want, o)
		}
	}
	recorded := recordedDump(t)
	create := regexp.MustCompile("(?s)CREATE TABLE .*?;\n")
	columns := regexp.MustCompile("(?m)^  (`[a-z_]+`) ")
	table := regexp.MustCompile("CREATE TABLE (`[a-z_]+`)")
	withColumns := recorded
	for _, c := range create.FindAllString(recorded, -1) {
		var names []string
		for _, m := range columns.FindAllStringSubmatch(c, -1) {
			names = append(names, m[1])
		}
		name := table.FindStringSubmatch(c)[1]
		withColumns = strings.Replace(withColumns, "INSERT INTO "+name+" VALUES", "INSERT INTO "+name+" ("+strings.Join(names, ", ")+") VALUES", 1)
	}
	mysql := strings.NewReplacer("VALUES\n(", "VALUES (", "),\n(", "),(")
	prefix := strings.NewReplacer("`wp_", "`x7Q_2_")
	for _, c := range []struct{ name, text string }{
		{"as recorded", recorded},
		{"all rows of a table in one line", mysql.Replace(recorded)},
		{"with columns", create.ReplaceAllString(withColumns, "")},
		{"with columns, all rows in one line", mysql.Replace(withColumns)},
		{"without CREATE TABLE", create.ReplaceAllString(recorded, "")},
		{"another prefix", prefix.Replace(recorded)},
		{"quotes doubled", strings.ReplaceAll(strings.ReplaceAll(recorded, `\'`, `''`), `\"`, `"`)},
		{"lines of Windows", strings.ReplaceAll(recorded, "\n", "\r\n")},
		{"REPLACE of another database's", strings.ReplaceAll(recorded, "INSERT INTO `", "REPLACE INTO `shop`.`")},
		{"INSERT IGNORE", strings.ReplaceAll(recorded, "INSERT INTO", "INSERT  IGNORE INTO")},
		{"a statement for each row", regexp.MustCompile(`\),\n\(`).ReplaceAllString(withColumns, ");\n(")},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.text
			if c.name == "a statement for each row" {
				text = eachRowInserted(text)
			}
			b := parseText(t, "mysqldump", text)
			var got []profile.Observation
			for _, o := range b.Observations {
				if !events[o.Event] {
					continue // of woocommerce_log, whose export is not beside it
				}
				if at := text[o.Offset:]; !strings.Contains(at[:min(len(at), 600)], id(&o)) {
					t.Errorf("offset %d does not point at %q", o.Offset, id(&o))
				}
				if line := int64(strings.Count(text[:o.Offset], "\n")) + 1; line != o.Line {
					t.Errorf("line %d, where the offset is in line %d", o.Line, line)
				}
				o.Line, o.Offset, o.Lines = 0, 0, 0
				got = append(got, o)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-exports +dump):\n%s\nproblems %+v", diff, b.Problems)
			}
			if len(b.Problems) > 0 {
				t.Errorf("problems %+v", b.Problems)
			}
		})
	}
}

// eachRowInserted puts the INSERT of a row before those that follow it, as mysqldump --skip-extended-insert does.
func eachRowInserted(text string) string {
	insert := ""
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "INSERT INTO ") {
			insert = strings.TrimSuffix(line, "\n") + " "
			continue
		}
		if strings.HasPrefix(line, "(") {
			out.WriteString(insert)
		}
		out.WriteString(line)
	}
	return out.String()
}

func TestSQLValue(t *testing.T) {
	for _, c := range []struct{ name, sql, want string }{
		{"NULL", "NULL", "<null>"},
		{"null in small letters", "null", "<null>"},
		{"nothing", "", "<null>"},
		{"a text NULL", "'NULL'", "NULL"},
		{"empty", "''", ""},
		{"number", "-12.50e3", "-12.50e3"},
		{"every escape", `'\0\n\r\t\b\Z\\\'\"\x'`, "\x00\n\r\t\b\x1a\\'\"x"},
		{"wildcards keep their backslash", `'10\% of\_it'`, `10\% of\_it`},
		{"doubled quotes", `'it''s "so"'`, `it's "so"`},
		{"double quotes", `"it's ""so"""`, `it's "so"`},
		{"blob", "0x616263", "abc"},
		{"half a blob stays as it is", "0x616", "0x616"},
		{"hex literal", "X'616263'", "abc"},
		{"binary", "_binary 'a\\'b'", "a'b"},
		{"charset without blank", "_utf8mb4'x'", "x"},
		{"binary blob", "_binary 0x61", "a"},
		{"national", "N'x'", "x"},
		{"function", "NOW()", "NOW()"},
		{"bytes that are no UTF-8", "'\xff'", "\xff"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var r sqlRow
			r.split([]byte("(1," + c.sql + " , 'z')"))
			if len(r.fields) != 3 {
				t.Fatalf("fields %q, want 3", r.fields)
			}
			v := sqlValue(r.fields[1])
			got := string(v.text)
			if v.null {
				got = "<null>"
			}
			if got != c.want {
				t.Errorf("%s is %q, want %q", c.sql, got, c.want)
			}
		})
	}
}

// Statements that are no rows of ours are skipped, and what they hold misleads nobody.
func TestSQLDumpSkips(t *testing.T) {
	const claim = "INSERT INTO `wp_actionscheduler_claims` VALUES (1078,'2026-11-30 09:11:22');\n"
	for _, c := range []struct{ name, text string }{
		{"comments", "-- it's a comment (1,\n# it's another\n/* it's\none */\n--\n"},
		{"a view", "/*!50001 CREATE VIEW `v` AS SELECT 'a;b' */;\n"},
		{"a trigger", "DELIMITER ;;\nCREATE TRIGGER x BEGIN INSERT INTO wp_actionscheduler_claims VALUES (1,'2026-11-30 09:11:22'); END ;;\nDELIMITER ;\n"},
		{"another table with our words", "INSERT INTO `wp_posts` VALUES (1,'INSERT INTO `wp_actionscheduler_claims` VALUES (5,\\'2026-11-30 09:11:22\\');');\n"},
		{"an INSERT of a query", "INSERT INTO `wp_actionscheduler_claims` SELECT 1, '2026-11-30';\n"},
		{"a table of that name with other columns", "CREATE TABLE `my_actionscheduler_claims` (\n  `claim_id` int,\n  `note` text\n);\nINSERT INTO `my_actionscheduler_claims` VALUES (1,'x');\n"},
		{"a function in another table", "INSERT INTO `geo` VALUES (1,ST_GeomFromText('POINT(1 2)', 4326),b'0');\n"},
		{"a lost quote in another table", "INSERT INTO `wp_posts` VALUES\n(1,'it's'),\n(2,'x');\n"},
		{"a string without end before a statement", "INSERT INTO `wp_posts` VALUES (1,'it\n/*!40000 x */;\n"},
		{"a warning", "mysqldump: Error: 'Access denied' when trying to dump tablespaces;\n"},
		{"an update of what is there", "INSERT INTO `wp_posts` VALUES (1,'a') ON DUPLICATE KEY UPDATE a=VALUES(a);\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, "mysqldump", "-- MySQL dump 10.13\n"+c.text+claim)
			if len(b.Observations) != 1 || b.Observations[0].RowID != "1078" || len(b.Problems) > 0 {
				t.Errorf("got %+v, problems %+v; want the claim 1078 alone", b.Observations, b.Problems)
			}
			lines := int64(strings.Count(c.text, "\n")) + 1
			if b.InRecords != 1 || b.Skipped != lines {
				t.Errorf("%d lines in records, %d skipped; want 1 and %d", b.InRecords, b.Skipped, lines)
			}
		})
	}
}

// Action Scheduler's priority column came late: a site that was updated has it behind the others.
func TestSQLDumpOrders(t *testing.T) {
	want := profile.Observation{
		Event: profile.EventAction, Provider: "woocommerce", ActionID: "17", WebhookID: "3", ResourceID: "14", RowStatus: "complete",
		Attempt: 1, Time: stamp("2026-11-30 08:26:25"), Precision: time.Second, Line: 2, Lines: 1,
	}
	const head = "17,'woocommerce_deliver_webhook_async','complete','2026-11-30 08:26:25','2026-11-30 09:26:25'"
	const args = `'{\"webhook_id\":3,\"arg\":14}'`
	const tail = "'O:30',5,1,'2026-11-30 08:26:26','2026-11-30 09:26:26',0,NULL"
	for _, c := range []struct{ name, row string }{
		{"new", "(" + head + ",10," + args + "," + tail + ")"},
		{"updated", "(" + head + "," + args + "," + tail + ",10)"},
		{"old", "(" + head + "," + args + "," + tail + ")"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, "mysqldump", "-- MySQL dump\nINSERT INTO wp_actionscheduler_actions VALUES "+c.row+";\n")
			want.Offset = int64(len("-- MySQL dump\nINSERT INTO wp_actionscheduler_actions VALUES "))
			if diff := cmp.Diff([]profile.Observation{want}, b.Observations); diff != "" {
				t.Errorf("(-want +got):\n%s\nproblems %+v", diff, b.Problems)
			}
		})
	}
}

func TestSQLDumpProblems(t *testing.T) {
	const insert = "INSERT INTO `wp_wc_webhooks` (`webhook_id`,`status`,`delivery_url`,`topic`,`secret`) VALUES\n"
	const good = "(7,'active','http://h.example.test/','order.updated','geheim')"
	for _, c := range []struct {
		name, text string
		records    int
		want       []profile.Problem
	}{
		{
			"a quote too many costs its own line", insert + "(6,'act'ive','http://h.example.test/','order.updated','geheim'),\n" + good + ";\n", 1,
			[]profile.Problem{{Line: 2, Offset: 92, Lines: 1, Reason: "the row has no end, or its quotes do not pair"}},
		},
		{
			"a quote too few costs its own line", insert + "(6,'active,'http://h.example.test/','order.updated','geheim'),\n" + good + ";\n", 1,
			[]profile.Problem{{Line: 2, Offset: 92, Lines: 1, Reason: "the row has no end, or its quotes do not pair"}},
		},
		{
			"the last quote is lost", insert + "(6,'active','http://h.example.test/','order.updated','geheim),\n" + good + ";\n", 1,
			[]profile.Problem{{Line: 2, Offset: 92, Lines: 1, Reason: "the row has no end, or its quotes do not pair"}},
		},
		{
			"a value too few", insert + "(6,'active','http://h.example.test/','geheim'),\n" + good + ";\n", 1,
			[]profile.Problem{{Line: 2, Offset: 92, Lines: 1, Reason: "row has 4 values where the table has 5 columns"}},
		},
		{
			"cut within a row", insert + good + ",\n(8,'active','geh", 1,
			[]profile.Problem{{Line: 3, Offset: 156, Lines: 1, Reason: "the row has no end, or its quotes do not pair"}},
		},
		{
			"cut within another table", insert + good + ";\nINSERT INTO `wp_posts` VALUES (1,'x'),(2,'y", 1,
			[]profile.Problem{{Line: 3, Offset: 194, Lines: 1, Reason: "the dump ends within a row of a table that is not read; tables behind it are missing"}},
		},
		{
			"cut before a row's line ends", insert + good + ",\n(8,'active'\n" + good + ";\n", 2,
			[]profile.Problem{{Line: 3, Offset: 156, Lines: 1, Reason: "the row has no end, or its quotes do not pair"}},
		},
		{
			"the second of two in a line", insert + good + ",(8);\n", 1,
			[]profile.Problem{{Line: 2, Offset: 155, Lines: 0, Reason: "row has 1 values where the table has 5 columns"}},
		},
		{
			"an ID that is none", insert + "('x','active','http://h.example.test/','order.updated','geheim');\n", 0,
			[]profile.Problem{{Line: 2, Offset: 92, Lines: 1, Reason: `webhook ID "x" is not a number`}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := parseText(t, "mysqldump", c.text)
			for i := range b.Problems {
				if b.Problems[i].Hint == "" {
					t.Errorf("problem %d has no hint", i)
				}
				b.Problems[i].Hint = ""
			}
			if diff := cmp.Diff(c.want, b.Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if len(b.Observations) != c.records {
				t.Errorf("%d records, want %d", len(b.Observations), c.records)
			}
		})
	}
}

// Wherever a dump is cut, no problem shows a secret.
func TestSQLDumpShowsNoSecret(t *testing.T) {
	text := recordedDump(t)
	end := strings.Index(text, "Dumping data for table `wp_actionscheduler_actions`")
	for _, broken := range []string{"", "'", "(", ")", "\n(", "\\", ";"} {
		for i := strings.Index(text, "INSERT INTO"); i < strings.Index(text, "UNLOCK TABLES"); i++ {
			for _, s := range []string{text[:i] + broken, text[:i] + broken + text[i:end], text[:i] + broken + text[i+1:end]} {
				r := openSample(sqlDump, []byte(s))
				if r == nil {
					t.Fatalf("cut at %d it is no dump", i)
				}
				b := readSample(t, r, []byte(s), len(s))
				for _, p := range b.Problems {
					if strings.Contains(p.Reason+p.Hint, "geheim") {
						t.Fatalf("%q at %d: %s", broken, i, p.Reason)
					}
				}
				for _, o := range b.Observations {
					if strings.Contains(o.Topic+o.RowStatus+o.URL+o.APIVersion+o.WebhookID, "geheim") {
						t.Fatalf("%q at %d: %+v", broken, i, o)
					}
				}
			}
		}
	}
}

func TestSQLDumpChunks(t *testing.T) {
	texts := []string{recordedDump(t)}
	for _, s := range sqlDumpSamples {
		if !s.Refused {
			texts = append(texts, s.Text)
		}
	}
	for i, text := range texts {
		r := openSample(sqlDump, []byte(text))
		whole := readSample(t, r, []byte(text), len(text)+1)
		for size := 1; size < len(text); size += 1 + size/64 {
			got := readSample(t, r, []byte(text), size)
			// A line with a skipped and a read part is given to either.
			got.InRecords, got.Skipped = whole.InRecords, whole.Skipped
			if diff := cmp.Diff(whole, got); diff != "" {
				t.Fatalf("text %d in chunks of %d (-whole +cut):\n%s", i, size, diff)
			}
		}
	}
}

// A row that is too long costs itself, where its line ends with it, and not what comes behind.
func TestSQLDumpLongRow(t *testing.T) {
	r := openSQLDump([]byte("-- MySQL dump"), Options{MaxLine: 1000})
	long := strings.Repeat("x", 5000)
	const claim = "(1078,'2026-11-30 09:11:22')"
	for _, c := range []struct {
		name, text string
		records    int
		want       []profile.Problem
	}{
		{
			"ours", "INSERT INTO wp_actionscheduler_claims VALUES\n(1,'" + long + "'),\n" + claim + ";\n", 1,
			[]profile.Problem{{Line: 2, Offset: 45, Lines: 1, Reason: "a row of at least 1600 bytes is longer than 1000", Hint: dumpHint}},
		},
		{"another's", "INSERT INTO wp_posts VALUES\n(1,'" + long + "'),\n(2,'x');\nINSERT INTO wp_actionscheduler_claims VALUES " + claim + ";\n", 1, nil},
		{"a comment", "-- " + long + "\nINSERT INTO wp_actionscheduler_claims VALUES " + claim + ";\n", 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := readSample(t, r, []byte(c.text), 100)
			if diff := cmp.Diff(c.want, b.Problems); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
			if len(b.Observations) != c.records {
				t.Errorf("%d records, want %d", len(b.Observations), c.records)
			}
		})
	}
}

func TestSQLKnownForgets(t *testing.T) {
	var k *sqlKnown
	for range 3 * mostKnown {
		k = k.learn([]byte("CREATE TABLE `a` (`claim_id` int, `date_created_gmt` int)"), &testOptions)
		if k.count > mostKnown {
			t.Fatalf("%d tables are remembered", k.count)
		}
	}
	if !k.target("a", nil, &testOptions).wanted() || k.target("b", nil, &testOptions).wanted() {
		t.Error("a must be known, b not")
	}
}

func FuzzSQLDump(f *testing.F) {
	for _, s := range sqlDumpSamples {
		f.Add([]byte(s.Text), 100)
	}
	f.Add([]byte(recordedDump(f)), 1000)
	f.Fuzz(func(t *testing.T, text []byte, size int) { fuzzFormats(t, []Format{sqlDump}, text, size) })
}

func BenchmarkSQLDump(b *testing.B) {
	const create = "CREATE TABLE `wp_actionscheduler_actions` (`action_id` int,`hook` text,`status` text,`scheduled_date_gmt` datetime,`args` text,`schedule` text);\n"
	const row = `(17,'woocommerce_deliver_webhook_async','complete','2026-11-30 08:26:25','{\"webhook_id\":3,\"arg\":14}','O:30:\"ActionScheduler_SimpleSchedule\":2:{s:22:\"\0*\0scheduled_timestamp\";i:1796027185;}')`
	text := []byte(create + "INSERT INTO `wp_actionscheduler_actions` VALUES " + strings.Repeat(row+",", 4000) + row + ";\n")
	r := openSQLDump(text[:HeadSize], testOptions).(Continuer)
	b.Run("frame", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			r.FrameFrom(nil, text, true)
		}
	})
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			batch := Batch{Marker: plainMarker{}}
			r.Parse(Chunk{Data: text, Line: 1}, &batch)
			if len(batch.Observations) != 4001 {
				b.Fatal(len(batch.Observations))
			}
		}
	})
}
