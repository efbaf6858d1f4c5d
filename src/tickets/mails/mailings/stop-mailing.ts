import type { Actor } from '../../../audit/actor.ts';
import type { Transaction } from '../../../db/database.ts';
import { Refusal } from '../../../refusal.ts';
import type { Mailing } from './mailing.ts';

/** A mailing whose row the caller has locked. */
export type LockedMailing = { id: string; run: number; isStopped: boolean; isFinished: boolean };

/** To be read with the mailing's row, `FOR UPDATE`. */
export const LOCKED_MAILING_SQL = `id, run, stopped_at IS NOT NULL AS "isStopped", finished_at IS NOT NULL AS "isFinished"`;

const personOf = (actor: Actor): string | null => (actor.kind === 'member' ? actor.personId : null);

/** Nobody gets it any more who has not got it; the mail that is on its way at this moment arrives. */
export async function stopMailing(
  tx: Transaction,
  { table }: Mailing,
  { id, isStopped, isFinished, actor }: LockedMailing & { actor: Actor },
): Promise<void> {
  if (isFinished) throw new Refusal('wrong_state', 'It has already been sent to everybody.');
  if (isStopped) throw new Refusal('wrong_state', 'It was already stopped.');
  await tx.query(
    `UPDATE ${table} SET stopped_at = clock_timestamp(), stopped_for = 'member', stopped_by = $2 WHERE id = $1`,
    [id, personOf(actor)],
  );
}

/** Those who have not got it do get it, by the run that is answered: whoever asks for that answers for it from now on. */
export async function resumeMailing(
  tx: Transaction,
  { table }: Mailing,
  { id, run, isStopped, actor }: LockedMailing & { actor: Actor },
): Promise<number> {
  if (!isStopped) throw new Refusal('wrong_state', 'It was not stopped.');
  await tx.query(
    `UPDATE ${table} SET stopped_at = NULL, stopped_for = NULL, stopped_by = NULL, released_by = $2, run = run + 1 WHERE id = $1`,
    [id, personOf(actor)],
  );
  return run + 1;
}
