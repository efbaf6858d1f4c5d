import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { askEmbed, postHold } from '../embed/embed.fixture.ts';
import {
  drawNow,
  entryOf,
  lineUp,
  makeRoom,
  postEntry,
  setRoom,
  stateOf,
  untilLetIn,
} from './room.fixture.ts';

let on: TestApp;
let host: TestHost;
expectNothingUnhandled();
before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on);
});
after(() => on.close());

test('before the draw one has a place that is not told yet; sent again, it is the same entry', async () => {
  const { slug } = await makeRoom(on, host);
  const entry = randomUUID();
  const first = await postEntry(on, slug, { entry });
  assert.equal(first.status, 201);
  assert.equal(first.headers.get('cache-control'), 'no-store');
  const { token, ...own } = first.body.data;
  assert.deepEqual(own, {
    entry: own.entry,
    place: null,
    isEarly: true,
    mustConfirm: false,
    admission: null,
    hasExpired: false,
  });
  const second = await postEntry(on, slug, { entry: entry.toUpperCase() });
  assert.deepEqual([second.status, second.body.data.token], [200, token]);
  await until('one in line', async () => (await stateOf(on, slug)).inLine === 1);
  assert.equal((await entryOf(on, slug, token)).place, null);
});

test('after the draw places are told, all different; who comes later is behind', async () => {
  const room = await makeRoom(on, host, { settings: { perMinute: 1, mostInside: 1 } });
  const early = await Promise.all(Array.from({ length: 5 }, () => lineUp(on, room.slug)));
  await drawNow(on, room);
  const late = await lineUp(on, room.slug);
  const places = await Promise.all(
    early.map(async ({ token }) => (await entryOf(on, room.slug, token)).place),
  );
  assert.deepEqual(new Set(places), new Set([1, 2, 3, 4, 5]));
  assert.deepEqual([late.place, late.isEarly], [6, false]);
});

test('an admitted buyer holds tickets with the admission, and nobody without one does', async () => {
  const room = await makeRoom(on, host);
  const items = [{ sku: room.skus[0] ?? '', quantity: 1 }];
  const refused = await postHold(on, room.slug, { items });
  assert.deepEqual([refused.status, refused.body.error_code], [429, 'waiting_room']);
  const { token } = await lineUp(on, room.slug);
  await drawNow(on, room);
  const admission = await untilLetIn(on, room.slug, token);
  const cart = randomUUID();
  assert.equal((await postHold(on, room.slug, { items, admission }, cart)).status, 201);
  assert.equal((await postHold(on, room.slug, { items, admission }, cart)).status, 200);
  const other = await postHold(on, room.slug, { items, admission });
  assert.deepEqual([other.status, other.body.error_code], [429, 'waiting_room'], 'one cart for each');
  const made = await postHold(on, room.slug, { items, admission: `${admission}x` });
  assert.equal(made.status, 429);
});

test('a place is of one event’s line, and opens nothing elsewhere', async () => {
  const [one, other] = [await makeRoom(on, host), await makeRoom(on, host)];
  const { token } = await lineUp(on, one.slug);
  for (const wrong of [
    token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    'x',
    `${randomUUID()}.abc`,
  ]) {
    assert.equal((await askEmbed(on, `/${one.slug}/room/entries/${wrong}`)).status, 404, wrong);
  }
  assert.equal((await askEmbed(on, `/${other.slug}/room/entries/${token}`)).status, 404);
  await askEmbed(on, `/${other.slug}/room/entries/${token}`, { method: 'DELETE' });
  assert.equal((await entryOf(on, one.slug, token)).hasExpired, false, 'nobody is taken out of another line');
});

test('a buyer who leaves is out of the line, and may line up again', async () => {
  const { slug } = await makeRoom(on, host);
  const { token } = await lineUp(on, slug);
  const left = await askEmbed(on, `/${slug}/room/entries/${token}`, { method: 'DELETE' });
  assert.deepEqual([left.status, left.body.data], [200, { left: true }]);
  assert.equal((await entryOf(on, slug, token)).hasExpired, true);
  assert.equal((await postEntry(on, slug)).status, 201);
});

test('if the host asks for an e-mail address, the answer is the same whoever has it', async () => {
  const { slug } = await makeRoom(on, host, { settings: { asksEmail: true } });
  for (const body of [{}, { email: '' }, { email: 'nobody' }]) {
    const { status, body: told } = await postEntry(on, slug, body);
    assert.deepEqual([status, told.joinProblem, told.field], [400, 'email_wrong', 'email']);
  }
  // Whether an address is in line is told to nobody but its owner: see confirm-email.test.ts.
  for (const email of [' ada@example.com ', 'Ada+two@Example.com']) {
    const { status, body } = await postEntry(on, slug, { email });
    assert.deepEqual([status, body.data.mustConfirm, body.data.place], [201, true, null]);
  }
});

test('a form that is sent without a script leads to the page of the place, or says what is wrong', async () => {
  const { slug } = await makeRoom(on, host, { settings: { asksEmail: true } });
  const send = (fields: Record<string, string>) =>
    fetch(`${on.publicUrl}/checkout/${slug}/room/entries?theme=dark`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const wrong = await send({ language: 'fr', email: 'nobody' });
  assert.equal(wrong.status, 303);
  assert.equal(wrong.headers.get('location'), `/checkout/${slug}/room?theme=dark&problem=email_wrong`);
  const right = await send({ language: 'fr', email: 'bola@example.com' });
  const [path, query] = (right.headers.get('location') ?? '').split('?');
  assert.equal(path, `/checkout/${slug}/room`);
  const { entry = '', refresh } = Object.fromEntries(new URLSearchParams(query));
  assert.equal(refresh, '1');
  assert.equal((await entryOf(on, slug, entry)).isEarly, true);
});

test('without a room, or with a closed one, nobody lines up', async () => {
  const { slug } = await makeEvent(on, host);
  const closed = await makeRoom(on, host);
  await setRoom(on, closed.eventId, 'closed_at = now()');
  for (const at of [slug, closed.slug]) {
    await until('a room that is not there', async () => (await postEntry(on, at)).status === 404);
    const { status, body } = await postEntry(on, at);
    assert.deepEqual([status, body.error_code], [404, 'not_found']);
  }
});

test('a device is taken from a signed link alone', async () => {
  const { slug } = await makeRoom(on, host);
  for (const device of [randomUUID(), 'x', `${randomUUID()}.abc`]) {
    const { status, body } = await postEntry(on, slug, { device });
    assert.deepEqual([status, body.field], [400, 'device']);
  }
});
