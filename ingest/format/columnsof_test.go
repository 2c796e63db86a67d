package format

import (
	"slices"
	"testing"
)

func TestColumnsOf(t *testing.T) {
	for _, tt := range []struct {
		name, head string
		want       []string
	}{
		{"commas", "Order ID,Total\n1,2.50\n", []string{"Order ID", "Total"}},
		{"semicolons", "Bestellung;Versandkosten (EUR)\r\n1;2,50\r\n", []string{"Bestellung", "Versandkosten (EUR)"}},
		{"tabs", "order\ttotal\n1\t2\n", []string{"order", "total"}},
		{"nothing but a header", "order,total", []string{"order", "total"}},
		{"one column", "order\n1\n", nil},
		{"a sentence", "It happened twice, as they say.\nAnd again.\n", nil},
		{"rows of another width", "order,total\n1,2,3\n", nil},
		{"no header: a number", "18452,Erika\n18453,Max\n", nil},
		{"no header: a time", "Erika,2026-11-30 08:26:47\nMax,2026-11-30 08:26:48\n", nil},
		{"no header: an address", "Erika,erika@example.test\nMax,max@example.test\n", nil},
		{"a chat", "[30.11.26, 08:31:13] Erika: was it sent twice, again?\n[30.11.26, 08:31:14] Max: yes, it was, again\n", nil},
		{"a long sentence", "order,the parcel was sent two times to her\n1,2\n", nil},
		{"JSON", `{"a":1,"b":2}` + "\n", nil},
		{"empty", "", nil},
	} {
		if got := ColumnsOf([]byte(tt.head)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
