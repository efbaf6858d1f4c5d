import { nameActor, type Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { sumOfReturn } from '../../rules/return-sum.ts';
import { addToHistory } from '../add-to-history.ts';
import { lockOrder } from '../lock-order.ts';
import { lockTickets } from '../replace-email.ts';
import { findReturnByLink, type FoundReturn } from './find-return.ts';
import { giveReturnBack } from './give-return-back.ts';
import { listForResale, lockTypesOf } from './list-for-resale.ts';
import { readReturnable, type Returnable } from './read-returnable.ts';

export type ConfirmedReturn =
  | 'returned'
  | 'return_waiting'
  | 'return_listed'
  | 'return_declined'
  | 'return_gone'
  | 'return_changed'
  | 'return_refused';

/**
 * The buyer confirms by the mailed link: for exactly these tickets and this sum, once, however often and from wherever it is pressed. A door that
 * reads a ticket at this moment was first, and is seen; or finds it void.
 */
export async function confirmReturn(
  tx: Transaction,
  { orderId, token }: { orderId: string; token: string },
): Promise<ConfirmedReturn> {
  const actor: Actor = { kind: 'buyer' };
  await nameActor(tx, actor);
  await lockOrder(tx, orderId);
  await lockTickets(tx, orderId);
  const found = await findReturnByLink(tx, { orderId, token, locks: true });
  if (!found) return 'return_gone';
  if (found.state !== 'asked') return OUTCOMES[found.state];
  if (found.isExpired) return 'return_gone';
  let order = await readReturnable(tx, orderId);
  if (order?.terms?.isResold) {
    // Nobody raises the price from here on.
    await lockTypesOf(tx, found.ticketIds);
    order = await readReturnable(tx, orderId);
  }
  if (!order || order.problem !== null) return 'return_refused';
  if (!isAsShown(order, found)) return 'return_changed';
  if (order.terms?.isResold) {
    await listForResale(tx, { orderId, found, order, actor });
    return 'return_listed';
  }
  if (!order.needsApproval) {
    await giveReturnBack(tx, { orderId, found, actor });
    return 'returned';
  }
  await tx.query(`UPDATE returns SET state = 'waiting', confirmed_at = clock_timestamp() WHERE id = $1`, [
    found.id,
  ]);
  await addToHistory(tx, orderId, `the buyer confirmed the return, and the host decides on it`);
  await recordChange(tx, {
    hostId: order.hostId,
    actor,
    action: 'order.ask_return',
    subject: { id: orderId, name: order.reference },
    after: { amountMinor: found.amountMinor, tickets: found.ticketIds.length },
  });
  return 'return_waiting';
}

const OUTCOMES = {
  done: 'returned',
  waiting: 'return_waiting',
  listed: 'return_listed',
  sold: 'returned',
  unsold: 'return_gone',
  withdrawn: 'return_gone',
  declined: 'return_declined',
  lapsed: 'return_gone',
} as const;

/** The tickets are still the buyer's to return, for the same sum. */
function isAsShown(order: Returnable, { ticketIds, amountMinor }: FoundReturn): boolean {
  const tickets = order.tickets.filter(({ id, problem }) => problem === null && ticketIds.includes(id));
  return tickets.length === ticketIds.length && sumOfReturn(order, tickets) === amountMinor;
}
