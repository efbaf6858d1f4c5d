CREATE OR REPLACE FUNCTION keep_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
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
