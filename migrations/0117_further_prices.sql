-- A further price is a ticket type for the seats of another one, with which it is in one pool: it has no seats of its own.
ALTER TABLE ticket_types
  -- The ticket type whose seats it is a price for. Null: a ticket type with seats of its own, or without any.
  ADD COLUMN seats_of uuid,
  -- How many of it there are at most; its capacity is never more than the seats. Null: as many as there are seats.
  ADD COLUMN own_limit integer,
  ADD CONSTRAINT ticket_types_seats_of_fkey FOREIGN KEY (seats_of) REFERENCES ticket_types (id) NOT VALID,
  ADD CONSTRAINT further_prices_share_seats CHECK (
    CASE WHEN seats_of IS NULL THEN own_limit IS NULL
         ELSE kind = 'SEATED' AND pool_id IS NOT NULL AND seats_of <> id AND coalesce(own_limit BETWEEN 0 AND 10000000, true) END) NOT VALID;
