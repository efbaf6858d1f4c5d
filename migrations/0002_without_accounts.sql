-- People and members have what was in it, and no program reads it.
DROP TABLE accounts;
