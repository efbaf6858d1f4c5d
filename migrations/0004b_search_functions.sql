-- A function with a RETURN body is parsed once and tied to what it names. event_search() named the row type of `events`, and
-- PostgreSQL refuses to add a column with a default to a table whose row type is in use like that (15.20, 17.12 and later
-- ones do). A body given as text is parsed when it runs, and ties nothing.
--
-- This file sorts before 0005, which adds such a column: a new database gets it in time, one that has run all the others
-- gets it now.
CREATE OR REPLACE FUNCTION set_event_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A hidden street must not be found by searching for it.
  new.search := to_tsvector('simple', plain_words(concat_ws(' ',
    new.name, new.description, new.state, new.lga,
    CASE WHEN NOT new.hide_location THEN new.street END,
    (SELECT name FROM categories WHERE id = new.category_id),
    (SELECT string_agg(name, ' ') FROM headliners WHERE event_id = new.id))));
  RETURN new;
END $$;
DROP FUNCTION event_search(events);

CREATE OR REPLACE FUNCTION plain_words(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(
    lower(public.unaccent('public.unaccent',
      regexp_replace(normalize(coalesce(written, ''), NFKD), U&'[\0300-\036F]', '', 'g'))),
    '[^[:alnum:]]+', ' ', 'g'))
$$;
