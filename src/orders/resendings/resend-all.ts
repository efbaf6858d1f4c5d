import type { Actor } from '../../audit/actor.ts';
import { noteUnchanged, recordChange } from '../../audit/record-change.ts';
import type { Queryable, Transaction } from '../../db/database.ts';
import { countHostMails } from '../../hosts/count-host-mails.ts';
import { Refusal } from '../../refusal.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import { lockSendingHost } from '../../tickets/mails/mailings/lock-sending-host.ts';
import { enqueueRun, RESENDINGS, resendingOccasion } from '../../tickets/mails/mailings/mailing.ts';
import { planMailsOfOrders } from '../../tickets/mails/plan-mails.ts';
import { chooseOrders, listRecipients, type Matching } from './choose-orders.ts';

// Once because a mail was lost, once more because it was wrong; whoever gets a sixth no longer reads them.
const MAX_A_DAY = 5;

/** How many orders match that have tickets to send, and the e-mails that it takes. */
export type ResendingCount = { orders: number; people: number; typedByHost: number };

export async function countResending(
  database: Queryable,
  secretKeys: SecretKeys,
  matching: Matching,
): Promise<ResendingCount> {
  const { orders, recipients } = await listRecipients(
    database,
    await chooseOrders(database, secretKeys, matching),
  );
  const typedByHost = recipients.filter(({ isTypedByHost }) => isTypedByHost).length;
  return { orders, people: recipients.length, typedByHost };
}

export type ResendAll = {
  matching: Matching;
  actor: Actor;
  /** Chosen by the page: a second press asks for the same one. */
  resendingId: string;
  /** E-mails a day to addresses that the host chose. */
  mailsPerDay: number;
};

/**
 * Writes down that the tickets of all orders that match go out again, as they are at this moment, and to whom. A job sends them:
 * send-resending-job.ts. Orders are found before the transaction, which is begun by `inTransaction`: nobody waits for the search.
 */
export async function resendAll(
  database: Queryable,
  inTransaction: (work: (tx: Transaction) => Promise<void>) => Promise<void>,
  { secretKeys, ...input }: ResendAll & { secretKeys: SecretKeys },
): Promise<void> {
  const orderIds = await chooseOrders(database, secretKeys, input.matching);
  await inTransaction((tx) => planResending(tx, { ...input, orderIds }));
}

async function planResending(
  tx: Transaction,
  { matching: { hostId }, actor, resendingId, orderIds, mailsPerDay }: ResendAll & { orderIds: string[] },
): Promise<void> {
  await lockSendingHost(tx, hostId);
  if (await isThere(tx, { hostId, resendingId })) return noteUnchanged(tx);
  await requireRoom(tx, hostId);
  const { orders, recipients } = await listRecipients(tx, orderIds);
  if (recipients.length === 0)
    throw new Refusal('validation_failed', 'None of these orders has a ticket to send again.');
  await tx.query(
    `INSERT INTO resendings (id, host_id, created_at, person_id, released_by, orders, recipients)
     VALUES ($1, $2, clock_timestamp(), $3, $3, $4, $5)`,
    [resendingId, hostId, actor.kind === 'member' ? actor.personId : null, orders, recipients.length],
  );
  const occasion = resendingOccasion(resendingId);
  await planMailsOfOrders(tx, { kind: 'tickets', occasion }, recipients);
  await enqueueRun(tx, RESENDINGS, { messageId: resendingId, run: 1, after: null });
  // Last: who sells at the counter waits for this row with the ticket types locked, and so do all buyers behind them.
  const count = recipients.filter(({ isTypedByHost }) => isTypedByHost).length;
  await countHostMails(tx, { hostId, count, perDay: mailsPerDay });
  const after = { orders, people: recipients.length };
  await recordChange(tx, {
    hostId,
    actor,
    action: 'orders.resend',
    subject: { id: resendingId, name: String(orders) },
    after,
  });
}

async function isThere(
  tx: Transaction,
  { hostId, resendingId }: { hostId: string; resendingId: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ isOwn: boolean }>(
    'SELECT host_id = $2 AS "isOwn" FROM resendings WHERE id = $1',
    [resendingId, hostId],
  );
  if (rows[0] && !rows[0].isOwn) throw new Refusal('not_found', 'There is no such resending.');
  return rows.length > 0;
}

/** Behind the host's lock: whoever asks at the same moment is counted. */
async function requireRoom(tx: Transaction, hostId: string): Promise<void> {
  const { rows } = await tx.query<{ underWay: number; today: number; retryAfterSeconds: number | null }>(
    `SELECT count(*) FILTER (WHERE stopped_at IS NULL AND finished_at IS NULL) AS "underWay",
            count(*) FILTER (WHERE created_at > clock_timestamp() - interval '24 hours') AS today,
            ceil(extract(epoch FROM min(created_at) FILTER (WHERE created_at > clock_timestamp() - interval '24 hours')
                                    + interval '24 hours' - clock_timestamp()))::integer AS "retryAfterSeconds"
       FROM resendings WHERE host_id = $1`,
    [hostId],
  );
  const [{ underWay, today, retryAfterSeconds } = { underWay: 0, today: 0, retryAfterSeconds: null }] = rows;
  if (underWay > 0)
    throw new Refusal(
      'wrong_state',
      'Tickets are already being sent again: wait until that is done, or stop it.',
    );
  if (today >= MAX_A_DAY)
    throw new Refusal(
      'rate_limited',
      `You can send tickets again in bulk at most ${MAX_A_DAY} times in 24 hours.`,
      { retryAfterSeconds: Math.max(1, retryAfterSeconds ?? 1) },
    );
}
