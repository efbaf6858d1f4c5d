import type { Transaction } from '../db/database.ts';

/** A host is new for so long after it was confirmed. */
export const NEW_FOR_DAYS = 30;

/**
 * The hosts that have one day's e-mails and invitations together: the new hosts of one account. Otherwise ten hosts of one person would
 * send ten times as much. A host that is no longer new has limits of its own: whoever made it may have left it since.
 *
 * Hosts that share limits wait for each other until the transaction ends, so that none misses what another sends now.
 */
export async function lockSharedLimits(tx: Transaction, hostId: string): Promise<string[]> {
  const { rows } = await tx.query<{ madeBy: string; hostIds: string[] }>(
    `SELECT h.made_by AS "madeBy", ARRAY(SELECT o.id FROM hosts AS o WHERE o.made_by = h.made_by AND ${isNew('o')}) AS "hostIds"
       FROM hosts AS h WHERE h.id = $1 AND h.made_by IS NOT NULL AND ${isNew('h')}`,
    [hostId],
  );
  const [shared] = rows;
  if (!shared || shared.hostIds.length < 2) return [hostId];
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('limits of new hosts'), hashtext($1))`, [
    shared.madeBy,
  ]);
  return shared.hostIds;
}

const isNew = (host: string): string => `${host}.confirmed_at > now() - interval '${NEW_FOR_DAYS} days'`;
