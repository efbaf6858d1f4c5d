-- Words as they are compared: without accents, in lower case, nothing but letters, digits and single spaces. Both what
-- hosts write and what buyers type go through this, so that the two always agree.
CREATE FUNCTION plain_words(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN trim(regexp_replace(
  lower(public.unaccent('public.unaccent',
    regexp_replace(normalize(coalesce(written, ''), NFKD), U&'[\0300-\036F]', '', 'g'))),
  '[^[:alnum:]]+', ' ', 'g'));

-- The words of each host's events, so that a misspelt word can be turned into one that occurs. A word with a digit in it
-- (a year, a house number) is taken as it is typed, and would only swell the list.
CREATE TABLE search_words (
  host_id uuid NOT NULL REFERENCES hosts,
  word text NOT NULL,
  PRIMARY KEY (host_id, word)
);
CREATE INDEX search_words_prefix ON search_words (host_id, word text_pattern_ops);
CREATE INDEX search_words_similar ON search_words USING gin (host_id, word gin_trgm_ops);

-- A hidden street must not be found by searching for it.
CREATE FUNCTION event_search(event events) RETURNS tsvector LANGUAGE sql STABLE
RETURN to_tsvector('simple', public.plain_words(concat_ws(' ',
  event.name, event.description, event.state, event.lga,
  CASE WHEN NOT event.hide_location THEN event.street END,
  (SELECT name FROM public.categories WHERE id = event.category_id),
  (SELECT string_agg(name, ' ') FROM public.headliners WHERE event_id = event.id))));

CREATE FUNCTION set_event_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.search := event_search(new);
  RETURN new;
END $$;
CREATE TRIGGER events_search BEFORE INSERT OR UPDATE ON events
  FOR EACH ROW EXECUTE FUNCTION set_event_search();

CREATE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  missing text[];
BEGIN
  SELECT array_agg(found.word ORDER BY found.word) INTO missing
    FROM unnest(tsvector_to_array(new.search)) AS found (word)
    WHERE length(found.word) <= 60 AND found.word !~ '[0-9]'
      AND NOT EXISTS (SELECT 1 FROM search_words AS known WHERE known.host_id = new.host_id AND known.word = found.word);
  IF missing IS NOT NULL THEN
    -- One writer of words per host at a time: two that add the same new words in another order would deadlock.
    PERFORM pg_advisory_xact_lock(hashtext('search_words'), hashtext(new.host_id::text));
    INSERT INTO search_words SELECT new.host_id, unnest(missing) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER events_search_words AFTER INSERT OR UPDATE OF search, name, description, state, lga, street, hide_location, category_id
  ON events FOR EACH ROW EXECUTE FUNCTION keep_search_words();

-- Headliners are part of their event's words: touching the event makes it gather them anew.
CREATE FUNCTION refresh_event_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET search = '' WHERE id = coalesce(new.event_id, old.event_id);
  RETURN NULL;
END $$;
CREATE TRIGGER headliners_search AFTER INSERT OR UPDATE OR DELETE ON headliners
  FOR EACH ROW EXECUTE FUNCTION refresh_event_search();

CREATE FUNCTION refresh_category_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET search = '' WHERE category_id = new.id;
  RETURN NULL;
END $$;
CREATE TRIGGER categories_search AFTER UPDATE OF name ON categories
  FOR EACH ROW EXECUTE FUNCTION refresh_category_search();
