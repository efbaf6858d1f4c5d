-- The draft that a version, or a file, took the place of: with its seats, when that was, and which version of the draft came instead of it.
-- It can be brought back. The older program leaves it where it is.
ALTER TABLE seating_plans
  ADD COLUMN former_draft text CHECK (octet_length(former_draft) <= 16000000),
  ADD COLUMN former_seats integer CHECK (former_seats BETWEEN 0 AND 20000),
  ADD COLUMN former_at timestamptz(3),
  ADD COLUMN former_instead integer CHECK (former_instead >= 1),
  ADD CONSTRAINT seating_plans_former_check CHECK (num_nulls(former_draft, former_seats, former_at, former_instead) IN (0, 4));
