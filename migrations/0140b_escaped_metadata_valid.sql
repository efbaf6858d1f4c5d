ALTER TABLE orders VALIDATE CONSTRAINT orders_metadata_check;
