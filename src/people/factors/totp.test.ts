import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Secret } from 'otpauth';
import { codeOf } from '../../../test/harness/factors.ts';
import { createTestDatabase } from '../../../test/harness/test-database.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { listSecretKeys } from '../../secrets/known-keys.ts';
import { reseal } from '../../secrets/reseal.ts';
import { createSecretKeys, type SecretKeys } from '../../secrets/secret-keys.ts';
import { createPerson } from '../create-person.ts';
import { findSession, startSession } from '../sessions/sessions.ts';
import { addTotp, beginTotp } from './set-up-totp.ts';
import { stepOfCode, totpAddress } from './totp.ts';
import { useTotpCode } from './use-totp-code.ts';

test('codes are those of RFC 6238, of this half minute, the one before and the one after', () => {
  // The RFC's own key and times, in the six last of its eight digits.
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  const known: [number, string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ];
  for (const [atSeconds, code] of known) {
    const step = Math.floor(atSeconds / 30);
    assert.equal(stepOfCode({ secret, code, atSeconds }), step);
    assert.equal(stepOfCode({ secret, code, atSeconds: atSeconds + 30 }), step);
    assert.equal(stepOfCode({ secret, code, atSeconds: atSeconds - 30 }), step);
    assert.equal(stepOfCode({ secret, code, atSeconds: atSeconds + 60 }), null);
    assert.equal(stepOfCode({ secret, code, atSeconds: atSeconds - 60 }), null);
  }
});

test('an app is told whose code it shows, and where', () => {
  const address = new URL(totpAddress('JBSWY3DPEHPK3PXP', 'ada@hall.example'));
  assert.equal(address.protocol, 'otpauth:');
  assert.equal(decodeURIComponent(address.pathname), '/Tessera:ada@hall.example');
  assert.equal(address.searchParams.get('secret'), 'JBSWY3DPEHPK3PXP');
});

test('the secret of an app is sealed anew when the secret key changes, and its codes stay good', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.after(drop);
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const [OLD, BOTH, NEW] = [
    createSecretKeys(older),
    createSecretKeys(newer, [older]),
    createSecretKeys(newer),
  ];
  const people = await database.transaction((tx) =>
    Promise.all(
      ['with@test.example', 'without@test.example'].map((email) =>
        createPerson(tx, { email, passwordHash: 'none', isEmailConfirmed: true }),
      ),
    ),
  );
  const [personId = ''] = people;
  const token = await database.transaction((tx) =>
    startSession(tx, { personId, hasPassedFactor: false, address: '127.0.0.1', userAgent: '' }),
  );
  const sessionId = (await findSession(database, token))?.sessionId ?? '';
  const secret = await database.transaction(async (tx) => {
    const begun = await beginTotp(tx, OLD, { personId, sessionId, email: 'with@test.example' });
    // The keys may change between the two.
    const change = { actor: OPERATOR, personId, sessionId };
    await addTotp(tx, OLD, { ...change, setUp: begun.setUp, code: codeOf(begun.secret) });
    return begun.secret;
  });
  const takes = (keys: SecretKeys): Promise<boolean> =>
    database.transaction(async (tx) => {
      await tx.query('UPDATE people SET totp_used_step = NULL');
      return useTotpCode(tx, keys, { personId, code: codeOf(secret) });
    });
  assert.equal(await takes(OLD), true);
  await assert.rejects(takes(NEW), /sealed under secret key/);
  assert.deepEqual(await reseal(database, BOTH, OPERATOR), { count: 1, unopened: [] });
  assert.equal(await takes(NEW), true);
  await assert.rejects(takes(OLD), /sealed under secret key/);
  const { keys, unnamedCount } = await listSecretKeys(database, NEW);
  assert.deepEqual(
    [keys.map(({ sealedCount }) => sealedCount), unnamedCount],
    [[1], 0],
    'who has no app has nothing sealed',
  );
});
