-- Incidents that the operator writes, for people to read at /status. Their numbers are short: an operator types them.
CREATE TABLE incidents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title_en text NOT NULL CHECK (char_length(title_en) BETWEEN 1 AND 120),
  title_fr text CHECK (char_length(title_fr) BETWEEN 1 AND 120),
  began_at timestamptz(3) NOT NULL DEFAULT now(),
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT incidents_end CHECK (ended_at >= began_at)
);
CREATE INDEX incidents_by_time ON incidents (began_at);

CREATE TABLE incident_notes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  incident_id integer NOT NULL REFERENCES incidents ON DELETE CASCADE,
  text_en text NOT NULL CHECK (char_length(text_en) BETWEEN 1 AND 1000),
  text_fr text CHECK (char_length(text_fr) BETWEEN 1 AND 1000),
  written_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX incident_notes_of ON incident_notes (incident_id, id);

-- Since when the database has answered without a break that people noticed. One row.
CREATE TABLE soundness (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  sound_since timestamptz(3) NOT NULL DEFAULT now()
);
INSERT INTO soundness DEFAULT VALUES;
