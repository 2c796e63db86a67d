package profile

import "strings"

// schema2 knows what a provider says of the act behind an event: its name, and the other objects that it concerns.
var schema2 = `
ALTER TABLE observation ADD COLUMN act_id INTEGER;  -- text.id
ALTER TABLE observation ADD COLUMN related INTEGER; -- text.id
DROP VIEW v_observations;
` + strings.Replace(viewObservations1, "  k.webhook_id,", `  (SELECT value FROM text WHERE id = o.act_id) AS act_id,
  (SELECT value FROM text WHERE id = o.related) AS related,
  k.webhook_id,`, 1)
