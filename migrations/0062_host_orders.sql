-- Orders that a member makes for a buyer who pays the host itself: at the counter, or by transfer. No gateway has this money.
ALTER TABLE orders
  -- How the host was paid. Null where a gateway was, or nobody.
  ADD COLUMN paid_by text,
  -- What the host wrote down about the order, for its members.
  ADD COLUMN note text;

ALTER TABLE orders DROP CONSTRAINT orders_source_check;
ALTER TABLE orders
  ADD CONSTRAINT orders_source_check CHECK (source IN ('api', 'embed', 'complimentary', 'host')) NOT VALID,
  ADD CONSTRAINT orders_paid_by_check CHECK (paid_by IN ('cash', 'transfer', 'card', 'other')) NOT VALID,
  ADD CONSTRAINT orders_note_check CHECK (length(note) BETWEEN 1 AND 500) NOT VALID,
  -- The three say the same: nothing else is paid by hand, and nothing that a member sold is a gateway's.
  ADD CONSTRAINT orders_by_hand_check CHECK (
    (source = 'host') = (paid_by IS NOT NULL) AND (source = 'host') = (coalesce(gateway, '') = 'by_hand')) NOT VALID;
