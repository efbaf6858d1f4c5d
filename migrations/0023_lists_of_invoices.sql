-- The list of a host's invoices, by days, the newest first.
CREATE INDEX invoices_of_host ON invoices (host_id, issued_on, issued_at, sequence);
