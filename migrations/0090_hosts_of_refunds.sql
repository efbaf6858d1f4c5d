-- Whose refund it is, so that a host's are found however many others have.
ALTER TABLE refunds ADD COLUMN host_id uuid;

-- Also in functions/. Here already, so that no refund is written without it.
CREATE FUNCTION set_refund_host() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.host_id := (SELECT o.host_id FROM orders AS o WHERE o.id = new.order_id);
  RETURN new;
END $$;
CREATE TRIGGER refunds_host BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION set_refund_host();
