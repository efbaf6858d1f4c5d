-- `listed`: confirmed, and on sale; each is of one ticket. `sold`: somebody has bought it, and its money is about to go back. `unsold`: nobody has, in
-- time. `withdrawn`: the buyer took it off sale.
ALTER TABLE returns
  -- While it is listed: which of its listings the next sale takes.
  ADD COLUMN listed_type_id uuid,
  -- While it is listed, or sold and not paid back yet: doors refuse it.
  ADD COLUMN listed_ticket_id uuid UNIQUE,
  -- From then on its place is another ticket's.
  ADD COLUMN sold_at timestamptz(3),
  DROP CONSTRAINT returns_state_check,
  DROP CONSTRAINT returns_confirmed,
  DROP CONSTRAINT returns_ended,
  ADD CONSTRAINT returns_state_check CHECK (state IN
    ('asked', 'waiting', 'listed', 'sold', 'done', 'declined', 'unsold', 'withdrawn', 'lapsed')),
  ADD CONSTRAINT returns_confirmed CHECK (
    (state IN ('waiting', 'listed', 'sold', 'done', 'declined', 'unsold', 'withdrawn')) <= (confirmed_at IS NOT NULL)),
  ADD CONSTRAINT returns_ended CHECK ((state IN ('asked', 'waiting', 'listed', 'sold')) = (ended_at IS NULL)),
  ADD CONSTRAINT returns_listed CHECK (
    (state = 'listed') = (listed_type_id IS NOT NULL) AND (state IN ('listed', 'sold')) = (listed_ticket_id IS NOT NULL)
    AND (listed_ticket_id IS NULL OR ticket_ids = ARRAY[listed_ticket_id])),
  ADD CONSTRAINT returns_sold CHECK ((state = 'sold') <= (sold_at IS NOT NULL));
CREATE INDEX returns_listed_of_type ON returns (listed_type_id, confirmed_at, id) WHERE listed_type_id IS NOT NULL;
