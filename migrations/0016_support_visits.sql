-- Support may look at a host's dashboard once an owner has allowed it. The ask and the visit that follows it are one row.
CREATE TABLE support_visits (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  -- The supporter, by an account of their own.
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 300),
  asked_at timestamptz(3) NOT NULL DEFAULT now(),
  allowed_at timestamptz(3),
  allowed_by uuid REFERENCES people ON DELETE SET NULL,
  -- Until it is allowed, the ask lapses then; afterwards, the visit ends then. By the database's clock, whether or not anything writes it down.
  ends_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  ended_how text CHECK (ended_how IN ('refused', 'owner', 'support', 'operator', 'time')),
  ended_by uuid REFERENCES people ON DELETE SET NULL,
  CONSTRAINT support_visits_end CHECK ((ended_at IS NULL) = (ended_how IS NULL)),
  -- No owner can allow more than a day.
  CONSTRAINT support_visits_length CHECK (ends_at <= coalesce(allowed_at + interval '24 hours', asked_at + interval '7 days'))
);
CREATE INDEX support_visits_host ON support_visits (host_id, asked_at);
CREATE INDEX support_visits_person ON support_visits (person_id);
-- A supporter has one ask or visit at a time in a host.
CREATE UNIQUE INDEX support_visits_open ON support_visits (host_id, person_id) WHERE ended_at IS NULL;
