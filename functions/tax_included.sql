-- The tax in an amount that includes it: amount × rate ÷ (1 + rate), to the nearest minor unit, a half up. The one place where taxes are
-- rounded: of a sum at one rate and never of its lines, so that what is shown adds up to what was paid.
CREATE OR REPLACE FUNCTION tax_included(amount bigint, basis_points integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  -- An amount times a rate may be more than a bigint.
  SELECT div(2 * amount::numeric * basis_points + 10000 + basis_points, 2 * (10000 + basis_points))::bigint
$$;
