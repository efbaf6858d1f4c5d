import type { Database } from '../../db/database.ts';
import type { JobKind } from '../../jobs/job-kind.ts';
import type { Logger } from '../../log/logger.ts';
import type { Callback } from '../../payments/gateway.ts';
import type { Gateways } from '../../payments/gateways.ts';
import type { AccountGateway } from '../../rules/gateway-accounts.ts';
import { followDisputes } from './follow-disputes.ts';

// A gateway can send its callback before its lists know of the dispute. After these, the jobs that ask by themselves go on.
const RETRY_DELAYS_MS = [500, 2_000, 10_000, 60_000, 5 * 60_000, 30 * 60_000];
const A_MINUTE_MS = 60_000;
const SET_SIZE = 20;
// Longer than a gateway, or we, are down.
const LISTED_DAYS = 7;
// Card networks take disputes for 18 months at most.
const DISPUTABLE_MONTHS = 18;

type Deps = { database: Database; gateways: Gateways; logger: Logger };

/** Disputes: after a callback, while they are open, and those whose callback never came. */
export function disputesJobs(
  deps: Deps,
): [JobKind<{ orderId: string }>, JobKind<Record<string, never>>, JobKind<Record<string, never>>] {
  const recurring = { retryDelaysMs: [1_000, 5_000, 30_000], leaseMs: 15_000, concurrency: 1 };
  return [
    {
      kind: 'follow_disputes',
      retryDelaysMs: RETRY_DELAYS_MS,
      leaseMs: 15_000,
      concurrency: 5,
      async run({ orderId }, { attempt }) {
        const count = await followDisputes(deps, orderId);
        if (count === 0 && attempt <= RETRY_DELAYS_MS.length)
          throw new Error('the gateway called, but shows no dispute yet');
      },
    },
    {
      ...recurring,
      kind: 'ask_disputes',
      everyMs: 10 * A_MINUTE_MS,
      run: (_payload, { signal }) => askAboutDue(deps, signal),
    },
    {
      ...recurring,
      kind: 'list_disputes',
      everyMs: 60 * A_MINUTE_MS,
      run: (_payload, { signal }) => listAll(deps, signal),
    },
  ];
}

/** The next look-up is written down before this one is made: a gateway that hangs, or a crash, costs one interval. */
async function askAboutDue(deps: Deps, signal: AbortSignal): Promise<void> {
  for (;;) {
    if (signal.aborted) return;
    const { rows } = await deps.database.query<{ orderId: string }>(
      `UPDATE payment_disputes SET next_look_up_at = now() + interval '6 hours'
        WHERE id = ANY (ARRAY(SELECT id FROM payment_disputes WHERE next_look_up_at <= now()
                               ORDER BY next_look_up_at LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING order_id AS "orderId"`,
      [SET_SIZE],
    );
    await Promise.all(
      [...new Set(rows.map(({ orderId }) => orderId))].map((orderId) => askQuietly(deps, orderId)),
    );
    if (rows.length < SET_SIZE) return;
  }
}

/** No error here may stand in the way of the other orders. */
async function askQuietly(deps: Deps, orderId: string): Promise<void> {
  try {
    await followDisputes(deps, orderId);
  } catch (error) {
    deps.logger.warn({ err: error, orderId }, 'a gateway could not be asked about a dispute');
  }
}

async function listAll(deps: Deps, signal: AbortSignal): Promise<void> {
  const { rows } = await deps.database.query<{ id: string; gateway: AccountGateway }>(
    `SELECT id, gateway FROM payment_accounts
      WHERE first_payment_at IS NOT NULL
        AND coalesce(disabled_at > now() - make_interval(months => ${DISPUTABLE_MONTHS}), true) ORDER BY id`,
  );
  for (let from = 0; from < rows.length && !signal.aborted; from += SET_SIZE)
    await Promise.all(rows.slice(from, from + SET_SIZE).map((account) => listOfAccount(deps, account)));
}

/** Follows the payments that the account's gateway names, where nothing of their disputes is known. */
async function listOfAccount(
  deps: Deps,
  { id, gateway: name }: { id: string; gateway: AccountGateway },
): Promise<void> {
  try {
    const gateway = await deps.gateways.open(name, id);
    const since = new Date(Date.now() - LISTED_DAYS * 24 * 60 * A_MINUTE_MS);
    const named = (await gateway.listDisputed?.(since)) ?? [];
    for (const orderId of await findUnknown(deps.database, id, named)) await followDisputes(deps, orderId);
  } catch (error) {
    // Refused, too: a key may lack the permission to see disputes, and callbacks tell of them all the same.
    deps.logger.warn({ err: error, accountId: id }, 'a gateway could not be asked for its disputes');
  }
}

async function findUnknown(
  database: Database,
  accountId: string,
  named: Pick<Callback, 'reference' | 'gatewayPaymentId'>[],
): Promise<string[]> {
  const references = named.map(({ reference }) => reference).filter((name) => name !== null);
  const ids = named.map(({ gatewayPaymentId }) => gatewayPaymentId).filter((name) => name !== undefined);
  const { rows } = await database.query<{ id: string }>(
    `SELECT o.id FROM orders AS o
      WHERE (o.payment_account_id = $1
             AND (o.reference = ANY ($2)
                  OR o.id = ANY (ARRAY(SELECT order_id FROM payments WHERE gateway = 'stripe' AND gateway_payment_id = ANY ($3))))
             -- Of buyers who chose how to pay.
             OR o.id = ANY (ARRAY(SELECT order_id FROM payment_pages WHERE reference = ANY ($2) AND payment_account_id = $1
                                   UNION ALL
                                  SELECT g.order_id FROM payments AS p JOIN payment_pages AS g ON g.order_id = p.order_id
                                   WHERE p.gateway = 'stripe' AND p.gateway_payment_id = ANY ($3) AND g.payment_account_id = $1
                                     AND p.gateway_payment_id = ANY (g.taken))))
        AND NOT EXISTS (SELECT FROM payment_disputes WHERE order_id = o.id)
      ORDER BY o.id`,
    [accountId, references, ids],
  );
  return rows.map((row) => row.id);
}
