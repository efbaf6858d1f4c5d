-- When a gateway was last asked because a buyer came back: however often the address is opened, it is asked once in a while.
ALTER TABLE orders ADD COLUMN return_asked_at timestamptz;
