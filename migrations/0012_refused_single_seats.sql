-- Choices that leave a single seat are not only advised against but refused. In force where leaves_no_single is true as well, which is all
-- that the older program knows and switches.
ALTER TABLE event_halls ADD COLUMN refuses_single boolean NOT NULL DEFAULT false;
