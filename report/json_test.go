package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/webhookctl/webhookctl/analyze"
)

func jsonText(t *testing.T, d analyze.Diagnosis) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := JSON(&buf, d); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestJSONGolden(t *testing.T) {
	golden(t, "incident.json", jsonText(t, incident()))
	golden(t, "empty.json", jsonText(t, analyze.Diagnosis{}))
	golden(t, "hostile.json", jsonText(t, hostile()))
}

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	return compile(t, "diagnosis-1", Schema)
}

func compile(t *testing.T, name string, schema []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	id := "https://github.com/webhookctl/webhookctl/report/schema/" + name + ".schema.json"
	if err := c.AddResource(id, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestJSONFollowsItsSchema(t *testing.T) {
	s := compiled(t)
	for name, d := range map[string]analyze.Diagnosis{"empty": {}, "clean": base(), "incident": incident(), "repeated": repeated(), "compared": compared()} {
		t.Run(name, func(t *testing.T) {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(jsonText(t, d)))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(doc); err != nil {
				t.Errorf("%#v", err)
			}
		})
	}
}

// The schema refuses what is not a diagnosis: one change each to a good one.
func TestSchemaRefuses(t *testing.T) {
	s := compiled(t)
	tests := []struct {
		name   string
		change func(doc map[string]any)
	}{
		{"another schema", func(doc map[string]any) { doc["schema"] = "webhookctl.diagnosis/2" }},
		{"a missing field", func(doc map[string]any) { delete(doc, "findings") }},
		{"a null list", func(doc map[string]any) { doc["sources"] = nil }},
		{"an unknown class", func(doc map[string]any) { first(doc)["class"] = "retry" }},
		{"a cause of another class", func(doc map[string]any) { first(doc)["cause"] = "crash_recovery" }},
		{"an unknown outcome", func(doc map[string]any) { first(doc)["outcome"] = "twice" }},
		{"seven layers", func(doc map[string]any) { first(doc)["layers"] = first(doc)["layers"].([]any)[1:] }},
		{"questions out of order", func(doc map[string]any) {
			q := first(doc)["questions"].([]any)
			q[0], q[1] = q[1], q[0]
		}},
		{"an answer of another question", func(doc map[string]any) {
			first(doc)["questions"].([]any)[0].(map[string]any)["answer"] = "two_or_more"
		}},
		{"a local time", func(doc map[string]any) { first(doc)["first_seen"] = "2026-11-30T08:27:52+01:00" }},
		{"six classes", func(doc map[string]any) {
			delete(doc["summary"].(map[string]any)["by_class"].(map[string]any), "replay")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(jsonText(t, incident())))
			if err != nil {
				t.Fatal(err)
			}
			tt.change(doc.(map[string]any))
			if err := s.Validate(doc); err == nil {
				t.Error("the schema accepted it")
			}
		})
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(jsonText(t, incident())))
	if err != nil {
		t.Fatal(err)
	}
	first(doc.(map[string]any))["field_of_tomorrow"] = 1
	if err := s.Validate(doc); err != nil {
		t.Errorf("a new field was refused: %v", err)
	}
}

// first is the config_duplication of the incident.
func first(doc map[string]any) map[string]any { return doc["duplicates"].([]any)[4].(map[string]any) }

// Every json-tagged field appears, in the order of the types, and null is nowhere but in a layer's count.
func TestJSONHasEveryField(t *testing.T) {
	full := incident()
	full.Patterns = repeated().Patterns
	for name, d := range map[string]analyze.Diagnosis{"zero": {}, "zero elements": zeroElements(), "full": full, "hostile": hostile()} {
		t.Run(name, func(t *testing.T) {
			var doc any
			if err := json.Unmarshal(jsonText(t, d), &doc); err != nil {
				t.Fatal(err)
			}
			complete(t, "", reflect.TypeFor[analyze.Diagnosis](), doc)
		})
	}
}

// complete compares a JSON value with the Go type that it came from.
func complete(t *testing.T, path string, typ reflect.Type, v any) {
	t.Helper()
	if v == nil {
		if !strings.HasSuffix(path, ".count") || !strings.Contains(path, ".layers[") {
			t.Errorf("%s is null", path)
		}
		return
	}
	switch {
	case typ == reflect.TypeFor[analyze.Time]():
	case typ.Kind() == reflect.Struct:
		obj := v.(map[string]any)
		tagged := 0
		for i := range typ.NumField() {
			name := strings.Split(typ.Field(i).Tag.Get("json"), ",")[0]
			if name == "-" {
				continue
			}
			tagged++
			value, ok := obj[name]
			if !ok {
				t.Errorf("%s.%s is not there", path, name)
				continue
			}
			complete(t, path+"."+name, typ.Field(i).Type, value)
		}
		if len(obj) != tagged {
			t.Errorf("%s has %d fields, its type %d", path, len(obj), tagged)
		}
	case typ.Kind() == reflect.Slice:
		for i, e := range v.([]any) {
			complete(t, fmt.Sprintf("%s[%d]", path, i), typ.Elem(), e)
		}
	case typ.Kind() == reflect.Map:
		want := len(analyze.Outcomes)
		if typ.Key() == reflect.TypeFor[analyze.Class]() {
			want = len(analyze.Classes)
		}
		if n := len(v.(map[string]any)); n != want {
			t.Errorf("%s has %d keys, want %d", path, n, want)
		}
	}
}

// Every json-tagged field is described in the schema and required by it, and nothing else is.
func TestSchemaKnowsEveryField(t *testing.T) {
	knowsEveryField(t, Schema, map[string]reflect.Type{
		"": reflect.TypeFor[analyze.Diagnosis](), "summary": reflect.TypeFor[analyze.Summary](), "source": reflect.TypeFor[analyze.Source](),
		"pattern": reflect.TypeFor[analyze.Pattern](), "duplicate": reflect.TypeFor[analyze.Duplicate](),
		"boundary": reflect.TypeFor[analyze.Boundary](), "resource": reflect.TypeFor[analyze.Resource](),
		"layerCount": reflect.TypeFor[analyze.LayerCount](), "question": reflect.TypeFor[analyze.Question](),
		"ruledOut": reflect.TypeFor[analyze.RuledOut](), "missing": reflect.TypeFor[analyze.Missing](),
		"evidence": reflect.TypeFor[analyze.Evidence](), "registration": reflect.TypeFor[analyze.Registration](),
		"operation": reflect.TypeFor[analyze.Operation](), "finding": reflect.TypeFor[analyze.Finding](),
	})
}

// knowsEveryField compares a schema with the types that it describes, by the names of its definitions.
func knowsEveryField(t *testing.T, schema []byte, types map[string]reflect.Type) {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(schema, &doc); err != nil {
		t.Fatal(err)
	}
	defs := doc["$defs"].(map[string]any)
	for name, typ := range types {
		def := doc
		if name != "" {
			def = defs[name].(map[string]any)
		}
		var want []string
		for i := range typ.NumField() {
			if tag := strings.Split(typ.Field(i).Tag.Get("json"), ",")[0]; tag != "-" {
				want = append(want, tag)
			}
		}
		var required []string
		for _, r := range def["required"].([]any) {
			required = append(required, r.(string))
			if _, ok := def["properties"].(map[string]any)[r.(string)]; !ok {
				t.Errorf("%q requires %s and does not describe it", name, r)
			}
		}
		if diff := cmp.Diff(want, required); diff != "" {
			t.Errorf("%q (-fields +required):\n%s", name, diff)
		}
	}
}

func TestJSONText(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"no HTML escaping", `<a href="b">&`, `<a href=\"b\">&`},
		{"escape", "\x1b[0m", `\u001b[0m`},
		{"DEL and C1", "\x7f\u009b", `\u007f\u009b`},
		{"bidi", "a\u202eb", `a\u202eb`},
		{"tag character", "\U000e0041", `\udb40\udc41`},
		{"bad bytes differ", "\xff\xfe", `\\xff\\xfe`},
		{"replacement character", "\ufffd", "\ufffd"},
		{"emoji", "🙂", "🙂"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := string(jsonText(t, analyze.Diagnosis{Sources: []analyze.Source{{Name: tt.in}}}))
			if want := `"name": "` + tt.want + `"`; !strings.Contains(got, want) {
				t.Errorf("%s is not in %s", want, got)
			}
		})
	}
}
