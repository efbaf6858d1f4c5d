-- A stock that several ticket types of an event draw on. It has no counters: what is taken of it is the sum over its ticket types.
CREATE TABLE pools (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  capacity integer NOT NULL CHECK (capacity BETWEEN 0 AND 10000000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (event_id, id)
);
