-- Members search drafts and past events too: the index of words has them all. The host is in an expression, so that a search has no other way
-- than this one: by the host alone a planner would walk all of its events. Events are written seldom and searched often, so entries wait in no list.
CREATE INDEX IF NOT EXISTS events_words ON events USING gin (uuid_send(host_id), search) WITH (fastupdate = off);
DROP INDEX events_search;
