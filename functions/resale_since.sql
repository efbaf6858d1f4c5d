-- Since when a ticket is on sale again, or sold and not paid back yet: it is refused at the doors. Null: it is neither. Looked up at each scan.
CREATE OR REPLACE FUNCTION resale_since(of_ticket uuid) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT r.confirmed_at FROM returns AS r WHERE r.listed_ticket_id = of_ticket);
END $$;
