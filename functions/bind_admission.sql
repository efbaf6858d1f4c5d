-- Decides for a hold whether this entry, or the entry of this device, may have this cart. An admission is for one cart at a time: the
-- first that asks has it, until that cart ends. A purchase uses it up (sell_orders). The lock of the entry alone decides, so of many tabs
-- at once one is told `admitted`.
--
-- Outcomes: admitted; waiting, where it is not its turn; expired, where its turn is over; other_cart; unknown.
CREATE OR REPLACE FUNCTION bind_admission(
  of_event uuid,
  -- One of them is null.
  entry uuid, device uuid,
  token uuid,
  OUT outcome text, OUT entry_id uuid, OUT until timestamptz
) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  -- A cart that was let in a moment ago may not be held yet.
  settles_in constant interval := interval '1 minute';
  at_time timestamptz;
  found waiting_entries;
  is_live boolean;
BEGIN
  IF entry IS NULL THEN
    SELECT e.id INTO entry FROM waiting_entries AS e WHERE e.event_id = of_event AND e.device_id = device;
  END IF;
  SELECT * INTO found FROM waiting_entries AS e WHERE e.event_id = of_event AND e.id = entry FOR NO KEY UPDATE;
  entry_id := found.id;
  at_time := clock_timestamp();
  -- Behind the lock: a statement of its own, which sees what the one before waited for.
  is_live := found.cart_token IS NOT NULL AND EXISTS (
    SELECT 1 FROM reservations AS r WHERE r.event_id = of_event AND r.token = found.cart_token
       AND r.ended_at IS NULL AND r.expires_at > at_time);
  IF found.id IS NULL THEN
    outcome := 'unknown';
  ELSIF found.left_at IS NOT NULL OR found.bought_at IS NOT NULL THEN
    outcome := 'expired';
  ELSIF found.let_in_at IS NULL THEN
    outcome := 'waiting';
    -- Asking again shows presence: take_waiting_place.
    IF found.seen_at < at_time - interval '1 minute' THEN
      UPDATE waiting_entries AS e SET seen_at = at_time WHERE e.event_id = of_event AND e.id = found.id;
    END IF;
  ELSIF found.cart_token <> token AND (is_live OR found.bound_at > at_time - settles_in) THEN
    outcome := 'other_cart';
  ELSIF NOT is_live AND found.admitted_until <= at_time THEN
    outcome := 'expired';
  ELSE
    outcome := 'admitted';
    UPDATE waiting_entries AS e SET
      cart_token = token, bound_at = at_time,
      -- Inside for as long as the cart that is held now can live.
      admitted_until = greatest(e.admitted_until, at_time + settles_in
        + (SELECT v.hold_minutes FROM events AS v WHERE v.id = of_event) * interval '1 minute')
     WHERE e.event_id = of_event AND e.id = found.id RETURNING e.admitted_until INTO until;
  END IF;
END $$;
