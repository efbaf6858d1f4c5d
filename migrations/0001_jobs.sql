-- Work that must not be lost is a row, written in the transaction that causes it.
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  -- At most one waiting or running job per kind and key, for work that is the same however often it is asked for.
  unique_key text,
  run_at timestamptz NOT NULL DEFAULT now(),
  -- Counted when a job is taken, not when it fails: a job that kills its process uses up its attempts too.
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  leased_until timestamptz,
  leased_by text,
  set_aside_at timestamptz,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((leased_until IS NULL) = (leased_by IS NULL))
);
CREATE UNIQUE INDEX jobs_unique_key ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL;
-- By kind first: a flood of one kind must not lie in the way to the others.
CREATE INDEX jobs_due ON jobs (kind, run_at, id) WHERE set_aside_at IS NULL;
CREATE INDEX jobs_set_aside ON jobs (set_aside_at) WHERE set_aside_at IS NOT NULL;
