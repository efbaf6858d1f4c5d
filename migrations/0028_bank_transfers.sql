-- Bank transfers to a host's own account, as a way to pay. Off until a host says where to pay. No foreign keys: making them would lock the
-- tables that sales write.
CREATE TABLE bank_transfer_settings (
  host_id uuid PRIMARY KEY,
  is_on boolean NOT NULL DEFAULT false,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  account_holder text NOT NULL DEFAULT '' CHECK (length(account_holder) <= 70),
  bank_name text NOT NULL DEFAULT '' CHECK (length(bank_name) <= 100),
  -- An IBAN, or an account number beside its branch code.
  account_number text NOT NULL DEFAULT '' CHECK (account_number ~ '^[A-Z0-9]{0,34}$'),
  branch_code text NOT NULL DEFAULT '' CHECK (branch_code ~ '^[A-Z0-9-]{0,20}$'),
  bic text NOT NULL DEFAULT '' CHECK (bic ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'),
  -- How long tickets are kept for a transfer, and how many days before its start an event takes the last one.
  keep_days integer NOT NULL DEFAULT 5 CHECK (keep_days BETWEEN 1 AND 14),
  ends_before_days integer NOT NULL DEFAULT 7 CHECK (ends_before_days BETWEEN 1 AND 60),
  -- Orders that may wait at once: of one e-mail, of one client address; and the percentage of each ticket type that may be kept for them.
  most_per_email integer NOT NULL DEFAULT 2 CHECK (most_per_email BETWEEN 1 AND 20),
  most_per_address integer NOT NULL DEFAULT 5 CHECK (most_per_address BETWEEN 1 AND 100),
  most_share_percent integer NOT NULL DEFAULT 25 CHECK (most_share_percent BETWEEN 1 AND 100),
  -- Events that don't take transfers.
  events_off uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(events_off) <= 1000),
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT bank_transfer_settings_say_where CHECK (NOT is_on OR account_holder <> '' AND account_number <> '')
);

-- Lines of bank statements that have paid an order: neither payer nor purpose is kept, only a hash that knows the line again. `nth`: of lines
-- of one statement that are the same in all parts.
CREATE TABLE bank_transfer_lines (
  host_id uuid NOT NULL,
  line_hash bytea NOT NULL CHECK (octet_length(line_hash) = 32),
  nth integer NOT NULL CHECK (nth >= 1),
  order_id uuid NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  PRIMARY KEY (host_id, line_hash, nth)
);
CREATE INDEX bank_transfer_lines_order ON bank_transfer_lines (order_id);

-- How to pay, a reminder, and that the time is over. Rows that are there have passed the narrower check, so nothing is read behind the lock.
ALTER TABLE mails
  DROP CONSTRAINT mails_kind_check,
  ADD CONSTRAINT mails_kind_check CHECK (kind IN (
    'tickets', 'payment_returned', 'refunded', 'event_cancelled', 'event_postponed', 'passed_on', 'message', 'voided', 'seat_change_due',
    'address_changed', 'transfer_due', 'transfer_reminder', 'transfer_lapsed')) NOT VALID;
