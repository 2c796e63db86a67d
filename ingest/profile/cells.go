package profile

import (
	"database/sql/driver"
	"fmt"
	"math"
	"time"
)

// columns in the order in which encodeKind and encodeObservation write them, and decodeKind and observations read them.
const (
	kindColumns = "id, event, precision, ends, provider, shop, topic, resource_type, webhook_id, instance, attempt," +
		" signature_valid, status, url, query, method, code, failure, dedup_by, row_status, via, secret, api_version"
	observationColumns = "id, kind, line, offset, lines, time, took, resource_id, delivery_id, event_id, request_id," +
		" operation_key, job_id, downstream_id, action_id, row_id, worker, process, connection, upstream," +
		" signature, body, body_size, state, act_id, related, query, status, instance, webhook"
	stateColumns = "id, mark, stable, shape, marks, fields, base, changed, status, date_created, date_modified, date_paid, date_completed," +
		" created, modified, paid, completed, transaction_id, line_items, refunds"
	shapeColumns   = "id, position, path"
	textColumns    = "id, value"
	problemColumns = "id, line, offset, lines, reason, hint"
)

// kindOf leaves of an observation only what its kind says: the columns of table observation are blanked.
func kindOf(o *Observation) Observation {
	k := *o
	k.Source, k.Line, k.Offset, k.Lines, k.Time, k.Took = 0, 0, 0, 0, 0, 0
	k.ResourceID, k.DeliveryID, k.EventID, k.RequestID, k.OperationKey = "", "", "", "", ""
	k.JobID, k.DownstreamID, k.ActionID, k.RowID = "", "", "", ""
	k.ActID, k.Related = "", ""
	k.Worker, k.Process, k.Connection, k.Upstream = "", "", "", ""
	k.Signature, k.Body, k.BodySize, k.State = Mark{}, Hash{}, 0, Mark{}
	k.Query, k.Status, k.Instance, k.WebhookID = Mark{}, "", "", ""
	return k
}

// isOfKind tells whether k is kindOf(o).
func (o *Observation) isOfKind(k *Observation) bool {
	return o.Event == k.Event && o.Code == k.Code && o.Topic == k.Topic && o.URL == k.URL && o.Shop == k.Shop && o.Provider == k.Provider &&
		o.Precision == k.Precision && o.Ends == k.Ends && o.ResourceType == k.ResourceType && o.Attempt == k.Attempt &&
		o.SignatureValid == k.SignatureValid && o.Method == k.Method && o.Failure == k.Failure && o.DedupBy == k.DedupBy &&
		o.RowStatus == k.RowStatus && o.Via == k.Via && o.Secret == k.Secret && o.APIVersion == k.APIVersion
}

// kindHash is equal for observations of one kind.
func (o *Observation) kindHash() uint32 {
	h := uint32(len(o.Event))*31 + uint32(o.Code)
	for _, s := range [...]string{string(o.Event), o.Topic, o.URL, o.Shop} {
		if n := len(s); n > 0 {
			h = h*0x9e3779b1 + uint32(n)<<16 + uint32(s[n/2])<<8 + uint32(s[n-1])
		}
	}
	return h ^ h>>15
}

// strings returns the strings of a kind, except its event.
func (o *Observation) strings() []*string {
	return []*string{
		&o.Provider, &o.Shop, &o.Topic, &o.ResourceType, &o.WebhookID, &o.Instance, &o.Status, &o.URL, &o.Method, &o.Failure,
		&o.DedupBy, &o.RowStatus, &o.Via, &o.APIVersion,
	}
}

func encodeKind(b *bulk, id int64, k *Observation) {
	b.int(id)
	b.text(string(k.Event))
	b.int(int64(k.Precision))
	b.bool(k.Ends)
	b.text(k.Provider)
	b.text(k.Shop)
	b.text(k.Topic)
	b.text(k.ResourceType)
	b.null() // of schema 2, as are the others
	b.null()
	b.int(int64(k.Attempt))
	b.int(int64(k.SignatureValid))
	b.null()
	b.text(k.URL)
	b.null()
	b.text(k.Method)
	b.int(int64(k.Code))
	b.text(k.Failure)
	b.text(k.DedupBy)
	b.text(k.RowStatus)
	b.text(k.Via)
	b.mark(&k.Secret)
	b.text(k.APIVersion)
}

func decodeKind(c *cells) (id int64, k Observation) {
	id = c.int()
	k.Event = Event(c.text())
	k.Precision = time.Duration(c.between(0, math.MaxInt64))
	k.Ends = c.between(0, 1) == 1
	k.Provider = c.text()
	k.Shop = c.text()
	k.Topic = c.text()
	k.ResourceType = c.text()
	k.WebhookID = c.text()
	k.Instance = c.text()
	k.Attempt = int(c.between(math.MinInt, math.MaxInt))
	k.SignatureValid = Tri(c.between(int64(NotSaid), int64(No)))
	k.Status = c.text()
	k.URL = c.text()
	c.bytes(k.Query[:])
	k.Method = c.text()
	k.Code = int(c.between(math.MinInt, math.MaxInt))
	k.Failure = c.text()
	k.DedupBy = c.text()
	k.RowStatus = c.text()
	k.Via = c.text()
	c.bytes(k.Secret[:])
	k.APIVersion = c.text()
	return id, k
}

// encodeObservation writes what its kind does not say. intern gives the row IDs of its texts.
func encodeObservation(b *bulk, id, kind int64, o *Observation, intern func(string) (int64, error)) (err error) {
	text := func(s string) {
		if s == "" || err != nil {
			b.null()
			return
		}
		var id int64
		id, err = intern(s)
		b.put(id)
	}
	b.int(id)
	b.int(kind)
	b.int(o.Line)
	b.int(o.Offset)
	if o.Lines == 1 {
		b.null()
	} else {
		b.int(o.Lines)
	}
	b.int(o.Time)
	b.int(int64(o.Took))
	text(o.ResourceID)
	text(o.DeliveryID)
	text(o.EventID)
	text(o.RequestID)
	text(o.OperationKey)
	text(o.JobID)
	text(o.DownstreamID)
	text(o.ActionID)
	text(o.RowID)
	text(o.Worker)
	text(o.Process)
	text(o.Connection)
	text(o.Upstream)
	b.mark(&o.Signature)
	b.hash(&o.Body)
	b.int(o.BodySize)
	b.mark(&o.State)
	text(o.ActID)
	text(o.Related)
	b.mark(&o.Query)
	text(o.Status)
	text(o.Instance)
	text(o.WebhookID)
	return err
}

// decodeObservation fills what its kind does not say, and tells of each text which field of Texts it is and the ID of its row, which is
// never 0. The caller has read the first two columns.
func decodeObservation(c *cells, o *Observation, text func(field int, id int64)) {
	o.Line = c.between(1, math.MaxInt64)
	o.Offset = c.between(0, math.MaxInt64)
	o.Lines = max(1, c.between(0, math.MaxInt64))
	o.Time = c.between(Earliest, Latest)
	o.Took = time.Duration(c.between(-int64(Longest), int64(Longest)))
	texts := func(fields ...int) {
		for _, field := range fields {
			if id := c.int(); id != 0 { // else it is empty, or what its kind says
				text(field, id)
			}
		}
	}
	texts(textResourceID, textDeliveryID, textEventID, textRequestID, textOperationKey, textJobID, textDownstreamID, textActionID, textRowID,
		textWorker, textProcess, textConnection, textUpstream)
	c.bytes(o.Signature[:])
	c.bytes(o.Body[:])
	o.BodySize = c.int()
	c.bytes(o.State[:])
	texts(textActID, textRelated)
	c.bytes(o.Query[:])
	texts(textStatus, textInstance, textWebhookID)
}

// check refuses what could not be read back: a parser of ours is wrong.
func (o *Observation) check() error {
	switch {
	case o.Line < 1, o.Lines < 1, o.Offset < 0, o.Precision < 0, o.SignatureValid < NotSaid, o.SignatureValid > No,
		o.Time < Earliest, o.Time > Latest, o.Took < -Longest, o.Took > Longest:
		return fmt.Errorf("line %d, offset %d: impossible observation: lines %d, precision %d, signature valid %d, time %d, took %d",
			o.Line, o.Offset, o.Lines, o.Precision, o.SignatureValid, o.Time, o.Took)
	}
	return nil
}

// cells reads the columns of one row from left to right. The first value of a wrong type or out of range sticks in err,
// and what is read after it is zero.
type cells struct {
	values []driver.Value
	at     int
	err    error
}

func (c *cells) next() driver.Value {
	v := c.values[c.at]
	c.at++
	return v
}

func (c *cells) wrong(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("column %d of a row "+format, append([]any{c.at}, args...)...)
	}
}

func (c *cells) int() int64 {
	switch v := c.next().(type) {
	case nil:
		return 0
	case int64:
		return v
	default:
		c.wrong("is no integer")
		return 0
	}
}

func (c *cells) between(lo, hi int64) int64 {
	v := c.int()
	if v < lo || v > hi {
		c.wrong("is %d, out of range", v)
		return lo
	}
	return v
}

func (c *cells) text() string {
	switch v := c.next().(type) {
	case nil:
		return ""
	case string:
		return v
	default:
		c.wrong("is no text")
		return ""
	}
}

// bytes fills dst, or leaves it zero where the column is NULL.
func (c *cells) bytes(dst []byte) {
	switch v := c.next().(type) {
	case nil:
	case []byte:
		if len(v) != len(dst) {
			c.wrong("holds %d bytes, not %d", len(v), len(dst))
			return
		}
		copy(dst, v)
	default:
		c.wrong("holds no bytes")
	}
}

// blob returns the bytes of a column, valid until the next row.
func (c *cells) blob() []byte {
	switch v := c.next().(type) {
	case nil:
		return nil
	case []byte:
		return v
	default:
		c.wrong("holds no bytes")
		return nil
	}
}
