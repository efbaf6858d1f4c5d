-- An address finds the cart that was made for it only while that is held and has no order. When it has a new one, the cart before has
-- left it: it is found by its token alone. That the token was minted for an address, and may be known behind it, is_shared still says.
ALTER TABLE reservations ADD COLUMN has_left_address boolean NOT NULL DEFAULT false;

CREATE UNIQUE INDEX IF NOT EXISTS reservations_of_address ON reservations (event_id, client_address) WHERE is_shared AND NOT has_left_address;
DROP INDEX reservations_shared;
