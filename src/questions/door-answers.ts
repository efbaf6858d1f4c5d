import { MISSING_AT_DOOR, TICK_AT_DOOR } from '../rules/door-answers.ts';
import type { AskedQuestion } from '../rules/questions.ts';

/** A question that an event shows at its doors. */
export type DoorQuestion = Pick<
  AskedQuestion,
  'id' | 'kind' | 'label' | 'choices' | 'isRequired' | 'ticketTypeIds'
>;

/** The questions shown at the doors of the event `eventSql`, as an array of `DoorQuestion`. */
export const doorQuestionsSql = (eventSql: string): string => `coalesce((
  SELECT json_agg(json_build_object('id', q.id, 'kind', q.kind, 'label', q.label, 'choices', q.choices,
                                    'isRequired', q.is_required, 'ticketTypeIds', q.ticket_type_ids) ORDER BY q.position, q.id)
    FROM questions AS q WHERE q.event_id = ${eventSql} AND q.is_shown_at_door AND q.removed_at IS NULL), '[]')`;

/**
 * The answers to them, by the order and by the guest, and the missing ones, for a statement that has the ticket as `ticket`: as an array
 * of `DoorAnswer`.
 */
export const doorAnswersSql = (eventSql: string, ticket: string): string => `coalesce((
  SELECT json_agg(json_build_array(q.label, CASE WHEN a.answer IS NULL THEN '${MISSING_AT_DOOR}' WHEN q.kind = 'tick' THEN '${TICK_AT_DOOR}' ELSE a.answer END) ORDER BY q.position, q.id)
    FROM questions AS q
    LEFT JOIN LATERAL (
     SELECT answer FROM answers
      WHERE order_id = ${ticket}.order_id AND ticket_position = CASE q.per WHEN 'order' THEN 0 ELSE ${ticket}.position END
        AND question_id = q.id LIMIT 1) AS a ON true
   WHERE q.event_id = ${eventSql} AND q.is_shown_at_door AND q.removed_at IS NULL
     AND (a.answer IS NOT NULL
          OR q.is_required AND (q.ticket_type_ids IS NULL OR ${ticket}.ticket_type_id = ANY (q.ticket_type_ids)))), '[]')`;
