import type { Transaction } from '../db/database.ts';
import { takeMails } from '../hosts/take-mails.ts';

/** How the history says that a member gave an order another address. */
export const MOVED_BY_HOST = 'the codes of the tickets and the address of the receipt are new';

/**
 * Counts the e-mails by which an order's tickets are sent once more against the host's day: those to addresses that a member typed in. A
 * gift or a sale at the counter is all typed; of what was bought, who was passed a ticket, and a buyer whose address was corrected. To be
 * called in the transaction that sends them.
 */
export async function takeTypedMails(
  tx: Transaction,
  { orderId, perDay }: { orderId: string; perDay: number },
): Promise<void> {
  const { rows } = await tx.query<{ hostId: string; count: number }>(
    `SELECT o.host_id AS "hostId",
            (SELECT count(DISTINCT lower(person.email))::integer
               FROM (SELECT o.email, typed.buyer AS is_typed
                     UNION ALL
                     SELECT t.email, typed.everybody OR t.passed_on_at IS NOT NULL OR (typed.buyer AND lower(t.email) = lower(o.email))
                       FROM tickets AS t WHERE t.order_id = o.id AND t.voided_at IS NULL) AS person
              WHERE person.is_typed) AS count
       FROM orders AS o
      CROSS JOIN LATERAL (
            SELECT own.everybody, own.everybody OR EXISTS (
                     SELECT FROM order_changes AS c
                      WHERE c.order_id = o.id AND starts_with(c.cause, 'the host ') AND position($2 IN c.cause) > 0) AS buyer
              FROM (SELECT o.source NOT IN ('api', 'embed') AS everybody) AS own) AS typed
      WHERE o.id = $1`,
    [orderId, MOVED_BY_HOST],
  );
  const [sent] = rows;
  if (sent) await takeMails(tx, { ...sent, perDay });
}
