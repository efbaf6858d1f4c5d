-- Beside whoever scans: to validate locks no row.
ALTER TABLE scans VALIDATE CONSTRAINT scans_outcome_check;
ALTER TABLE scans VALIDATE CONSTRAINT scans_against_check;
