-- The /48 around an IPv6 network that is written as a /64; null for others. As `widerNetwork` in src/http/client-address.ts.
CREATE OR REPLACE FUNCTION wider_network(network text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN network LIKE '%::/64' THEN
    split_part(network, ':', 1) || ':' || split_part(network, ':', 2) || ':' || split_part(network, ':', 3) || '::/48' END
$$;
