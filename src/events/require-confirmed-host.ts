import type { Queryable } from '../db/database.ts';
import { invalidField } from '../refusal.ts';

/** Before an event is anything but a draft. The database says the same (functions/keep_unconfirmed_draft.sql), less kindly. */
export async function requireConfirmedHost(tx: Queryable, hostId: string): Promise<void> {
  const { rowCount } = await tx.query('SELECT 1 FROM hosts WHERE id = $1 AND confirmed_at IS NOT NULL', [
    hostId,
  ]);
  if (rowCount) return;
  throw invalidField(
    'status',
    'must stay a draft until an owner confirms the e-mail address: open the link in the e-mail first.',
  );
}
