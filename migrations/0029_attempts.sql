-- How often something was tried that is not to be guessed or flooded: a password, a sign-up, a mail with a link. Each name is one
-- count: of an account from one address, of an account, of an address, of all.
CREATE TABLE attempts (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 200),
  count integer NOT NULL DEFAULT 0 CHECK (count >= 0),
  last_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Nothing is tried before: after too many, each wait is longer than the one before, up to a limit.
  wait_until timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX attempts_last_at ON attempts (last_at);
