-- What has not come to its end, of one host.
CREATE INDEX refunds_open_of_host ON refunds (host_id, created_at, id) WHERE status NOT IN ('succeeded', 'settled_by_hand');
