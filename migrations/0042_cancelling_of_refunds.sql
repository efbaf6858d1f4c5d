-- By itself: who refunds may hold one of the two tables and wait for the other.
ALTER TABLE event_cancellation_orders
  ADD CONSTRAINT event_cancellation_orders_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds (id);
