-- Positions and names of seats are kept in memory. Once a statement, not a row: a hall has twenty thousand. Holds and sales set none of
-- these columns.
CREATE OR REPLACE FUNCTION notify_seats_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('seats_changed', '');
  RETURN NULL;
END $$;
-- The map says as what else seats can be bought.
CREATE OR REPLACE TRIGGER further_price_added AFTER INSERT ON ticket_types FOR EACH ROW
  WHEN (new.seats_of IS NOT NULL) EXECUTE FUNCTION notify_seats_changed();
CREATE OR REPLACE TRIGGER further_price_deleted AFTER DELETE ON ticket_types FOR EACH ROW
  WHEN (old.seats_of IS NOT NULL) EXECUTE FUNCTION notify_seats_changed();
