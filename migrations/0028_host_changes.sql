-- What a host says of itself is part of what processes cache: they hear of a change at once. Until now a change of fees or of
-- allowed sites made every process drop the caches of all hosts; members change them in the dashboard now, so that only their
-- own host's are dropped, and only where something did change.
CREATE FUNCTION notify_host_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', new.id::text);
  RETURN NULL;
END $$;
DROP TRIGGER hosts_fees_changed ON hosts;
DROP TRIGGER hosts_callbacks_changed ON hosts;
CREATE TRIGGER hosts_settings_changed AFTER UPDATE OF name, country, contact_email, terms, refund_policy, tax_number,
    fee_basis_points, fee_flat_minor, fee_cap_minor, fees_absorbed, callback_origins ON hosts
  FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION notify_host_changed();
