-- Who changed what, when and from where. Append only: nobody edits history, the program included.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Null: of no host, such as a sign-in.
  host_id uuid REFERENCES hosts,
  actor_kind text NOT NULL CHECK (actor_kind IN ('member', 'operator', 'system', 'stranger')),
  -- No reference: a person's name may be forgotten, and what was done stays on record.
  person_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$' AND length(action) <= 60),
  -- What it was done to: a key, a member, an event.
  subject_id text CHECK (length(subject_id) <= 100),
  subject_name text NOT NULL DEFAULT '' CHECK (length(subject_name) <= 300),
  -- The fields that changed. Never a secret, and of buyers never a value.
  before jsonb CHECK (pg_column_size(before) <= 16384),
  after jsonb CHECK (pg_column_size(after) <= 16384),
  client_address inet
);
CREATE INDEX audit_log_host ON audit_log (host_id, id DESC);
CREATE INDEX audit_log_person ON audit_log (person_id, id DESC);

CREATE FUNCTION refuse_to_edit_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append only';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();

-- Who caused a change of an order: the actor that the transaction names (src/audit/actor.ts). Null: the buyer or the program.
ALTER TABLE order_changes
  ADD COLUMN actor text DEFAULT nullif(current_setting('tessera.actor', true), ''),
  ADD CONSTRAINT order_changes_actor_check CHECK (length(actor) <= 100) NOT VALID;
