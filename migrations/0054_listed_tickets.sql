-- Tickets that their buyers have put on sale again: they stay valid tickets until they are sold, and count in neither `sold` nor `held` meanwhile.
-- Whoever buys may never come on top of them. See docs/decisions/resale.md.
ALTER TABLE ticket_types
  ADD COLUMN listed integer NOT NULL DEFAULT 0 CHECK (listed >= 0),
  ADD CONSTRAINT ticket_types_listed_fit CHECK (listed = 0 OR sold + listed <= capacity);
