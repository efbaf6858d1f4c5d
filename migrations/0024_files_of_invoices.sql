-- A host's accountant gets a list of its invoices, and the PDFs. An older program finds none of these files: it answers that they do not exist.
ALTER TABLE exports
  DROP CONSTRAINT exports_what_check,
  ADD CONSTRAINT exports_what_check CHECK (
    what IN ('orders', 'guests', 'promo_uses', 'report', 'check_ins', 'newsletter', 'invoices', 'invoice_files'));
