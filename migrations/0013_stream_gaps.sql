-- The times in which events were not recorded for the stream, because too many waited for RabbitMQ. One of them is open at most.
CREATE TABLE stream_gaps (
  began_at timestamptz(3) PRIMARY KEY DEFAULT clock_timestamp(),
  ended_at timestamptz(3) CHECK (ended_at >= began_at)
);
CREATE UNIQUE INDEX stream_gaps_open ON stream_gaps ((ended_at IS NULL)) WHERE ended_at IS NULL;

-- When the last backup ended, as whoever made it says. Before the first, its age counts from when this table was made.
CREATE TABLE last_backup (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  watched_since timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz(3)
);
INSERT INTO last_backup DEFAULT VALUES;
