ALTER TABLE mails VALIDATE CONSTRAINT mails_kind_check;
-- A message's mails, in the order in which they are sent. None of an order's own are in it.
CREATE INDEX IF NOT EXISTS mails_of_message ON mails (occasion, id) WHERE kind = 'message';
