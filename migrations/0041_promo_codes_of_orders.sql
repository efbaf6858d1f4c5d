CREATE INDEX IF NOT EXISTS orders_promo_code ON orders (promo_code_id, id) WHERE promo_code_id IS NOT NULL;
