-- Whom a message of a large event goes to is written down by a job, some thousand tickets at a time: how far it is. Null: all are.
ALTER TABLE messages
  ADD COLUMN gathered_type uuid,
  ADD COLUMN gathered_ticket uuid,
  ADD CONSTRAINT messages_gathered_check CHECK (num_nulls(gathered_type, gathered_ticket) IN (0, 2)),
  -- A program of the earlier release that takes one up can't end it before everybody has a mail.
  ADD CONSTRAINT messages_gathered_first_check CHECK (gathered_type IS NULL OR finished_at IS NULL),
  -- The mails that have been tried, up to and including this one: what becomes of the later ones is counted when it is asked for.
  ADD COLUMN tried integer NOT NULL DEFAULT 0 CHECK (tried >= 0),
  ADD COLUMN tried_to uuid;

ALTER TABLE messages DROP CONSTRAINT messages_stopped_for_check;
ALTER TABLE messages ADD CONSTRAINT messages_stopped_for_check
  CHECK (stopped_for IN ('member', 'suspended', 'sender_gone', 'mails_a_day'));
