import { randomUUIDv7 } from 'node:crypto';
import { returnMailLimit } from '../../attempts/attempt-limits.ts';
import { tryAttemptIn } from '../../attempts/count-attempt.ts';
import { nameActor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { sumOfReturn } from '../../rules/return-sum.ts';
import { planMails } from '../../tickets/mails/plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../../tickets/mails/send-mail-job.ts';
import { addToHistory } from '../add-to-history.ts';
import { lockOrder } from '../lock-order.ts';
import { lockTickets } from '../replace-email.ts';
import { readReturnable } from './read-returnable.ts';

export type AskedForReturn =
  | 'return_asked'
  | 'return_refused'
  | 'return_too_often'
  | 'return_open'
  | 'return_none';

// Each is a mail to the buyer. See docs/decisions/returns.md.
const MAX_A_DAY = 5;
const LINK_GOOD_HOURS = 2;

/**
 * The buyer chooses tickets to return: the link to confirm it is mailed to the address of the order, whoever has the receipt open. An earlier link
 * no longer works. Nothing else changes yet.
 */
export async function askForReturn(
  tx: Transaction,
  { orderId, positions }: { orderId: string; positions: readonly number[] },
): Promise<AskedForReturn> {
  await nameActor(tx, { kind: 'buyer' });
  await lockOrder(tx, orderId);
  await lockTickets(tx, orderId);
  const found = await readReturnable(tx, orderId);
  if (!found || found.problem !== null) return 'return_refused';
  const tickets = found.tickets.filter(({ position }) => positions.includes(position));
  if (tickets.length === 0) return 'return_none';
  if (tickets.length < new Set(positions).size || tickets.some(({ problem }) => problem !== null))
    return 'return_refused';
  const { isWaiting, askedToday } = await readEarlier(tx, orderId);
  if (isWaiting) return 'return_open';
  if (askedToday >= MAX_A_DAY || !(await tryAttemptIn(tx, [returnMailLimit(found.email)])))
    return 'return_too_often';
  await tx.query(
    `UPDATE returns SET state = 'lapsed', ended_at = clock_timestamp() WHERE order_id = $1 AND state = 'asked'`,
    [orderId],
  );
  const returnId = randomUUIDv7();
  await tx.query(
    `INSERT INTO returns (id, order_id, host_id, event_id, ticket_ids, amount_minor, expires_at)
     SELECT $1, id, host_id, event_id, $3, $4, clock_timestamp() + $5 * interval '1 hour' FROM orders WHERE id = $2`,
    [returnId, orderId, tickets.map(({ id }) => id), sumOfReturn(found, tickets), LINK_GOOD_HOURS],
  );
  await addToHistory(tx, orderId, `the buyer asked to return tickets: ${tickets.length}`);
  await planMails(tx, { orderId, kind: 'return_asked', occasion: returnId }, [found.email]);
  await enqueueJob(tx, {
    kind: SEND_HOLDER_MAIL,
    payload: { mail: 'return_asked', orderId, returnId },
  });
  return 'return_asked';
}

async function readEarlier(
  tx: Transaction,
  orderId: string,
): Promise<{ isWaiting: boolean; askedToday: number }> {
  const { rows } = await tx.query<{ isWaiting: boolean; askedToday: number }>(
    `SELECT coalesce(bool_or(state = 'waiting'), false) AS "isWaiting",
            count(*) FILTER (WHERE asked_at > clock_timestamp() - interval '1 day')::integer AS "askedToday"
       FROM returns WHERE order_id = $1`,
    [orderId],
  );
  return rows[0] ?? { isWaiting: false, askedToday: 0 };
}
