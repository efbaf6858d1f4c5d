-- Where seats are and what they are called is kept in memory. Once a statement, not a row: a hall has twenty thousand.
-- Holds and sales set none of these columns.
CREATE OR REPLACE FUNCTION notify_seats_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('seats_changed', '');
  RETURN NULL;
END $$;
