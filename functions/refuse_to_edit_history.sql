-- What tables of history hold is added to and never changed: the audit log, and what was said of sellers.
CREATE OR REPLACE FUNCTION refuse_to_edit_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
