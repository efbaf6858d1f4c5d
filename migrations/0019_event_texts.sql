-- An event's own texts in further languages. The texts in the event's own row, and of its ticket types and questions, are those of its
-- first language; here is what the host has translated. What is null, or not in the objects, is shown in the first language.
ALTER TABLE events ADD COLUMN language text NOT NULL DEFAULT 'en',
  ADD CONSTRAINT events_language_check CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,4})?$') NOT VALID;

CREATE TABLE event_translations (
  event_id uuid NOT NULL REFERENCES events ON DELETE CASCADE,
  -- Which languages there are is said in the code, as a further one takes no migration.
  language text NOT NULL CHECK (language ~ '^[a-z]{2,3}(-[A-Za-z]{2,4})?$'),
  name text CHECK (length(name) BETWEEN 1 AND 200),
  preview_description text CHECK (length(preview_description) BETWEEN 1 AND 500),
  -- Plain, and its source, as the event's own.
  description text CHECK (length(description) BETWEEN 1 AND 20000),
  description_markdown text CHECK (length(description_markdown) BETWEEN 1 AND 20000),
  directions text CHECK (length(directions) BETWEEN 1 AND 2000),
  host_message text CHECK (length(host_message) BETWEEN 1 AND 2000),
  -- By id: name, description. And: label, help, and choices by the first language's. One row is read for all of an event's texts, and they
  -- refer to nothing, so that no sale waits for a translation.
  ticket_types jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(ticket_types) = 'object'),
  questions jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(questions) = 'object'),
  PRIMARY KEY (event_id, language),
  CONSTRAINT event_translations_description_has_source CHECK ((description IS NULL) = (description_markdown IS NULL))
);
CREATE TRIGGER event_translations_changed AFTER INSERT OR UPDATE OR DELETE ON event_translations
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER event_translations_search AFTER INSERT OR DELETE OR UPDATE OF name, description ON event_translations
  FOR EACH ROW EXECUTE FUNCTION refresh_event_search();
