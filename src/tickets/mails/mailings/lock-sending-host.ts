import type { Transaction } from '../../../db/database.ts';
import { Refusal } from '../../../refusal.ts';

/** Those who send at one moment are counted one after the other. Sales don't need this row. */
export async function lockSendingHost(tx: Transaction, hostId: string): Promise<void> {
  const { rows } = await tx.query<{ isSuspended: boolean }>(
    'SELECT suspended_at IS NOT NULL AS "isSuspended" FROM hosts WHERE id = $1 FOR NO KEY UPDATE',
    [hostId],
  );
  const [host] = rows;
  if (!host) throw new Refusal('not_found', 'There is no such host.');
  if (host.isSuspended)
    throw new Refusal('host_suspended', 'This host is suspended: contact the operator of this service.');
}
