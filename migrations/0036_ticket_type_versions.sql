-- Members edit events, ticket types and promo codes; who saves over somebody else's change is told. Each table in a migration of its own:
-- nobody who sells waits for one while this waits for another.
ALTER TABLE ticket_types ADD COLUMN version integer NOT NULL DEFAULT 1;
