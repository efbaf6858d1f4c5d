import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { addToHistory } from '../add-to-history.ts';
import { lockOrder } from '../lock-order.ts';

/**
 * Has the tickets of a disputed order refused at the doors, or let in again. Nothing is voided and no stock comes back: a dispute that is won lifts
 * it. Asked twice, it is done once.
 */
export async function blockTickets(
  tx: Transaction,
  input: { hostId: string; orderId: string; reference: string; actor: Actor; isBlocked: boolean },
): Promise<{ isBlocked: boolean }> {
  const { hostId, orderId, reference, actor, isBlocked } = input;
  await lockOrder(tx, orderId);
  const { rows } = await tx.query<{ wasBlocked: boolean }>(
    `SELECT blocked_at IS NOT NULL AS "wasBlocked" FROM payment_disputes WHERE order_id = $1 AND state <> 'won' FOR UPDATE`,
    [orderId],
  );
  if (rows.length === 0)
    throw new Refusal('wrong_state', 'No dispute of this order is open or lost, so its tickets are good.');
  if (rows.every(({ wasBlocked }) => wasBlocked === isBlocked)) {
    noteUnchanged(tx);
    return { isBlocked };
  }
  await tx.query(
    `UPDATE payment_disputes SET blocked_at = CASE WHEN $2 THEN coalesce(blocked_at, clock_timestamp()) END
      WHERE order_id = $1 AND state <> 'won'`,
    [orderId, isBlocked],
  );
  await tellPhones(tx, orderId);
  await addToHistory(
    tx,
    orderId,
    isBlocked
      ? 'its tickets are refused at the doors while the payment is disputed'
      : 'its tickets are let in although the payment is disputed',
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: isBlocked ? 'order.block_tickets' : 'order.unblock_tickets',
    subject: { id: orderId, name: reference },
  });
  return { isBlocked };
}

/** Phones load the order's tickets once more, and one whose better seat it has paid for. By id, as scans lock them (functions/take_scans.sql). */
export async function tellPhones(tx: Transaction, orderId: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM tickets
      WHERE id = ANY (ARRAY(SELECT id FROM tickets WHERE order_id = $1)
                      || ARRAY(SELECT ticket_id FROM seat_exchanges WHERE difference_order_id = $1))
      ORDER BY id FOR NO KEY UPDATE`,
    [orderId],
  );
  // The trigger tickets_changed_in notes the change.
  await tx.query('UPDATE tickets SET changed_in = pg_current_xact_id() WHERE id = ANY ($1)', [
    rows.map(({ id }) => id),
  ]);
}
