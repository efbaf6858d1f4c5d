-- Whom a host no longer writes to, by kind of mail. An address is a hash under a key of its host, so that it stays known after a change of the
-- secret key, and nobody can try out addresses with the table alone.
CREATE TABLE unsubscribing_keys (
  host_id uuid PRIMARY KEY REFERENCES hosts,
  key_ciphertext bytea NOT NULL,
  key_sealed_by text NOT NULL
);

CREATE TABLE unsubscribed (
  host_id uuid NOT NULL REFERENCES hosts,
  kind text NOT NULL CHECK (kind IN ('message', 'reminder', 'thanks', 'cart')),
  address_hash bytea NOT NULL CHECK (octet_length(address_hash) = 16),
  since timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (host_id, kind, address_hash)
);
