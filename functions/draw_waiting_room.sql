-- The draw: ranks are in the rows since people lined up, so all that is written is that they count from now on, the seed by which
-- anybody can check them, and how many come before each bucket. The caller has locked the room, so nobody lines up meanwhile.
CREATE OR REPLACE FUNCTION draw_waiting_room(of_event uuid, room_seed bytea, at_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_rooms SET drawn_at = at_time, seed = room_seed, seed_ciphertext = NULL, seed_sealed_by = NULL
   WHERE event_id = of_event;
  INSERT INTO waiting_buckets (event_id, bucket, entries_before)
  SELECT of_event, b.bucket, sum(coalesce(found.entries, 0)) OVER (ORDER BY b.bucket) - coalesce(found.entries, 0)
    FROM generate_series(0, 4095) AS b (bucket)
    LEFT JOIN (SELECT get_byte(e.line_key, 1) * 16 + get_byte(e.line_key, 2) / 16 AS bucket, count(*) AS entries
                 FROM waiting_entries AS e WHERE e.event_id = of_event AND e.line_key < '\x01' GROUP BY 1) AS found USING (bucket);
END $$;
