-- The pool of a ticket type whose counters have changed is not oversold, whoever took of it; and every process hears when it is full, or no
-- longer: then other ticket types of it are sold out too, whose own counters have not moved.
--
-- A trigger sees its own row's change only, and a statement may give back of several ticket types. The one that gave back most gave
-- back at least its share of all: so a pool that was full before is never missed, and now and then one is told that was not.
CREATE OR REPLACE FUNCTION guard_pool() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken constant integer := (new.sold + new.held) - (old.sold + old.held);
  still_left constant integer := (pools_left(ARRAY[new.pool_id]))[1];
BEGIN
  IF taken > 0 AND still_left < 0 THEN
    RAISE EXCEPTION 'the pool of ticket type % is oversold by %', new.id, -still_left
      USING ERRCODE = 'check_violation', CONSTRAINT = 'pools_never_oversold';
  END IF;
  IF taken > 0 AND still_left = 0 OR taken < 0 AND still_left <= -taken * (
       SELECT count(*) FROM ticket_types WHERE event_id = new.event_id AND pool_id = new.pool_id) THEN
    PERFORM pg_notify('catalog_changed', (SELECT host_id::text FROM events WHERE id = new.event_id));
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ticket_types_guard_pool AFTER UPDATE OF sold, held ON ticket_types FOR EACH ROW
  WHEN (new.pool_id IS NOT NULL AND old.sold + old.held <> new.sold + new.held) EXECUTE FUNCTION guard_pool();
CREATE OR REPLACE TRIGGER ticket_types_pooled AFTER UPDATE OF pool_id ON ticket_types FOR EACH ROW
  EXECUTE FUNCTION notify_catalog_changed();
CREATE OR REPLACE TRIGGER pools_changed AFTER INSERT OR DELETE OR UPDATE ON pools FOR EACH ROW
  EXECUTE FUNCTION notify_catalog_changed();
