-- When somebody last worked in this host: told to whoever manages its team. In other hosts is none of their business.
ALTER TABLE members ADD COLUMN last_seen_at timestamptz(3);

-- An address has one open invitation to a host at most, and is sent few by all hosts together.
CREATE UNIQUE INDEX invitations_open ON invitations (host_id, lower(email))
  WHERE accepted_at IS NULL AND withdrawn_at IS NULL;
CREATE INDEX invitations_email ON invitations (lower(email), created_at);

-- What was done to one thing, and who tried to sign in as somebody.
CREATE INDEX audit_log_subject ON audit_log (subject_id, id DESC);
