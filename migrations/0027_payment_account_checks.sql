-- When the gateway last said that it knows the key. Null: saved without asking, at the terminal or by a program before this column.
ALTER TABLE payment_accounts ADD COLUMN checked_at timestamptz(3);
