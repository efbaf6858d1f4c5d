import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { OPERATOR } from '../audit/actor.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { createHost } from '../hosts/create-host.ts';
import { readPrivateKey, rotatePrivateKey } from '../hosts/keys/private-key.ts';
import { deriveKey } from './derive-key.ts';
import { seal, unseal } from './secret-box.ts';
import { createSecretKeys } from './secret-keys.ts';

const key = randomBytes(32);
const keys = createSecretKeys(key);

test('a sealed text is unsealed as it was', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'é', '₦', '🎭', '\u0000') }),
      fc.string(),
      (secret, owner) => {
        assert.equal(unseal(key, seal(key, secret, owner), owner), secret);
      },
    ),
  );
});

test('one secret sealed twice looks different each time', () => {
  assert.notDeepEqual(seal(key, 'secret', 'a'), seal(key, 'secret', 'a'));
});

test('another owner, another key or another purpose opens nothing', () => {
  const box = seal(key, 'secret', 'owner');
  assert.throws(() => unseal(key, box, 'somebody else'));
  assert.throws(() => unseal(randomBytes(32), box, 'owner'));
  const sealed = seal(deriveKey(key, 'private-keys'), 'secret', 'owner');
  assert.throws(() => unseal(deriveKey(key, 'cursors'), sealed, 'owner'));
});

test('a box with any one bit flipped, or cut short, is refused', () => {
  const box = seal(key, 'a secret of some length', 'owner');
  fc.assert(
    fc.property(fc.nat({ max: box.length * 8 - 1 }), (bit) => {
      const broken = Buffer.from(box);
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.throws(() => unseal(key, broken, 'owner'));
    }),
  );
  for (let length = 0; length < box.length; length++)
    assert.throws(() => unseal(key, box.subarray(0, length), 'owner'), `${length} bytes`);
});

test('the text of a private key is nowhere in the database, and its host still gets it back', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.after(drop);
  const host = await database.transaction((tx) =>
    createHost(tx, keys, {
      name: 'A host',
      country: 'NIGERIA',
      email: 'host@test.example',
      passwordHash: 'none',
      isEmailConfirmed: true,
      actor: OPERATOR,
      feeBasisPoints: 0,
      feeFlatMinor: 0,
      feeCapMinor: null,
      feesAbsorbed: false,
    }),
  );
  const rotated = await database.transaction((tx) =>
    rotatePrivateKey(tx, keys, { hostId: host.hostId, actor: OPERATOR }),
  );
  const dump = await dumpTables(database.query);
  assert.ok(dump.includes(host.publicKey), 'the dump shows what is there');
  for (const secret of [host.privateKey, rotated]) {
    const body = secret.slice(3);
    const spellings = [
      body,
      Buffer.from(body).toString('hex'),
      Buffer.from(secret).toString('base64').slice(4, -4),
    ];
    for (const spelling of spellings) assert.ok(!dump.includes(spelling), spelling);
  }
  assert.notEqual(rotated, host.privateKey);
  assert.equal(await database.transaction((tx) => readPrivateKey(tx, keys, host.hostId)), rotated);
});

/** Every row of every table, as text. */
async function dumpTables(
  query: Awaited<ReturnType<typeof createTestDatabase>>['database']['query'],
): Promise<string> {
  // The row as text shows bytes as hexadecimal digits, and takes times that XML has no word for.
  const { rows } = await query<{ dump: string }>(
    `SELECT string_agg(query_to_xml('SELECT t::text FROM ' || quote_ident(tablename) || ' AS t', true, false, '')::text, '') AS dump
       FROM pg_tables WHERE schemaname = 'public'`,
  );
  return rows[0]?.dump ?? '';
}
