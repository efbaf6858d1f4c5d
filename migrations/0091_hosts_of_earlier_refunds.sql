UPDATE refunds AS r SET host_id = o.host_id FROM orders AS o WHERE o.id = r.order_id AND r.host_id IS NULL;
