package analyze

import (
	"time"

	"github.com/webhookctl/webhookctl/analyze/language"
)

// Form is text to copy. Where a value belongs it has a question mark: nothing that a log says is ever in it.
type Form struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Language string `json:"language"` // sql, redis or http, for colouring
	Text     string `json:"text"`
	Note     string `json:"note"`
}

// keyWords say what a candidate's value is, for the one who fills it in.
var keyWords = map[string]language.Text{
	"logged_key":          "the operation key, as the receiver logs it",
	"rule_key":            "the operation key, as the rule makes it",
	"key_and_shop":        "the shop's address and the operation key",
	"event_id":            "the provider's event ID",
	"act_id":              "the ID of the act, the same in every event that tells of it",
	"delivery_id":         "the delivery ID of the request",
	"payload_hash":        "the SHA-256 of the raw body, in hex",
	"transaction_id":      "the provider's transaction ID and what is done for it",
	"resource_state":      "type, ID and status of the resource",
	"resource_transition": "type and ID of the resource, and its status before and now",
}

const stateNames = `'received', 'processing', 'succeeded',
    'retryable_failed', 'terminal_failed', 'uncertain'`

const mysqlForm = `CREATE TABLE operation_claim (
  claim_key     VARBINARY(255) NOT NULL,
  state         ENUM(
    ` + stateNames + `)
    NOT NULL DEFAULT 'received',
  downstream_id VARCHAR(255) NULL,
  attempts      INT UNSIGNED NOT NULL DEFAULT 0,
  created_at    TIMESTAMP(3) NOT NULL
    DEFAULT CURRENT_TIMESTAMP(3),
  updated_at    TIMESTAMP(3) NOT NULL
    DEFAULT CURRENT_TIMESTAMP(3)
    ON UPDATE CURRENT_TIMESTAMP(3),
  UNIQUE KEY one_claim (claim_key)
) ENGINE=InnoDB;

-- the claim, in one transaction with the work
START TRANSACTION;
INSERT INTO operation_claim (claim_key, state, attempts)
VALUES (?, 'processing', 1);
-- error 1062, duplicate key: ROLLBACK, it is taken
-- here the work's own rows: the invoice, or the job;
-- work that is nothing else may set 'succeeded' here too
COMMIT;
` + claimed + `
-- a claim whose worker died: nobody knows, so look it up
UPDATE operation_claim SET state = 'uncertain'
WHERE state = 'processing'
  AND updated_at < CURRENT_TIMESTAMP - INTERVAL ? SECOND;`

const postgresForm = `CREATE TABLE operation_claim (
  claim_key     text COLLATE "C" NOT NULL UNIQUE,
  state         text NOT NULL DEFAULT 'received'
    CHECK (state IN (
    ` + stateNames + `)),
  downstream_id text,
  attempts      integer NOT NULL DEFAULT 0,
  created_at    timestamptz NOT NULL DEFAULT now(),
  updated_at    timestamptz NOT NULL DEFAULT now()
);

-- the claim, in one transaction with the work
BEGIN;
INSERT INTO operation_claim (claim_key, state, attempts)
VALUES (?, 'processing', 1)
ON CONFLICT (claim_key) DO NOTHING;
-- no row inserted: ROLLBACK, it is taken
-- here the work's own rows: the invoice, or the job;
-- work that is nothing else may set 'succeeded' here too
COMMIT;
` + claimedNow + `
-- a claim whose worker died: nobody knows, so look it up
UPDATE operation_claim
SET state = 'uncertain', updated_at = now()
WHERE state = 'processing'
  AND updated_at < now() - ? * interval '1 second';`

// What comes after the claim is the same in both, but that PostgreSQL keeps no time of change by itself.
const (
	claimed = `
-- after the work, or after the look-up: 'succeeded' with
-- the ID that came back, 'retryable_failed',
-- 'terminal_failed', or 'uncertain'
UPDATE operation_claim SET state = ?, downstream_id = ?
WHERE claim_key = ?
  AND state IN ('processing', 'uncertain');

-- it is taken: a failure that may be retried is taken
-- over by whoever changes this row, any other left alone
UPDATE operation_claim
SET state = 'processing', attempts = attempts + 1
WHERE claim_key = ? AND state = 'retryable_failed';
`
	claimedNow = `
-- after the work, or after the look-up: 'succeeded' with
-- the ID that came back, 'retryable_failed',
-- 'terminal_failed', or 'uncertain'
UPDATE operation_claim
SET state = ?, downstream_id = ?, updated_at = now()
WHERE claim_key = ?
  AND state IN ('processing', 'uncertain');

-- it is taken: a failure that may be retried is taken
-- over by whoever changes this row, any other left alone
UPDATE operation_claim
SET state = 'processing', attempts = attempts + 1,
  updated_at = now()
WHERE claim_key = ? AND state = 'retryable_failed';
`
)

const redisForm = `SET claim:? ? NX PX ?
# the key, a token of your own, milliseconds
# OK: it is yours; nil: it is taken

# a failure that may be retried gives it back, but only
# while it holds your token: EVAL this with 1 claim:? ?
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`

const secondNetForm = `-- MySQL, MariaDB
ALTER TABLE shipment
  ADD UNIQUE KEY once_per_payment (payment_id);
-- PostgreSQL
ALTER TABLE shipment
  ADD CONSTRAINT once_per_payment UNIQUE (payment_id);`

// formsFor are the forms for a key; without one, for the operation key that is still to be logged.
func formsFor(w words, best *counted) []Form {
	name, gap := "logged_key", time.Duration(0)
	if best != nil {
		name, gap = best.Name, time.Duration(best.whole.LongestGapMS)*time.Millisecond
	}
	holds := w.Say("claim_key is %s.", w.Say(keyWords[name]))
	if best == nil {
		holds = w.Say("claim_key is the operation key, which is not in the evidence yet: it names the business act.")
	}
	redis := w.Say("A Redis claim is not in one transaction with the work: a crash between the two leaves a claim without work until it expires, and after that, or after a fail-over, the next request gets through. Use it before the UNIQUE key, not in its place.")
	if gap > 0 {
		redis += " " + w.Say("It must last longer than the sender repeats: here the latest repeat came after %s.", gap)
	}
	return []Form{
		{Name: "mysql", Title: w.Say("Claim in MySQL or MariaDB"), Language: "sql", Text: mysqlForm, Note: holds + " " + w.Say("A second insert of it waits for the first transaction, and fails if that commits.")},
		{Name: "postgresql", Title: w.Say("Claim in PostgreSQL"), Language: "sql", Text: postgresForm, Note: holds + " " + w.Say("Drivers that number their placeholders take $1 for ?.")},
		{Name: "redis", Title: w.Say("Claim in Redis, which is weaker"), Language: "redis", Text: redisForm, Note: redis},
		{Name: "second_net", Title: w.Say("Second net: UNIQUE on the payment ID"), Language: "sql", Text: secondNetForm, Note: w.Say("On the table of what is made, whatever it is called. Where one payment may have several (parcels), the key needs the parcel as well.")},
		{Name: "idempotency_key", Title: w.Say("Downstream call"), Language: "http", Text: "Idempotency-Key: ?", Note: w.Say("The same key as the claim's, on every attempt, so that the downstream system makes one record. See whether it knows the header, and for how long it remembers.")},
	}
}
