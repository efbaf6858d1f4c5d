-- Orders are found by their ticket types, also where the tickets have moved on to others.
CREATE INDEX seat_exchanges_from_type ON seat_exchanges (from_type_id);
CREATE INDEX seat_exchanges_to_type ON seat_exchanges (to_type_id) WHERE difference_order_id IS NOT NULL;
