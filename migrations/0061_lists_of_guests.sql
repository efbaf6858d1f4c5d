-- Lists of guests that members have sent in. Each is taken in whole by a job, or not at all.
CREATE TABLE guest_lists (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts (id),
  event_id uuid NOT NULL REFERENCES events (id),
  -- Who sent it; null: the operator.
  person_id uuid,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  guests integer NOT NULL CHECK (guests > 0),
  tickets integer NOT NULL CHECK (tickets >= guests),
  sends_mail boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'taken', 'refused')),
  -- Who is given what, for as long as it is waited for. Orders have it afterwards.
  gifts jsonb,
  -- Why nobody was given anything.
  reason text CHECK (length(reason) <= 500),
  ended_at timestamptz(3),
  CHECK ((state = 'waiting') = (gifts IS NOT NULL)),
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK ((state = 'refused') = (reason IS NOT NULL))
);
CREATE INDEX guest_lists_event ON guest_lists (event_id, id);
CREATE INDEX guest_lists_ended ON guest_lists (ended_at) WHERE ended_at IS NOT NULL;
