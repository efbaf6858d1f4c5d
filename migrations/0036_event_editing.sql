-- Members edit events, ticket types and promo codes; who saves over somebody else's change is told.
ALTER TABLE events ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE ticket_types ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE promo_codes ADD COLUMN version integer NOT NULL DEFAULT 1;
