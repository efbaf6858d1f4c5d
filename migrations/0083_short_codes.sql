-- Apart from the files around it: it locks tickets, and they the table.
UPDATE tickets SET short_code = new_short_code() WHERE short_code IS NULL;

-- Two of an event that got the same by chance.
DO $$
BEGIN
  LOOP
    UPDATE tickets SET short_code = new_short_code() WHERE id IN (
      SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY event_id, short_code ORDER BY id) AS nr FROM tickets) AS t WHERE nr > 1);
    EXIT WHEN NOT FOUND;
  END LOOP;
END $$;
