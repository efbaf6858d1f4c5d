-- How often a phone at a door has searched by name: within ten minutes, and within a day.
ALTER TABLE door_devices
  ADD COLUMN searched_from timestamptz(3),
  ADD COLUMN searches integer NOT NULL DEFAULT 0,
  ADD COLUMN day_searched_from timestamptz(3),
  ADD COLUMN day_searches integer NOT NULL DEFAULT 0;

-- A phone that has forgotten a ticket's code shows its signature: the code may be one that the ticket had before.
CREATE INDEX passed_on_codes_ticket ON passed_on_codes (ticket_id);
