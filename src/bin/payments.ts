import { OPERATOR } from '../audit/actor.ts';
import { ConfigError } from '../config/config-error.ts';
import { connectPaymentAccount, connectUnchecked } from '../payments/connect-payment-account.ts';
import { connectGateway } from '../payments/adapters.ts';
import { listPaymentAccounts } from '../payments/list-payment-accounts.ts';
import type { PaymentAccount } from '../payments/payment-accounts.ts';
import { ACCOUNT_GATEWAYS, type AccountGateway } from '../rules/gateway-accounts.ts';
import { GATEWAYS as FACTS } from '../rules/gateways/all-gateways.ts';
import { CURRENCIES } from '../rules/gateway-currencies.ts';
import { findHost } from './find-host.ts';
import { checkSecretKeys } from './check-secret-keys.ts';
import { readWords } from './read-words.ts';
import { dim, print } from './terminal.ts';
import { withDatabase, type Deps } from './with-database.ts';

const HELP = `tessera payments <command> <host's e-mail>

  add <e-mail> <gateway> <currency>   take the host's payments in that currency through a gateway.
                                      The gateway checks the key first; --unchecked skips that.
                                      With --beside the accounts in use stay, and buyers choose.
                                      The account's secrets are read from standard input, as JSON:
${ACCOUNT_GATEWAYS.map(secretsOf).join('\n')}
                                      A publicKey may be left out: with it, buyers pay without another tab.
  list <e-mail>                       the gateway for each currency

The gateway's callbacks go to <PUBLIC_URL>/payments/<gateway>/callback.`;

const GATEWAYS: string[] = ACCOUNT_GATEWAYS;
const MAX_SECRET_CHARACTERS = 4_096;

/** The secrets of a gateway's accounts, with nothing in them. */
function secretsOf(gateway: AccountGateway): string {
  const names = Object.keys(FACTS[gateway].credentials.properties);
  const empty = JSON.stringify(Object.fromEntries(names.map((name) => [name, '…'])));
  return `${' '.repeat(40)}${gateway.padEnd(13)}${empty}`;
}

/** Manages a host's gateways by hand. Works beside a running program. */
export async function payments(words: string[]): Promise<void> {
  const { values, positionals } = readWords('payments', words, {
    unchecked: { type: 'boolean', default: false },
    beside: { type: 'boolean', default: false },
  });
  const [command = 'help', email, ...rest] = positionals;
  if (command === 'help') return print(HELP);
  if (command !== 'add' && command !== 'list') throw new ConfigError(`There is no such command.\n\n${HELP}`);
  if (email === undefined) throw new ConfigError(`payments ${command} needs the e-mail of a host's account.`);
  if (command === 'list') {
    if (rest.length > 0 || values.unchecked || values.beside)
      throw new ConfigError("payments list takes only the e-mail of a host's account.");
    return withDatabase(async (deps) => list(deps, await findHost(deps.database, email)));
  }
  const { gateway, currency } = readAccount(rest);
  await withDatabase(async ({ database, secretKeys, config }) => {
    await checkSecretKeys(database, secretKeys);
    const hostId = await findHost(database, email);
    const account = { gateway, credentials: await readSecrets() } as PaymentAccount;
    const rules = {
      database,
      secretKeys,
      refusesTestCredentials: config.isProduction,
      inTransaction: database.transaction,
      gateways: {
        connect: (to: PaymentAccount) => connectGateway(to, { urls: config.gatewayUrls, nowMs: Date.now }),
      },
    };
    const connect = values.unchecked ? connectUnchecked : connectPaymentAccount;
    await connect(rules, { ...account, hostId, actor: OPERATOR, currency, isBeside: values.beside });
    print(`  ${gateway} takes payments in ${currency}.`);
    print(dim(`  Callbacks: ${config.publicUrl}/payments/${gateway}/callback`));
  });
}

/** Says nothing of what it was given: a word too many may well be a secret. */
function readAccount([gateway = '', currency = '', ...more]: string[]): {
  gateway: string;
  currency: string;
} {
  if (!GATEWAYS.includes(gateway) || !CURRENCIES.includes(currency) || more.length > 0) {
    throw new ConfigError(
      `payments add takes an e-mail, a gateway (${GATEWAYS.join(', ')}) and a currency by its code, such as NGN; the secrets go to its standard input.`,
    );
  }
  return { gateway, currency };
}

/** From standard input: what is on the command line stays in the shell's history. */
async function readSecrets(): Promise<unknown> {
  if (process.stdin.isTTY) print("  The account's secrets, as JSON, and then Ctrl-D:");
  let typed = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    typed += chunk;
    if (typed.length > MAX_SECRET_CHARACTERS) break;
  }
  try {
    if (typed.length <= MAX_SECRET_CHARACTERS) return JSON.parse(typed);
  } catch {
    // Said below, without the text: it holds secrets.
  }
  throw new ConfigError('The secrets on standard input must be a JSON object: see tessera payments help.');
}

async function list({ database, secretKeys }: Deps, hostId: string): Promise<void> {
  const accounts = await listPaymentAccounts(database, secretKeys, hostId);
  const inUse = accounts.filter(({ disabledAt }) => disabledAt === null);
  if (inUse.length === 0) print('  No payment account yet: in development, the sandbox takes all payments.');
  for (const { gateway, currency, opened } of inUse) {
    const note = !opened
      ? '  (its secrets can’t be opened: see tessera secrets)'
      : opened.isTest
        ? '  (a test account: not used in production)'
        : '';
    print(`  ${currency}  ${gateway}${note}`);
  }
}
