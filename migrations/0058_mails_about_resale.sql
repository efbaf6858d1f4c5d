-- By each its budget: src/tickets/mails/mail-budgets.ts.
ALTER TABLE mails
  DROP CONSTRAINT mails_kind_check,
  ADD CONSTRAINT mails_kind_check CHECK (kind IN (
    'tickets', 'payment_returned', 'refunded', 'event_cancelled', 'event_postponed', 'passed_on', 'message', 'voided', 'seat_change_due',
    'address_changed', 'transfer_due', 'transfer_reminder', 'transfer_lapsed', 'reminder', 'thanks', 'return_asked', 'returned', 'return_declined',
    'not_resold')) NOT VALID;
