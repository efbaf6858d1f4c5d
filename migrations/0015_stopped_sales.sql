-- The operator can stop the sale of one event, and the host can't start it again. A stopped sale is a paused one for everything that reads
-- it, the older program included; paused_before_stop is what it goes back to.
ALTER TABLE events ADD COLUMN stopped_at timestamp(3) with time zone,
  ADD COLUMN paused_before_stop boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT events_stopped_is_paused CHECK (stopped_at IS NULL OR is_coming_soon) NOT VALID;
