-- A code that a person can read out and type: 40 random bits, written as eight letters. Also in functions/.
CREATE FUNCTION new_short_code() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT ('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint
$$;

ALTER TABLE tickets
  -- Null for those of earlier programs, which the next file gives theirs.
  ADD COLUMN short_code bigint,
  -- When the guest went out, for as long as they are out.
  ADD COLUMN left_at timestamptz(3),
  -- The transaction that wrote the row last, for phones that ask what has changed. The default is the same for all rows that are
  -- there: none of them is written.
  ADD COLUMN changed_in xid8 NOT NULL DEFAULT pg_current_xact_id();
ALTER TABLE tickets ALTER COLUMN short_code SET DEFAULT new_short_code();
