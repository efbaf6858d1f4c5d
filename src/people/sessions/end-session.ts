import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { endSessions } from './sessions.ts';

/** One of the person's own: a browser that was left signed in, or one that the person does not know. */
export async function endSession(
  tx: Transaction,
  { actor, personId, sessionId }: { actor: Actor; personId: string; sessionId: string },
): Promise<void> {
  const { rowCount } = await tx.query('DELETE FROM sessions WHERE id = $1 AND person_id = $2', [
    sessionId,
    personId,
  ]);
  if (rowCount === 0) throw new Refusal('not_found', 'This session has already ended.');
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'session.end',
    subject: { id: sessionId, name: '' },
  });
}

/** All but the one that asks for it. */
export async function endOtherSessions(
  tx: Transaction,
  { actor, personId, sessionId }: { actor: Actor; personId: string; sessionId: string },
): Promise<{ ended: number }> {
  const ended = await endSessions(tx, { personId, exceptSessionId: sessionId });
  await recordChange(tx, { hostId: null, actor, action: 'session.end_others', after: { ended } });
  return { ended };
}
