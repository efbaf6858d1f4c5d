-- How many tickets one network may hold of what has this capacity: its percentage. Of little there is a larger share, up to share_floor
-- tickets: half of it, and six in any case, which is a family (docs/decisions/hoarding.md).
CREATE OR REPLACE FUNCTION network_cap(capacity bigint, percent integer, share_floor integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(least(share_floor, greatest(6, capacity / 2)), capacity * percent / 100)
$$;
