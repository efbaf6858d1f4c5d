import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { enqueueOwnerNotice } from '../people/mails/enqueue-owner-notice.ts';
import { Refusal } from '../refusal.ts';
import { GATEWAY_TITLES, type AccountGateway } from '../rules/gateway-accounts.ts';

/**
 * No new payment is begun with it, within seconds in every process (gateways.ts). Those that were made with it are still looked
 * up and refunded.
 */
export async function disablePaymentAccount(
  tx: Transaction,
  { hostId, actor, accountId }: { hostId: string; actor: Actor; accountId: string },
): Promise<void> {
  const { rows } = await tx.query<{ gateway: AccountGateway; currency: string }>(
    `UPDATE payment_accounts SET disabled_at = now() WHERE id = $1 AND host_id = $2 AND disabled_at IS NULL
     RETURNING gateway, currency`,
    [accountId, hostId],
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such payment account in use.');
  const name = `${GATEWAY_TITLES[row.gateway]}, ${row.currency}`;
  await recordChange(tx, {
    hostId,
    actor,
    action: 'payment_account.disable',
    subject: { id: accountId, name },
    before: { ...row },
  });
  await enqueueOwnerNotice(tx, { hostId, what: 'payment_account_removed', subject: name, actor });
}
