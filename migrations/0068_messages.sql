-- What the holders of an event's tickets are told by its host: src/messages. Whom each goes to is in mails.
CREATE TABLE messages (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts (id),
  event_id uuid NOT NULL REFERENCES events (id),
  created_at timestamptz(3) NOT NULL,
  -- Who wrote it, and who has it sent: somebody else, where the rest of it was sent later.
  person_id uuid,
  released_by uuid,
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 150),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 5000),
  audience text NOT NULL CHECK (audience IN ('holders', 'buyers')),
  attendance text NOT NULL CHECK (attendance IN ('all', 'came', 'not_yet')),
  -- Null: all of the event's.
  ticket_type_ids uuid[] CHECK (cardinality(ticket_type_ids) BETWEEN 1 AND 200),
  recipients integer NOT NULL CHECK (recipients > 0),
  -- Counts the jobs that have sent it, one after the other: an earlier one sends nothing any more.
  run integer NOT NULL DEFAULT 1,
  stopped_at timestamptz(3),
  stopped_for text CHECK (stopped_for IN ('member', 'suspended', 'sender_gone')),
  stopped_by uuid,
  finished_at timestamptz(3),
  -- As it ended: the mails themselves are forgotten.
  sent integer,
  refused integer,
  CHECK ((stopped_at IS NULL) = (stopped_for IS NULL)),
  CHECK (num_nonnulls(finished_at, sent, refused) IN (0, 3)),
  CHECK (num_nonnulls(stopped_at, finished_at) <= 1)
);
CREATE INDEX messages_event ON messages (event_id, id DESC);
CREATE INDEX messages_host ON messages (host_id, created_at);
