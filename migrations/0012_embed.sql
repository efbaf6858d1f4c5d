-- How a host wants an event's checkout to look in a frame, whatever the framing site asks for; null: as that site asks.
ALTER TABLE events
  ADD COLUMN embed_theme text CHECK (embed_theme IN ('light', 'dark')),
  ADD COLUMN embed_color text CHECK (embed_color ~ '^[0-9a-f]{6}$'),
  -- The sites that may frame it; null: any. They go into a header, so nothing but plain origins may be in here.
  ADD COLUMN embed_origins text[] CHECK (
    cardinality(embed_origins) BETWEEN 1 AND 50
    AND array_to_string(embed_origins, ' ', '?') ~ '^https?://[a-z0-9.-]+(:[0-9]{1,5})?( https?://[a-z0-9.-]+(:[0-9]{1,5})?)*$');

-- Where seats are and what they are called is kept in memory. Once a statement, not a row: a hall has twenty thousand.
-- Holds and sales set none of these columns.
CREATE FUNCTION notify_seats_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('seats_changed', '');
  RETURN NULL;
END $$;
CREATE TRIGGER seats_changed
  AFTER INSERT OR DELETE OR UPDATE OF ticket_type_id, section, row_label, seat_label, x, y, is_accessible, is_restricted_view
  ON seats FOR EACH STATEMENT EXECUTE FUNCTION notify_seats_changed();

-- Paths below these are other pages of the checkout.
ALTER TABLE events ADD CONSTRAINT slug_is_not_reserved CHECK (slug NOT IN ('orders', 'pay', 'assets'));
