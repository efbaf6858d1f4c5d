-- Apart from the files around it: it locks tickets, and they the table.
UPDATE tickets AS t SET how = 'complimentary' FROM orders AS o
 WHERE o.source = 'complimentary' AND t.order_id = o.id AND t.how = 'bought';
