package report

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func table(t *testing.T, header []string, rows [][]string, opt TableOptions) string {
	t.Helper()
	var buf bytes.Buffer
	if err := Table(&buf, header, rows, opt); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestTable(t *testing.T) {
	header := []string{"file_name", "why_it"}
	rows := [][]string{
		{"a.log", "time \"03/04/26\" could be 3 April or 4 March"},
		{"d3c083808682eaa2caa0570c7364f283", "short"},
		{"日本", "x\ty\nz\x1b[0m"},
		{"", "  led by spaces"},
	}
	tests := []struct {
		name string
		opt  TableOptions
		rows [][]string
		want string
	}{
		{"pipe", TableOptions{}, rows, "file_name\twhy_it\n" +
			"a.log\ttime \"03/04/26\" could be 3 April or 4 March\n" +
			"d3c083808682eaa2caa0570c7364f283\tshort\n" +
			"日本\tx\\ty\\nz\\x1b[0m\n" +
			"\t  led by spaces\n"},
		{"terminal", TableOptions{Terminal: true}, rows, `
file_name                         why_it
─────────────────────────────────────────────────────────────────────────────
a.log                             time "03/04/26" could be 3 April or 4 March
d3c083808682eaa2caa0570c7364f283  short
日本                              x\ty\nz\x1b[0m
                                    led by spaces
`},
		{"prose gives way", TableOptions{Terminal: true, Width: 60, Prose: []int{1}}, rows, `
file_name                         why_it
────────────────────────────────────────────────────────────
a.log                             time "03/04/26" could be 3
                                  April or 4 March
d3c083808682eaa2caa0570c7364f283  short
日本                              x\ty\nz\x1b[0m
                                    led by spaces
`},
		{"too narrow", TableOptions{Terminal: true, Width: 40, Prose: []int{1}}, rows[:2], `
file_name
  why_it
────────────────────────────────────────
a.log
  time "03/04/26" could be 3 April or 4
  March
d3c083808682eaa2caa0570c7364f283
  short
`},
		{
			"a word is wider than its column could be",
			TableOptions{Terminal: true, Width: 60, Prose: []int{1}},
			[][]string{{"d3c083808682eaa2caa0570c7364f283", "wp-content/uploads/wc-logs-of-old is no folder"}},
			`
file_name
  why_it
────────────────────────────────────────────────────────────
d3c083808682eaa2caa0570c7364f283
  wp-content/uploads/wc-logs-of-old is no folder
`,
		},
		{"no rows", TableOptions{Terminal: true}, nil, `
file_name  why_it
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := strings.TrimPrefix(tt.want, "\n")
			if diff := cmp.Diff(want, table(t, header, tt.rows, tt.opt)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What does not fit is folded in the same way for all rows and the header, so that its columns can be read down.
func TestTableFolds(t *testing.T) {
	header := []string{"file", "format", "records", "says", "hash"}
	rows := [][]string{
		{"wc-logs/webhooks-delivery-2026-11-30.log", "woocommerce-log", "12", "four words in all", "00ff"},
		{"a.log", "har", "7", "", ""},
	}
	want := `
file
  format           records
  says
  hash
──────────────────────────────
wc-logs/webhooks-delivery-2026-11-30.log
  woocommerce-log  12
  four words in all
  00ff
a.log
  har              7
`
	got := table(t, header, rows, TableOptions{Terminal: true, Width: 30, Prose: []int{3}})
	if diff := cmp.Diff(strings.TrimPrefix(want, "\n"), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// No identifier is cut, at any width, and the environment changes no byte.
func TestTableCutsNothing(t *testing.T) {
	long := strings.Repeat("evt_", 2500)
	for _, width := range []int{1, 20, 80, 20000} {
		got := table(t, []string{"id", "says"}, [][]string{{long, "two words"}}, TableOptions{Terminal: true, Width: width, Prose: []int{1}})
		if !strings.Contains(got, long) {
			t.Errorf("width %d: the identifier was cut", width)
		}
	}
	draw := func() string {
		return table(t, []string{"§", "±"}, [][]string{{"→", "…"}, {"αβγ", "×"}}, TableOptions{Terminal: true})
	}
	want := draw()
	t.Setenv("LANG", "ja_JP.UTF-8")
	t.Setenv("LC_ALL", "ja_JP.UTF-8")
	t.Setenv("RUNEWIDTH_EASTASIAN", "1")
	if diff := cmp.Diff(want, draw()); diff != "" {
		t.Errorf("another locale (-want +got):\n%s", diff)
	}
}

func TestTableErrors(t *testing.T) {
	for _, terminal := range []bool{false, true} {
		opt := TableOptions{Terminal: terminal}
		if err := Table(&failing{3}, []string{"a"}, [][]string{{"b"}}, opt); !errors.Is(err, errFull) {
			t.Errorf("a full disk gave %v", err)
		}
		if err := Table(&bytes.Buffer{}, nil, nil, opt); err == nil {
			t.Error("no header gave no error")
		}
		if err := Table(&bytes.Buffer{}, []string{"a", "b"}, [][]string{{"1", "2"}, {"1"}}, opt); err == nil {
			t.Error("a ragged row gave no error")
		}
	}
}
