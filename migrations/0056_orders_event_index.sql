-- orders_of_event begins with the same column, and serves whatever this one did.
DROP INDEX IF EXISTS orders_event;
