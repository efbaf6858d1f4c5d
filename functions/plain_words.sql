-- Words as they are compared: without accents, in lower case, nothing but letters, digits and single spaces. Both what
-- hosts write and what buyers type go through this, so that the two always agree.
CREATE OR REPLACE FUNCTION plain_words(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    lower(public.unaccent('public.unaccent',
      regexp_replace(normalize(coalesce(written, ''), NFKD), U&'[\0300-\036F]', '', 'g'))),
    '[^[:alnum:]]+', ' ', 'g'))
$$;
