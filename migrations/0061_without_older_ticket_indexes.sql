-- tickets_event_guests and tickets_type_guests do their work.
DROP INDEX IF EXISTS tickets_event;
DROP INDEX IF EXISTS tickets_type;
