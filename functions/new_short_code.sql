-- A code that a person can read out and type: 40 random bits, written as eight letters (src/rules/short-code.ts).
CREATE OR REPLACE FUNCTION new_short_code() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT ('x' || left(replace(gen_random_uuid()::text, '-', ''), 10))::bit(40)::bigint
$$;
