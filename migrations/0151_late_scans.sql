-- Scans of phones that were revoked, or made after a phone's time, for the host to accept or discard. Nothing comes of them before that. They go
-- with their device.
CREATE TABLE late_scans (
  id uuid PRIMARY KEY,
  -- In the order in which they came: whoever decides names the last one that they saw.
  number bigint GENERATED ALWAYS AS IDENTITY,
  event_id uuid NOT NULL REFERENCES events (id),
  device_id uuid NOT NULL REFERENCES door_devices (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('entry', 'exit', 'undo')),
  -- Of a code whose signature was checked. An undo has read nothing.
  serial uuid,
  undoes uuid,
  at timestamptz(3) NOT NULL,
  device_time timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  verdict text CHECK (verdict IN ('admitted', 'refused')),
  reason text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'discarded')),
  CHECK (CASE kind WHEN 'undo' THEN undoes IS NOT NULL AND serial IS NULL
                   ELSE undoes IS NULL AND serial IS NOT NULL AND verdict IS NOT NULL END)
);
CREATE INDEX late_scans_device ON late_scans (device_id, number);
CREATE INDEX late_scans_waiting ON late_scans (event_id, device_id, number) WHERE state = 'waiting';

-- Of phones whose place another one has taken: what they had not sent by then may still come.
CREATE TABLE former_device_tokens (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  device_id uuid NOT NULL REFERENCES door_devices (id) ON DELETE CASCADE,
  replaced_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX former_device_tokens_device ON former_device_tokens (device_id);
