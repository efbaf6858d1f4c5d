import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { SIMULATORS } from '../harness/gateways/all-simulators.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const CANARY = 'canaryofasecret';
const PAYSTACK = { secretKey: `sk_test_${CANARY}` };
const FLUTTERWAVE = { secretKey: `FLWSECK_TEST-${CANARY}-X`, secretHash: `hash-${CANARY}` };
const STRIPE = { secretKey: `rk_test_${CANARY}`, webhookSecret: `whsec_${CANARY}` };

const EMAIL = 'host@test.example';
const PUBLIC_URL = 'https://tickets.example';

let on: TestApp;
let hostId: string;

before(async () => {
  on = await startTestApp();
  ({ hostId } = await makeHost(on, { email: EMAIL }));
});
after(() => on.close());

/** No secret is printed, in any case. */
async function payments(words: string[], typed: string = ''): Promise<Run> {
  const run = await runCommand({ ...besideOf(on), PUBLIC_URL }, ['payments', ...words], typed);
  for (const secret of [CANARY, on.secretKey.toString('hex')])
    assert.ok(!(run.stdout + run.stderr).includes(secret), run.stdout + run.stderr);
  return run;
}

type Account = { id: string; currency: string; isInUse: boolean };

const accountsOf = async (ofHost: string): Promise<Account[]> => {
  const { rows } = await on.app.database.query<Account>(
    `SELECT id, currency, disabled_at IS NULL AS "isInUse" FROM payment_accounts WHERE host_id = $1 ORDER BY created_at`,
    [ofHost],
  );
  return rows;
};

test('payments add and list: the host’s accounts, one for a currency, with the secrets that were typed', async () => {
  const { hostId: sellerId } = await makeHost(on, { email: 'Seller@test.example' });
  const email = 'seller@TEST.example';
  assert.equal(
    saidBy(await payments(['list', email])),
    '  No payment account yet: in development, the sandbox takes all payments.\n',
  );
  for (const { gateway, currency, credentials } of [
    { gateway: 'paystack', currency: 'NGN', credentials: PAYSTACK },
    { gateway: 'stripe', currency: 'ZAR', credentials: STRIPE },
    { gateway: 'flutterwave', currency: 'NGN', credentials: FLUTTERWAVE },
  ]) {
    const run = await payments(['add', email, gateway, currency, '--unchecked'], JSON.stringify(credentials));
    assert.equal(
      saidBy(run),
      `  ${gateway} takes payments in ${currency}.\n  Callbacks: ${PUBLIC_URL}/payments/${gateway}/callback\n`,
    );
    const added = (await accountsOf(sellerId)).at(-1);
    assert.deepEqual(await readPaymentAccount(on.app.database, on.secretKeys, added?.id ?? ''), {
      gateway,
      credentials,
    });
  }
  const live = JSON.stringify({ ...STRIPE, secretKey: `rk_live_${CANARY}` });
  saidBy(await payments(['add', email, 'stripe', 'ZAR', '--unchecked'], live));
  assert.equal(
    saidBy(await payments(['list', email])),
    '  NGN  flutterwave  (a test account: not used in production)\n  ZAR  stripe\n',
  );
  assert.deepEqual(
    (await accountsOf(sellerId)).map(({ currency, isInUse }) => `${currency} ${isInUse}`),
    ['NGN false', 'ZAR false', 'NGN true', 'ZAR true'],
  );
});

test('payments add asks the gateway first: a key that it does not know is refused, and so is any while it is away', async (t) => {
  const simulator = await SIMULATORS.paystack();
  t.after(() => simulator.close());
  const { hostId: sellerId } = await makeHost(on, { email: 'checked@test.example' });
  const add = (secretKey: string, url = simulator.url): Promise<Run> =>
    runCommand(
      { ...besideOf(on), PUBLIC_URL, PAYSTACK_URL: url },
      ['payments', 'add', 'checked@test.example', 'paystack', 'NGN'],
      JSON.stringify({ secretKey }),
    );
  const { secretKey } = simulator.account.credentials;
  assert.equal(
    refusalOf(await add(`${secretKey}0`)),
    'secretKey is not known to Paystack: copy it again from your Paystack dashboard.',
  );
  assert.equal(
    refusalOf(await add(secretKey, 'http://127.0.0.1:1')),
    'Paystack did not answer, so the key could not be checked. Nothing was saved: try again.',
  );
  assert.deepEqual(await accountsOf(sellerId), []);
  saidBy(await add(secretKey));
  assert.equal((await accountsOf(sellerId)).length, 1);
  const { rows } = await on.app.database.query(
    `SELECT action, actor_kind FROM audit_log WHERE host_id = $1 AND action LIKE 'payment_account%' ORDER BY id`,
    [sellerId],
  );
  assert.deepEqual(rows, [
    { action: 'payment_account.refuse', actor_kind: 'operator' },
    { action: 'payment_account.add', actor_kind: 'operator' },
  ]);
});

test('payments add in production: a test key is refused in one line, a live one is taken', async () => {
  const production = {
    ...besideOf(on),
    PUBLIC_URL,
    ENVIRONMENT: 'production',
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const { hostId: sellerId } = await makeHost(on, { email: 'live@test.example' });
  const add = (secretKey: string): Promise<Run> =>
    runCommand(
      production,
      ['payments', 'add', 'live@test.example', 'paystack', 'NGN', '--unchecked'],
      JSON.stringify({ secretKey }),
    );
  assert.equal(
    refusalOf(await add(PAYSTACK.secretKey)),
    'secretKey is a test key: use a live key in production.',
  );
  assert.deepEqual(await accountsOf(sellerId), []);
  saidBy(await add('sk_live_abc'));
  assert.equal((await accountsOf(sellerId)).length, 1);
});

describe(
  'the payments command says in one line without a secret what it can’t do, and no account is added',
  { concurrency: 4 },
  () => {
    const TAKES =
      /^payments add takes an e-mail, a gateway \(paystack, .*\) and a currency by its code, such as NGN; .*standard input\.$/;
    const NO_JSON = /^The secrets on standard input must be a JSON object: see tessera payments help\.$/;
    const add = ['add', EMAIL, 'paystack', 'NGN'];
    const refused: { what: string; words: string[]; typed?: string; line: RegExp }[] = [
      {
        what: 'list of nobody',
        words: ['list'],
        line: /^payments list needs the e-mail of a host's account/,
      },
      { what: 'add to nobody', words: ['add'], line: /^payments add needs the e-mail of a host's account/ },
      {
        what: 'list of an unknown host',
        words: ['list', 'nobody@test.example'],
        line: /^No host has the id "nobody@test\.example", or an owner with this e-mail/,
      },
      {
        what: 'add to an unknown host',
        words: ['add', 'nobody@test.example', 'paystack', 'NGN'],
        typed: JSON.stringify(PAYSTACK),
        line: /^No host has the id "nobody@test\.example", or an owner with this e-mail/,
      },
      {
        what: 'list of two',
        words: ['list', EMAIL, CANARY],
        line: /^payments list takes only the e-mail/,
      },
      { what: 'add without a gateway', words: ['add', EMAIL], line: TAKES },
      { what: 'add of an unknown gateway', words: ['add', EMAIL, 'sandbox', 'NGN'], line: TAKES },
      { what: 'add of an unknown currency', words: ['add', EMAIL, 'paystack', 'NGM'], line: TAKES },
      {
        what: 'add of a currency that the gateway does not take',
        words: ['add', EMAIL, 'stripe', 'GHS'],
        typed: JSON.stringify(STRIPE),
        line: /^currency must be a currency of Stripe\.$/,
      },
      { what: 'a secret among the words', words: [...add, PAYSTACK.secretKey], line: TAKES },
      {
        what: 'a secret as an option',
        words: [...add, `--secretKey=${PAYSTACK.secretKey}`],
        line: /^Unknown option '--secretKey': see tessera payments help\.$/,
      },
      { what: 'no secrets at all', words: add, line: NO_JSON },
      { what: 'a secret that is not JSON', words: add, typed: PAYSTACK.secretKey, line: NO_JSON },
      {
        what: 'a secret that is JSON, but no object',
        words: add,
        typed: JSON.stringify(PAYSTACK.secretKey),
        line: /^credentials must be an object\.$/,
      },
      {
        what: 'a flood',
        words: add,
        typed: JSON.stringify({ ...PAYSTACK, more: CANARY.repeat(100_000) }),
        line: NO_JSON,
      },
      {
        what: 'the secret of another gateway',
        words: add,
        typed: JSON.stringify({ secretKey: FLUTTERWAVE.secretKey }),
        line: /^secretKey must be a Paystack secret key, which begins with sk_test_ or sk_live_\.$/,
      },
      {
        what: 'a field too many',
        words: add,
        typed: JSON.stringify({ ...PAYSTACK, secretHash: CANARY }),
        line: /^secretHash is not a known field\.$/,
      },
      {
        what: 'a field and its secret the wrong way round',
        words: add,
        typed: JSON.stringify({ [PAYSTACK.secretKey]: 'secretKey' }),
        line: /^secretKey is required\.$/,
      },
    ];

    for (const { what, words, typed, line } of refused) {
      test(what, async () => {
        assert.match(refusalOf(await payments(words, typed)), line);
        assert.deepEqual(await accountsOf(hostId), []);
      });
    }
  },
);

test('payments help says which secrets each gateway has; a command that is not there is answered with it', async () => {
  const [help, none, unknown] = await Promise.all([payments(['help']), payments([]), payments(['take'])]);
  for (const word of ['add', 'list', 'paystack', 'flutterwave', 'stripe', 'secretHash', 'webhookSecret'])
    assert.match(help.stdout, new RegExp(`\\b${word}\\b`));
  assert.deepEqual([help.code, none.code, unknown.code], [0, 0, 1]);
  assert.equal(none.stdout, help.stdout);
  assert.equal(unknown.stderr, `\ntessera: There is no such command.\n\n${help.stdout}`);
});
