-- The name of a host in addresses, made from its name: `Terra Kulture` is `terra-kulture`, the second of that name
-- `terra-kulture-2`. It is made once, and again only for a host whose slug is emptied.
CREATE OR REPLACE FUNCTION set_host_slug() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  base text := coalesce(
    nullif(trim(BOTH '-' FROM left(regexp_replace(plain_words(new.name), '[^a-z0-9]+', '-', 'g'), 50)), ''), 'host');
  suffix integer := 1;
BEGIN
  -- Waits for anybody who takes a slug at this moment, and then sees it.
  PERFORM pg_advisory_xact_lock(hashtextextended('host slugs', 0));
  new.slug := base;
  WHILE EXISTS (SELECT FROM hosts WHERE slug = new.slug AND id <> new.id) LOOP
    suffix := suffix + 1;
    -- A name that very many have would be tried for long.
    new.slug := base || '-' || CASE WHEN suffix < 50 THEN suffix::text ELSE substr(md5(random()::text), 1, 8) END;
  END LOOP;
  RETURN new;
END $$;
