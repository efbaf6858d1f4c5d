-- Every secret key that a process was ever started with, by its id. The keys themselves are in the configuration alone.
CREATE TABLE secret_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{12}$'),
  first_seen_at timestamptz(3) NOT NULL DEFAULT now(),
  -- After a leak: ticket codes that were signed with it admit nobody any more.
  distrusted_at timestamptz(3)
);

-- The public halves of the keys that an event's ticket codes were signed with. A code in somebody's pocket stays good when
-- its secret key is long out of the configuration.
CREATE TABLE event_verify_keys (
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  secret_key_id text NOT NULL REFERENCES secret_keys,
  public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
  PRIMARY KEY (event_id, secret_key_id)
);

-- Which secret key a secret is sealed under. Null: sealed by a process that didn't write it down.
ALTER TABLE hosts ADD COLUMN private_key_sealed_by text;
ALTER TABLE payment_accounts ADD COLUMN credentials_sealed_by text;
