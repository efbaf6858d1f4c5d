-- How many e-mails a host has set off on a day to addresses that its members typed in. By UTC: hosts/take-mails.ts.
CREATE TABLE host_mails (
  host_id uuid NOT NULL REFERENCES hosts (id),
  day date NOT NULL,
  count integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (host_id, day)
);
CREATE INDEX host_mails_day ON host_mails (day);
