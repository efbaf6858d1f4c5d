-- More is sold of a ticket type than it has beside its listed tickets: so many of these are sold, those that were listed first. From the commit on
-- their codes are dead, and a job pays their buyers back. A trigger, so that no way to sell can forget it: of valid tickets there are never more than
-- the capacity. Its caller has locked the ticket type, and whoever changes a listing has that lock.
CREATE OR REPLACE FUNCTION sell_listings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted constant integer := new.sold + new.listed - new.capacity;
  at_time constant timestamptz := clock_timestamp();
  chosen uuid[];
BEGIN
  chosen := ARRAY(SELECT r.id FROM returns AS r WHERE r.listed_type_id = new.id ORDER BY r.confirmed_at, r.id LIMIT wanted);
  IF cardinality(chosen) < wanted THEN
    RAISE EXCEPTION 'ticket type % has % listed tickets to sell, and not %', new.id, cardinality(chosen), wanted;
  END IF;
  UPDATE returns SET state = 'sold', sold_at = at_time, listed_type_id = NULL WHERE id = ANY(chosen);
  INSERT INTO jobs (id, kind, payload, unique_key)
  SELECT new_id(), 'pay_back_resold', jsonb_build_object('orderId', r.order_id, 'returnId', r.id), r.id::text
    FROM returns AS r WHERE r.id = ANY(chosen);
  PERFORM pg_notify('jobs_due', 'pay_back_resold');
  new.listed := new.listed - wanted;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER ticket_types_sell_listings BEFORE UPDATE OF sold ON ticket_types FOR EACH ROW
  WHEN (new.listed > 0 AND new.sold + new.listed > new.capacity) EXECUTE FUNCTION sell_listings();
