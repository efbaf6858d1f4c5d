-- As which ticket type each seat of an order is sold, in the order of seat_ids. Null: each as its own.
ALTER TABLE orders ADD COLUMN seat_skus uuid[];
