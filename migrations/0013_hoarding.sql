-- Held for a server that its key names (server_addresses below): in nobody's count.
ALTER TABLE reservations ADD COLUMN is_exempt boolean NOT NULL DEFAULT false;
-- What an address holds of an event. By bytes, so that the /64s of a /48 lie together: one range of the index is either of
-- them. The function that used the old index is put in anew right after this file.
CREATE INDEX IF NOT EXISTS reservations_counted ON reservations (event_id, client_address COLLATE "C")
  WHERE ended_at IS NULL AND NOT is_exempt;
DROP INDEX reservations_address;

-- Where the cart was held from. Null: in nobody's count (an exempt server's, complimentary, older than this column), or
-- forgotten: nobody asks for it once counts_until is over.
ALTER TABLE orders
  ADD COLUMN client_address text,
  ADD COLUMN quantity integer,
  -- Until when a free order, or one that kept its tickets for long and lapsed unpaid, counts against its address.
  ADD COLUMN counts_until timestamptz;
CREATE INDEX IF NOT EXISTS orders_counted ON orders (event_id, client_address COLLATE "C")
  WHERE client_address IS NOT NULL AND counts_until IS NOT NULL;
CREATE INDEX IF NOT EXISTS orders_unpaid ON orders (event_id, lower(email))
  WHERE status IN ('processing', 'pending_payment', 'expired', 'cancelled');

-- The addresses and networks of an integrator's own servers, which call for many buyers. Null: none.
ALTER TABLE public_keys ADD COLUMN server_addresses cidr[] CHECK (cardinality(server_addresses) BETWEEN 1 AND 20);
