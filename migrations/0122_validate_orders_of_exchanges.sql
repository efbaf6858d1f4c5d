ALTER TABLE orders VALIDATE CONSTRAINT orders_source_check;
ALTER TABLE mails VALIDATE CONSTRAINT mails_kind_check;
