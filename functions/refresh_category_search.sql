CREATE OR REPLACE FUNCTION refresh_category_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE events SET search = '' WHERE category_id = new.id;
  RETURN NULL;
END $$;
