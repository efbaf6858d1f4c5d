-- Seating plans of a host. The draft is what is being drawn; what was published is kept as it was, one version after the other.
CREATE TABLE seating_plans (
  id uuid PRIMARY KEY,
  host_id uuid NOT NULL REFERENCES hosts (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- As docs/seating-plan.schema.json has it.
  draft text NOT NULL CHECK (octet_length(draft) <= 16000000),
  -- Of the draft: one more with every save.
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  -- The number of the newest version that was published, and the draft's version of which it was made.
  published integer CHECK (published >= 1),
  published_version integer CHECK ((published_version IS NULL) = (published IS NULL)),
  seat_count integer NOT NULL CHECK (seat_count BETWEEN 0 AND 20000),
  -- A small picture of the draft.
  sketch jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  archived_at timestamptz(3)
);
CREATE INDEX seating_plans_host ON seating_plans (host_id, changed_at DESC);

CREATE TABLE seating_plan_versions (
  plan_id uuid NOT NULL REFERENCES seating_plans (id),
  number integer NOT NULL CHECK (number >= 1),
  plan text NOT NULL CHECK (octet_length(plan) <= 16000000),
  -- Since the version before it, in numbers.
  changes jsonb NOT NULL,
  seat_count integer NOT NULL CHECK (seat_count BETWEEN 0 AND 20000),
  published_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Who did it. No key: a person who goes leaves the history as it is.
  person_id uuid,
  PRIMARY KEY (plan_id, number)
);
CREATE TRIGGER seating_plan_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON seating_plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_edit_history();

-- Pictures to trace. A file that is named here is not forgotten.
CREATE TABLE seating_plan_pictures (
  plan_id uuid NOT NULL REFERENCES seating_plans (id),
  picture_id uuid NOT NULL,
  file text NOT NULL CHECK (length(file) <= 200),
  width_px integer NOT NULL CHECK (width_px > 0),
  height_px integer NOT NULL CHECK (height_px > 0),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (plan_id, picture_id)
);
CREATE INDEX seating_plan_pictures_file ON seating_plan_pictures (file);
