-- The link by which a host shows a draft to people outside its team. An event has one at a time; without its row, it opens nothing.
CREATE TABLE preview_links (
  event_id uuid PRIMARY KEY REFERENCES events ON DELETE CASCADE,
  id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CHECK (expires_at > created_at)
);
