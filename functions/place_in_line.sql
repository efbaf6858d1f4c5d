-- The place of an entry in a room that is drawn, counted from 1: exact, also while others leave, who keep theirs. Null where it
-- is not counted yet, in the first seconds after the draw of very many.
CREATE OR REPLACE FUNCTION place_in_line(of_event uuid, key bytea, early_count bigint) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF get_byte(key, 0) = 1 THEN
    RETURN early_count + ('x' || encode(substring(key FROM 2), 'hex'))::bit(64)::bigint;
  END IF;
  RETURN (SELECT b.entries_before FROM waiting_buckets AS b
           WHERE b.event_id = of_event AND b.bucket = get_byte(key, 1) * 16 + get_byte(key, 2) / 16)
    -- The first key of the bucket is its first twelve bits.
    + (SELECT count(*) FROM waiting_entries AS e
        WHERE e.event_id = of_event AND e.line_key <= key
          AND e.line_key >= set_byte(substring(key FROM 1 FOR 3), 2, get_byte(key, 2) / 16 * 16));
END $$;
