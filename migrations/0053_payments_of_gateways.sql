-- Ids of payments are unique at their gateway, and an order may be paid at several. Where there are millions of payments, build this one
-- CONCURRENTLY before the upgrade.
CREATE UNIQUE INDEX IF NOT EXISTS payments_of_order ON payments (order_id, gateway, gateway_payment_id);
ALTER TABLE payments DROP CONSTRAINT payments_order_id_gateway_payment_id_key;
