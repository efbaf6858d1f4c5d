-- Whether buyers may change the names on their tickets by themselves. Where a host checks who somebody is, it says no.
ALTER TABLE events ADD COLUMN buyers_rename boolean NOT NULL DEFAULT true;
