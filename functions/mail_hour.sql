-- When a mail goes that nobody waits for: at once, or, between 21:00 and 08:00 at the place of the event, the next morning. Where the morning
-- comes too late (at `before`), it goes at once all the same.
CREATE OR REPLACE FUNCTION mail_hour(at timestamptz, zone text, before timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
DECLARE
  here timestamp := at AT TIME ZONE zone;
  morning timestamptz;
BEGIN
  IF here::time >= '08:00' AND here::time < '21:00' THEN
    RETURN at;
  END IF;
  morning := (date_trunc('day', here) + CASE WHEN here::time < '08:00' THEN interval '8 hours' ELSE interval '32 hours' END)
             AT TIME ZONE zone;
  RETURN CASE WHEN morning < before THEN morning ELSE at END;
END $$;
