-- The account that made a host, by signing up or later. Null: the operator made it, or it is older than this column. An account's new hosts
-- share the limits of one, and a suspension counts against whoever made the host, even after they left it.
ALTER TABLE hosts ADD COLUMN made_by uuid REFERENCES people ON DELETE SET NULL;
CREATE INDEX hosts_made_by ON hosts (made_by, created_at) WHERE made_by IS NOT NULL;
