import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startS3Store, type S3Store } from '../../../../test/harness/s3-store.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';

let s3: S3Store;
let on: TestApp;
let elsewhere: TestApp;
let host: TestHost;
let owner: SignedIn;
let eventId: string;
before(async () => {
  s3 = await startS3Store();
  on = await startTestApp({ environment: s3.environment });
  // Another machine: its data folder is another one.
  elsewhere = await startTestApp({ environment: s3.environment, on });
  host = await makeHost(on);
  owner = await signInAs(on, host);
  ({ eventId } = await makeEvent(on, host));
});
after(async () => {
  await elsewhere.close();
  await on.close();
  await s3.stop();
});

async function upload(red: number): Promise<{ status: number; headers: Headers; body: { file: string } }> {
  const create = {
    width: 400,
    height: 300,
    channels: 3,
    background: { r: red * 60, g: 80, b: 200 },
  } as const;
  const answer = await fetch(`${on.publicUrl}/dashboard/hosts/${host.hostId}/events/${eventId}/pictures`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      cookie: owner.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'image/png',
    },
    body: new Uint8Array(await sharp({ create }).png().toBuffer()),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as { file: string } };
}

async function see(
  app: TestApp,
  file: string,
): Promise<{ status: number; bytes: number; retry: string | null }> {
  const answer = await fetch(`${app.publicUrl}/media/${file}`);
  const { byteLength } = await answer.arrayBuffer();
  return { status: answer.status, bytes: byteLength, retry: answer.headers.get('retry-after') };
}

const countRows = async (): Promise<number> =>
  (await on.app.database.query('SELECT 1 FROM pictures')).rows.length;

test('a picture that one machine takes is in the bucket, and every machine shows it at the same address', async () => {
  const { status, body } = await upload(1);
  assert.equal(status, 200);
  const stored = [...s3.objects.keys()].filter((key) => key.startsWith('media/'));
  assert.ok(stored.includes(`media/${body.file}`), stored.join());
  const size = s3.objects.get(`media/${body.file}`)?.length;
  for (const app of [on, elsewhere])
    assert.deepEqual(await see(app, body.file), { status: 200, bytes: size, retry: null });
  assert.equal((await see(elsewhere, `${'0'.repeat(40)}.png`)).status, 404);
});

test('the store is away: what was seen is shown, an upload is refused and leaves nothing, and both go on when it is back', async () => {
  const { body: known } = await upload(2);
  const rows = await countRows();
  await s3.stop();
  try {
    assert.equal((await see(on, known.file)).status, 200);
    const unseen = await see(elsewhere, known.file);
    assert.deepEqual([unseen.status, unseen.retry], [503, '5']);
    const refused = await upload(3);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
    assert.equal(await countRows(), rows);
  } finally {
    await s3.startAgain();
  }
  assert.equal((await see(elsewhere, known.file)).status, 200);
  assert.equal((await upload(3)).status, 200);
});

test('names that are made up are looked for so often by an address, and no more', async () => {
  const limited = await startTestApp({
    environment: { ...s3.environment, RATE_LIMIT_PER_ADDRESS: '5' },
    on,
  });
  try {
    const statuses: number[] = [];
    // A minute of the clock may turn in between.
    for (let number = 0; number < 15; number++)
      statuses.push((await see(limited, `${String(number).padStart(40, '0')}.png`)).status);
    assert.ok(statuses.filter((status) => status === 404).length <= 10, statuses.join());
    assert.ok(statuses.includes(429), statuses.join());
  } finally {
    await limited.close();
  }
});
