-- The reference names an order and opens nothing. What opens the receipt, and what a gateway returns the buyer to, are two
-- secrets of their own. By default, so that orders made by processes that don't know the columns have them too.
--
-- The table is written anew, since every order needs other tokens. A later migration may not be: see the README.
ALTER TABLE orders
  ADD COLUMN receipt_token uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN return_token uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX orders_receipt_token ON orders (receipt_token);
CREATE UNIQUE INDEX orders_return_token ON orders (return_token);
