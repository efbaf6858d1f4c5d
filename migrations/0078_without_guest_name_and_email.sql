-- tickets_marked_name and tickets_marked_email do their work.
DROP INDEX IF EXISTS tickets_guest_name;
DROP INDEX IF EXISTS tickets_guest_email;
