-- When an event was first public: its slug is fixed from then on. The trigger is here too (functions/keep_first_public.sql has what is in
-- force): an earlier program may publish an event right after this.
ALTER TABLE events ADD COLUMN first_public_at timestamptz(3);

UPDATE events SET first_public_at = created_at WHERE status <> 'DRAFT';

CREATE FUNCTION keep_first_public() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND old.first_public_at IS NOT NULL THEN
    new.first_public_at := old.first_public_at;
    IF new.slug <> old.slug THEN
      RAISE EXCEPTION 'the slug of an event that was public can''t change'
        USING ERRCODE = 'check_violation', TABLE = 'events', CONSTRAINT = 'slug_is_fixed_once_public';
    END IF;
  ELSIF new.status <> 'DRAFT' THEN
    new.first_public_at := clock_timestamp();
  ELSE
    new.first_public_at := NULL;
  END IF;
  RETURN new;
END $$;

CREATE TRIGGER events_first_public BEFORE INSERT OR UPDATE OF status, slug, first_public_at ON events
  FOR EACH ROW EXECUTE FUNCTION keep_first_public();
