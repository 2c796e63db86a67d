package report

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/webhookctl/webhookctl/analyze"
)

// original stands in for the files.
func original(source string, lineNo, _ int64) (string, error) {
	if strings.HasPrefix(source, "nginx/") {
		return "", errors.New("its SHA-256 is not that of the imported file")
	}
	return fmt.Sprintf("{\"line\":%d,\"delivery_id\":\"d3c083808682eaa2caa0570c7364f283\",\"note\":\"\x1b[2J\"}\r\n", lineNo), nil
}

func explained(t *testing.T, d analyze.Diagnosis, id string, opt Options) string {
	t.Helper()
	var buf bytes.Buffer
	if err := Explain(&buf, d, id, original, opt); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestExplainGolden(t *testing.T) {
	golden(t, "explain-D1.txt", []byte(explained(t, incident(), "D1", Options{})))
	golden(t, "explain-D4.txt", []byte(explained(t, incident(), "d4", Options{Width: 60})))
}

func TestExplainHostile(t *testing.T) {
	harmless8(t, explained(t, hostile(), "D1", Options{Width: 60}))
	harmless8(t, explained(t, zeroElements(), "", Options{}))
}

// Each record is written with its line once, whatever number of joins it carries.
func TestExplainWritesEveryRecordOnce(t *testing.T) {
	got := explained(t, incident(), "D1", Options{})
	for i, e := range twoRegistrations("D1").Evidence {
		line, err := original(e.Source, e.Line, e.Offset)
		if err != nil {
			t.Fatal(err)
		}
		head := fmt.Sprintf("[%d] %s  %s\n", i, place(e), e.Time)
		if n := strings.Count(got, head); n != 1 {
			t.Errorf("%q is written %d times, want once", head, n)
		}
		at := strings.Index(got, head)
		if want := "| " + Visible(strings.TrimRight(line, "\r\n")); at < 0 || !strings.Contains(got[at:], want) {
			t.Errorf("no original line below %q", head)
		}
	}
}

func TestExplainErrors(t *testing.T) {
	tests := []struct {
		name string
		d    analyze.Diagnosis
		opt  Options
		want string
	}{
		{"several", incident(), Options{}, `no duplicate "D9": this history has D5, D3, D4, D2, D1, D6`},
		{"one", base(twoRegistrations("D1")), Options{Filtered: true}, `no duplicate "D9": what the filter left has D1`},
		{"none", base(), Options{}, `no duplicate "D9": this history has none`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var buf bytes.Buffer
			err := Explain(&buf, tt.d, "D9", original, tt.opt)
			if err == nil || buf.Len() > 0 {
				t.Fatalf("error %v, output %q", err, buf.String())
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if err := Explain(&failing{}, incident(), "D1", nil, Options{}); !errors.Is(err, errFull) {
		t.Errorf("a full disk gave %v", err)
	}
}

func TestWindow(t *testing.T) {
	long := strings.Repeat("a", 5000) + "VALUE" + strings.Repeat("b", 5000)
	tests := []struct{ name, line, value, want string }{
		{"short", "a VALUE", "VALUE", "a VALUE"},
		{"long, nothing sought", strings.Repeat("a", 3000), "", strings.Repeat("a", 500) + " … 2500 bytes left out"},
		{
			"long, value in the middle", long, "VALUE", strings.Repeat("a", 250) + " … 4688 bytes left out … " + strings.Repeat("a", 62) + "VALUE" +
				strings.Repeat("b", 120) + " … 4880 bytes left out",
		},
		{"long, value early", "VALUE" + long, "VALUE", "VALUE" + strings.Repeat("a", 495) + " … 9510 bytes left out"},
		{"value over the cut", strings.Repeat("a", 498) + "VALUE" + strings.Repeat("b", 500), "VALUE", strings.Repeat("a", 250) +
			" … 186 bytes left out … " + strings.Repeat("a", 62) + "VALUE" + strings.Repeat("b", 120) + " … 380 bytes left out"},
		{"a long value stays whole", strings.Repeat("a", 3000) + strings.Repeat("9f", 600), strings.Repeat("9f", 600), strings.Repeat("a", 250) +
			" … 2688 bytes left out … " + strings.Repeat("a", 62) + strings.Repeat("9f", 600)},
		{"no character is parted", strings.Repeat("ü", 400) + "a", "", strings.Repeat("ü", 250) + " … 301 bytes left out"},
		{"nor one at an odd byte", "a" + strings.Repeat("ü", 400), "", "a" + strings.Repeat("ü", 249) + " … 302 bytes left out"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, window(nil, tt.line, tt.value)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
