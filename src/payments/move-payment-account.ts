import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { GATEWAY_TITLES, type AccountGateway } from '../rules/gateway-accounts.ts';

type InUse = { id: string; gateway: AccountGateway; currency: string };

/** Buyers are offered the accounts of a currency in this order. One at the end stays where it is. */
export async function movePaymentAccount(
  tx: Transaction,
  {
    hostId,
    actor,
    accountId,
    direction,
  }: { hostId: string; actor: Actor; accountId: string; direction: 'up' | 'down' },
): Promise<void> {
  // Two who do this at the same time do so one after the other.
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
  const { rows } = await tx.query<InUse>(
    `SELECT a.id, a.gateway, a.currency FROM payment_accounts AS a
       JOIN payment_accounts AS own ON own.id = $2 AND own.host_id = $1 AND own.currency = a.currency AND own.disabled_at IS NULL
      WHERE a.host_id = $1 AND a.disabled_at IS NULL ORDER BY a.position, a.id`,
    [hostId, accountId],
  );
  const from = rows.findIndex(({ id }) => id === accountId);
  const account = rows[from];
  if (!account) throw new Refusal('not_found', 'There is no such payment account in use.');
  const to = direction === 'up' ? from - 1 : from + 1;
  if (to < 0 || to >= rows.length) {
    noteUnchanged(tx);
    return;
  }
  const ids = rows
    .toSpliced(from, 1)
    .toSpliced(to, 0, account)
    .map(({ id }) => id);
  await tx.query(
    'UPDATE payment_accounts SET position = array_position($2::uuid[], id) WHERE host_id = $1 AND id = ANY ($2)',
    [hostId, ids],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'payment_account.move',
    subject: { id: accountId, name: `${GATEWAY_TITLES[account.gateway]}, ${account.currency}` },
    before: { place: from + 1 },
    after: { place: to + 1 },
  });
}
