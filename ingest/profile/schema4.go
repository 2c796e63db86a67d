package profile

// schema4 lets an import go on where an earlier one of the same file stopped: a source may have several spans in a table, in the order of
// its text, and says where the next import may begin.
var schema4 = `
ALTER TABLE source ADD COLUMN resume TEXT; -- JSON, see Resume; NULL: the file must be read anew
DROP VIEW v_observations;
DROP VIEW v_problems;
CREATE TABLE spans (
  source INTEGER NOT NULL,
  part   TEXT NOT NULL,             -- text, kind, observation, state, shape or problem
  first  INTEGER NOT NULL,
  last   INTEGER NOT NULL,
  PRIMARY KEY (source, part, first)
) STRICT, WITHOUT ROWID;
INSERT INTO spans SELECT source, part, first, last FROM span;
DROP TABLE span;
ALTER TABLE spans RENAME TO span;
` + viewProblems1 + ";\n" + viewObservations3
