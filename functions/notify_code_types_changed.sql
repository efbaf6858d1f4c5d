-- The ticket types of a promo code have changed: tells only the hosts of these codes. If the code is gone too, the ticket type knows the
-- host; if both are gone, the trigger of their event tells.
CREATE OR REPLACE FUNCTION notify_code_types_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', host.id)
     FROM (SELECT DISTINCT event.host_id::text AS id
             FROM changed LEFT JOIN promo_codes AS code ON code.id = changed.promo_code_id
                          LEFT JOIN ticket_types AS type ON type.id = changed.ticket_type_id
                          JOIN events AS event ON event.id = coalesce(code.event_id, type.event_id)) AS host;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER promo_code_ticket_types_changed AFTER INSERT ON promo_code_ticket_types
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_code_types_changed();

CREATE OR REPLACE TRIGGER promo_code_ticket_types_moved AFTER UPDATE ON promo_code_ticket_types
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_code_types_changed();

CREATE OR REPLACE TRIGGER promo_code_ticket_types_removed AFTER DELETE ON promo_code_ticket_types
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_code_types_changed();
