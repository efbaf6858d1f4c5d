-- Second factors can be guessed only slowly: by session, and by person, whichever session it is done from.
ALTER TABLE sessions
  ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0,
  -- No code is looked at before.
  ADD COLUMN codes_again_at timestamptz(3);
ALTER TABLE people
  ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0,
  ADD COLUMN codes_again_at timestamptz(3);
-- When the password was given last: the first factor can be set up, and the e-mail changed, for some minutes after it.
ALTER TABLE sessions ADD COLUMN signed_in_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE sessions SET signed_in_at = created_at;
-- By which sessions are forgotten that nobody has used for a day.
CREATE INDEX sessions_last_use ON sessions (last_used_at);
