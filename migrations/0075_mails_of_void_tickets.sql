-- Buyers are told which tickets no longer admit. Validated by the next migration, so that nobody waits.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('tickets', 'payment_returned', 'refunded', 'event_cancelled', 'event_postponed', 'passed_on', 'message', 'voided'))
  NOT VALID;
