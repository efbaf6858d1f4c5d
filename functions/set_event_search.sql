-- The words that an event is found by, in all of its languages. A description that the host has taken back is in none.
CREATE OR REPLACE FUNCTION set_event_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A hidden place must not be found by searching for it.
  new.search := to_tsvector('simple', plain_words(concat_ws(' ',
    new.name, new.description, new.state, new.lga,
    CASE WHEN NOT new.hide_location THEN concat_ws(' ', new.venue, new.street) END,
    (SELECT name FROM categories WHERE id = new.category_id),
    (SELECT string_agg(name, ' ') FROM headliners WHERE event_id = new.id),
    (SELECT string_agg(concat_ws(' ', name, CASE WHEN new.description <> '' THEN description END), ' ')
       FROM event_translations WHERE event_id = new.id))));
  RETURN new;
END $$;
