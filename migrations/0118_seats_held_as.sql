-- As which ticket type the cart in held_by has the seat; means nothing where there is none. Null: as its own.
ALTER TABLE seats ADD COLUMN held_as uuid;
