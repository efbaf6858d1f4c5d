import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { OPERATOR } from '../audit/actor.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { setCallbackOrigins } from './callback-origins.ts';

let testDatabase: TestDatabase;
let hostId: string;
before(async () => {
  testDatabase = await createTestDatabase();
  const on = {
    app: { database: testDatabase.database },
    secretKeys: createSecretKeys(Buffer.alloc(32)),
  } as TestApp;
  ({ hostId } = await makeHost(on));
});
after(() => testDatabase.drop());

const set = (origins: string[] | null) =>
  testDatabase.database.transaction((tx) => setCallbackOrigins(tx, { hostId, actor: OPERATOR, origins }));

async function stored(): Promise<string[] | null> {
  const { rows } = await testDatabase.database.query<{ origins: string[] | null }>(
    'SELECT callback_origins AS origins FROM hosts WHERE id = $1',
    [hostId],
  );
  return rows[0]?.origins ?? null;
}

test('a site is kept as browsers compare it, once', async () => {
  const typed = [
    'https://shop.example',
    'HTTPS://Shop.Example:443/',
    'http://localhost:3000/',
    'https://bücher.example',
    'https://[2001:DB8::1]:8443',
  ];
  const read = [
    'https://shop.example',
    'http://localhost:3000',
    'https://xn--bcher-kva.example',
    'https://[2001:db8::1]:8443',
  ];
  assert.deepEqual(await set(typed), read);
  assert.deepEqual(await stored(), read);
  assert.equal(await set(null), null);
  assert.equal(await stored(), null);
});

test('a text that is more, or less, than a site is refused, and the list stays as it was', async () => {
  await set(['https://shop.example']);
  for (const typed of [
    '',
    'shop.example',
    '//shop.example',
    'https:shop.example',
    'https:\\\\shop.example',
    'https://',
    'https://shop.example/thanks',
    'https://shop.example?',
    'https://shop.example#',
    'https://*.shop.example',
    'https://user@shop.example',
    'https://shop.example, https://other.example',
    ' https://shop.example',
    'https://shop.example:99999',
    'ftp://shop.example',
    'javascript:alert(1)',
    'null',
    '*',
    `https://${'a'.repeat(300)}.example`,
  ]) {
    await assert.rejects(set(['https://fine.example', typed]), { code: 'validation_failed' }, typed);
  }
  await assert.rejects(set([]), { code: 'validation_failed' });
  const many = Array.from({ length: 51 }, (_, index) => `https://shop-${index}.example`);
  await assert.rejects(set(many), { code: 'validation_failed' });
  assert.deepEqual(await stored(), ['https://shop.example']);
  assert.equal((await set(many.slice(1)))?.length, 50);
});
