-- Null: the ticket type has a stock of its own. By both columns, so that a pool is of the same event; and found by its event when it goes.
ALTER TABLE ticket_types
  ADD COLUMN pool_id uuid,
  ADD CONSTRAINT ticket_types_pool_fkey FOREIGN KEY (event_id, pool_id) REFERENCES pools (event_id, id) NOT VALID;
