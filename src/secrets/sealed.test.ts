import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openSealed, sealCurrent, SecretKeyMissing } from './sealed.ts';
import { createSecretKeys } from './secret-keys.ts';

const [older, newer] = [randomBytes(32), randomBytes(32)];
const before = createSecretKeys(older, [newer]);
const after = createSecretKeys(newer, [older]);
const what = { purpose: 'private-keys', owner: 'a host' } as const;

test('while a key is changed, a process with either of them as current opens what the other sealed', () => {
  for (const [mine, theirs] of [
    [before, after],
    [after, before],
  ] as const) {
    const sealed = sealCurrent(mine, { ...what, secret: 'sk_abc' });
    assert.equal(sealed.sealedBy, mine.current.id);
    assert.equal(openSealed(theirs, sealed, what), 'sk_abc');
  }
});

test('a box without its key’s name, or with a wrong one, is opened all the same', () => {
  const { box } = sealCurrent(before, { ...what, secret: 'sk_abc' });
  for (const sealedBy of [null, after.current.id, 'ffffffffffff']) {
    assert.equal(openSealed(after, { box, sealedBy }, what), 'sk_abc');
  }
});

test('a key that is missing is named, and nothing else comes of it', () => {
  const sealed = sealCurrent(before, { ...what, secret: 'sk_abc' });
  const alone = createSecretKeys(newer);
  assert.throws(() => openSealed(alone, sealed, what), {
    constructor: SecretKeyMissing,
    message: `sealed under secret key ${before.current.id} that is neither SECRET_KEY nor in ACCEPTED_SECRET_KEYS`,
  });
  assert.throws(
    () => openSealed(alone, { ...sealed, sealedBy: null }, what),
    /^Error: sealed under a secret key that is neither/,
  );
  assert.throws(() => openSealed(before, sealed, { ...what, owner: 'another' }), SecretKeyMissing);
  assert.throws(() => openSealed(before, sealed, { ...what, purpose: 'cursors' }), SecretKeyMissing);
});

test('a key’s id is the same everywhere and has nothing of the key in it', () => {
  const { id } = before.current;
  assert.match(id, /^[0-9a-f]{12}$/);
  assert.equal(createSecretKeys(Buffer.from(older)).current.id, id);
  assert.ok(!older.toString('hex').includes(id));
  assert.equal(
    createSecretKeys(older, [newer, older, newer])
      .accepted.map((key) => key.id)
      .join(),
    [id, after.current.id].join(),
  );
});
