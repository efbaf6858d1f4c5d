-- Whether buyers may return tickets by themselves, and how; null: they may not. See docs/decisions/returns.md.
ALTER TABLE events
  ADD COLUMN return_terms jsonb
    CONSTRAINT events_return_terms_check CHECK (return_terms IS NULL OR (
      jsonb_typeof(return_terms) = 'object'
      AND (return_terms ->> 'hours')::integer BETWEEN 0 AND 8760
      AND (return_terms ->> 'percent')::integer BETWEEN 1 AND 100
      AND jsonb_typeof(return_terms -> 'keepsFees') = 'boolean'
      AND jsonb_typeof(return_terms -> 'needsApproval') = 'boolean') IS TRUE),
  -- Buyers may give a ticket to somebody else on the page of their order.
  ADD COLUMN buyers_pass_on boolean NOT NULL DEFAULT false;
