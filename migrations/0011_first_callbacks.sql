-- Whether a gateway's callbacks arrive: the first payment of an account since this migration, its first callback with a right
-- signature, and the first with a wrong one, which anybody can send who knows an order's reference.
ALTER TABLE payment_accounts
  ADD COLUMN first_payment_at timestamp(3) with time zone,
  ADD COLUMN first_callback_at timestamp(3) with time zone,
  ADD COLUMN refused_callback_at timestamp(3) with time zone;
