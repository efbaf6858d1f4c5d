-- Whether a host asks its buyers for leave to write to them, and by which sentence; empty: by the one that comes with the program.
ALTER TABLE hosts
  ADD COLUMN has_newsletter boolean NOT NULL DEFAULT false,
  ADD COLUMN newsletter_sentence text NOT NULL DEFAULT '' CHECK (length(newsletter_sentence) <= 300);

-- Who said yes, by an order, and who took it back. Of an address, the newest row counts. As answers, a row is written before its order.
CREATE TABLE newsletter_consents (
  order_id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts (id),
  -- What was agreed to, as it was shown.
  sentence text NOT NULL CHECK (length(sentence) BETWEEN 1 AND 400),
  agreed_at timestamp(3) with time zone,
  taken_back_at timestamp(3) with time zone,
  waits_for_order boolean NOT NULL DEFAULT false,
  CHECK (agreed_at IS NOT NULL OR taken_back_at IS NOT NULL)
);
CREATE INDEX newsletter_consents_of_host ON newsletter_consents (host_id);
CREATE INDEX newsletter_consents_waiting ON newsletter_consents (agreed_at) WHERE waits_for_order;
