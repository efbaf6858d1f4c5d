-- How many places a network has in line falls again: entries know the network that they came from, and when somebody last looked at them.
ALTER TABLE waiting_entries ADD COLUMN network text COLLATE "C" CHECK (length(network) <= 60);
ALTER TABLE waiting_entries ADD COLUMN seen_at timestamptz;
CREATE INDEX waiting_entries_network ON waiting_entries (event_id, network) WHERE network IS NOT NULL;

-- `entries` is never less than there are: what has left is found out when the network is full. The /48 around an IPv6 network has a row too.
ALTER TABLE waiting_addresses ADD COLUMN crowded_at timestamptz;
ALTER TABLE waiting_addresses ADD COLUMN counted_at timestamptz;
