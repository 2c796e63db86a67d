package profile

import "strings"

// schema3 makes rows smaller, and fewer of them.
//
// What differs from record to record (a query, a status) is no longer in the kind, of which each combination of it made one more; a
// profile of schema 2 keeps it there. And a state is told by how it differs from another: see state.go.
var schema3 = `
ALTER TABLE observation ADD COLUMN query BLOB;       -- keyed hash; where NULL, that of the kind, as for the next three
ALTER TABLE observation ADD COLUMN status INTEGER;   -- text.id
ALTER TABLE observation ADD COLUMN instance INTEGER; -- text.id
ALTER TABLE observation ADD COLUMN webhook INTEGER;  -- text.id
DROP VIEW v_observations;
` + viewObservations3 + `
ALTER TABLE state ADD COLUMN fields BLOB;       -- 8 bytes for each path of the shape, or for each that is changed; NULL: see marks
ALTER TABLE state ADD COLUMN base INTEGER;      -- state.id of one of the same shape that has all fields, of which this one differs in some; NULL: it has all
ALTER TABLE state ADD COLUMN changed BLOB;      -- which: a bit for each path of the shape, the highest of a byte first
ALTER TABLE state ADD COLUMN created INTEGER;   -- seconds since 1970 that date_created means, where it is as 2026-11-30T08:39:37
ALTER TABLE state ADD COLUMN modified INTEGER;
ALTER TABLE state ADD COLUMN paid INTEGER;
ALTER TABLE state ADD COLUMN completed INTEGER;
CREATE INDEX source_path ON source (path); -- of ten thousand files, each asks what was read of it before
DROP VIEW v_state_fields;
CREATE VIEW v_state_fields AS SELECT
  lower(hex(t.mark)) AS state, f.position, f.path,
  lower(hex(CASE
    WHEN t.fields IS NULL THEN substr(t.marks, f.position * 16 + 1, 8)
    WHEN t.base IS NULL THEN substr(t.fields, f.position * 8 + 1, 8)
    WHEN ` + bitOf("f") + ` THEN substr(t.fields, (SELECT count(*) FROM shape e WHERE e.id = t.shape AND e.position < f.position AND ` + bitOf("e") + `) * 8 + 1, 8)
    ELSE substr((SELECT fields FROM state WHERE id = t.base), f.position * 8 + 1, 8) END)) AS mark
FROM state t
JOIN shape f ON f.id = t.shape`

var viewObservations3 = strings.NewReplacer(
	"k.instance,", "coalesce((SELECT value FROM text WHERE id = o.instance), k.instance) AS instance,",
	"  k.webhook_id,", `  (SELECT value FROM text WHERE id = o.act_id) AS act_id,
  (SELECT value FROM text WHERE id = o.related) AS related,
  coalesce((SELECT value FROM text WHERE id = o.webhook), k.webhook_id) AS webhook_id,`,
	"k.status,", "coalesce((SELECT value FROM text WHERE id = o.status), k.status) AS status,",
	"lower(hex(k.query))", "lower(hex(coalesce(o.query, k.query)))",
).Replace(viewObservations1)

// bitOf tells whether a path's bit of t.changed is set. SQLite reads no bits of a BLOB, so they are looked for in its hex digits.
func bitOf(shape string) string {
	digit := "substr(hex(t.changed), " + shape + ".position / 4 + 1, 1)"
	return "((instr('0123456789ABCDEF', " + digit + ") - 1) >> (3 - " + shape + ".position % 4)) & 1"
}
