/** The questions of an event, for a statement that has it as `event`: as an array of `AskedQuestion`. */
export const ASKED_QUESTIONS_SQL = `coalesce((
  SELECT json_agg(json_build_object('id', q.id, 'per', q.per, 'kind', q.kind, 'label', q.label, 'help', q.help, 'choices', q.choices,
                                    'isRequired', q.is_required, 'ticketTypeIds', q.ticket_type_ids) ORDER BY q.position, q.id)
    FROM questions AS q WHERE q.event_id = event.id AND q.removed_at IS NULL), '[]')`;
