import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../../refusal.ts';
import { checkPassword, hashPassword } from './password-hash.ts';
import { requireGoodPassword } from './require-good-password.ts';

const ABOUT = ['ada.obi@mail.example', 'Ada Obi', 'Moonlight Shows'];
const refused = (password: string): boolean => {
  try {
    requireGoodPassword(password, { about: ABOUT });
    return false;
  } catch (error) {
    assert(error instanceof Refusal);
    assert.deepEqual([error.code, error.field], ['validation_failed', 'password']);
    assert.ok(password.length < 12 || !error.message.includes(password), 'the refusal does not say it');
    return true;
  }
};

test('a password has twelve characters or more, as people count them', () => {
  assert.ok(refused('kd93ks0wlqp'));
  assert.ok(!refused('kd93ks0wlqpz'));
  assert.ok(refused('🦒🦓🦔🐢🐙🦑🦀🐡🐬🐳🦩'), 'eleven, though twenty-two in JavaScript');
  assert.ok(!refused('🦒🦓🦔🐢🐙🦑🦀🐡🐬🐳🦩🦜'));
  assert.ok(refused('ǎěǐǒǔǎěǐǒǔǎ'.normalize('NFD')), 'eleven letters, though twenty-two signs');
});

test('128 characters and more are taken, with spaces and signs of any script; 257 are too many', () => {
  const long = (count: number) => `ñ 字♥ ${randomBytes(200).toString('base64url')}`.slice(0, count);
  for (const count of [128, 200, 256]) assert.ok(!refused(long(count)), String(count));
  assert.ok(refused(long(257)));
});

test('the first passwords that anybody would try are refused, however they are decorated', () => {
  for (const password of [
    'password1234',
    'Password1234!',
    'P@ssw0rd2026!',
    'passwordpassword',
    'iloveyouforever',
    'qwertyuiop123',
    '1qaz2wsx3edc',
    '1q2w3e4r5t6y',
    'a1s2d3f4g5h6',
    '123456789012',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'ab1ab1ab1ab1ab1',
    'Arsenal4Life2024!',
    'administrator',
    'correct horse battery staple',
    'Tessera-2026!!',
    'tesseratickets',
    'Lagos2026!!!!',
    'unbelievable',
  ]) {
    assert.ok(refused(password), password);
  }
});

test('so are those made of the person’s own e-mail and names', () => {
  for (const password of [
    'ada.obi@mail.example',
    'AdaObi1990!!',
    'Moonlight2026',
    'moonlightshows1',
    'obiadamoonlight',
  ])
    assert.ok(refused(password), password);
  assert.doesNotThrow(() => requireGoodPassword('Moonlight2026zzkq', { about: [] }));
});

test('there are no rules of composition: passphrases and random texts are taken', () => {
  for (const password of [
    'violet hammer ferry quartz',
    'mydogateashoe',
    'ostrichlamp42',
    'kdjwksowlqpz',
    'ỌMỌ ÀGÀDÁ ń jó',
    'dragon monkey football sunshine',
    '748291037461',
  ]) {
    assert.ok(!refused(password), password);
  }
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 60 }), (bytes) => {
      const text = Buffer.from(randomBytes(bytes.length)).toString('base64url');
      assert.ok(!refused(text), text);
    }),
  );
});

test('any password gets an answer, the longest too', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (password) => void refused(password)),
    { numRuns: 300 },
  );
});

test('a hash says how it was made, checks the same text in other signs, and nothing else', async () => {
  const stored = await hashPassword('Ọlámidé sings');
  assert.match(stored, /^argon2id\$19456\$2\$1\$[\w-]{22}\$[\w-]{43}$/);
  assert.deepEqual(await checkPassword('Ọlámidé sings'.normalize('NFD'), stored), {
    isRight: true,
    needsRehash: false,
  });
  for (const other of ['Ọlámidé singsx', 'olámidé sings', ''])
    assert.deepEqual(await checkPassword(other, stored), { isRight: false, needsRehash: false });
});

test('a hash by other parameters is checked and asks to be made anew', async () => {
  const nonce = randomBytes(16);
  const cost = { memory: 8_192, passes: 1, parallelism: 1 };
  const hash = argon2Sync('argon2id', { message: 'kd93ks0wlqpz', nonce, tagLength: 32, ...cost });
  const stored = `argon2id$8192$1$1$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
  assert.deepEqual(await checkPassword('kd93ks0wlqpz', stored), { isRight: true, needsRehash: true });
  assert.partialDeepStrictEqual(await checkPassword('kd93ks0wlqpy', stored), { isRight: false });
});

test('no hash, and what is none, are never right', async () => {
  for (const stored of [null, '', 'none', 'argon2id$1$1$1$$', 'scrypt$x'])
    assert.deepEqual(await checkPassword('', stored), { isRight: false, needsRehash: false });
});

test('a flood of passwords gets a bounded queue: the rest is told to come back, and it goes on afterwards', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => checkPassword('x', null)));
  const turnedAway = answers.filter(({ status }) => status === 'rejected');
  assert.equal(turnedAway.length, 60 - 26);
  for (const { reason } of turnedAway as PromiseRejectedResult[])
    assert.deepEqual([reason.code, reason.retryAfterSeconds], ['unavailable', 2]);
  assert.equal((await checkPassword('x', await hashPassword('x'))).isRight, true);
});
