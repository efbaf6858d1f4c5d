-- What somebody was told a moment ago: when it happens again, it is counted here, and told in one mail later.
CREATE TABLE joined_notices (
  key text PRIMARY KEY CHECK (length(key) <= 200),
  since timestamptz NOT NULL DEFAULT now(),
  times integer NOT NULL DEFAULT 0 CHECK (times >= 0),
  -- The newest of them, as its job has it; null: it did not happen again.
  last jsonb
);
