package format

import "testing"

// Formats that share what they find out say the same as each by itself, in whatever order they are asked.
func TestSharing(t *testing.T) {
	for _, from := range All {
		for i, s := range from.Samples {
			opt := testOptions
			opt.Lines = given(t, from, s)
			text := []byte(s.Text)
			forth, back := opt.Sharing(), opt.Sharing()
			for n := range All {
				f, last := All[n], All[len(All)-1-n]
				if alone, shared := openWith(f, text, opt) != nil, openWith(f, text, forth) != nil; alone != shared {
					t.Errorf("%s says %v to sample %d of %s, and %v by itself", f.Name, shared, i, from.Name, alone)
				}
				if alone, shared := openWith(last, text, opt) != nil, openWith(last, text, back) != nil; alone != shared {
					t.Errorf("%s says %v to sample %d of %s, and %v by itself", last.Name, shared, i, from.Name, alone)
				}
			}
		}
	}
}
