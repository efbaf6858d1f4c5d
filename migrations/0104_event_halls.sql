-- What an event's hall is besides its seats: the version of a plan that it was made of, and what is drawn around the seats.
CREATE TABLE event_halls (
  event_id uuid PRIMARY KEY REFERENCES events (id) ON DELETE CASCADE,
  -- Null: the seats came from a list.
  plan_id uuid,
  number integer,
  -- Which ticket type each category of the plan is sold as: categoryId, kind and ticketTypeId of each.
  categories jsonb NOT NULL DEFAULT '[]',
  -- Objects of the plan in the order of drawing; standing areas name their ticket types.
  drawing json NOT NULL DEFAULT '[]',
  -- Whether buyers are asked not to leave a single seat.
  leaves_no_single boolean NOT NULL DEFAULT true,
  CHECK ((plan_id IS NULL) = (number IS NULL)),
  FOREIGN KEY (plan_id, number) REFERENCES seating_plan_versions (plan_id, number)
);
CREATE INDEX event_halls_plan ON event_halls (plan_id) WHERE plan_id IS NOT NULL;
CREATE TRIGGER event_halls_changed AFTER INSERT OR UPDATE OR DELETE ON event_halls
  FOR EACH STATEMENT EXECUTE FUNCTION notify_seats_changed();
