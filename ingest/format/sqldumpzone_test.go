package format

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// zonedDump has a table of claims of which created_at is a moment and updated_at what a clock showed.
func zonedDump(head, insert string) string {
	return head + "CREATE TABLE `operations` (\n  `operation_key` varchar(120) NOT NULL,\n  `status` varchar(20) NOT NULL,\n" +
		"  `created_at` timestamp(3) NOT NULL DEFAULT current_timestamp(3),\n  `updated_at` datetime(3) DEFAULT NULL,\n" +
		"  PRIMARY KEY (`operation_key`)\n) ENGINE=InnoDB;\n" + insert + "\n"
}

func TestSQLDumpZone(t *testing.T) {
	const row = " ('shipment:create:14:full','succeeded','2026-11-30 13:51:59.070','2026-11-30 13:51:59.133');"
	const turned = "INSERT INTO `operations` (`updated_at`, `created_at`, `status`, `operation_key`) VALUES\n" +
		"('2026-11-30 13:51:59.133','2026-11-30 13:51:59.070','succeeded','shipment:create:14:full');"
	const insert = "INSERT INTO `operations` VALUES" + row
	berlin, err := LoadZone("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	const moment, inBerlin = "13:51:59.070", "12:51:59.133"
	tests := []struct {
		name, head, insert string
		assume             *time.Location
		want               []string // the time of the claim and of its end, "" for none
	}{
		{"mysqldump", "/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;\n/*!40103 SET TIME_ZONE='+00:00' */;\n", insert, nil, []string{moment, ""}},
		{"mariadb-dump of 10.11", "/*M!999999\\- enable the sandbox mode */ \n/*M!100100 SET TIME_ZONE='+00:00' */;\n", insert, nil, []string{moment, ""}},
		{"phpMyAdmin", "-- phpMyAdmin SQL Dump\nSTART TRANSACTION;\nSET time_zone = \"+00:00\";\n", insert, nil, []string{moment, ""}},
		{"with names of columns", "-- MySQL dump\nSET NAMES utf8;\nSET time_zone = '+00:00';\n", turned, nil, []string{moment, ""}},
		{"several at once", "-- MySQL dump\nSET @a = 1, @@session.time_zone := '+00:00', @b = 2;\n", insert, nil, []string{moment, ""}},
		{"another zone", "-- MySQL dump\nSET SESSION time_zone = '+02:00';\n", insert, nil, []string{"11:51:59.070", ""}},
		{"beside --assume-tz", "/*!40103 SET TIME_ZONE='+00:00' */;\n", insert, berlin, []string{moment, inBerlin}},
		{"--skip-tz-utc", "-- MySQL dump\nSET NAMES utf8;\n", insert, nil, []string{"", ""}},
		{"--skip-tz-utc and --assume-tz", "-- MySQL dump\nSET NAMES utf8;\n", insert, berlin, []string{"12:51:59.070", inBerlin}},
		{"set back", "/*!40103 SET TIME_ZONE='+00:00' */;\n/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;\n", insert, nil, []string{"", ""}},
		{"the server's", "/*!40103 SET GLOBAL TIME_ZONE='+00:00' */;\n", insert, nil, []string{"", ""}},
		{"a zone that only the server knows", "/*!40103 SET TIME_ZONE='SYSTEM' */;\n", insert, nil, []string{"", ""}},
		{"in a string", "-- MySQL dump\nSET @a = 'x, TIME_ZONE=''+00:00''';\n", insert, nil, []string{"", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opt := testOptions
			opt.Zone = tt.assume
			text := []byte(zonedDump(tt.head, tt.insert))
			b := readSample(t, openSQLDump(text, opt), text, 1<<20)
			var got []string
			for _, o := range b.Observations {
				at := ""
				if o.Precision != 0 {
					at = time.Unix(0, o.Time).UTC().Format("15:04:05.000")
				}
				got = append(got, at)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if asks := b.Zoneless.Line != 0; asks != strings.HasSuffix(strings.Join(tt.want, ","), ",") {
				t.Errorf("asks for a zone: %v", asks)
			}
		})
	}
}

// A zone holds until the session is given another, whatever chunks the file is read in.
func TestSQLDumpZoneInChunks(t *testing.T) {
	text := []byte(zonedDump("/*!40103 SET TIME_ZONE='+00:00' */;\n", "INSERT INTO `operations` VALUES ('k:14','done','2026-11-30 13:51:59.070',NULL);\n"))
	for size := 1; size < 64; size++ {
		b := readSample(t, openSQLDump(text, testOptions), text, size)
		if len(b.Observations) != 2 || b.Observations[0].Time != stamp("2026-11-30 13:51:59")+70e6 {
			t.Fatalf("in chunks of %d: %+v", size, b.Observations)
		}
	}
}
