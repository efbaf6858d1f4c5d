import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { enqueueRun, RESENDINGS } from '../../tickets/mails/mailings/mailing.ts';
import {
  LOCKED_MAILING_SQL,
  resumeMailing,
  stopMailing,
  type LockedMailing,
} from '../../tickets/mails/mailings/stop-mailing.ts';
import type { ResendingsOf } from './read-resending.ts';

type Which = ResendingsOf & { resendingId: string; actor: Actor };
type Locked = LockedMailing & { orders: number };

/** The tickets that were not sent again yet are not. */
export async function stopResending(tx: Transaction, which: Which): Promise<void> {
  const locked = await lockResending(tx, which);
  await stopMailing(tx, RESENDINGS, { ...locked, actor: which.actor });
  await record(tx, which, { action: 'orders.stop_resend', locked });
}

/** They are after all. */
export async function resumeResending(tx: Transaction, which: Which): Promise<void> {
  const locked = await lockResending(tx, which);
  const run = await resumeMailing(tx, RESENDINGS, { ...locked, actor: which.actor });
  await enqueueRun(tx, RESENDINGS, { messageId: locked.id, run, after: null });
  await record(tx, which, { action: 'orders.resume_resend', locked });
}

async function lockResending(
  tx: Transaction,
  { hostId, personId, eventIds, resendingId }: Which,
): Promise<Locked> {
  const { rows } = await tx.query<Locked>(
    `SELECT orders, ${LOCKED_MAILING_SQL} FROM resendings WHERE id = $1 AND host_id = $2 AND ($3 OR person_id = $4) FOR UPDATE`,
    [resendingId, hostId, eventIds === null, personId],
  );
  const [locked] = rows;
  if (!locked) throw new Refusal('not_found', 'There is no such resending.');
  return locked;
}

const record = (
  tx: Transaction,
  { hostId, actor, resendingId }: Which,
  { action, locked }: { action: string; locked: Locked },
): Promise<void> =>
  recordChange(tx, { hostId, actor, action, subject: { id: resendingId, name: String(locked.orders) } });
