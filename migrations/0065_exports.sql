-- A file that a member has asked for after a second step, and may fetch for some minutes: src/exports/.
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  host_id uuid NOT NULL REFERENCES hosts (id),
  person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  what text NOT NULL CHECK (what IN ('orders', 'guests', 'promo_uses', 'report')),
  -- What somebody looked for may be in it, such as an e-mail address: forgotten with the row.
  filters jsonb NOT NULL CHECK (pg_column_size(filters) <= 16384),
  with_bom boolean NOT NULL,
  separator text NOT NULL CHECK (separator IN ('comma', 'semicolon')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX exports_created ON exports (created_at);
CREATE INDEX exports_person ON exports (person_id);
