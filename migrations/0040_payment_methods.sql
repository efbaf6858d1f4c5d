-- With what a payment was made, where its gateway says so (src/rules/payment-methods.ts). Validated by the next migration.
ALTER TABLE payments ADD COLUMN method text;
ALTER TABLE payments ADD CONSTRAINT payments_method_check
  CHECK (method IN ('card', 'bank', 'bank_transfer', 'ussd', 'mobile_money', 'eft', 'wallet', 'paypal')) NOT VALID;
