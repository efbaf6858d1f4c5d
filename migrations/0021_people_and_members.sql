-- A person signs in, and is a member of one host or several. Until now a host had accounts; each becomes a person who owns it.
-- The table `accounts` stays for programs of the release before; the next release drops it.
CREATE TABLE people (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 200),
  password_hash text NOT NULL CHECK (length(password_hash) <= 500),
  email_confirmed_at timestamptz(3),
  -- The secret of an authenticator app, sealed. It counts once a first code was typed in.
  totp_ciphertext bytea,
  totp_sealed_by text,
  totp_confirmed_at timestamptz(3),
  -- The newest time step whose code was used: a code is good once.
  totp_used_step bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CHECK (totp_confirmed_at IS NULL OR totp_ciphertext IS NOT NULL)
);
CREATE UNIQUE INDEX people_email ON people (lower(email));

CREATE TABLE members (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  person_id uuid NOT NULL REFERENCES people,
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'finance', 'door')),
  -- False: the events in member_events alone.
  has_all_events boolean NOT NULL DEFAULT true CHECK (has_all_events OR role <> 'owner'),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (host_id, person_id)
);
CREATE INDEX members_person ON members (person_id);

CREATE TABLE member_events (
  member_id uuid NOT NULL REFERENCES members ON DELETE CASCADE,
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  PRIMARY KEY (member_id, event_id)
);
CREATE INDEX member_events_event ON member_events (event_id);

INSERT INTO people (id, email, password_hash, email_confirmed_at, created_at)
  SELECT id, email, password_hash, created_at, created_at FROM accounts;
INSERT INTO members (id, host_id, person_id, role, created_at)
  SELECT new_id(), host_id, id, 'owner', created_at FROM accounts;

-- Of every secret that opens something only the hash is stored.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  token_sha256 bytea NOT NULL UNIQUE CHECK (octet_length(token_sha256) = 32),
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  -- Signed in with a second factor. Where the person has one, a session without it opens nothing but the question for it.
  passed_factor_at timestamptz(3),
  client_address inet,
  user_agent text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300)
);
CREATE INDEX sessions_person ON sessions (person_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Links in e-mails: good once, for a short time.
CREATE TABLE mailed_tokens (
  token_sha256 bytea PRIMARY KEY CHECK (octet_length(token_sha256) = 32),
  purpose text NOT NULL CHECK (purpose IN ('confirm_email', 'reset_password', 'change_email')),
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  -- The address that it was sent to, and that it proves.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3)
);
CREATE INDEX mailed_tokens_person ON mailed_tokens (person_id);
CREATE INDEX mailed_tokens_expiry ON mailed_tokens (expires_at);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  public_key bytea NOT NULL CHECK (octet_length(public_key) <= 2000),
  sign_count bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}' CHECK (cardinality(transports) <= 10),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  last_used_at timestamptz(3)
);
CREATE INDEX passkeys_person ON passkeys (person_id);

-- What a passkey is asked to sign: once, for a short time.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY CHECK (length(challenge) BETWEEN 20 AND 100),
  purpose text NOT NULL CHECK (purpose IN ('add', 'sign_in', 'second_step')),
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_session ON passkey_challenges (session_id);

CREATE TABLE recovery_codes (
  person_id uuid NOT NULL REFERENCES people ON DELETE CASCADE,
  code_sha256 bytea NOT NULL CHECK (octet_length(code_sha256) = 32),
  used_at timestamptz(3),
  PRIMARY KEY (person_id, code_sha256)
);

-- Somebody is asked to become a member. The link in the e-mail is good once.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  role text NOT NULL CHECK (role IN ('owner', 'manager', 'finance', 'door')),
  has_all_events boolean NOT NULL DEFAULT true CHECK (has_all_events OR role <> 'owner'),
  event_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(event_ids) <= 500),
  invited_by uuid REFERENCES people ON DELETE SET NULL,
  -- Null until its e-mail is on its way: the link is made when it is sent.
  token_sha256 bytea UNIQUE CHECK (octet_length(token_sha256) = 32),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  CHECK (num_nonnulls(accepted_at, withdrawn_at) <= 1)
);
CREATE INDEX invitations_host ON invitations (host_id);
CREATE INDEX invitations_expiry ON invitations (expires_at);
