import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { enqueueRun, MESSAGES } from '../tickets/mails/mailings/mailing.ts';
import {
  LOCKED_MAILING_SQL,
  resumeMailing,
  stopMailing,
  type LockedMailing,
} from '../tickets/mails/mailings/stop-mailing.ts';
import { enqueueGathering } from './enqueue-gathering.ts';

type Which = { hostId: string; eventId: string; messageId: string; actor: Actor };

/** The rest of a message is not sent: see stopMailing. */
export async function stopMessage(tx: Transaction, which: Which): Promise<void> {
  const message = await lockMessage(tx, which);
  await stopMailing(tx, MESSAGES, { ...message, actor: which.actor });
  await record(tx, which, { action: 'message.stop', subject: message.subject });
}

/** The rest of a message is sent after all; of a large event, once all are written down whom it goes to. */
export async function resumeMessage(tx: Transaction, which: Which): Promise<void> {
  const { messageId, actor } = which;
  const message = await lockMessage(tx, which);
  const run = await resumeMailing(tx, MESSAGES, { ...message, actor });
  if (message.isGathered) await enqueueRun(tx, MESSAGES, { messageId, run, after: null });
  else await enqueueGathering(tx, { messageId, run });
  await record(tx, which, { action: 'message.resume', subject: message.subject });
}

type Locked = LockedMailing & { subject: string; isGathered: boolean };

async function lockMessage(tx: Transaction, { hostId, eventId, messageId }: Which): Promise<Locked> {
  const { rows } = await tx.query<Locked>(
    `SELECT subject, gathered_type IS NULL AS "isGathered", ${LOCKED_MAILING_SQL}
       FROM messages WHERE id = $1 AND event_id = $2 AND host_id = $3 FOR UPDATE`,
    [messageId, eventId, hostId],
  );
  const [message] = rows;
  if (!message) throw new Refusal('not_found', 'There is no such message.');
  return message;
}

const record = (
  tx: Transaction,
  { hostId, actor, messageId }: Which,
  { action, subject }: { action: string; subject: string },
): Promise<void> => recordChange(tx, { hostId, actor, action, subject: { id: messageId, name: subject } });
