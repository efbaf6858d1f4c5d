-- When each public key was last used, to the minute. Not a column of public_keys: a change there makes every process forget all keys.
CREATE TABLE public_key_uses (
  key_id uuid PRIMARY KEY REFERENCES public_keys ON DELETE CASCADE,
  last_used_at timestamptz(3) NOT NULL
);

-- Two who edit the same key: the second is told.
ALTER TABLE public_keys ADD COLUMN version integer NOT NULL DEFAULT 1;
