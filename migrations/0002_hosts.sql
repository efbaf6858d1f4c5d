CREATE TABLE hosts (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  country text NOT NULL CHECK (country ~ '^[A-Z_]{2,40}$'),
  -- The fee of a ticket: a share of its price in basis points, and a flat part, up to a cap.
  fee_basis_points integer NOT NULL DEFAULT 0 CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_flat_minor bigint NOT NULL DEFAULT 0 CHECK (fee_flat_minor BETWEEN 0 AND 10000000000),
  fee_cap_minor bigint CHECK (fee_cap_minor BETWEEN 0 AND 10000000000),
  fees_absorbed boolean NOT NULL DEFAULT false,
  -- The private key signs webhooks. The ciphertext gives it back to its host, the hash recognises it in a request.
  private_key_ciphertext bytea NOT NULL,
  private_key_sha256 bytea NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  password_hash text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX accounts_email ON accounts (lower(email));
CREATE INDEX accounts_host ON accounts (host_id);

-- Public keys are printed in web pages: they are kept as they are.
CREATE TABLE public_keys (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  key text NOT NULL UNIQUE CHECK (key ~ '^pk_[0-9A-Za-z]{32,80}$'),
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  revoked_at timestamptz(3)
);
CREATE INDEX public_keys_host ON public_keys (host_id);

-- Tells every process to forget what it knows of a host's keys.
CREATE FUNCTION notify_keys_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('keys_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER public_keys_changed AFTER UPDATE OR DELETE ON public_keys
  FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
CREATE TRIGGER private_keys_changed AFTER UPDATE OF private_key_sha256 ON hosts
  FOR EACH STATEMENT EXECUTE FUNCTION notify_keys_changed();
