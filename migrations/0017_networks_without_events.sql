-- What a network holds is found by its address alone. With the event first, the planner sometimes took the other index that begins with the
-- event, after a table was emptied and vacuumed, and read all carts of the event for each hold. The functions that read the old index come
-- anew with this migration; no program names it.
CREATE INDEX IF NOT EXISTS reservations_of_network ON reservations (client_address COLLATE "C")
  WHERE ended_at IS NULL AND NOT is_exempt;
DROP INDEX reservations_counted;
