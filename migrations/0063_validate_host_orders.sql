ALTER TABLE orders VALIDATE CONSTRAINT orders_source_check;
ALTER TABLE orders VALIDATE CONSTRAINT orders_paid_by_check;
ALTER TABLE orders VALIDATE CONSTRAINT orders_note_check;
ALTER TABLE orders VALIDATE CONSTRAINT orders_by_hand_check;
