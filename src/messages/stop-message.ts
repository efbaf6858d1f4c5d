import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { enqueueGathering, enqueueRun } from './enqueue-run.ts';

type Which = { hostId: string; eventId: string; messageId: string; actor: Actor };

const personOf = (actor: Actor): string | null => (actor.kind === 'member' ? actor.personId : null);

/** Nobody gets the message any more who has not got it; the one that is on its way at this moment arrives. */
export async function stopMessage(tx: Transaction, which: Which): Promise<void> {
  const { subject, isStopped, isFinished } = await lockMessage(tx, which);
  if (isFinished) throw new Refusal('wrong_state', 'The message has been sent to everybody already.');
  if (isStopped) throw new Refusal('wrong_state', 'The message was stopped already.');
  await tx.query(
    `UPDATE messages SET stopped_at = clock_timestamp(), stopped_for = 'member', stopped_by = $2 WHERE id = $1`,
    [which.messageId, personOf(which.actor)],
  );
  await record(tx, which, { action: 'message.stop', subject });
}

/** Those who have not got it do get it: whoever asks for that answers for it from now on. */
export async function resumeMessage(tx: Transaction, which: Which): Promise<void> {
  const { subject, isStopped, isGathered, run } = await lockMessage(tx, which);
  if (!isStopped) throw new Refusal('wrong_state', 'The message was not stopped.');
  await tx.query(
    `UPDATE messages SET stopped_at = NULL, stopped_for = NULL, stopped_by = NULL, released_by = $2, run = run + 1 WHERE id = $1`,
    [which.messageId, personOf(which.actor)],
  );
  const next = { messageId: which.messageId, run: run + 1 };
  if (isGathered) await enqueueRun(tx, { ...next, after: null });
  else await enqueueGathering(tx, next);
  await record(tx, which, { action: 'message.resume', subject });
}

type Locked = {
  subject: string;
  run: number;
  isStopped: boolean;
  isFinished: boolean;
  isGathered: boolean;
};

async function lockMessage(tx: Transaction, { hostId, eventId, messageId }: Which): Promise<Locked> {
  const { rows } = await tx.query<Locked>(
    `SELECT subject, run, stopped_at IS NOT NULL AS "isStopped", finished_at IS NOT NULL AS "isFinished",
            gathered_type IS NULL AS "isGathered"
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
