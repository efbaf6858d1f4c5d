-- The page that draws names each of its saves. One whose answer was lost is sent again, and is known by this. Null: the draft was made otherwise.
ALTER TABLE seating_plans ADD COLUMN last_save uuid;
