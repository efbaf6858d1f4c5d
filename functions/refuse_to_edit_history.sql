-- Tables of history only grow, and no row changes: the audit log, the facts of sellers, and published seating plans. A host that is deleted
-- takes its own with it (src/host-data/delete-host.ts).
CREATE OR REPLACE FUNCTION refuse_to_edit_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('tessera.deletes_host', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME;
END $$;
