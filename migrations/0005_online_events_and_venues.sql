-- An event has a place, perhaps with the name of its venue, or it is online: then it is nowhere, and only ticket holders see how to join.
ALTER TABLE events
  ADD COLUMN venue text CHECK (venue <> '' AND char_length(venue) <= 200),
  ADD COLUMN is_online boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT events_online_is_nowhere CHECK (NOT is_online OR (state = '' AND lga = '' AND venue IS NULL AND street IS NULL
    AND lat IS NULL AND lng IS NULL AND hide_location));
