-- What a seat is in the plan that its event uses, and house seats.
ALTER TABLE seats
  -- Its id there: by it the seat is the same one when the plan changes.
  ADD COLUMN plan_seat_id text,
  -- The accessible seat that it accompanies, by that one's id in the plan: a copy of the event needs no other.
  ADD COLUMN companion_of text,
  -- The table that is sold whole, by its id in the plan, and how many seats it has.
  ADD COLUMN table_id text,
  ADD COLUMN table_seats smallint,
  -- Not for sale, and why; empty: nobody has said. Null: for sale.
  ADD COLUMN blocked_reason text,
  ADD COLUMN blocked_color smallint,
  ADD CONSTRAINT seats_of_plans CHECK (
    length(plan_seat_id) <= 100 AND length(companion_of) <= 100 AND length(table_id) <= 100 AND length(blocked_reason) <= 100
    AND blocked_color BETWEEN 0 AND 6 AND (blocked_reason IS NULL) = (blocked_color IS NULL)
    AND (table_id IS NULL) = (table_seats IS NULL)) NOT VALID,
  ADD CONSTRAINT blocked_seats_are_nobodys CHECK (NOT (is_sold AND blocked_reason IS NOT NULL)) NOT VALID;
-- Blocking a seat is like selling it: the map stays as it is.
CREATE OR REPLACE TRIGGER seats_changed
  AFTER INSERT OR DELETE OR UPDATE OF ticket_type_id, section, row_label, seat_label, x, y, is_accessible, is_restricted_view,
    companion_of, table_id, table_seats ON seats
  FOR EACH STATEMENT EXECUTE FUNCTION notify_seats_changed();
