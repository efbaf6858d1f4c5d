import type { Queryable } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import type { Choice } from './message-fields.ts';

export type Recipient = {
  recipient: string;
  /** The order that the mail is about: one that they made themselves, where there is one. */
  orderId: string;
  /** A member of the host typed the address in: a guest's, a buyer's at the counter, or that of whom a ticket was passed on to. */
  isTypedByHost: boolean;
};

type Asked = { eventId: string; choice: Choice };

/**
 * Every distinct address once, whichever way it is spelled. A good ticket is one that is not void, of an order that was not given
 * back; one that was passed on is its new holder's. Nobody is written to whose data were erased (values/erased-person.ts).
 */
const RECIPIENTS_SQL = `
  SELECT DISTINCT ON (lower(person.email)) person.email AS recipient, o.id AS "orderId",
         o.source NOT IN ('api', 'embed') OR person.is_passed_on AS "isTypedByHost"
    FROM tickets AS t
    JOIN orders AS o ON o.id = t.order_id
   CROSS JOIN LATERAL (
         SELECT CASE WHEN $4 = 'buyers' THEN o.email ELSE t.email END AS email,
                $4 <> 'buyers' AND t.passed_on_at IS NOT NULL AS is_passed_on) AS person
   WHERE t.event_id = $1 AND t.voided_at IS NULL AND o.status IN ('confirmed', 'partially_refunded')
     AND lower(person.email) NOT LIKE '%@erased.invalid'
     AND ($2::uuid[] IS NULL OR t.ticket_type_id = ANY ($2))
     AND CASE $3 WHEN 'came' THEN t.used_at IS NOT NULL WHEN 'not_yet' THEN t.used_at IS NULL ELSE true END
   ORDER BY lower(person.email), lower(person.email) = lower(o.email) DESC, o.source NOT IN ('api', 'embed') OR person.is_passed_on,
            o.id DESC`;

const valuesOf = ({ eventId, choice }: Asked): unknown[] => [
  eventId,
  choice.ticketTypeIds.length === 0 ? null : choice.ticketTypeIds,
  choice.attendance,
  choice.audience,
];

/** Whom a message would go to at this moment. */
export async function findRecipients(tx: Queryable, asked: Asked): Promise<Recipient[]> {
  const { rows } = await tx.query<Recipient>(RECIPIENTS_SQL, valuesOf(asked));
  return rows;
}

/** How many these are, and how many of them count against the host's e-mails of the day. */
export async function countRecipients(
  tx: Queryable,
  { hostId, ...asked }: Asked & { hostId: string },
): Promise<{ people: number; typedByHost: number }> {
  await requireEventWithTypes(tx, { hostId, ...asked });
  const { rows } = await tx.query<{ people: number; typedByHost: number }>(
    `SELECT count(*) AS people, count(*) FILTER (WHERE "isTypedByHost") AS "typedByHost" FROM (${RECIPIENTS_SQL}) AS found`,
    valuesOf(asked),
  );
  return rows[0] ?? { people: 0, typedByHost: 0 };
}

/** Another host's event is not there, and another event's ticket types are none. */
export async function requireEventWithTypes(
  tx: Queryable,
  { hostId, eventId, choice }: Asked & { hostId: string },
): Promise<void> {
  const wanted = [...new Set(choice.ticketTypeIds.map((id) => id.toLowerCase()))];
  const { rows } = await tx.query<{ types: number }>(
    `SELECT (SELECT count(*) FROM ticket_types AS t WHERE t.event_id = e.id AND t.id = ANY ($3::uuid[])) AS types
       FROM events AS e WHERE e.id = $1 AND e.host_id = $2`,
    [eventId, hostId, wanted],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or it is not among yours.');
  if (event.types !== wanted.length)
    throw invalidField('ticketTypeIds', 'must all be ticket types of this event.');
}
