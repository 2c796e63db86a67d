package format

import (
	"slices"
	"testing"
)

func TestPSQLTable(t *testing.T) {
	const head = "  shipment_id  | order_id |         created_at         \n---------------+----------+----------------------------\n"
	const twice = " S8            |       52 | 2026-11-30 08:26:30.6+00\n S9            |       52 | 2026-11-30 08:26:30.7+00\n"
	for _, c := range []struct {
		name, text                 string
		records, problems, skipped int64
	}{
		{"as it is", head + twice + "(2 rows)\n\n", 2, 0, 4},
		{"without a footer", head + twice, 2, 0, 2},
		{"a value of two lines", head + twice + " a            +|       52 | 2026-11-30 08:26:30.7+00\n b             |          | \n(3 rows)\n", 2, 2, 3},
		{"goes on with nothing in the first column", head + twice + "               |       52 | 2026-11-30 08:26:30.7+00\n", 2, 1, 2},
		{"a bar in a value", head + twice + " a|b           |       52 | 2026-11-30 08:26:30.7+00\n", 2, 1, 2},
		{"no value", head + " S8            |          | 2026-11-30 08:26:30.6+00\n", 1, 0, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := All[slices.IndexFunc(All, func(f Format) bool { return f.Name == "effect-list" })]
			for _, size := range []int{1, 100, 1 << 20} {
				b := readSample(t, openWith(f, []byte(c.text), testOptions), []byte(c.text), size)
				rowsOf(t, c.records, c.problems, c.skipped, b)
			}
		})
	}
}

func rowsOf(t *testing.T, records, problems, skipped int64, b Batch) {
	t.Helper()
	var bad int64
	for _, p := range b.Problems {
		bad += p.Lines
	}
	if int64(len(b.Observations)) != records || bad != problems || b.Skipped != skipped {
		t.Errorf("%d records, %d lines with problems, %d skipped; want %d, %d, %d: %+v", len(b.Observations), bad, b.Skipped, records, problems, skipped, b.Problems)
	}
	if b.Observations[0].Precision == 0 || b.Observations[0].DownstreamID != "S8" {
		t.Errorf("the first record is %+v", b.Observations[0])
	}
}
