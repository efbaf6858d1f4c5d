-- To whom mails went, for whoever asks what is known of them: an address that was corrected is in no order and on no ticket any more.
-- Mails are written by the job that sends them, and never on a sale's way. On a big table: build it CONCURRENTLY before the release.
CREATE INDEX IF NOT EXISTS mails_recipient ON mails (lower(recipient) COLLATE "C");
