-- After the draw: writes down how many come before each bucket of ranks, by which places are told (place_in_line). Of a room with very many
-- only some buckets in one call, and the rest with the next ticks: none takes long enough to be given up. The caller has locked the room.
CREATE OR REPLACE FUNCTION count_waiting_buckets(of_event uuid, most_entries integer) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
  buckets constant integer := 4096;
  room waiting_rooms;
  upto integer;
  first_key bytea;
  last_key bytea;
  added bigint;
BEGIN
  SELECT * INTO room FROM waiting_rooms WHERE event_id = of_event;
  IF room.counted_buckets >= buckets THEN
    RETURN;
  END IF;
  upto := least(buckets, room.counted_buckets + greatest(1, buckets::bigint * most_entries / greatest(1, room.early_count)));
  -- The first key of a bucket is its twelve bits.
  first_key := set_byte(set_byte('\x000000'::bytea, 1, room.counted_buckets / 16), 2, room.counted_buckets % 16 * 16);
  last_key := CASE WHEN upto = buckets THEN '\x01'::bytea ELSE set_byte(set_byte('\x000000'::bytea, 1, upto / 16), 2, upto % 16 * 16) END;
  WITH found AS (
    SELECT get_byte(e.line_key, 1) * 16 + get_byte(e.line_key, 2) / 16 AS bucket, count(*) AS entries
      FROM waiting_entries AS e
     WHERE e.event_id = of_event AND e.line_key >= first_key AND e.line_key < last_key GROUP BY 1
  ), written AS (
    INSERT INTO waiting_buckets (event_id, bucket, entries_before)
    SELECT of_event, b.bucket,
           room.counted_entries + sum(coalesce(f.entries, 0)) OVER (ORDER BY b.bucket) - coalesce(f.entries, 0)
      FROM generate_series(room.counted_buckets, upto - 1) AS b (bucket) LEFT JOIN found AS f ON f.bucket = b.bucket
  )
  SELECT coalesce(sum(f.entries), 0) INTO added FROM found AS f;
  UPDATE waiting_rooms SET counted_buckets = upto, counted_entries = counted_entries + added WHERE event_id = of_event;
END $$;
