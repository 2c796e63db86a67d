package format

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The two forms of CSV differ in what a backslash and a doubled quote are.
func TestCSVForms(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rfc        bool
		want       []string // operation keys
	}{
		{"RFC 4180", "operation_key,status\n\"a\"\"1\"\"\",x\n", true, []string{`a"1"`}},
		{"a quote at the start", "operation_key,status\n\"\"\"a\",x\n", true, []string{`"a`}},
		{"a quote at the end", "operation_key,status\n\"a\"\"\",x\n", true, []string{`a"`}},
		{"a backslash before a quote", "operation_key,status\n\"a\"\"b\\\"\"c\",x\n\"d\\\",y\n", true, []string{`a"b\"c`, `d\`}},
		{"line feeds within quotes", "operation_key,status\n\"a\n\"\"b\n,c\",x\nd,y\n", false, []string{"a\n\"b\n,c", "d"}},
		{"an empty field is no doubled quote", "operation_key,status\n\"a\",\"\"\n\"b\",\"\"\n", false, []string{"a", "b"}},
		{"INTO OUTFILE", "\"operation_key\",\"status\"\n\"a\\\"1\\\\\\\n2\",\\N\n", false, []string{"a\"1\\\n2"}},
		{"semicolons", "operation_key;status\n\"a;b\";x\nc,d;y\n", false, []string{"a;b", "c,d"}},
		{"Windows", "operation_key,status\r\na,x\r\n\"b\"\"\",y\r\n", true, []string{"a", `b"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, r := openCSVTable([]byte(c.text), &testOptions)
			if r == nil {
				t.Fatal("not recognised")
			}
			if got := r.(csvTable).csv.rfc; got != c.rfc {
				t.Errorf("RFC 4180: %v, want %v", got, c.rfc)
			}
			for _, size := range []int{1, 1 << 20} {
				var got []string
				b := readSample(t, r, []byte(c.text), size)
				for _, o := range b.Observations {
					got = append(got, o.OperationKey)
				}
				if diff := cmp.Diff(c.want, got); diff != "" || len(b.Problems) > 0 {
					t.Errorf("in chunks of %d (-want +got):\n%s\nproblems %+v", size, diff, b.Problems)
				}
			}
		})
	}
}
