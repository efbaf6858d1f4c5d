ALTER TABLE payments VALIDATE CONSTRAINT payments_method_check;
