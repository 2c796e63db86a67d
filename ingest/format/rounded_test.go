package format

import "testing"

func TestRounded(t *testing.T) {
	for number, want := range map[string]bool{
		"9007199254740991": false, "9007199254740992": false, "9007199254740993": false, "9007199254740994": true, "820982911946154508": false,
		"820982911946154500": true, "18446744073709552000": true, "18446744073709551617": false, "820982911946154508000": false,
		"100000000000000000000": true, "99999999999999999999999999": false, "100000000000000000000000000": true, "": false, "1e30": false, "-9007199254740994": false,
	} {
		if rounded([]byte(number)) != want {
			t.Errorf("%s: %v, want %v", number, !want, want)
		}
	}
}
