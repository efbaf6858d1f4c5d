-- For a database that has run all migrations from before the first release: what is stored by earlier rules becomes what the program
-- reads now. A NOTICE is told to the operator.

-- An order for a change of seat was called refunded as soon as a part of it was.
WITH partly AS (
  UPDATE orders AS o SET status = 'partially_refunded'
   WHERE o.source = 'exchange' AND o.status = 'refunded' AND EXISTS (
     SELECT FROM payments AS p WHERE p.order_id = o.id AND p.use = 'order' AND p.refunded_minor < p.amount_minor)
  RETURNING o.id
)
INSERT INTO order_changes (order_id, at, status, cause)
SELECT id, now(), 'partially_refunded', 'not all of it was refunded' FROM partly;

-- A mail about another address had no key.
UPDATE jobs SET payload = payload || '{"movedKey": ""}'
 WHERE payload ->> 'mail' = 'address_changed' AND NOT payload ? 'movedKey';

-- Nobody can make another hash without the password.
DO $$
DECLARE
  people integer := (SELECT count(*) FROM people WHERE password_hash LIKE 'scrypt$%');
BEGIN
  IF people > 0 THEN
    RAISE NOTICE '% people have to choose another password, by the link for forgotten ones', people;
  END IF;
END $$;

-- Functions that no program calls any more, whatever their arguments.
DO $$
DECLARE
  gone regprocedure;
BEGIN
  FOR gone IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname IN (
    'hold_cart_batch', 'hold_carts', 'hold_carts_capped', 'open_orders_capped', 'take_again', 'taken_seats', 'write_holds')
  LOOP
    EXECUTE 'DROP FUNCTION ' || gone;
  END LOOP;
END $$;
