-- Tickets of many orders that are sent again at once: src/orders/resendings. Whom they go to is in mails.
CREATE TABLE resendings (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts (id),
  created_at timestamptz(3) NOT NULL,
  -- Who asked for it, and who has it sent: somebody else, where the rest of it was sent later.
  person_id uuid,
  released_by uuid,
  orders integer NOT NULL CHECK (orders > 0),
  recipients integer NOT NULL CHECK (recipients > 0),
  -- As in messages.
  run integer NOT NULL DEFAULT 1,
  stopped_at timestamptz(3),
  stopped_for text CHECK (stopped_for IN ('member', 'suspended', 'sender_gone')),
  stopped_by uuid,
  finished_at timestamptz(3),
  sent integer,
  refused integer,
  tried integer NOT NULL DEFAULT 0 CHECK (tried >= 0),
  tried_to uuid,
  CHECK ((stopped_at IS NULL) = (stopped_for IS NULL)),
  CHECK (num_nonnulls(finished_at, sent, refused) IN (0, 3)),
  CHECK (num_nonnulls(stopped_at, finished_at) <= 1)
);
CREATE INDEX resendings_host ON resendings (host_id, created_at);
