package main

import "testing"

func TestWithoutPeople(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"billing":{"first_name":"Zo\u00eb","last_name": "O Neill","city":""},"status":"processing"}`, `{"billing":{"first_name":"hidden","last_name": "hidden","city":""},"status":"processing"}`},
		{`"body":"{\"address_1\":\"1 Example Street\",\"id\":14}"`, `"body":"{\"address_1\":\"hidden\",\"id\":14}"`},
		{`{"first_name"=>"Zoë", "id"=>14}`, `{"first_name"=>"hidden", "id"=>14}`},
		{`{'firstName': 'Zoë', 'phone': None}`, `{'firstName': 'hidden', 'phone': None}`},
		{`lastname="Doe" path="/x"`, `lastname="hidden" path="/x"`},
		{`{"name":"receiver","hostname":"vm","zipped":"yes"}`, `{"name":"receiver","hostname":"vm","zipped":"yes"}`},
	} {
		if got := withoutPeople(c.line); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.line, got, c.want)
		}
	}
}
