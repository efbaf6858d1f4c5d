import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Refusal } from '../refusal.ts';
import { readPaymentAccount, type PaymentAccount } from './payment-accounts.ts';
import { openAccounts } from './payment-accounts.fixture.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';

const { database, secretKeys, makeHost, add } = await openAccounts();

const ACCOUNTS: PaymentAccount[] = [
  { gateway: 'paystack', credentials: { secretKey: 'sk_test_abcdefghijkl' } },
  {
    gateway: 'flutterwave',
    credentials: { secretKey: 'FLWSECK_TEST-abcdefgh-X', secretHash: 'hash-abcdefgh' },
  },
  {
    gateway: 'stripe',
    credentials: { secretKey: 'sk_test_mnopqrstuvwx', webhookSecret: 'whsec_abcdefghijkl' },
  },
];

test('every gateway’s credentials come back as they were, and are nowhere in the database', async () => {
  const hostId = await makeHost();
  for (const account of ACCOUNTS) {
    const accountId = await add(hostId, account);
    assert.deepEqual(await readPaymentAccount(database, secretKeys, accountId), account);
  }
  const { rows } = await database.query<{ text: string; bytes: Buffer }>(
    'SELECT payment_accounts::text AS text, credentials_ciphertext AS bytes FROM payment_accounts',
  );
  assert.equal(rows.length, 3);
  for (const { text, bytes } of rows) {
    for (const secret of ACCOUNTS.flatMap(({ credentials }) => Object.values(credentials))) {
      assert.ok(!text.includes(secret) && !text.includes(Buffer.from(secret).toString('hex')));
      assert.ok(!bytes.includes(secret));
    }
  }
});

test('a public key is sealed with the rest, may be left out, and is of the secret key’s own mode', async () => {
  const hostId = await makeHost();
  const stripe = (publicKey?: string): PaymentAccount => ({
    gateway: 'stripe',
    credentials: {
      secretKey: 'sk_test_mnopqrstuvwx',
      webhookSecret: 'whsec_abcdefghijkl',
      ...(publicKey && { publicKey }),
    },
  });
  for (const publicKey of [undefined, 'pk_test_mnopqrstuvwx']) {
    const accountId = await add(hostId, stripe(publicKey));
    assert.deepEqual(await readPaymentAccount(database, secretKeys, accountId), stripe(publicKey));
  }
  const isAboutKey = (error: unknown) => error instanceof Refusal && error.field === 'publicKey';
  await assert.rejects(add(hostId, stripe('pk_live_mnopqrstuvwx')), isAboutKey);
  await assert.rejects(add(hostId, stripe('sk_test_mnopqrstuvwx')), Refusal);
  const flutterwave = {
    secretKey: 'FLWSECK-abcdefgh-X',
    secretHash: 'hash',
    publicKey: 'FLWPUBK_TEST-abc-X',
  };
  await assert.rejects(add(hostId, { gateway: 'flutterwave', credentials: flutterwave }), isAboutKey);
});

test('one account’s credentials are no use in another’s row', async () => {
  const hostId = await makeHost();
  const [mine, theirs] = [
    await add(hostId, ACCOUNTS[0] as PaymentAccount),
    await add(hostId, ACCOUNTS[1] as PaymentAccount),
  ];
  await database.query(
    `UPDATE payment_accounts SET credentials_ciphertext =
       (SELECT credentials_ciphertext FROM payment_accounts WHERE id = $1) WHERE id = $2`,
    [mine, theirs],
  );
  await assert.rejects(readPaymentAccount(database, secretKeys, theirs));
  await assert.rejects(readPaymentAccount(database, createSecretKeys(randomBytes(32)), mine));
});

test('the newest account of a currency is in use, and the one before is kept', async () => {
  const hostId = await makeHost();
  const other = await makeHost();
  const [first, ghana, stranger, second] = [
    await add(hostId, ACCOUNTS[0] as PaymentAccount),
    await add(hostId, ACCOUNTS[0] as PaymentAccount, 'GHS'),
    await add(other, ACCOUNTS[0] as PaymentAccount),
    await add(hostId, ACCOUNTS[1] as PaymentAccount),
  ];
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM payment_accounts WHERE host_id = ANY($1) AND disabled_at IS NULL',
    [[hostId, other]],
  );
  assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set([ghana, stranger, second]));
  assert.equal((await readPaymentAccount(database, secretKeys, first)).gateway, 'paystack');
});

test('ten accounts added at the same time leave one in use', async () => {
  const hostId = await makeHost();
  await Promise.all(Array.from({ length: 10 }, () => add(hostId, ACCOUNTS[0] as PaymentAccount)));
  const { rows } = await database.query<{ all: number; used: number }>(
    `SELECT count(*) AS all, count(*) FILTER (WHERE disabled_at IS NULL) AS used FROM payment_accounts WHERE host_id = $1`,
    [hostId],
  );
  assert.deepEqual(rows[0], { all: 10, used: 1 });
});

test('wrong credentials are refused by the name of the field, without its value', async () => {
  const hostId = await makeHost();
  const wrong: [PaymentAccount['gateway'], unknown, string][] = [
    ['paystack', {}, 'secretKey is required.'],
    ['paystack', null, 'credentials must be an object.'],
    [
      'paystack',
      { secretKey: 'pk_test_hidden' },
      'secretKey must be a Paystack secret key, which begins with sk_test_ or sk_live_.',
    ],
    [
      'paystack',
      { secretKey: 'sk_test_hidden\r\nX: y' },
      'secretKey must be a Paystack secret key, which begins with sk_test_ or sk_live_.',
    ],
    ['paystack', { secretKey: `sk_${'hidden'.repeat(50)}` }, 'secretKey must have at most 255 characters.'],
    ['paystack', { secretKey: 'sk_test_hidden', more: 1 }, 'more is not a known field.'],
    ['flutterwave', { secretKey: 'FLWSECK_hidden' }, 'secretHash is required.'],
    [
      'flutterwave',
      { secretKey: 'FLWSECK_hidden', secretHash: '' },
      "secretHash must be the secret hash of your Flutterwave account's webhooks, without spaces.",
    ],
    [
      'stripe',
      { secretKey: 'sk_test_hidden', webhookSecret: 'hidden' },
      "webhookSecret must be a Stripe endpoint's signing secret, which begins with whsec_.",
    ],
  ];
  for (const [gateway, credentials, message] of wrong) {
    await assert.rejects(add(hostId, { gateway, credentials } as PaymentAccount), (error: unknown) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.code, 'validation_failed');
      assert.equal(error.message, message);
      return true;
    });
  }
  const { rows } = await database.query('SELECT 1 FROM payment_accounts WHERE host_id = $1', [hostId]);
  assert.equal(rows.length, 0);
});
