ALTER TABLE orders VALIDATE CONSTRAINT orders_by_hand_check;
