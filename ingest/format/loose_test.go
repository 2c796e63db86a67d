package format

import (
	"strings"
	"testing"
)

func TestLooseJSON(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		lost             bool
		rest             string
	}{
		{name: "JSON", text: `{"id":14,"a":[1,{"b":null}],"c":"\u00eb\/ \"x\""} and`, want: `{"id":14,"a":[1,{"b":null}],"c":"\u00eb\/ \"x\""}`, rest: " and"},
		{name: "nothing", text: "{}", want: "{}"},
		{name: "no elements", text: "[ ]", want: "[]"},
		{name: "Python", text: `{'id': 14, 'a': [True, False, None], 'b': ('x', 2), 'c': "it's", 'd': b'raw', 'e': 1.5e-05}`, want: `{"id":14,"a":[true,false,null],"b":["x",2],"c":"it's","d":"raw","e":1.5e-05}`},
		{name: "Python's escapes", text: `{'a': 'it\'s \\ \x00 \n \U0001f600 ë'}`, want: `{"a":"it's \\ \u0000 \n 😀 ë"}`},
		{name: "Python's set", text: `{1, 2}`, want: `[1,2]`},
		{name: "Python's objects", text: `{'total': Decimal('19.90'), 'at': datetime.datetime(2026, 11, 30, 8, 31), 'x': <Order: 14>}`, want: `{"total":"19.90","at":null,"x":null}`, lost: true},
		{name: "Ruby", text: `{"id"=>14, :paid=>true, note: nil, "a"=>[{"k"=>"_n", "v"=>"say \"hi\" \#{x} \e[0m"}]}`, want: `{"id":14,"paid":true,"note":null,"a":[{"k":"_n","v":"say \"hi\" #{x} \u001b[0m"}]}`},
		{name: "Ruby without blanks", text: `{"id"=>14,"b"=>{"c"=>1.0}}`, want: `{"id":14,"b":{"c":1.0}}`},
		{
			name: "Node", text: "{\n  id: 14,\n  'x-id': 'a\"b',\n  items: [ { sku: \"it's\" }, [Object] ],\n  at: 2026-11-30T08:28:13.943Z,\n  big: 82098291194615n,\n  none: undefined\n}\nnext",
			want: `{"id":14,"x-id":"a\"b","items":[{"sku":"it's"},[null]],"at":"2026-11-30T08:28:13.943Z","big":82098291194615,"none":null}`, lost: true, rest: "\nnext",
		},
		{name: "Node's classes", text: `{ id: 14, tags: Map(1) { 'a' => 1 }, of: Order { id: 2 }, list: Array(2) [ 1, 2 ] }`, want: `{"id":14,"tags":{"a":1},"of":{"id":2},"list":[1,2]}`},
		{name: "Node's null prototype", text: `[Object: null prototype] { id: '14' }`, want: `{"id":"14"}`},
		{name: "Node's long texts", text: "{ a: 'one ' +\n    'two ' +\n    'three', b: 1 }", want: `{"a":"one two three","b":1}`},
		{name: "Node's circles", text: `<ref *1> { id: 14, self: [Circular *1] }`, want: `{"id":14,"self":[null]}`, lost: true},
		{name: "Node leaves out", text: `{ list: [ 1, 2, ... 3 more items ] }`, want: `{"list":[1,2,null]}`, lost: true},
		{name: "var_export", text: "array (\n  'id' => 14,\n  'a' => \n  array (\n    0 => 'x',\n    1 => NULL,\n  ),\n)", want: `{"id":14,"a":{"0":"x","1":null}}`},
		{
			name: "print_r", lost: true, text: "Array\n(\n    [id] => 14\n    [billing] => Array\n        (\n            [first_name] => Zoë\n        )\n\n    [items] => Array\n        (\n            [0] => a\n            [1] => Array\n                (\n                )\n\n        )\n\n    [note] => two\nlines] => \"x\"\n    [none] => \n)\nnext",
			want: `{"id":"14","billing":{"first_name":"Zoë"},"items":["a",{}],"note":"two\nlines] => \"x\"","none":""}`, rest: "next",
		},
		{name: "print_r of an object", lost: true, text: "WC_Order Object\n(\n    [id:protected] => 14\n)\n", want: `{"id":"14"}`},
		{name: "print_r with carriage returns", lost: true, text: "Array\r\n(\r\n    [id] => 14\r\n)\r\n\r\n", want: `{"id":"14"}`},
		{name: "no end", text: `{'id': 14, 'a': [1, 2}`},
		{name: "a text without an end", text: `{'id': 'a`},
		{name: "print_r without an end", text: "Array\n(\n    [id] => 14\n"},
		{name: "no object", text: "order {id}"},
		{name: "a word in brackets", text: "{id}", want: `[null]`, lost: true},
		{name: "too deep", text: strings.Repeat("[", 101) + strings.Repeat("]", 101)},
		{name: "as deep as it may be", text: strings.Repeat("[", 100) + strings.Repeat("]", 100), want: strings.Repeat("[", 100) + strings.Repeat("]", 100)},
		{name: "not UTF-8", text: "{'a': '\xff'}", want: "{\"a\":\"\ufffd\"}", lost: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, size, lost := looseJSON(nil, []byte(c.text), 100)
			if string(got) != c.want || lost != c.lost {
				t.Errorf("got  %s, lost %v\nwant %s, lost %v", got, lost, c.want, c.lost)
			}
			if rest := c.text[size:]; size > 0 && rest != c.rest {
				t.Errorf("rest %q, want %q", rest, c.rest)
			}
			var s jsonScanner
			if err := s.scan(got, 200, nil); size > 0 && err != nil {
				t.Errorf("%s: %v", got, err)
			}
		})
	}
}

// Whatever is printed, what comes of it is JSON, up to a key that stands twice, and nothing takes more than its share of time.
func FuzzLoose(f *testing.F) {
	for _, text := range []string{
		`{'id': 14, 'a': [True, None], 'b': ('x',), 'c': Decimal('1.0')}`, `{"id"=>14, :a=>nil, b: "\e\u{1f600}"}`,
		"{\n  id: 14,\n  a: [Object],\n  b: 'x' +\n 'y', c: 1n, ... 3 more }", "Map(1) { 'a' => <Buffer 7b> }",
		"Array\n(\n    [id] => 14\n    [a] => Array\n        (\n            [0] => x\n        )\n\n    [b] => y\n z\n)\n", "array (\n 'a' => 1,\n)",
		"{,,}", "{a:}", "{'a' 'b'}", "[Object: null prototype] {", "<ref *1> (", `{"a":"\ud83d\ude00\ud800"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		const most = 50
		got, size, _ := looseJSON(nil, text, most)
		if size < 0 || size > len(text) {
			t.Fatalf("size %d of %d", size, len(text))
		}
		if size == 0 {
			if len(got) != 0 {
				t.Fatalf("no object, and %q", got)
			}
			return
		}
		if len(got) > 6*len(text)+2 {
			t.Fatalf("%d bytes of %d", len(got), len(text))
		}
		var s jsonScanner
		if err := s.scan(got, most+1, nil); err != nil && !strings.Contains(err.Error(), "stands twice") {
			t.Fatalf("%q of %q: %v", got, text, err)
		}
	})
}
