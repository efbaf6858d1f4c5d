-- Passes that phones have asked to hear of, and those that were saved with Google. One row for each phone that has a pass.
CREATE TABLE wallet_passes (
  -- The ticket's id, and who has it: src/wallets/pass-number.ts.
  pass text NOT NULL CHECK (length(pass) <= 50),
  wallet text NOT NULL CHECK (wallet IN ('apple', 'google')),
  -- What the phone calls itself to us; empty at Google, which knows its phones itself.
  device text NOT NULL CHECK (length(device) <= 200),
  -- Where Apple reaches the phone.
  push_token text CHECK (length(push_token) <= 200),
  ticket_id uuid NOT NULL REFERENCES tickets,
  -- The ticket's. A reference of its own would lock a second table here.
  event_id uuid NOT NULL,
  -- By it phones ask which of their passes have changed.
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (pass, wallet, device),
  CHECK ((wallet = 'apple') = (push_token IS NOT NULL)),
  CHECK ((wallet = 'apple') = (device <> ''))
);
CREATE INDEX wallet_passes_of_ticket ON wallet_passes (ticket_id);
CREATE INDEX wallet_passes_of_event ON wallet_passes (event_id, pass);
CREATE INDEX wallet_passes_of_device ON wallet_passes (device, changed_at) WHERE wallet = 'apple';
