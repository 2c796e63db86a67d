package format

import "fmt"

// FieldNames are what a group of a pattern, or a path of a JSON line, may be said to be. Those that tables have as well are called as in
// ColumnNames. Beside them each header that is known counts, as http_x_wc_webhook_id.
var FieldNames = []string{
	"attempt", "body", "created_at", "delivery_id", "downstream_id", "duration_ms", "duration_ns", "duration_s", "duration_us", "error", "event",
	"event_id", "instance", "job_id", "message", "method", "operation_key", "order_id", "provider", "query", "request_id", "resource_id",
	"resource_type", "shop", "signature_valid", "status", "status_code", "time", "topic", "url", "user_agent", "webhook_id", "worker",
}

// fieldNamed returns the key by which a field is known that somebody names.
func fieldNamed(name string) (key string, err error) {
	for _, known := range FieldNames {
		if normal(known) == normal(name) {
			return known, nil
		}
	}
	if h := headerPart([]byte(name)); h != nil {
		sent := normal(string(h))
		if headerNames[sent] != nil || names[placeHeaders][sent] != nil {
			return name, nil
		}
	}
	return "", &UnknownField{name}
}

// UnknownField is a name that is none of FieldNames, nor that of a header which is known.
type UnknownField struct{ Name string }

func (e *UnknownField) Error() string { return fmt.Sprintf("%q is the name of no field", e.Name) }
