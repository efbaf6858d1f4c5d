ALTER TABLE orders VALIDATE CONSTRAINT orders_guest_note_check;
