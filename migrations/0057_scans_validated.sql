ALTER TABLE scans VALIDATE CONSTRAINT scans_outcome_check, VALIDATE CONSTRAINT scans_against_check;
