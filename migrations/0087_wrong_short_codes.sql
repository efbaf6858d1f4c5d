-- Short codes that were no guest's, also those that a phone let in by itself.
CREATE INDEX scans_wrong_short_codes ON scans (event_id, received_at) WHERE how = 'short_code' AND ticket_id IS NULL;
DROP INDEX scans_wrong_codes;
