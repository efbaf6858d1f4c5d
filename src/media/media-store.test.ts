import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startS3Store, type S3Store } from '../../test/harness/s3-store.ts';
import { nameOf, openOwnStore, testBucketServer } from './bucket-tests.fixture.ts';
import { openBucket } from './bucket.ts';

testBucketServer(startS3Store, { ofUnknownKey: /InvalidAccessKeyId .*AWS_ACCESS_KEY_ID is not known there/ });

let s3: S3Store;
before(async () => {
  s3 = await startS3Store();
});
after(() => s3.close());

test('the folder of what was brought has a bound; what went is brought again', async (t) => {
  const store = await openOwnStore(t, s3, { maxCacheBytes: 1_000 });
  for (let number = 20; number < 50; number++) await store.put(nameOf(number), Buffer.alloc(100, number));
  const kept = await readdir(store.folder);
  assert.ok(kept.length >= 5 && kept.length <= 10, `${kept.length} of 30 files`);
  for (let number = 20; number < 50; number++) {
    assert.equal(await store.bring(nameOf(number)), true);
    assert.equal((await readFile(path.join(store.folder, nameOf(number))))[0], number);
  }
});

test('a store that takes connections and says nothing is waited for so long, and by so many', async () => {
  const mute = createServer(() => {}).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const bucket = openBucket({ ...s3.settings, endpoint }, { timeoutMs: 300, pausesMs: [], maxWaiting: 3 });
  try {
    const asked = Array.from({ length: 5 }, () =>
      bucket.get(nameOf(1)).catch((error: Error) => error.message),
    );
    const messages = await Promise.all(asked);
    assert.equal(messages.filter((text) => /no answer within 0\.3 s/.test(String(text))).length, 3);
    assert.equal(messages.filter((text) => /too slow for all who ask/.test(String(text))).length, 2);
  } finally {
    await bucket.close();
    mute.close();
  }
});

test('no name leads out of the folder of the bucket', async (t) => {
  const store = await openOwnStore(t, s3);
  for (const name of ['../secret', 'a/b.jpg', '..%2fsecret', 'a b.jpg', 'a?list', '', 'é.jpg', 'a\r\nx.jpg'])
    await assert.rejects(store.put(name, Buffer.from('x')), /no name of a file of ours/, name);
  assert.deepEqual(await readdir(store.folder), []);
});
