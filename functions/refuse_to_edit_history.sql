-- Tables of history only grow, and no row changes: the audit log, and the facts of sellers.
CREATE OR REPLACE FUNCTION refuse_to_edit_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
