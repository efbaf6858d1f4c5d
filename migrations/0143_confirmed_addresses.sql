-- In rooms that ask for an e-mail address an entry has no place, and is in no draw, until the link that was mailed to the address is used.
ALTER TABLE waiting_entries ALTER COLUMN line_key DROP NOT NULL;
-- The address that a link was mailed to, and when.
ALTER TABLE waiting_entries ADD COLUMN asked_email_hash bytea CHECK (octet_length(asked_email_hash) = 32);
ALTER TABLE waiting_entries ADD COLUMN asked_at timestamptz;
ALTER TABLE waiting_entries ADD CONSTRAINT waiting_entries_in_line CHECK (line_key IS NOT NULL OR (asked_at IS NOT NULL AND let_in_at IS NULL)) NOT VALID;

-- How many links were mailed for a network, since when.
ALTER TABLE waiting_addresses ADD COLUMN mails integer NOT NULL DEFAULT 0;
ALTER TABLE waiting_addresses ADD COLUMN mails_since timestamptz;
