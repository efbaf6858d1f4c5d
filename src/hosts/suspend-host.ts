import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';

/**
 * Stops a host at once, in every process: its keys open nothing, its events are not there, nothing is held or ordered, and nobody
 * works in its dashboard. What was bought stays good: payments under way settle, webhooks and mails go out, receipts stay open.
 * False where it was already suspended.
 */
export const suspendHost = (
  tx: Transaction,
  input: { hostId: string; actor: Actor; reason: string | null },
): Promise<boolean> => setSuspended(tx, { ...input, isSuspended: true });

/** The host goes on where it was stopped. False where it was not suspended. */
export const resumeHost = (tx: Transaction, input: { hostId: string; actor: Actor }): Promise<boolean> =>
  setSuspended(tx, { ...input, isSuspended: false, reason: null });

async function setSuspended(
  tx: Transaction,
  input: { hostId: string; actor: Actor; isSuspended: boolean; reason: string | null },
): Promise<boolean> {
  const { hostId, actor, isSuspended, reason } = input;
  const { rows } = await tx.query<{ name: string }>(
    `UPDATE hosts SET suspended_at = CASE WHEN $2 THEN now() END
      WHERE id = $1 AND (suspended_at IS NOT NULL) <> $2 RETURNING name`,
    [hostId, isSuspended],
  );
  const [row] = rows;
  if (!row) return false;
  await recordChange(tx, {
    hostId,
    actor,
    action: isSuspended ? 'host.suspend' : 'host.resume',
    subject: { id: hostId, name: row.name },
    ...(reason !== null && { after: { reason } }),
  });
  return true;
}
