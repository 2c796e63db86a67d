package analyze

import (
	"encoding/json"
	"time"

	"github.com/webhookctl/webhookctl/ingest/profile"
)

// Time is a moment with the precision of the evidence. The zero Time is no moment; it prints as "".
type Time profile.Stamp

// String returns RFC 3339 in UTC with as many digits as the evidence had, at most nine.
func (t Time) String() string {
	if t.Precision == 0 {
		return ""
	}
	layout := "2006-01-02T15:04:05"
	switch {
	case t.Precision < time.Microsecond:
		layout += ".000000000"
	case t.Precision < time.Millisecond:
		layout += ".000000"
	case t.Precision < time.Second:
		layout += ".000"
	}
	return time.Unix(0, t.Nano).UTC().Format(layout + "Z07:00")
}

// MarshalJSON writes String as a JSON string.
func (t Time) MarshalJSON() ([]byte, error) { return json.Marshal(t.String()) }
