-- The dashboard lists an event's promo codes, the newest first, and the orders that used one.
CREATE INDEX IF NOT EXISTS promo_codes_newest ON promo_codes (event_id, id);
