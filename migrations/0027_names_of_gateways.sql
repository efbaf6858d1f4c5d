-- Names of gateways are on one list, in src/rules/gateway-accounts.ts: a further one needs no migration.
ALTER TABLE payment_accounts DROP CONSTRAINT payment_accounts_gateway_check;
ALTER TABLE payment_accounts
  ADD CONSTRAINT payment_accounts_gateway_check CHECK (gateway ~ '^[a-z]{3,20}$' AND gateway <> 'sandbox');
