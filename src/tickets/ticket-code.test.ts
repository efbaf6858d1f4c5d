import assert from 'node:assert/strict';
import { randomBytes, randomUUID, webcrypto } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromBase32, toBase32 } from '../values/base32.ts';
import { claimedSerial, eventVerifyKey, readTicketCode, signTicketCode } from './ticket-code.ts';
import { createSecretKeys, type SecretKey } from '../secrets/secret-keys.ts';

const secretKey = createSecretKeys(randomBytes(32)).current;
const read = (key: SecretKey, ticket: { eventId: string; code: string }): string | null =>
  readTicketCode([eventVerifyKey(key, ticket.eventId).raw], ticket);
const eventId = randomUUID();
const uuid = fc.uuid();

test('bytes survive base32 in both directions, and their text is the only one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase32(bytes);
      assert.match(text, /^[0-9A-HJKMNP-TV-Z]*$/);
      assert.deepEqual(fromBase32(text), Uint8Array.from(bytes));
    }),
  );
  assert.equal(fromBase32('ZZ'), null, 'bits left over that are not zero');
  assert.equal(fromBase32('0I'), null, 'a letter that is not in the alphabet');
});

test('a signed code is read back, in lower case, with spaces and with hyphens too', () => {
  fc.assert(
    fc.property(uuid, uuid, (event, serial) => {
      const code = signTicketCode(secretKey, { eventId: event, serial });
      assert.match(code, /^[0-9A-HJKMNP-TV-Z]{130}$/);
      for (const typed of [
        code,
        code.toLowerCase(),
        code.replace(/.{5}/g, '$&-'),
        ` ${code.replace(/.{4}/g, '$& ')}`,
      ]) {
        assert.equal(read(secretKey, { eventId: event, code: typed }), serial);
      }
    }),
    { numRuns: 50 },
  );
});

test('a code with any one bit flipped is refused', () => {
  const serial = randomUUID();
  const bytes = fromBase32(signTicketCode(secretKey, { eventId, serial }));
  assert(bytes);
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped: Buffer = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(read(secretKey, { eventId, code: toBase32(flipped) }), null, `bit ${bit}`);
  }
});

test('no text that is not a code is taken for one', () => {
  const code = signTicketCode(secretKey, { eventId, serial: randomUUID() });
  for (const typed of [
    '',
    code.slice(1),
    `${code}0`,
    // A last character whose spare bits are not zero.
    `${code.slice(0, -1)}1`,
    '0'.repeat(1e6),
  ]) {
    assert.equal(read(secretKey, { eventId, code: typed }), null);
    assert.equal(claimedSerial(typed), null);
  }
  fc.assert(fc.property(fc.string(), (typed) => read(secretKey, { eventId, code: typed }) === null));
});

test("another event's key and another secret refuse a code", () => {
  fc.assert(
    fc.property(uuid, uuid, uuid, (event, other, serial) => {
      fc.pre(event !== other);
      const code = signTicketCode(secretKey, { eventId: event, serial });
      assert.equal(read(secretKey, { eventId: other, code }), null);
      assert.equal(read(createSecretKeys(randomBytes(32)).current, { eventId: event, code }), null);
      assert.equal(claimedSerial(code), serial);
      assert.notDeepEqual(eventVerifyKey(secretKey, event).raw, eventVerifyKey(secretKey, other).raw);
    }),
    { numRuns: 50 },
  );
});

test('ten thousand tickets of one event have ten thousand codes', () => {
  const codes = Array.from({ length: 10_000 }, () =>
    signTicketCode(secretKey, { eventId, serial: randomUUID() }),
  );
  assert.equal(new Set(codes).size, codes.length);
});

test('more events than keys are kept: the first is still read', () => {
  const secret = createSecretKeys(randomBytes(32)).current;
  const serial = randomUUID();
  const code = signTicketCode(secret, { eventId, serial });
  for (let other = 0; other < 1_100; other++) eventVerifyKey(secret, randomUUID());
  assert.equal(read(secret, { eventId, code }), serial);
});

test('a browser with nothing but the public key verifies a code offline', async () => {
  const serial = randomUUID();
  const bytes = fromBase32(signTicketCode(secretKey, { eventId, serial }));
  assert(bytes);
  const key = eventVerifyKey(secretKey, eventId);
  const signed = Buffer.concat([
    bytes.subarray(0, 1),
    Buffer.from((eventId + serial).replaceAll('-', ''), 'hex'),
  ]);
  const { subtle } = webcrypto;
  for (const imported of [
    await subtle.importKey('raw', key.raw, 'Ed25519', true, ['verify']),
    await subtle.importKey('spki', key.spki, 'Ed25519', true, ['verify']),
    await subtle.importKey('jwk', key.jwk, 'Ed25519', true, ['verify']),
  ]) {
    assert.equal(await subtle.verify('Ed25519', imported, bytes.subarray(17), signed), true);
    assert.equal(await subtle.verify('Ed25519', imported, bytes.subarray(17), signed.subarray(1)), false);
  }
});
