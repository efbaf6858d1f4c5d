import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { sendTickets } from '../tickets/mails/send-tickets.ts';

export type LockedTicket = { isUsed: boolean; isPassedOn: boolean; email: string };

/** A door that reads a code at this moment waits, and then finds another one; or was first, and is seen here. */
export async function lockTickets(tx: Transaction, orderId: string): Promise<LockedTicket[]> {
  const { rows } = await tx.query<LockedTicket>(
    `SELECT used_at IS NOT NULL AS "isUsed", passed_on_at IS NOT NULL AS "isPassedOn", email FROM tickets
      WHERE order_id = $1 AND voided_at IS NULL ORDER BY id FOR UPDATE`,
    [orderId],
  );
  return rows;
}

/**
 * Gives an order another address. The mail that went to the wrong one had every ticket of the order in it, so all codes are new, those
 * of other recipients too, and so is the receipt's address; whatever the wrong address got is worth nothing when this commits. Nothing
 * more is sent there: it is a stranger's, or nobody's. The caller has locked the order and its tickets.
 */
export async function replaceEmail(
  tx: Transaction,
  { orderId, was, email, cause }: { orderId: string; was: string; email: string; cause: string },
): Promise<string> {
  const { rows } = await tx.query<{ receiptToken: string }>(
    `WITH corrected AS (
       UPDATE orders SET email = $2, receipt_token = gen_random_uuid() WHERE id = $1 RETURNING id, status, receipt_token
     ), recorded AS (
       INSERT INTO order_changes (order_id, at, status, cause) SELECT id, clock_timestamp(), status, $3 FROM corrected
     )
     SELECT receipt_token AS "receiptToken" FROM corrected`,
    [orderId, email, cause],
  );
  await tx.query(
    // A code that was used opens nothing any more, and the door's record names it.
    `UPDATE tickets SET serial = CASE WHEN used_at IS NULL THEN gen_random_uuid() ELSE serial END,
            email = CASE WHEN lower(email) = lower($2) THEN $3 ELSE email END
      WHERE order_id = $1 AND voided_at IS NULL`,
    [orderId, was, email],
  );
  await sendTickets(tx, { orderId, isReplacement: true });
  const [corrected] = rows;
  if (!corrected) throw new Refusal('not_found', 'There is no such order.');
  return corrected.receiptToken;
}
