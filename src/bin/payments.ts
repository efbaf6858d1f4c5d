import { text } from 'node:stream/consumers';
import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';
import { addPaymentAccount, type PaymentAccount } from '../payments/payment-accounts.ts';
import { dim, print } from './terminal.ts';
import { withDatabase } from './with-database.ts';

const HELP = `tessera payments <command> <host's e-mail>

  add <e-mail> <gateway> <currency>   take the host's payments in that currency through paystack, flutterwave or stripe.
                                      The account's secrets are read from standard input, as JSON:
                                        paystack     {"secretKey":"sk_…"}
                                        flutterwave  {"secretKey":"FLWSECK…","secretHash":"…"}
                                        stripe       {"secretKey":"sk_…","webhookSecret":"whsec_…"}
  list <e-mail>                       which gateway takes which currency

The gateway's callbacks go to <PUBLIC_URL>/payments/<gateway>/callback.`;

const MOST_SECRET_CHARACTERS = 4_096;

/** Which gateways take a host's payments, by hand. Works beside a running program. */
export async function payments(words: string[]): Promise<void> {
  const [command = 'help', email = '', ...rest] = words;
  if (command === 'help') return print(HELP);
  if (command !== 'add' && command !== 'list') throw new ConfigError(`There is no such command.\n\n${HELP}`);
  await withDatabase(async ({ database, secretKey, config }) => {
    const hostId = await findHost(database, email);
    if (command === 'list') return list(database, hostId);
    const [gateway = '', currency = ''] = rest;
    if (!['paystack', 'flutterwave', 'stripe'].includes(gateway) || !/^[A-Z]{3}$/.test(currency)) {
      throw new ConfigError(
        'payments add takes an e-mail, paystack, flutterwave or stripe, and a currency such as NGN.',
      );
    }
    const account = { gateway, credentials: await readSecrets() } as PaymentAccount;
    await database.transaction((tx) => addPaymentAccount(tx, secretKey, { ...account, hostId, currency }));
    print(`  ${gateway} takes payments in ${currency}.`);
    print(dim(`  Callbacks: ${config.publicUrl}/payments/${gateway}/callback`));
  });
}

async function findHost(database: Database, email: string): Promise<string> {
  const { rows } = await database.query<{ host_id: string }>(
    'SELECT host_id FROM accounts WHERE lower(email) = lower($1)',
    [email],
  );
  const hostId = rows[0]?.host_id;
  if (!hostId) throw new ConfigError(`No host has an account with the e-mail ${JSON.stringify(email)}.`);
  return hostId;
}

/** From standard input: what is on the command line stays in the shell's history. */
async function readSecrets(): Promise<unknown> {
  const typed = await text(process.stdin);
  try {
    if (typed.length <= MOST_SECRET_CHARACTERS) return JSON.parse(typed);
  } catch {
    // Said below, without the text: it holds secrets.
  }
  throw new ConfigError('The secrets on standard input must be a JSON object: see payments help.');
}

async function list(database: Database, hostId: string): Promise<void> {
  const { rows } = await database.query<{ gateway: string; currency: string }>(
    'SELECT gateway, currency FROM payment_accounts WHERE host_id = $1 AND disabled_at IS NULL ORDER BY currency',
    [hostId],
  );
  if (rows.length === 0) print('  No account yet: in development the sandbox takes all payments.');
  for (const { gateway, currency } of rows) print(`  ${currency}  ${gateway}`);
}
