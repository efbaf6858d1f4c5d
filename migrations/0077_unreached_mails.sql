-- Whom a message did not reach, or will not, since their data were erased: few of many. Mails of tickets are never in it. On a big table:
-- build it CONCURRENTLY before the release.
CREATE INDEX IF NOT EXISTS mails_unreached ON mails (occasion, id) WHERE kind = 'message' AND sent_at IS NULL
  AND (last_error IS NOT NULL OR refused_at IS NOT NULL);
