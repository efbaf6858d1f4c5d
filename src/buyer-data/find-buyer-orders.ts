import type { Queryable } from '../db/database.ts';
import { ANY_GUEST_MARK_SQL } from '../tickets/guest-marks.ts';
import { comparableAddress } from '../values/email-address.ts';

/** The person in question, by address, in one host. */
export type BuyerOfHost = { hostId: string; email: string };

/** The person's part in an order: its buyer; the holder of a ticket in somebody else's; or only a recipient of its mails. */
export type PartInOrder = 'buyer' | 'holder' | 'mailed';
export type BuyerOrder = { orderId: string; part: PartInOrder };

/** As an address may have been typed: a domain in its own script, or in the letters that mail servers read. */
export const spellingsOf = (email: string): string[] => [
  ...new Set([email.trim().toLowerCase(), comparableAddress(email.trim())]),
];

/**
 * A host's orders that have something of the person, each once, the newest first; without a host, for the operator, those of all. By the indexes on the address: of orders, of each
 * event's tickets, and of mails.
 */
export async function findBuyerOrders(
  tx: Queryable,
  { hostId, email }: { hostId: string | null; email: string },
  limit: number,
): Promise<BuyerOrder[]> {
  const { rows } = await tx.query<BuyerOrder>(
    `WITH found AS (
       SELECT id AS order_id, 1 AS rank FROM orders WHERE lower(email) = ANY ($2) AND ($1::uuid IS NULL OR host_id = $1)
        UNION ALL
       SELECT t.order_id, 2 FROM events AS e
        CROSS JOIN LATERAL (SELECT order_id FROM tickets
                             WHERE event_id = e.id AND ${ANY_GUEST_MARK_SQL} AND lower(email) COLLATE "C" = ANY ($2)) AS t
        WHERE $1::uuid IS NULL OR e.host_id = $1
        UNION ALL
       SELECT m.order_id, 3 FROM mails AS m
        CROSS JOIN LATERAL (SELECT FROM orders WHERE id = m.order_id AND ($1::uuid IS NULL OR host_id = $1) LIMIT 1) AS o
        WHERE lower(m.recipient) COLLATE "C" = ANY ($2)
     )
     SELECT order_id AS "orderId", (ARRAY['buyer', 'holder', 'mailed'])[min(rank)] AS part
       FROM found GROUP BY order_id ORDER BY order_id DESC LIMIT $3`,
    [hostId, spellingsOf(email), limit],
  );
  return rows;
}

/** Whether an answer `a` is of the person: all of an order that they made; of others' what is about their tickets. Given are two expressions. */
export const isAnswerOfPerson = (isBuyer: string, spellings: string): string =>
  `(${isBuyer} OR EXISTS (SELECT FROM tickets AS t
                            WHERE t.order_id = a.order_id AND t.position = a.ticket_position AND lower(t.email) = ANY (${spellings})))`;
