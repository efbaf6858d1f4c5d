-- Whether the tickets of an order are refused at the doors from the day on which its payment is disputed.
ALTER TABLE hosts ADD COLUMN blocks_disputed boolean NOT NULL DEFAULT false;
