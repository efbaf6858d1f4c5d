-- Mails that a host has switched on for an event: a reminder before it, and thanks after it. When they are due follows from the event's
-- dates, so nothing is planned ahead that a new date would have to undo.
CREATE TABLE automatic_mails (
  event_id uuid NOT NULL REFERENCES events,
  kind text NOT NULL CHECK (kind IN ('reminder', 'thanks', 'cart')),
  is_on boolean NOT NULL,
  -- Before the start, or after the end.
  hours integer NOT NULL CHECK (hours BETWEEN 1 AND 336),
  note text NOT NULL CHECK (length(note) <= 2000),
  -- The start of the event that it last went out for, and when that began.
  begun_for timestamptz(3),
  begun_at timestamptz(3),
  -- Orders up to this one have their mail planned; null: none yet.
  planned_to uuid,
  planned_all_at timestamptz(3),
  -- How many orders it has been planned for since then.
  orders integer NOT NULL DEFAULT 0,
  PRIMARY KEY (event_id, kind),
  CHECK (num_nonnulls(begun_for, begun_at) IN (0, 2)),
  CHECK (num_nonnulls(planned_to, planned_all_at) = 0 OR begun_at IS NOT NULL)
);
CREATE INDEX automatic_mails_on ON automatic_mails (event_id) WHERE is_on;
