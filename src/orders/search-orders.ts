import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { OrderStatus } from '../tickets/read-order.ts';
import { claimedSerial, readTicketCode } from '../tickets/ticket-code.ts';
import { findVerifyKeys } from '../tickets/verify-keys.ts';
import { readTypedReference } from './order-reference.ts';

export type SearchOrders = {
  hostId: string;
  /** The events whose orders may be found; null: all of the host's. */
  eventIds: string[] | null;
  typed: string;
  limit: number;
};

export type FoundOrder = {
  reference: string;
  status: OrderStatus;
  eventName: string;
  email: string;
  firstName: string;
  lastName: string;
};

// Behind every character that is in a name.
const LAST_CHARACTER = '\u{10FFFF}';
// A name of more words is looked for by its first and last.
const MAX_WORDS = 10;

/**
 * A host's orders by what somebody says who has one: its reference, a ticket's code, the buyer's e-mail or its beginning, or the
 * buyer's last name or its beginning, alone or with the first name before or after it. The newest come first among those
 * that match exactly. A first name alone is not looked for: an index for it would cost each order more than the others together.
 */
export async function searchOrders(
  tx: Queryable,
  secretKeys: SecretKeys,
  search: SearchOrders,
): Promise<FoundOrder[]> {
  const reference = readTypedReference(search.typed);
  const named =
    reference === null
      ? []
      : await read(tx, search, {
          sql: 'SELECT id, 1 AS rank FROM orders WHERE reference = $4',
          values: [reference],
        });
  // A name can have the letters of a reference.
  if (named.length > 0) return named;
  const serial = claimedSerial(search.typed);
  if (serial !== null) return findByTicket(tx, secretKeys, search, serial);
  return findByPerson(tx, search);
}

async function findByTicket(
  tx: Queryable,
  secretKeys: SecretKeys,
  search: SearchOrders,
  serial: string,
): Promise<FoundOrder[]> {
  const { rows } = await tx.query<{ event_id: string; order_id: string }>(
    'SELECT event_id, order_id FROM tickets WHERE serial = $1',
    [serial],
  );
  const [ticket] = rows;
  if (!ticket) return [];
  const { event_id: eventId, order_id: orderId } = ticket;
  const verifyKeys = await findVerifyKeys(tx, secretKeys, eventId);
  if (readTicketCode(verifyKeys, { eventId, code: search.typed }) === null) return [];
  return read(tx, search, { sql: 'SELECT $4::uuid AS id, 1 AS rank', values: [orderId] });
}

/**
 * By the indexes on (host_id, lower(email)) and (host_id, lower(last_name)): what is exactly so first, then what begins so. Ranges
 * and not LIKE, which is planned without the index where the text is not known yet.
 */
function findByPerson(tx: Queryable, search: SearchOrders): Promise<FoundOrder[]> {
  const typed = search.typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const words = typed.split(' ').slice(0, MAX_WORDS);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const isPair = words.length > 1;
  // Not `event_id = ANY`: the planner might take the index of an event's orders, and go through all of them.
  const own = `host_id = $1 AND ($2::uuid[] IS NULL OR array_position($2, event_id) IS NOT NULL)`;
  const by = (rank: number, condition: string, order: string): string =>
    `(SELECT id, ${rank} AS rank FROM orders WHERE ${own} AND ${condition} ORDER BY ${order} LIMIT $3)`;
  const begins = (column: string, from: number): string =>
    `${column} ~>=~ $${from} AND ${column} ~<~ $${from + 1}`;
  const named = (nr: number, name: number, other: number): string =>
    by(
      nr,
      `${begins('lower(last_name)', name)} AND ${begins('lower(first_name)', other)}`,
      'lower(last_name) USING ~<~, id DESC',
    );
  const range = (text: string): [string, string] => [text, text + LAST_CHARACTER];
  return read(tx, search, {
    sql: [
      by(1, 'lower(email) = $4', 'id DESC'),
      by(2, 'lower(last_name) = $4', 'id DESC'),
      by(3, begins('lower(email)', 4), 'lower(email) USING ~<~, id'),
      by(4, begins('lower(last_name)', 4), 'lower(last_name) USING ~<~, id'),
      ...(isPair ? [named(5, 6, 8), named(6, 8, 6)] : []),
    ].join(' UNION ALL '),
    values: [...range(typed), ...(isPair ? [...range(last), ...range(first)] : [])],
  });
}

/** The orders that a query finds, each once, by its `rank`. */
async function read(
  tx: Queryable,
  { hostId, eventIds, limit }: SearchOrders,
  found: { sql: string; values: unknown[] },
): Promise<FoundOrder[]> {
  const { rows } = await tx.query<FoundOrder>(
    `WITH found AS (${found.sql})
     SELECT o.reference, o.status, e.name AS "eventName", o.email,
            o.first_name AS "firstName", o.last_name AS "lastName"
       FROM (SELECT id, min(rank) AS rank FROM found GROUP BY id) AS hit
      CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = hit.id LIMIT 1) AS o
      CROSS JOIN LATERAL (SELECT name FROM events WHERE id = o.event_id LIMIT 1) AS e
      WHERE o.host_id = $1 AND ($2::uuid[] IS NULL OR o.event_id = ANY ($2))
      ORDER BY hit.rank, o.id DESC LIMIT $3`,
    [hostId, eventIds, limit, ...found.values],
  );
  return rows;
}
