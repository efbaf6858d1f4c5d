import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import type { BucketServer } from '../../test/harness/s3-store.ts';
import { refusalOf, runCommand, saidBy } from '../../test/program/run-command.ts';
import { createLogger } from '../log/logger.ts';
import { BucketFailed, openBucket, type Bucket, type BucketLimits, type BucketSettings } from './bucket.ts';
import { checkMediaStore, openBucketStore, type MediaStore } from './media-store.ts';

const QUICK: Partial<BucketLimits> = { timeoutMs: 60_000, pausesMs: [1, 1] };
const logged: string[] = [];
const logger = createLogger('info', { write: (line: string) => void logged.push(line) });

/** As on a machine of its own, with a folder of its own. */
export async function openOwnStore(
  t: TestContext,
  { settings }: BucketServer,
  options: { maxCacheBytes?: number } = {},
): Promise<MediaStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-cache-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const store = await openBucketStore({ bucket: settings, folder, logger, limits: QUICK, ...options });
  t.after(() => store.close());
  return store;
}

/** Of a file, with the digits that a hash would have. */
export const nameOf = (number: number): string => `${String(number).padStart(40, '0')}-800x1000-320.jpg`;

/** The product's needs of a store, tested on any server. */
export function testBucketServer(
  start: () => Promise<BucketServer>,
  { ofUnknownKey }: { ofUnknownKey: RegExp },
): void {
  suite('pictures in a bucket', () => {
    let server: BucketServer;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    test('a file that one machine stores another finds, whole, until it is removed', (t) =>
      keepAndRemove(t, server));
    test('while the store is away, what is here is served, the rest is refused with a time to come back, and nothing is half stored', (t) =>
      outlastOutage(t, server));
    test('a wrong secret, an unknown key, a bucket that is not there: each is told by what to mend, without the secret', () =>
      tellWhatIsWrong(server, ofUnknownKey));
    test('tessera media copy brings the folder of before into the bucket, and nothing that is no picture', (t) =>
      copyFolder(t, server));
  });
}

async function withBucket<T>(settings: BucketSettings, work: (bucket: Bucket) => Promise<T>): Promise<T> {
  const bucket = openBucket(settings, QUICK);
  return work(bucket).finally(() => bucket.close());
}

async function keepAndRemove(t: TestContext, server: BucketServer): Promise<void> {
  const [one, two] = [await openOwnStore(t, server), await openOwnStore(t, server)];
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
  await one.put(nameOf(1), bytes);
  assert.equal(await two.isHere(nameOf(1)), false);
  // Simultaneous requests share one look.
  assert.deepEqual(await Promise.all([two.bring(nameOf(1)), two.bring(nameOf(1))]), [true, true]);
  assert.ok((await readFile(path.join(two.folder, nameOf(1)))).equals(bytes));
  assert.equal(await two.bring(nameOf(2)), false, 'what nobody has stored');
  await one.remove(nameOf(1));
  await one.remove(nameOf(1));
  assert.equal(await one.bring(nameOf(1)), false);
  await withBucket(server.settings, async (bucket) => {
    assert.equal(await bucket.get(nameOf(1)), null, 'in the bucket either');
    // Of what was stored before there is nothing left.
    await bucket.put(nameOf(3), bytes);
    await bucket.put(nameOf(3), Buffer.from('another'));
    assert.equal((await bucket.get(nameOf(3)))?.toString(), 'another');
    await bucket.put(nameOf(3), new Uint8Array());
    assert.equal((await bucket.get(nameOf(3)))?.length, 0);
  });
}

async function outlastOutage(t: TestContext, server: BucketServer): Promise<void> {
  const [store, other] = [await openOwnStore(t, server), await openOwnStore(t, server)];
  await store.put(nameOf(10), Buffer.from('here'));
  await server.stop();
  try {
    assert.equal(await store.bring(nameOf(10)), true);
    const away = { code: 'unavailable', retryAfterSeconds: 5 };
    await assert.rejects(other.bring(nameOf(10)), away);
    await assert.rejects(store.put(nameOf(11), Buffer.from('new')), away);
    assert.equal(await store.isHere(nameOf(11)), false);
    await assert.rejects(store.remove(nameOf(10)), BucketFailed);
    assert.equal(await store.isHere(nameOf(10)), true);
    assert.ok(logged.some((line) => line.includes('the store of pictures does not answer')));
  } finally {
    await server.startAgain();
  }
  assert.equal(await other.bring(nameOf(10)), true);
  await store.put(nameOf(11), Buffer.from('new'));
  assert.equal(await other.bring(nameOf(11)), true);
}

async function tellWhatIsWrong({ settings }: BucketServer, ofUnknownKey: RegExp): Promise<void> {
  const complaintAbout = (changes: Partial<BucketSettings>): Promise<string> =>
    withBucket({ ...settings, ...changes }, async (bucket) => {
      try {
        await bucket.check();
        return 'nothing';
      } catch (error) {
        assert.ok(error instanceof BucketFailed);
        return error.message;
      }
    });
  assert.equal(await complaintAbout({}), 'nothing');
  await checkMediaStore(settings);
  const { accessKeyId, secretAccessKey } = settings.credentials;
  const canary = 'canary-of-a-secret';
  const wrong = await complaintAbout({ credentials: { accessKeyId, secretAccessKey: canary } });
  assert.match(wrong, /refused with 403 SignatureDoesNotMatch .*AWS_SECRET_ACCESS_KEY is not that of/);
  assert.doesNotMatch(wrong, new RegExp(canary));
  assert.match(
    await complaintAbout({ credentials: { accessKeyId: 'NOBODY', secretAccessKey } }),
    ofUnknownKey,
  );
  assert.match(await complaintAbout({ region: 'eu-west-1' }), /the region is another one/);
  assert.match(await complaintAbout({ bucket: 'others' }), /NoSuchBucket .*there is no such bucket/);
  assert.match(await complaintAbout({ endpoint: 'http://127.0.0.1:9' }), /127\.0\.0\.1:9 can't be reached/);
}

async function copyFolder(t: TestContext, { settings, environment: ofServer }: BucketServer): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tessera-copy-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const environment = { ...ofServer, DATA_DIR: path.join(dataDir, 'data') };
  assert.match(refusalOf(await runCommand(environment, ['media', 'copy'])), /There are no pictures in/);
  const folder = path.join(dataDir, 'data', 'media');
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: 20 }, (_, number) => `${String(number).padStart(40, 'a')}.png`);
  for (const name of names) await writeFile(path.join(folder, name), `picture ${name}`);
  await writeFile(path.join(folder, 'notes.txt'), 'no picture');
  for (let run = 0; run < 2; run++)
    assert.match(
      saidBy(await runCommand(environment, ['media', 'copy'])),
      /20 files are in the bucket pictures/,
    );
  await withBucket(settings, async (bucket) => {
    for (const name of names) assert.equal((await bucket.get(name))?.toString(), `picture ${name}`, name);
    assert.equal(await bucket.get('notes.txt'), null);
  });
  assert.equal((await readdir(folder)).length, 21, 'the folder stays as it is');
  const wrong = { ...environment, AWS_SECRET_ACCESS_KEY: 'canary' };
  const refusal = refusalOf(await runCommand(wrong, ['media', 'copy']));
  assert.match(refusal, /SignatureDoesNotMatch .*AWS_SECRET_ACCESS_KEY is not that of/);
  assert.doesNotMatch(refusal, /canary/);
}
