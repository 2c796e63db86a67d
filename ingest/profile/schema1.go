package profile

// schema1 is what webhookctl made first.
//
// A file is imported in one transaction, so what came from it has consecutive row IDs in every table: span tells which, and
// no row needs to name its source. text is told apart within one source only, so that a source can be taken out whole.
// 0, "" and an empty mark are NULL. There is no index: diagnose reads all rows once, in order.
const schema1 = `
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE source (
  id              INTEGER PRIMARY KEY,
  name            TEXT NOT NULL,
  path            BLOB,             -- keyed hash of the absolute path
  format          TEXT NOT NULL,
  sha256          TEXT NOT NULL,
  size            INTEGER NOT NULL,
  options         TEXT NOT NULL,
  lines           INTEGER NOT NULL, -- = in_records + problems + skipped
  records         INTEGER NOT NULL,
  in_records      INTEGER NOT NULL,
  problems        INTEGER NOT NULL,
  skipped         INTEGER NOT NULL,
  first_seen      INTEGER,          -- nanoseconds since 1970, UTC
  first_precision INTEGER,          -- nanoseconds; NULL: no time
  last_seen       INTEGER,
  last_precision  INTEGER,
  sorted          INTEGER NOT NULL  -- 1: its observations' IDs are in the order of their offsets
) STRICT;

CREATE TABLE span (
  source INTEGER NOT NULL,
  part   TEXT NOT NULL,             -- text, kind, observation, state, shape or problem
  first  INTEGER NOT NULL,
  last   INTEGER NOT NULL,
  PRIMARY KEY (source, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE text (
  id    INTEGER PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE kind (                 -- what many observations have in common
  id              INTEGER PRIMARY KEY,
  event           TEXT,
  precision       INTEGER,          -- nanoseconds; NULL: no time
  ends            INTEGER,          -- 1: time is when it ended
  provider        TEXT,
  shop            TEXT,
  topic           TEXT,
  resource_type   TEXT,
  webhook_id      TEXT,
  instance        TEXT,
  attempt         INTEGER,
  signature_valid INTEGER,          -- 1 yes, 2 no
  status          TEXT,
  url             TEXT,
  query           BLOB,
  method          TEXT,
  code            INTEGER,
  failure         TEXT,
  dedup_by        TEXT,
  row_status      TEXT,
  via             TEXT,
  secret          BLOB,
  api_version     TEXT
) STRICT;

CREATE TABLE observation (
  id            INTEGER PRIMARY KEY,
  kind          INTEGER NOT NULL,
  line          INTEGER NOT NULL,
  offset        INTEGER,
  lines         INTEGER,            -- NULL: 1
  time          INTEGER,            -- nanoseconds since 1970, UTC
  took          INTEGER,            -- nanoseconds
  resource_id   INTEGER,            -- this and the following to upstream: text.id
  delivery_id   INTEGER,
  event_id      INTEGER,
  request_id    INTEGER,
  operation_key INTEGER,
  job_id        INTEGER,
  downstream_id INTEGER,
  action_id     INTEGER,
  row_id        INTEGER,
  worker        INTEGER,
  process       INTEGER,
  connection    INTEGER,
  upstream      INTEGER,
  signature     BLOB,               -- keyed hash
  body          BLOB,               -- SHA-256
  body_size     INTEGER,
  state         BLOB                -- keyed hash; state.mark
) STRICT;

CREATE TABLE state (
  id             INTEGER PRIMARY KEY,
  mark           BLOB NOT NULL,
  stable         BLOB,
  shape          INTEGER,           -- shape.id; NULL: no fields
  marks          BLOB,              -- 16 bytes for each path of the shape, in its order
  status         TEXT,
  date_created   TEXT,
  date_modified  TEXT,
  date_paid      TEXT,
  date_completed TEXT,
  transaction_id TEXT,
  line_items     INTEGER,
  refunds        INTEGER
) STRICT;

CREATE TABLE shape (                -- the paths that many states have in common
  id       INTEGER NOT NULL,
  position INTEGER NOT NULL,        -- from 0
  path     TEXT NOT NULL,
  PRIMARY KEY (id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE problem (
  id     INTEGER PRIMARY KEY,
  line   INTEGER,
  offset INTEGER,
  lines  INTEGER,
  reason TEXT,
  hint   TEXT
) STRICT;

CREATE VIEW v_sources AS SELECT
  name, format, sha256, size, options, lines, records, in_records, problems, skipped,
  CASE WHEN first_precision IS NOT NULL THEN strftime('%Y-%m-%dT%H:%M:%S', (coalesce(first_seen, 0) - (coalesce(first_seen, 0) % 1000000000 + 1000000000) % 1000000000) / 1000000000, 'unixepoch')
    || CASE WHEN first_precision < 1000000000 THEN format('.%09d', (coalesce(first_seen, 0) % 1000000000 + 1000000000) % 1000000000) ELSE '' END || 'Z' END AS first_seen,
  CASE WHEN last_precision IS NOT NULL THEN strftime('%Y-%m-%dT%H:%M:%S', (coalesce(last_seen, 0) - (coalesce(last_seen, 0) % 1000000000 + 1000000000) % 1000000000) / 1000000000, 'unixepoch')
    || CASE WHEN last_precision < 1000000000 THEN format('.%09d', (coalesce(last_seen, 0) % 1000000000 + 1000000000) % 1000000000) ELSE '' END || 'Z' END AS last_seen,
  first_seen AS first_seen_ns, last_seen AS last_seen_ns
FROM source;

` + viewObservations1 + `

CREATE VIEW v_state_fields AS SELECT
  lower(hex(t.mark)) AS state, f.position, f.path, lower(hex(substr(t.marks, f.position * 16 + 1, 16))) AS mark
FROM state t
JOIN shape f ON f.id = t.shape;

` + viewProblems1 + "\n"

const viewObservations1 = `CREATE VIEW v_observations AS SELECT
  s.name AS source, o.line, coalesce(o.offset, 0) AS offset, coalesce(o.lines, 1) AS lines, k.event,
  CASE WHEN k.precision IS NOT NULL THEN strftime('%Y-%m-%dT%H:%M:%S', (coalesce(o.time, 0) - (coalesce(o.time, 0) % 1000000000 + 1000000000) % 1000000000) / 1000000000, 'unixepoch')
    || CASE WHEN k.precision < 1000000000 THEN format('.%09d', (coalesce(o.time, 0) % 1000000000 + 1000000000) % 1000000000) ELSE '' END || 'Z' END AS time,
  o.time AS time_ns, k.precision AS precision_ns, o.took AS took_ns, coalesce(k.ends, 0) AS ends,
  k.provider, k.shop, k.topic, k.resource_type,
  (SELECT value FROM text WHERE id = o.resource_id) AS resource_id,
  (SELECT value FROM text WHERE id = o.delivery_id) AS delivery_id,
  (SELECT value FROM text WHERE id = o.event_id) AS event_id,
  (SELECT value FROM text WHERE id = o.request_id) AS request_id,
  (SELECT value FROM text WHERE id = o.operation_key) AS operation_key,
  (SELECT value FROM text WHERE id = o.job_id) AS job_id,
  (SELECT value FROM text WHERE id = o.downstream_id) AS downstream_id,
  (SELECT value FROM text WHERE id = o.action_id) AS action_id,
  (SELECT value FROM text WHERE id = o.row_id) AS row_id,
  (SELECT value FROM text WHERE id = o.worker) AS worker,
  (SELECT value FROM text WHERE id = o.process) AS process,
  (SELECT value FROM text WHERE id = o.connection) AS connection,
  (SELECT value FROM text WHERE id = o.upstream) AS upstream,
  k.webhook_id, k.instance, k.attempt,
  nullif(lower(hex(o.signature)), '') AS signature, CASE k.signature_valid WHEN 1 THEN 'yes' WHEN 2 THEN 'no' END AS signature_valid,
  nullif(lower(hex(o.body)), '') AS body_sha256, o.body_size, nullif(lower(hex(o.state)), '') AS state, k.status,
  k.url, nullif(lower(hex(k.query)), '') AS query, k.method, k.code, k.failure, k.dedup_by, k.row_status, k.via,
  nullif(lower(hex(k.secret)), '') AS secret, k.api_version
FROM source s
JOIN span p ON p.source = s.id AND p.part = 'observation'
JOIN observation o ON o.id BETWEEN p.first AND p.last
JOIN kind k ON k.id = o.kind;`

const viewProblems1 = `CREATE VIEW v_problems AS SELECT
  s.name AS source, b.line, coalesce(b.offset, 0) AS offset, b.lines, b.reason, coalesce(b.hint, '') AS hint
FROM source s
JOIN span p ON p.source = s.id AND p.part = 'problem'
JOIN problem b ON b.id BETWEEN p.first AND p.last`
