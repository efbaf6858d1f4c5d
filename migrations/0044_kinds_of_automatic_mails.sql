-- The reminder before an event, and the thanks after it. Rows that are there have passed the narrower check, so nothing is read behind the lock.
ALTER TABLE mails
  DROP CONSTRAINT mails_kind_check,
  ADD CONSTRAINT mails_kind_check CHECK (kind IN (
    'tickets', 'payment_returned', 'refunded', 'event_cancelled', 'event_postponed', 'passed_on', 'message', 'voided',
    'seat_change_due', 'address_changed', 'transfer_due', 'transfer_reminder', 'transfer_lapsed', 'reminder', 'thanks')) NOT VALID;
