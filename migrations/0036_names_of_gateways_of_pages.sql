-- As in 0027: names of gateways are on one list, in src/rules/gateway-accounts.ts. Validated by the next migration.
ALTER TABLE payment_pages
  DROP CONSTRAINT payment_pages_gateway_check,
  ADD CONSTRAINT payment_pages_gateway_check CHECK (gateway ~ '^[a-z]{3,20}$') NOT VALID;
