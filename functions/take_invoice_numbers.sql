-- Takes the next numbers of a host's series, and says when they are issued. The row of the year is locked until the transaction ends, so numbers
-- without an invoice never come about. The year is that of the host's time zone. Where the clock was put back, or another zone was chosen, numbers
-- go on with the time of the last one, also where that is in the year before: two dates of the world are two days apart at most. A clock that was
-- further ahead is not followed.
CREATE OR REPLACE FUNCTION take_invoice_numbers(
  of_host uuid, of_sandbox boolean, zone text, how_many integer,
  OUT year integer, OUT first_sequence integer, OUT issued_at timestamptz, OUT issued_on date
) RETURNS record LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time constant timestamptz(3) := clock_timestamp();
  today date := (at_time AT TIME ZONE zone)::date;
BEGIN
  today := greatest(today, (SELECT max(c.issued_on) FROM invoice_counters AS c
                             WHERE c.host_id = of_host AND c.is_sandbox = of_sandbox AND c.issued_on <= today + 2));
  INSERT INTO invoice_counters AS c (host_id, is_sandbox, year, last_sequence, issued_at, issued_on)
  VALUES (of_host, of_sandbox, extract(year FROM today), how_many, at_time, today)
  ON CONFLICT (host_id, is_sandbox, year) DO UPDATE
     SET last_sequence = c.last_sequence + how_many, issued_at = greatest(c.issued_at, excluded.issued_at),
         issued_on = greatest(c.issued_on, excluded.issued_on)
  RETURNING c.year, c.last_sequence - how_many + 1, c.issued_at, c.issued_on INTO year, first_sequence, issued_at, issued_on;
END $$;
