ALTER TABLE orders VALIDATE CONSTRAINT orders_language_check;
