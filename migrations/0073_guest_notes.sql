-- What the host wrote to whom it gave tickets: it is in their mail. Validated by the next migration, so that nobody waits.
ALTER TABLE orders ADD COLUMN guest_note text;
ALTER TABLE orders ADD CONSTRAINT orders_guest_note_check CHECK (length(guest_note) BETWEEN 1 AND 500) NOT VALID;
