-- When a ticket was given to another person than the one it was issued to: from then on its code is theirs alone.
ALTER TABLE tickets ADD COLUMN passed_on_at timestamptz(3);
