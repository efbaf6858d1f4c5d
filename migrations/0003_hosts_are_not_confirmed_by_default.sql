-- Whoever makes a host says whether its owner's e-mail address is confirmed.
ALTER TABLE hosts ALTER COLUMN confirmed_at DROP DEFAULT;
