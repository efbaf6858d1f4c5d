-- The event's terms when the order was made: what the buyer was promised.
ALTER TABLE orders ADD COLUMN return_terms jsonb;
