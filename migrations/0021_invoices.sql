-- Invoices, for hosts that switch them on. How a host invoices, with its time: an order is invoiced by what was in force when it was confirmed. The
-- newest row is in force; a host without one sends no invoices.
CREATE TABLE invoice_settings (
  host_id uuid NOT NULL REFERENCES hosts,
  since timestamptz NOT NULL,
  -- all: every order that was paid for. asked: those whose buyers ask.
  for_orders text NOT NULL CHECK (for_orders IN ('none', 'asked', 'all')),
  -- Before the year in numbers. No digit stands before the year, or two numbers could read the same.
  prefix text NOT NULL CHECK (prefix ~ '^([A-Z0-9/-]{0,11}[A-Z/-])?$' AND prefix NOT LIKE 'SANDBOX%'),
  address_lines text[] NOT NULL CHECK (cardinality(address_lines) BETWEEN 1 AND 3 AND pg_column_size(address_lines) <= 2048),
  postal_code text NOT NULL CHECK (length(postal_code) <= 20),
  city text NOT NULL CHECK (length(city) BETWEEN 1 AND 100),
  region text NOT NULL CHECK (length(region) <= 100),
  -- Its years are those of numbers.
  timezone text NOT NULL CHECK (length(timezone) BETWEEN 1 AND 60),
  footer text NOT NULL CHECK (length(footer) <= 1000),
  has_factur_x boolean NOT NULL,
  -- After the year in which an invoice was issued. The law of the host's country says how long.
  kept_years integer NOT NULL CHECK (kept_years BETWEEN 5 AND 30),
  PRIMARY KEY (host_id, since)
);
CREATE TRIGGER invoice_settings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON invoice_settings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();

-- What buyers want on their invoices. Written before the order, under its id, or later on the receipt: no foreign key.
CREATE TABLE invoice_requests (
  order_id uuid PRIMARY KEY,
  -- Counts the changes: an invoice says by which version it was made.
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  company text NOT NULL CHECK (length(company) <= 200),
  address_lines text[] NOT NULL CHECK (cardinality(address_lines) BETWEEN 1 AND 3 AND pg_column_size(address_lines) <= 2048),
  postal_code text NOT NULL CHECK (length(postal_code) <= 20),
  city text NOT NULL CHECK (length(city) BETWEEN 1 AND 100),
  region text NOT NULL CHECK (length(region) <= 100),
  -- ISO 3166.
  country_code text NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  tax_number text NOT NULL CHECK (length(tax_number) <= 40),
  purchase_reference text NOT NULL CHECK (length(purchase_reference) <= 100),
  -- The order that it was written for is not there yet.
  waits_for_order boolean NOT NULL
);
CREATE INDEX invoice_requests_waiting ON invoice_requests (asked_at) WHERE waits_for_order;

-- The last number of each year. Those of the sandbox have a series of their own.
CREATE TABLE invoice_counters (
  host_id uuid NOT NULL REFERENCES hosts,
  is_sandbox boolean NOT NULL,
  year integer NOT NULL,
  last_sequence integer NOT NULL CHECK (last_sequence > 0),
  -- Of the newest: later numbers have no earlier time.
  issued_at timestamptz(3) NOT NULL,
  issued_on date NOT NULL,
  -- Its first invoices are gone, since their term was over. Null: all are there.
  forgotten_at timestamptz(3),
  PRIMARY KEY (host_id, is_sandbox, year),
  CHECK (extract(year FROM issued_on) = year)
);

-- Invoices and credit notes, as they were issued: no row ever changes.
CREATE TABLE invoices (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts,
  order_id uuid NOT NULL REFERENCES orders,
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  is_sandbox boolean NOT NULL,
  year integer NOT NULL,
  sequence integer NOT NULL CHECK (sequence > 0),
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 40),
  issued_at timestamptz(3) NOT NULL,
  issued_on date NOT NULL,
  currency text NOT NULL,
  gross_minor bigint NOT NULL CHECK (gross_minor > 0),
  tax_minor bigint NOT NULL CHECK (tax_minor BETWEEN 0 AND gross_minor),
  -- Of an invoice: the version of the buyer's request that it was made by; 0: of none.
  request_version integer NOT NULL CHECK (request_version >= 0),
  -- Of an invoice that came in the place of another one.
  replaces uuid REFERENCES invoices,
  -- Of a credit note: the invoice that it corrects, and the refund that it is for. Without a refund it takes the rest of an invoice back.
  corrects uuid REFERENCES invoices,
  refund_id uuid REFERENCES refunds,
  -- The Invoice of src/invoices/invoice.ts.
  content jsonb NOT NULL CHECK (pg_column_size(content) <= 262144),
  CONSTRAINT invoices_number_key UNIQUE (host_id, number),
  CONSTRAINT invoices_sequence_key UNIQUE (host_id, is_sandbox, year, sequence),
  CONSTRAINT invoices_year CHECK (extract(year FROM issued_on) = year),
  CONSTRAINT invoices_corrects CHECK ((kind = 'credit_note') = (corrects IS NOT NULL)),
  CONSTRAINT invoices_refund CHECK (kind = 'credit_note' OR refund_id IS NULL),
  CONSTRAINT invoices_replaces CHECK (kind = 'invoice' OR replaces IS NULL)
);
CREATE INDEX invoices_of_order ON invoices (order_id, issued_at);
-- An order has one first invoice; each is replaced once at most, and taken back once: so one is in force.
CREATE UNIQUE INDEX invoices_first ON invoices (order_id) WHERE kind = 'invoice' AND replaces IS NULL;
CREATE UNIQUE INDEX invoices_replaced_once ON invoices (replaces) WHERE replaces IS NOT NULL;
CREATE UNIQUE INDEX invoices_taken_back_once ON invoices (corrects) WHERE kind = 'credit_note' AND refund_id IS NULL;
CREATE INDEX invoices_credited ON invoices (corrects) WHERE corrects IS NOT NULL;
CREATE UNIQUE INDEX invoices_refund_once ON invoices (refund_id) WHERE refund_id IS NOT NULL;
-- functions/keep_invoices.sql says it in force.
CREATE FUNCTION keep_invoices() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN old; END';
CREATE TRIGGER invoices_unchanged BEFORE UPDATE OR TRUNCATE ON invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();
CREATE TRIGGER invoices_kept BEFORE DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_invoices();
