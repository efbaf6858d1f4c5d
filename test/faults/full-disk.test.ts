import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { migrate } from '../../src/db/migrate.ts';
import { SIGNATURE_HEADER, signCallback } from '../../src/payments/sandbox/sandbox-callback-signature.ts';
import { sandboxApiKey } from '../../src/payments/sandbox/sandbox-api-key.ts';
import { buy, hold, order } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startRestartablePostgres } from '../harness/restartable-postgres.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { mountSmallDisk } from '../harness/small-disk.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

expectNothingUnhandled();
// A cluster, its log of two pieces, and the product's tables.
const DATABASE_MIB = 200;
const PICTURES_MIB = 4;

/** Skips the test, in so many words, where nothing can be mounted. Whatever is on the disk ends before it, the last first. */
async function smallDisk(t: TestContext, sizeMib: number) {
  const disk = await mountSmallDisk(sizeMib);
  if (!disk) {
    t.skip('this user may not mount a file system');
    return null;
  }
  const ends = [disk.remove];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return { ...disk, endBefore: (end: () => Promise<void>) => void ends.push(end) };
}

suite('full disks', () => {
  test('the disk of PostgreSQL is full: writes and callbacks say come back, reads go on, and all of it works again by itself', async (t) => {
    const disk = await smallDisk(t, DATABASE_MIB);
    if (!disk) return;
    const postgres = await startRestartablePostgres([], disk.folder);
    disk.endBefore(postgres.remove);
    await migrate(postgres.url);
    // Nobody takes jobs: what a callback has left behind can be counted.
    const on = await startTestApp({ databaseUrl: postgres.url, role: 'web' });
    disk.endBefore(on.close);
    const host = await makeHost(on);
    const { slug, skus, eventId } = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: 0 }, { priceMinor: 500_000 }],
    });
    const owner = await signInAs(on, host, { hasFactor: true });
    const cart = { slug, items: [{ sku: skus[0], quantity: 1 }] };
    const sold = await buy(on, host, cart);
    // The first look at a ticket of an event puts the key of its codes on record.
    const receipt = `${on.publicUrl}${new URL(sold.receiptUrl ?? '').pathname}`;
    assert.equal((await fetch(receipt)).status, 200);
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[1], quantity: 1 }] });
    const held = await hold(on, host, cart);
    const tryHold = (): Promise<Answer> =>
      ask(on, `/events/${slug}/reservations`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': randomUUID() },
        body: { items: cart.items },
      });

    await disk.fill();
    // The first few may find a place in a page that is there.
    const first = await untilRefused(tryHold);
    assertComeBack(first, 'a hold');
    const callback = (): Promise<Answer> => callBack(on, reference);
    const refused = await untilRefused(callback);
    assertComeBack(refused, 'a callback');
    const isStored = `SELECT count(*)::integer AS count FROM jobs WHERE kind = 'follow_payment'`;
    const { rows } = await on.app.database.query<{ count: number }>(isStored);
    assert.equal(rows[0]?.count, refused.before, 'each that was acknowledged is stored, and no other');
    assertComeBack(
      await untilRefused(() =>
        ask({ baseUrl: `${on.publicUrl}/checkout` }, `/${slug}/reservations`, {
          method: 'POST',
          headers: { 'x-device-id': randomUUID() },
          body: { items: cart.items },
        }),
      ),
      'a hold by the embed',
    );
    for (const read of [
      ask(on, '/events', { key: host }),
      ask(on, `/events/${slug}`, { key: host }),
      ask(on, `/events/${slug}/tickets`, { key: host }),
      ask(on, '/health'),
      askDashboard(on, `/hosts/${host.hostId}/events/${eventId}/details`, { as: owner }),
      askDashboard(on, `/hosts/${host.hostId}/orders`, { as: owner }),
    ])
      assert.equal((await read).status, 200, JSON.stringify((await read).body));
    for (const page of [`${on.publicUrl}/checkout/${slug}`, receipt])
      assert.equal((await fetch(page)).status, 200, page);
    assert.ok(on.logLines().some((line) => line.includes("the database's disk is full")));

    await disk.empty();
    assert.equal((await tryHold()).status, 201);
    assert.equal((await order(on, host, held)).status, 201, 'a cart from before is still held');
    assert.equal((await callback()).status, 200);
  });

  test('the disk of the pictures is full: an upload says come back and leaves no file, and those that were kept are whole', async (t) => {
    const disk = await smallDisk(t, PICTURES_MIB);
    if (!disk) return;
    const on = await startTestApp({ role: 'web', environment: { DATA_DIR: disk.folder } });
    disk.endBefore(on.close);
    const host = await makeHost(on);
    const { eventId } = await makeEvent(on, host);
    const owner = await signInAs(on, host);
    const folder = path.join(disk.folder, 'media');
    const send = async (seed: number): Promise<Answer> =>
      upload(on, `/hosts/${host.hostId}/events/${eventId}/pictures`, { as: owner, seed });
    assert.equal((await send(1)).status, 200);
    const before = (await readdir(folder)).toSorted();
    assert.ok(before.length > 0);
    // Pictures of noise: a few fit, and then one fits by half.
    const refused = await untilRefused((n) => send(2 + n));
    assertComeBack(refused, 'an upload', '5');
    const { rows } = await on.app.database.query<{ file: string }>(
      'SELECT unnest(files) AS file FROM pictures ORDER BY 1',
    );
    assert.deepEqual(
      (await readdir(folder)).toSorted(),
      rows.map(({ file }) => file),
      'each file is of a picture that was kept',
    );
    for (const { file } of rows.filter((row) => !before.includes(row.file)).slice(0, 1))
      assert.equal((await fetch(`${on.publicUrl}/media/${file}`)).status, 200);
    assert.ok(on.logLines().some((line) => line.includes('the disk for pictures is full')));
  });
});

/** Asks until the answer is no good one any longer, and says how many were. */
async function untilRefused(askOnce: (n: number) => Promise<Answer>): Promise<Answer & { before: number }> {
  let before = 0;
  return until('a refusal', async () => {
    const answer = await askOnce(before);
    if (answer.status >= 300) return { ...answer, before };
    before += 1;
    return false;
  });
}

async function callBack(on: TestApp, reference: string): Promise<Answer> {
  const text = JSON.stringify({ event: 'payment.paid', data: { reference, copy: randomUUID() } });
  const response = await fetch(`${on.publicUrl}/payments/sandbox/callback`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signCallback(sandboxApiKey(on.secretKeys.current), text),
    },
    body: text,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** A picture of which every pixel is another: no format makes it small. */
async function upload(
  on: TestApp,
  address: string,
  { as, seed }: { as: SignedIn; seed: number },
): Promise<Answer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 700, height: 500 + seed, channels: 3, background: '#000', noise } as const;
  const response = await fetch(`${on.publicUrl}/dashboard${address}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      cookie: as.cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'image/png',
    },
    body: new Uint8Array(await sharp({ create }).png().toBuffer()),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function assertComeBack({ status, headers, body }: Answer, what: string, after = '1'): void {
  assert.equal(status, 503, `${what}: ${JSON.stringify(body)}`);
  assert.equal(headers.get('retry-after'), after, what);
  assert.deepEqual(Object.keys(body).slice(0, 3), ['message', 'status', 'error_code'], what);
  assert.equal(body.error_code, 'unavailable', what);
}
