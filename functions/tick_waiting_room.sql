-- Moves a room on, once a second: the draw when it is due, then the next are let in. Every worker process calls it; while one is at it,
-- the others do nothing, and one that comes just after finds that hardly any time has passed.
--
-- So many are let in: the rate times the time since the last tick, times the pace, and whom a member lets in at once; and never more
-- than there is room for inside. The pace is halved for as long as holds were late in the last five seconds, and comes back by a quarter a tick.
CREATE OR REPLACE FUNCTION tick_waiting_room(
  of_event uuid,
  -- Used for the draw alone: the program has opened it.
  room_seed bytea,
  OUT phase text, OUT is_drawn boolean, OUT let_in integer
) LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_sort = off AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz;
  room waiting_rooms;
  is_over boolean;
  new_pace double precision;
  allowed double precision;
  most integer;
  passed integer := 0;
  ids uuid[];
  last_key text;
BEGIN
  is_drawn := false;
  let_in := 0;
  -- Not the row's own lock: in a rush those who line up have that nearly all the time, and who only tries for it would never get it.
  IF NOT pg_try_advisory_xact_lock(hashtext('tick_waiting_room'), hashtext(of_event::text)) THEN
    RETURN;
  END IF;
  SELECT * INTO room FROM waiting_rooms AS w WHERE w.event_id = of_event FOR NO KEY UPDATE;
  IF room.event_id IS NULL OR room.closed_at IS NOT NULL THEN
    phase := 'closed';
    RETURN;
  END IF;
  at_time := clock_timestamp();
  SELECT e.status IN ('ENDED', 'CANCELLED') OR e.closes_at <= at_time INTO is_over FROM events AS e WHERE e.id = of_event;
  IF is_over THEN
    PERFORM close_waiting_room(of_event);
    phase := 'closed';
    RETURN;
  END IF;

  IF room.drawn_at IS NULL AND room.draws_at <= at_time AND room_seed IS NOT NULL THEN
    -- Ranks are in the rows since people lined up. All that is written is that they count from now on, and the seed by which anybody can check them.
    UPDATE waiting_rooms AS w SET drawn_at = at_time, seed = room_seed, seed_ciphertext = NULL, seed_sealed_by = NULL
     WHERE w.event_id = of_event;
    room.drawn_at := at_time;
    is_drawn := true;
  END IF;
  phase := CASE WHEN room.drawn_at IS NULL THEN 'line_up' WHEN room.paused_at IS NOT NULL THEN 'paused' ELSE 'letting_in' END;
  IF room.drawn_at IS NULL THEN
    UPDATE waiting_rooms AS w SET last_tick_at = at_time WHERE w.event_id = of_event;
    RETURN;
  END IF;

  PERFORM count_waiting_buckets(of_event, most_entries => 200000);
  room.inside := count_inside(of_event, at_time);

  new_pace := CASE WHEN room.late_at > at_time - interval '5 seconds' THEN greatest(0.05, room.pace * 0.5) ELSE least(1, room.pace * 1.25) END;
  allowed := CASE WHEN room.paused_at IS NOT NULL THEN 0
                  ELSE room.carry + room.per_minute / 60.0 * new_pace
                       -- A program that was away for a while does not let all of them in at once.
                       * least(5, extract(epoch FROM at_time - coalesce(room.last_tick_at, at_time))) END;
  most := greatest(0, least(floor(allowed)::integer + room.extra_allowance, room.most_inside - room.inside));
  IF most > 0 THEN
    SELECT array_agg(next.id), max(encode(next.line_key, 'hex')), count(*) INTO ids, last_key, passed
      FROM (SELECT e.id, e.line_key FROM waiting_entries AS e
             WHERE e.event_id = of_event AND e.line_key > coalesce(room.front, '\x') ORDER BY e.line_key LIMIT most) AS next;
    UPDATE waiting_entries AS e SET let_in_at = at_time, admitted_until = at_time + room.admission_minutes * interval '1 minute'
     WHERE e.event_id = of_event AND e.id = ANY(ids) AND e.left_at IS NULL;
    GET DIAGNOSTICS let_in = ROW_COUNT;
  END IF;

  UPDATE waiting_rooms AS w SET
    last_tick_at = at_time, pace = new_pace,
    front = coalesce(decode(last_key, 'hex'), w.front), front_place = w.front_place + passed, let_in_count = w.let_in_count + let_in,
    inside = room.inside + let_in, peak_inside = greatest(w.peak_inside, room.inside + let_in),
    -- If few wait, or the room is full, only the fraction of a person is saved up. An entry that had left has used up nothing.
    carry = CASE WHEN room.paused_at IS NOT NULL THEN w.carry
                 ELSE allowed - floor(allowed) + least(passed - let_in, floor(allowed)) END,
    -- The rate comes first. Whoever comes later was not there when the member let so many in.
    extra_allowance = CASE WHEN passed < most THEN 0 ELSE w.extra_allowance - greatest(0, let_in - floor(allowed)::integer) END
   WHERE w.event_id = of_event;
END $$;
