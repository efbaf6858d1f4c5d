-- Sets the host of a refund, so that a host's refunds are found quickly however many others have (src/orders/list-refunds.ts).
CREATE OR REPLACE FUNCTION set_refund_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.host_id := (SELECT o.host_id FROM orders AS o WHERE o.id = new.order_id);
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER refunds_host BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION set_refund_host();
