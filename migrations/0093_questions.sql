-- What a host asks its buyers: once per order, or once per ticket. A question that is removed is hidden; what was answered stays.
CREATE TABLE questions (
  id uuid PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES events (id) ON DELETE CASCADE,
  position integer NOT NULL CHECK (position > 0),
  per text NOT NULL CHECK (per IN ('order', 'ticket')),
  kind text NOT NULL CHECK (kind IN ('line', 'text', 'choice', 'tick')),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 200),
  help text NOT NULL DEFAULT '' CHECK (length(help) <= 500),
  -- Of a choice.
  choices text[] NOT NULL DEFAULT '{}',
  is_required boolean NOT NULL,
  -- Null: whatever is bought.
  ticket_type_ids uuid[] CHECK (cardinality(ticket_type_ids) BETWEEN 1 AND 200),
  is_shown_at_door boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamp(3) with time zone,
  CONSTRAINT questions_choices_check CHECK (
    CASE WHEN kind = 'choice' THEN cardinality(choices) BETWEEN 2 AND 30 ELSE cardinality(choices) = 0 END)
);
CREATE INDEX questions_of_event ON questions (event_id, position);

-- What was answered. Rows of an order that is just being opened are written before it, under the id that it will have: nothing that an
-- order promised is lost. Those whose order never came are forgotten by a job.
CREATE TABLE answers (
  order_id uuid NOT NULL,
  -- The ticket's position in its order; 0: of the order as a whole.
  ticket_position integer NOT NULL CHECK (ticket_position >= 0),
  question_id uuid NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  -- Of a tick, `yes`; what was not ticked has no row.
  answer text NOT NULL CHECK (length(answer) BETWEEN 1 AND 1000),
  answered_at timestamp(3) with time zone NOT NULL DEFAULT clock_timestamp(),
  waits_for_order boolean NOT NULL DEFAULT false,
  PRIMARY KEY (order_id, ticket_position, question_id)
);
CREATE INDEX answers_of_question ON answers (question_id);
CREATE INDEX answers_waiting ON answers (answered_at) WHERE waits_for_order;
