import type { Database, Transaction } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Logger } from '../log/logger.ts';
import { enqueueToOwners } from '../people/mails/enqueue-to-owners.ts';
import { GATEWAY_TITLES, type AccountGateway } from '../rules/gateway-accounts.ts';
import { GatewayAway, GatewayRefused, GatewaySilent } from './gateway.ts';
import type { Gateways } from './gateways.ts';
import { noteGatewayAnswer } from './note-gateway-health.ts';

const A_MINUTE_MS = 60_000;
// Each is asked a harmless question. Those that are left over are asked a minute later.
const MAX_ASKED = 20;

type Deps = { database: Database; gateways: Gateways; logger: Logger };

/**
 * Asks gateways that are down whether they are back, since buyers are offered them last and hardly choose them. After some good answers in a row
 * the account has its place again. The host's owners are told, once a day at most for each account.
 */
export function watchGatewaysJob(deps: Deps): JobKind<Record<string, never>> {
  return {
    kind: 'watch_gateways',
    retryDelaysMs: [5_000, 30_000],
    leaseMs: 30_000,
    concurrency: 1,
    everyMs: A_MINUTE_MS,
    async run() {
      await deps.database.transaction(tellOwners);
      const { rows } = await deps.database.query<{ id: string; gateway: AccountGateway }>(
        `SELECT id, gateway FROM payment_accounts WHERE down_since IS NOT NULL AND disabled_at IS NULL
          ORDER BY random() LIMIT $1`,
        [MAX_ASKED],
      );
      await Promise.all(rows.map((account) => askAgain(deps, account)));
    },
  };
}

async function askAgain(
  { database, gateways, logger }: Deps,
  { id, gateway: name }: { id: string; gateway: AccountGateway },
): Promise<void> {
  try {
    const gateway = await gateways.open(name, id);
    // It answers, whatever it says of the key.
    await gateway.check();
    await noteGatewayAnswer(database, id);
  } catch (err) {
    if (err instanceof GatewayRefused) return noteGatewayAnswer(database, id);
    if (!(err instanceof GatewaySilent)) throw err;
    logger.warn({ err, accountId: id }, 'a gateway that is down could not be asked');
    if (err instanceof GatewayAway)
      await database.query('UPDATE payment_accounts SET answers = 0 WHERE id = $1', [id]);
  }
}

async function tellOwners(tx: Transaction): Promise<void> {
  const { rows } = await tx.query<{ hostId: string; gateway: AccountGateway; currency: string; since: Date }>(
    `UPDATE payment_accounts SET down_told_at = clock_timestamp()
      WHERE id = ANY (ARRAY(SELECT id FROM payment_accounts
                             WHERE down_since IS NOT NULL AND disabled_at IS NULL
                               AND coalesce(down_told_at < down_since AND down_told_at < now() - interval '1 day', true)
                             ORDER BY id FOR UPDATE SKIP LOCKED))
     RETURNING host_id AS "hostId", gateway, currency, down_since AS since`,
  );
  for (const { hostId, gateway, currency, since } of rows) {
    const account = `${GATEWAY_TITLES[gateway]}, ${currency}`;
    await enqueueToOwners(tx, hostId, (personId) => ({
      mail: 'gateway_down',
      personId,
      hostId,
      account,
      since: since.toISOString(),
    }));
  }
}
