import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { Refusal } from '../../refusal.ts';
import { planMails } from '../../tickets/mails/plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../../tickets/mails/send-mail-job.ts';
import { addToHistory } from '../add-to-history.ts';
import { lockOrder } from '../lock-order.ts';
import { lockTickets } from '../replace-email.ts';
import { lockReturn, type FoundReturn } from './find-return.ts';
import { giveReturnBack } from './give-return-back.ts';
import { readReturnable, type Returnable } from './read-returnable.ts';

type Decision = { orderId: string; returnId: string; actor: Actor };

/** A member approves a return: for the tickets and the sum that the buyer confirmed, or not at all. */
export async function approveReturn(tx: Transaction, { orderId, returnId, actor }: Decision): Promise<void> {
  const { order, found } = await lockWaiting(tx, { orderId, returnId });
  if (found.state === 'done') return noteUnchanged(tx);
  requireWaiting(found);
  const { problem } = order;
  // The time was kept when the buyer confirmed. What was corrected since was corrected by the host, or the link would be dead.
  if (problem === 'over' || problem === 'disputed' || problem === 'not_bought') throw gone(PROBLEMS[problem]);
  const tickets = order.tickets.filter(({ id }) => found.ticketIds.includes(id));
  // A cheaper seat has had part of the price back already.
  const worthMinor = tickets.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  if (worthMinor < found.amountMinor || tickets.some(({ problem: why }) => why !== null))
    throw gone('A ticket of it was used, passed on, moved to another seat or cancelled since.');
  if (order.leftMinor < found.amountMinor) throw gone('Too little of the payment is left for it.');
  await giveReturnBack(tx, { orderId, found, actor });
}

/** A member declines a return: the tickets stay valid, and the buyer is told why. */
export async function declineReturn(
  tx: Transaction,
  { orderId, returnId, actor, reason }: Decision & { reason: string },
): Promise<void> {
  const { order, found } = await lockWaiting(tx, { orderId, returnId });
  if (found.state === 'declined') return noteUnchanged(tx);
  requireWaiting(found);
  await tx.query(
    `UPDATE returns SET state = 'declined', ended_at = clock_timestamp(), decided_by = $2, reason = $3 WHERE id = $1`,
    [returnId, actor.kind === 'member' ? actor.personId : null, reason],
  );
  await addToHistory(tx, orderId, `the host declined the return: ${reason}`);
  await planMails(tx, { orderId, kind: 'return_declined', occasion: returnId }, [order.email]);
  await enqueueJob(tx, { kind: SEND_HOLDER_MAIL, payload: { mail: 'return_declined', orderId, returnId } });
  await recordChange(tx, {
    hostId: order.hostId,
    actor,
    action: 'order.decline_return',
    subject: { id: orderId, name: order.reference },
    after: { amountMinor: found.amountMinor },
  });
}

const PROBLEMS = {
  over: 'The event is over, or was cancelled: then everybody is refunded anyway.',
  disputed: 'The buyer’s bank disputes the payment.',
  not_bought: 'The order was refunded.',
};

const gone = (why: string): Refusal =>
  new Refusal(
    'wrong_state',
    `${why} So the return can’t be approved: decline it, or refund what is right from the order.`,
  );

async function lockWaiting(
  tx: Transaction,
  { orderId, returnId }: Pick<Decision, 'orderId' | 'returnId'>,
): Promise<{ order: Returnable; found: FoundReturn }> {
  await lockOrder(tx, orderId);
  await lockTickets(tx, orderId);
  const found = await lockReturn(tx, { orderId, returnId });
  const order = await readReturnable(tx, orderId);
  if (!found || !order) throw new Refusal('not_found', 'There is no such return.');
  return { order, found };
}

function requireWaiting({ state }: FoundReturn): void {
  if (state !== 'waiting')
    throw new Refusal('wrong_state', 'This return is decided already, or waits for its buyer.');
}
