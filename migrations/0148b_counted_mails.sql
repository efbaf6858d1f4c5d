-- A migration of its own: one that locks two tables in turn can lock itself out with a sale that has them the other way round.
-- Whether a mail has been counted against the host's e-mails of the day: each is, once.
ALTER TABLE mails ADD COLUMN is_counted boolean NOT NULL DEFAULT false;
