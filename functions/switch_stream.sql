-- Switches the stream's outbox on or off, and says whether it was the other way before. Off, the triggers cost nothing and nothing is
-- written. It waits for everybody who is writing to these tables, and they for it: from its commit on every change is in the outbox as a
-- whole. The caller has a short lock_timeout and tries again.
CREATE OR REPLACE FUNCTION switch_stream(is_on boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT bool_and((t.tgenabled <> 'D') = is_on) FROM pg_trigger AS t WHERE t.tgname LIKE '%\_streamed' AND NOT t.tgisinternal) THEN
    RETURN false;
  END IF;
  LOCK TABLE orders, refunds, scans, tickets IN SHARE ROW EXCLUSIVE MODE;
  IF is_on THEN
    ALTER TABLE orders ENABLE TRIGGER orders_streamed;
    ALTER TABLE refunds ENABLE TRIGGER refunds_streamed;
    ALTER TABLE scans ENABLE TRIGGER scans_streamed;
    ALTER TABLE tickets ENABLE TRIGGER tickets_streamed;
  ELSE
    ALTER TABLE orders DISABLE TRIGGER orders_streamed;
    ALTER TABLE refunds DISABLE TRIGGER refunds_streamed;
    ALTER TABLE scans DISABLE TRIGGER scans_streamed;
    ALTER TABLE tickets DISABLE TRIGGER tickets_streamed;
  END IF;
  RETURN true;
END $$;
