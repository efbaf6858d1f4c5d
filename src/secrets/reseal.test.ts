import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { OPERATOR } from '../audit/actor.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { untilWaiting } from '../../test/harness/waiting-for-locks.ts';
import type { Database } from '../db/database.ts';
import { createHost } from '../hosts/create-host.ts';
import { readPrivateKey, rotatePrivateKey } from '../hosts/keys/private-key.ts';
import { addPaymentAccount, readPaymentAccount } from '../payments/payment-accounts.ts';
import { distrustKey } from './distrust-key.ts';
import { listSecretKeys, recordSecretKeys, secretKeyMistake } from './known-keys.ts';
import { reseal } from './reseal.ts';
import { createSecretKeys, type SecretKeys } from './secret-keys.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const OLD = createSecretKeys(older);
const BOTH = createSecretKeys(newer, [older]);
const NEW = createSecretKeys(newer);

async function openDatabase(t: TestContext): Promise<Database> {
  const { database, drop } = await createTestDatabase();
  t.after(drop);
  return database;
}

let made = 0;
async function makeHost(
  database: Database,
  keys: SecretKeys,
): Promise<{ hostId: string; privateKey: string }> {
  made += 1;
  const email = `host-${made}@test.example`;
  return database.transaction((tx) =>
    createHost(tx, keys, {
      name: 'A host',
      country: 'NIGERIA',
      email,
      passwordHash: 'none',
      isEmailConfirmed: true,
      actor: OPERATOR,
      feeBasisPoints: 0,
      feeFlatMinor: 0,
      feeCapMinor: null,
      feesAbsorbed: false,
    }),
  );
}

const readKey = (database: Database, keys: SecretKeys, hostId: string): Promise<string> =>
  database.transaction((tx) => readPrivateKey(tx, keys, hostId));

test('everything is sealed anew, whatever sealed it, and then needs the new key alone', async (t) => {
  const database = await openDatabase(t);
  const hosts = [];
  // More than a batch.
  for (let count = 0; count < 250; count++)
    hosts.push(await makeHost(database, count % 10 === 0 ? BOTH : OLD));
  const [first, ...rest] = hosts;
  assert(first);
  const credentials = { secretKey: 'sk_live_abc' };
  const accountId = await database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: OLD, refusesTestCredentials: false },
      { hostId: first.hostId, currency: 'NGN', gateway: 'paystack', credentials },
    ),
  );
  // As an earlier version left them.
  await database.query('UPDATE payment_accounts SET credentials_sealed_by = NULL');
  await database.query('UPDATE hosts SET private_key_sealed_by = NULL WHERE id = $1', [rest[0]?.hostId]);

  assert.deepEqual(await reseal(database, BOTH, OPERATOR), { count: 226, unopened: [] });
  for (const { hostId, privateKey } of hosts) assert.equal(await readKey(database, NEW, hostId), privateKey);
  assert.deepEqual(await readPaymentAccount(database, NEW, accountId), { gateway: 'paystack', credentials });
  await assert.rejects(readKey(database, OLD, first.hostId), /sealed under secret key [0-9a-f]{12}/);
  assert.deepEqual(await reseal(database, BOTH, OPERATOR), { count: 0, unopened: [] }, 'done once');
});

test('a secret that no configured key opens is left as it is and named, and the others are done', async (t) => {
  const database = await openDatabase(t);
  const stranger = createSecretKeys(randomBytes(32));
  const lost = await makeHost(database, stranger);
  const mine = await makeHost(database, OLD);
  const { count, unopened } = await reseal(database, BOTH, OPERATOR);
  assert.equal(count, 1);
  assert.deepEqual(
    unopened.map(({ table, id }) => [table, id]),
    [['hosts', lost.hostId]],
  );
  assert.match(unopened[0]?.reason ?? '', new RegExp(stranger.current.id));
  assert.equal(await readKey(database, NEW, mine.hostId), mine.privateKey);
  assert.equal(await readKey(database, stranger, lost.hostId), lost.privateKey);
});

test('a host who takes a new private key at the same moment keeps the new one', async (t) => {
  const database = await openDatabase(t);
  const { hostId } = await makeHost(database, OLD);
  const { taken, resealing } = await database.transaction(async (tx) => {
    const privateKey = await rotatePrivateKey(tx, OLD, { hostId, actor: OPERATOR });
    const underWay = reseal(database, BOTH, OPERATOR);
    await untilWaiting(database);
    // In an object: a promise by itself would be waited for before the transaction ends.
    return { taken: privateKey, resealing: underWay };
  });
  await resealing;
  assert.equal(await readKey(database, NEW, hostId), taken);
});

test('the list tells what each key is still needed for, and a key that is needed can’t be distrusted', async (t) => {
  const database = await openDatabase(t);
  await recordSecretKeys(database, OLD);
  const { hostId } = await makeHost(database, OLD);
  await recordSecretKeys(database, BOTH);
  const facts = async (keys: SecretKeys) =>
    (await listSecretKeys(database, keys)).keys
      .map(({ id, use, sealedCount, distrustedAt }) => [id, use, sealedCount, distrustedAt !== null])
      .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  const sorted = (...rows: [string, string, number, boolean][]) =>
    rows.toSorted(([a], [b]) => a.localeCompare(b));
  const [oldId, newId] = [OLD.current.id, NEW.current.id];
  assert.deepEqual(await facts(BOTH), sorted([oldId, 'accepted', 1, false], [newId, 'current', 0, false]));

  const distrust = (keys: SecretKeys, id: string) =>
    database.transaction((tx) => distrustKey(tx, keys, { id, actor: OPERATOR }));
  await assert.rejects(distrust(BOTH, oldId), /still sealed under key .*: run tessera secrets rotate first/);
  await assert.rejects(distrust(BOTH, newId), /is the current key: switch to another first/);
  await assert.rejects(distrust(BOTH, 'ffffffffffff'), /There is no secret key "ffffffffffff"/);
  await database.query('UPDATE hosts SET private_key_sealed_by = NULL');
  await assert.rejects(distrust(BOTH, oldId), /run tessera secrets rotate first/);

  await reseal(database, BOTH, OPERATOR);
  assert.equal(await distrust(BOTH, oldId), 0);
  assert.deepEqual(
    await facts(NEW),
    sorted([oldId, 'not configured', 0, true], [newId, 'current', 1, false]),
  );
  assert.ok(await readKey(database, NEW, hostId));
});

test('keys that don’t fit the database are told in one line that says what to do; those that fit are not', async (t) => {
  const database = await openDatabase(t);
  assert.equal(await secretKeyMistake(database, NEW), null, 'an empty database takes any key');
  await makeHost(database, OLD);
  assert.equal(await secretKeyMistake(database, OLD), null);
  assert.equal(await secretKeyMistake(database, BOTH), null);
  assert.equal(
    await secretKeyMistake(database, NEW),
    `SECRET_KEY: 1 of the database's secrets are sealed under key ${OLD.current.id}, which is not configured: add it to ACCEPTED_SECRET_KEYS.`,
  );
  await database.query('UPDATE hosts SET private_key_sealed_by = NULL');
  assert.equal(await secretKeyMistake(database, OLD), null);
  assert.match(
    (await secretKeyMistake(database, NEW)) ?? '',
    /^SECRET_KEY does not open .* add that key to ACCEPTED/,
  );
  await reseal(database, BOTH, OPERATOR);
  await recordSecretKeys(database, BOTH);
  await database.transaction((tx) => distrustKey(tx, BOTH, { id: OLD.current.id, actor: OPERATOR }));
  assert.match(
    (await secretKeyMistake(database, createSecretKeys(older, [newer]))) ?? '',
    /^SECRET_KEY is key .* distrusted/,
  );
  assert.equal(await secretKeyMistake(database, NEW), null);
});
