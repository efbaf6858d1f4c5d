-- Keeps invoices for the term that their host has set, counted from the end of the year of issue. A host that is deleted takes its own with it.
CREATE OR REPLACE FUNCTION keep_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('tessera.deletes_host', true) = 'on'
     OR old.year + (SELECT s.kept_years FROM invoice_settings AS s WHERE s.host_id = old.host_id ORDER BY s.since DESC LIMIT 1)
        < extract(year FROM now()) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'invoice % must be kept', old.number;
END $$;
