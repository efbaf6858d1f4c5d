import type { Database } from '../../db/database.ts';
import { GatewaySilent } from '../../payments/gateway.ts';
import { connectGateway } from '../../payments/adapters.ts';
import { CALLBACK_IN_TIME } from '../../payments/list-payment-accounts.ts';
import { readPaymentAccount } from '../../payments/payment-accounts.ts';
import { hasTestCredentials } from '../../payments/test-credentials.ts';
import { GATEWAY_TITLES } from '../../rules/gateway-accounts.ts';
import { SecretKeyMissing } from '../../secrets/sealed.ts';
import { green, off, plural, red, yellow, type Patient, type Seen } from './finding.ts';
import { withoutDatabase } from './look-at-database.ts';

const CALL_LIMIT_MS = 5_000;
// Each is asked a harmless question over the network. Of more, the newest tell enough.
const MAX_ASKED = 20;

type Account = {
  id: string;
  gateway: keyof typeof GATEWAY_TITLES;
  currency: string;
  host: string;
  hasMissedCallback: boolean;
  total: number;
};

/** Every gateway by its newest accounts in use: whether it answers, knows the key, and calls back. */
export async function lookAtGateways(patient: Patient): Promise<Seen[]> {
  const { open, config } = patient;
  if (!open) return withoutDatabase();
  const accounts = await listAccounts(open.database);
  if (accounts.length === 0)
    return config.isProduction
      ? [
          yellow(
            'No host can take payments: none has connected a gateway.',
            'In the dashboard, or: tessera payments help',
          ),
        ]
      : [off('No host has connected a gateway: payments go to the sandbox.')];
  const seen = (await Promise.all(accounts.map((account) => lookAtAccount(patient, account)))).flat();
  if (seen.length > 0) return worstFirst(seen);
  const total = accounts[0]?.total ?? accounts.length;
  const asked =
    total > accounts.length ? `The newest ${accounts.length} of ${total} accounts` : plural(total, 'account');
  return [green(`${asked} of hosts: each gateway answers, and knows the key.`)];
}

async function listAccounts(database: Database): Promise<Account[]> {
  const { rows } = await database.query<Account>(
    `SELECT a.id, a.gateway, a.currency, h.name AS host, count(*) OVER () AS total,
            a.first_callback_at IS NULL AND a.first_payment_at < now() - interval '${CALLBACK_IN_TIME}' AS "hasMissedCallback"
       FROM payment_accounts AS a JOIN hosts AS h ON h.id = a.host_id
      WHERE a.disabled_at IS NULL ORDER BY a.id DESC LIMIT ${MAX_ASKED}`,
  );
  return rows;
}

async function lookAtAccount({ open, config }: Patient, account: Account): Promise<Seen[]> {
  if (!open) return [];
  const title = GATEWAY_TITLES[account.gateway];
  const of = `${account.host} (${title}, ${account.currency})`;
  const seen: Seen[] = [];
  if (account.hasMissedCallback)
    seen.push(
      yellow(
        `${of}: payments came, and no callback has.`,
        `Its owner sets the callback address in the dashboard of ${title}: tessera payments list`,
      ),
    );
  try {
    const opened = await readPaymentAccount(open.database, open.secretKeys, account.id);
    if (config.isProduction && hasTestCredentials(opened))
      return [
        yellow(
          `${of}: a test key, which production refuses.`,
          'Its owner connects a live key in the dashboard.',
        ),
        ...seen,
      ];
    const verdict = await connectGateway(opened, {
      urls: config.gatewayUrls,
      nowMs: Date.now,
      callLimitMs: CALL_LIMIT_MS,
    }).check();
    if (verdict !== 'good')
      seen.push(
        yellow(
          `${of}: the key is ${verdict === 'wrong_key' ? 'unknown there' : 'not permitted enough'}.`,
          'Its owner connects it again in the dashboard: until then this host can’t sell.',
        ),
      );
  } catch (error) {
    if (error instanceof SecretKeyMissing)
      seen.push(
        red(`${of}: its credentials are sealed under a key that is missing.`, 'tessera secrets list'),
      );
    else if (error instanceof GatewaySilent)
      seen.push(
        red(
          `${title}: ${error.message}.`,
          `See whether this machine may reach ${new URL(config.gatewayUrls[account.gateway]).host}, and the status page of ${title}.`,
        ),
      );
    else throw error;
  }
  return seen;
}

/** A gateway that is away is told of once, and not for every host. */
function worstFirst(seen: Seen[]): Seen[] {
  const once = seen.filter((one, index) => seen.findIndex(({ says }) => says === one.says) === index);
  return once.toSorted((one, other) => Number(other.light === 'red') - Number(one.light === 'red'));
}
