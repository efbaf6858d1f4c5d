-- Whether a server of the host's made the order: its free ones mail tickets to addresses that the host chose. The reservation, which knew it, is forgotten.
ALTER TABLE orders ADD COLUMN is_by_server boolean NOT NULL DEFAULT false;
