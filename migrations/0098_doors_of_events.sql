-- How long before the start the doors open. By its distance and not by its time: an event that is moved or copied takes it along, also
-- where a program of the release before does it. Null: the host has not said.
ALTER TABLE events ADD COLUMN doors_minutes integer CHECK (doors_minutes BETWEEN 1 AND 1440);
