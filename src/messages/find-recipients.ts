import type { Queryable } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { GUEST_HOWS, GUEST_MARK_SQL, guestMarks, type GuestState } from '../tickets/guest-marks.ts';
import { IS_HOSTS_OWN_SQL } from '../tickets/mails/hosts-own-orders.ts';
import type { Choice } from './message-fields.ts';

export type Recipient = {
  recipient: string;
  /** The order that the mail is about: one that they made themselves, where there is one. */
  orderId: string;
  /** The host chose the address: a guest's, a buyer's at the counter, that of whom a ticket was passed on to, or of a free order by its server. */
  isTypedByHost: boolean;
};

export type AskedRecipients = { hostId: string; eventId: string; choice: Choice };

type Counted = { people: number; typedByHost: number };

/** Tickets are looked through type by type, and within a type as they were issued: behind this one. */
export type TicketPosition = { ticketTypeId: string; ticketId: string };

// Some hundredths of a second, and some hundred kilobytes where they are brought here.
const TICKETS_AT_ONCE = 1_000;
// The tickets that one call looks through: some tenths of a second.
const TICKETS_PER_CALL = 5_000;
// The cost of a statement that finds nothing, in tickets: an event may have many types that nobody has bought.
const COST_OF_ASKING = 50;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

// A good ticket `t` of the choice, with its order `o`.
const IS_CHOSEN = `o.host_id = $2 AND t.voided_at IS NULL AND o.status IN ('confirmed', 'partially_refunded') AND t.ticket_type_id = ANY ($4::uuid[])
  AND CASE $5 WHEN 'came' THEN t.used_at IS NOT NULL WHEN 'not_yet' THEN t.used_at IS NULL ELSE true END
  AND ($6::timestamptz IS NULL OR t.issued_at <= $6)`;

/** Of each audience: whose address it is, whether a member typed it in, and all tickets by which somebody belongs to it. */
const AUDIENCES = {
  holders: {
    email: 't.email',
    isTyped: `${IS_HOSTS_OWN_SQL} OR t.passed_on_at IS NOT NULL`,
    ticketsOf: (email: string) =>
      `(SELECT * FROM tickets WHERE event_id = $1 AND (${GUEST_MARK_SQL}) = ANY ($7) AND lower(email) COLLATE "C" = lower(${email}) COLLATE "C"
         OFFSET 0) AS t
        CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = t.order_id LIMIT 1) AS o
        WHERE true`,
  },
  buyers: {
    email: 'o.email',
    isTyped: IS_HOSTS_OWN_SQL,
    ticketsOf: (email: string) =>
      `(SELECT * FROM orders WHERE lower(email) = lower(${email}) AND host_id = $2 AND event_id = $1 OFFSET 0) AS o
        CROSS JOIN LATERAL (SELECT * FROM tickets WHERE order_id = o.id OFFSET 0) AS t
        WHERE true`,
  },
};

/**
 * The owners of the next tickets of a type: every address once, however it is spelled, with the order that the mail is about. A good
 * ticket is not void and its order not refunded; a passed-on ticket belongs to its new holder. People whose data were erased get nothing
 * (rules/erased-person.ts). `isSeen`: the address has a ticket before these.
 */
function pageSql(audience: Choice['audience']): string {
  const { email, isTyped, ticketsOf } = AUDIENCES[audience];
  return `
    WITH page AS MATERIALIZED (
      SELECT t.* FROM unnest($7::integer[]) AS m (mark)
       CROSS JOIN LATERAL (SELECT * FROM tickets WHERE ticket_type_id = $8 AND (${GUEST_MARK_SQL}) = m.mark AND id > $9
                            ORDER BY id LIMIT $10) AS t
       ORDER BY t.id LIMIT $10
    ), people AS MATERIALIZED (
      SELECT DISTINCT ON (lower(${email})) ${email} AS email, t.id FROM page AS t
       CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = t.order_id LIMIT 1) AS o
       WHERE ${IS_CHOSEN} AND lower(${email}) NOT LIKE '%@erased.invalid'
       ORDER BY lower(${email}), t.id
    ), found AS MATERIALIZED (
      SELECT best.*, lower(people.email) AS key FROM people
       CROSS JOIN LATERAL (
         SELECT ${email} AS recipient, o.id AS "orderId", ${isTyped} AS "isTypedByHost",
                bool_or((t.ticket_type_id, t.id) < ($8, people.id)) OVER () AS "isSeen"
           FROM ${ticketsOf('people.email')} AND t.event_id = $1 AND ${IS_CHOSEN}
          ORDER BY lower(${email}) = lower(o.email) DESC, ${isTyped}, o.id DESC LIMIT 1) AS best
       WHERE $3::text IS NULL OR NOT EXISTS (
         SELECT FROM mails AS m WHERE lower(m.recipient) COLLATE "C" = lower(people.email) COLLATE "C" AND m.kind = 'message' AND m.occasion = $3)
    ), read AS (SELECT count(*) AS tickets, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS "lastId" FROM page)`;
}

const STATES: Record<Choice['attendance'], GuestState[]> = {
  all: ['good', 'came_in'],
  came: ['came_in'],
  not_yet: ['good'],
};

type Looking = AskedRecipients & {
  /** In the order of their ids. */
  ticketTypeIds: readonly string[];
  /** Tickets that were issued later don't count; null: all count. */
  asOf: Date | null;
  /** Leaves out everybody who already has a mail of this message. */
  messageId: string | null;
};

const valuesOf = (looking: Looking, { ticketTypeId, ticketId }: TicketPosition): unknown[] => [
  looking.eventId,
  looking.hostId,
  looking.messageId,
  looking.ticketTypeIds,
  looking.choice.attendance,
  looking.asOf,
  guestMarks({ hows: GUEST_HOWS, states: STATES[looking.choice.attendance] }),
  ticketTypeId,
  ticketId,
  TICKETS_AT_ONCE,
];

/** How many people the next tickets are, and how many of these count against the host's e-mails of the day. */
export async function countRecipients(
  tx: Queryable,
  { after, ...asked }: AskedRecipients & { after: TicketPosition | null },
): Promise<Counted & { next: TicketPosition | null }> {
  const looking = {
    ...asked,
    ticketTypeIds: await requireEventWithTypes(tx, asked),
    asOf: null,
    messageId: null,
  };
  const counted = { people: 0, typedByHost: 0 };
  const next = await walkTypes(looking.ticketTypeIds, after, async (position) => {
    const { rows } = await tx.query<Counted & Read>(
      `${pageSql(asked.choice.audience)}
       SELECT read.*, (SELECT count(*) FROM found WHERE NOT "isSeen") AS people,
              (SELECT count(*) FROM found WHERE NOT "isSeen" AND "isTypedByHost") AS "typedByHost" FROM read`,
      valuesOf(looking, position),
    );
    const [page] = rows;
    counted.people += page?.people ?? 0;
    counted.typedByHost += page?.typedByHost ?? 0;
    return { tickets: page?.tickets ?? 0, lastId: page?.lastId ?? null };
  });
  return { ...counted, next };
}

/** Finds the owners of the next tickets, except those who already have a mail of the message. */
export async function findRecipients(
  tx: Queryable,
  {
    after,
    ...asked
  }: AskedRecipients & { messageId: string; asOf: Date | null; after: TicketPosition | null },
): Promise<{ recipients: Recipient[]; next: TicketPosition | null }> {
  const looking = { ...asked, ticketTypeIds: await requireEventWithTypes(tx, asked) };
  const recipients = new Map<string, Recipient>();
  const next = await walkTypes(looking.ticketTypeIds, after, async (position) => {
    const { rows } = await tx.query<Read & { found: (Recipient & { key: string })[] }>(
      `${pageSql(asked.choice.audience)}
       SELECT read.*, (SELECT coalesce(json_agg(found), '[]') FROM found) AS found FROM read`,
      valuesOf(looking, position),
    );
    const [page] = rows;
    // Somebody of two pages is found twice: their mail is planned after these pages.
    for (const { key, recipient, orderId, isTypedByHost } of page?.found ?? [])
      recipients.set(key, { recipient, orderId, isTypedByHost });
    return { tickets: page?.tickets ?? 0, lastId: page?.lastId ?? null };
  });
  return { recipients: [...recipients.values()], next };
}

/** How many tickets were looked through, and the last of them. */
type Read = { tickets: number; lastId: string | null };

/** Looks through the tickets of these types, page by page, for as long as one call may. Answers where it goes on; null: nowhere. */
async function walkTypes(
  ticketTypeIds: readonly string[],
  after: TicketPosition | null,
  readPage: (position: TicketPosition) => Promise<Read>,
): Promise<TicketPosition | null> {
  let left = TICKETS_PER_CALL;
  for (const ticketTypeId of ticketTypeIds) {
    if (after && ticketTypeId < after.ticketTypeId) continue;
    let ticketId = after?.ticketTypeId === ticketTypeId ? after.ticketId : FIRST_ID;
    for (;;) {
      if (left <= 0) return { ticketTypeId, ticketId };
      const { tickets, lastId } = await readPage({ ticketTypeId, ticketId });
      left -= tickets + COST_OF_ASKING;
      if (tickets < TICKETS_AT_ONCE || lastId === null) break;
      ticketId = lastId;
    }
  }
  return null;
}

/** Another host's event is not there, and another event's ticket types are none. Answers the types, in the order of their ids. */
async function requireEventWithTypes(
  tx: Queryable,
  { hostId, eventId, choice }: AskedRecipients,
): Promise<string[]> {
  const { rows } = await tx.query<{ types: string[] }>(
    `SELECT ARRAY (SELECT t.id FROM ticket_types AS t WHERE t.event_id = e.id ORDER BY t.id) AS types
       FROM events AS e WHERE e.id = $1 AND e.host_id = $2`,
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  const wanted = new Set(choice.ticketTypeIds.map((id) => id.toLowerCase()));
  if (wanted.size === 0) return event.types;
  const found = event.types.filter((id) => wanted.has(id));
  if (found.length !== wanted.size)
    throw invalidField('ticketTypeIds', 'must all be ticket types of this event.');
  return found;
}
