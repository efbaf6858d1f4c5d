-- The waiting list of an event, which each of its ticket types has for itself.
CREATE TABLE waiting_lists (
  event_id uuid PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- For how long an offer is held.
  offer_minutes integer NOT NULL CHECK (offer_minutes BETWEEN 15 AND 2880),
  -- Nobody joins any more.
  stopped_at timestamptz,
  -- By draw: when, and by which seed. Null: in the order in which they came.
  draws_at timestamptz,
  drawn_at timestamptz,
  seed_ciphertext bytea,
  seed_sealed_by text,
  seed_hash bytea CHECK (octet_length(seed_hash) = 32),
  seed bytea CHECK (octet_length(seed) = 32 AND sha256(seed) = seed_hash),
  CHECK ((draws_at IS NULL) = (seed_hash IS NULL)),
  CHECK ((seed IS NULL) = (drawn_at IS NULL)),
  CHECK (draws_at IS NULL OR seed IS NOT NULL OR seed_ciphertext IS NOT NULL)
);
CREATE TRIGGER waiting_lists_changed AFTER INSERT OR DELETE OR UPDATE OF stopped_at ON waiting_lists FOR EACH ROW
  EXECUTE FUNCTION notify_catalog_changed();
