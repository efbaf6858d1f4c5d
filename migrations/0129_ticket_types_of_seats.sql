-- Whoever deletes a ticket type is asked whether it has further prices, by the foreign key too.
CREATE INDEX IF NOT EXISTS ticket_types_seats_of ON ticket_types (seats_of) WHERE seats_of IS NOT NULL;
