-- Keeps what a ticket type cost and when it was on sale, when its host changes that: which price was in force at any time is on record.
CREATE OR REPLACE FUNCTION keep_former_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_prices (ticket_type_id, until, price_minor, sale_starts_at, sale_ends_at)
  VALUES (OLD.id, clock_timestamp(), OLD.price_minor, OLD.sale_starts_at, OLD.sale_ends_at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Not with each sale: those change neither of these columns.
CREATE OR REPLACE TRIGGER ticket_types_former_price AFTER UPDATE OF price_minor, sale_starts_at, sale_ends_at ON ticket_types FOR EACH ROW
  WHEN ((OLD.price_minor, OLD.sale_starts_at, OLD.sale_ends_at) IS DISTINCT FROM (NEW.price_minor, NEW.sale_starts_at, NEW.sale_ends_at))
  EXECUTE FUNCTION keep_former_price();
