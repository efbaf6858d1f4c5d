-- The language that a person has chosen for the dashboard and for our mails to them; null is the browser's. Which languages there are is the
-- program's to know. Everybody's is null now, so nothing is read behind the lock.
ALTER TABLE people ADD COLUMN language text,
  ADD CONSTRAINT people_language_check CHECK (language ~ '^[a-z]{2}$') NOT VALID;
