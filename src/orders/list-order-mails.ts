import type { Queryable } from '../db/database.ts';
import type { OrderMail } from './describe-order.ts';

/** One e-mail about an order, of however many of its kind. */
export type ListedMail = Omit<OrderMail, 'isCurrent'> & { id: string };

// A page of them: whoever has had more tickets sent again has the newest here.
const MAX_MAILS = 100;

/** Every e-mail about an order that is still on record, the oldest first. */
export async function listOrderMails(tx: Queryable, orderId: string): Promise<ListedMail[]> {
  const { rows } = await tx.query<ListedMail>(
    `SELECT id, kind, recipient,
            CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN refused_at IS NOT NULL THEN 'refused' ELSE 'waiting' END AS state,
            created_at AS "createdAt", coalesce(sent_at, refused_at) AS "endedAt", last_error AS "lastError"
       FROM mails WHERE order_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${MAX_MAILS}`,
    [orderId],
  );
  return rows.toReversed();
}
