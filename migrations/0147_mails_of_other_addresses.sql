-- Buyers hear, at the address they gave, that the host has given their order another one.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails ADD CONSTRAINT mails_kind_check
  CHECK (kind IN ('tickets', 'payment_returned', 'refunded', 'event_cancelled', 'event_postponed', 'passed_on', 'message', 'voided',
                  'seat_change_due', 'address_changed'))
  NOT VALID;
