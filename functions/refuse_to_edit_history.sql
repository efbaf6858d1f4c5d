-- The audit log is append only.
CREATE OR REPLACE FUNCTION refuse_to_edit_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append only';
END $$;
