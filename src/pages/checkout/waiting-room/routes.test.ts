import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { verifyDraw } from '../../../waiting-room/verify-draw.ts';
import { askEmbed, pageDataIn } from '../embed/embed.fixture.ts';
import {
  drawNow,
  entryOf,
  lineUp,
  makeRoom,
  openRoomOf,
  setRoom,
  stateOf,
  untilLetIn,
} from './room.fixture.ts';

let on: TestApp;
let host: TestHost;
expectNothingUnhandled();
before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on, { name: 'Harmattan Nights' });
});
after(() => on.close());

const isRoom = (page: unknown): boolean => String(page).includes('<main id="room">');
const isCheckout = (page: unknown): boolean => String(page).includes('<div id="checkout"');

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${on.publicUrl}${path}`, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}

test('the state is public, short-lived and the same for all: the seed is told after the draw, its hash before', async () => {
  const room = await makeRoom(on, host);
  const { headers } = await askEmbed(on, `/${room.slug}/room/state`);
  assert.equal(headers.get('cache-control'), 'public, max-age=1');
  assert.equal(headers.get('set-cookie'), null);
  const early = await stateOf(on, room.slug);
  assert.deepEqual([early.phase, early.seed], ['line_up', null]);
  await drawNow(on, room);
  const drawn = await stateOf(on, room.slug);
  assert.deepEqual([drawn.phase, drawn.seedHash], ['letting_in', early.seedHash]);
  await setRoom(on, room.eventId, 'closed_at = now()');
  await until('no room', async () => {
    const { status, body } = await askEmbed(on, `/${room.slug}/room/state`);
    return status === 404 || body.data.phase === 'closed';
  });
});

test('the embed’s page is the room’s while it is open, and the checkout’s for who was let in or has ordered', async () => {
  const room = await makeEvent(on, host);
  assert.ok(isCheckout((await askEmbed(on, `/${room.slug}`)).body));
  await openRoomOf(on, room.slug);
  const at = async (query: string) => (await askEmbed(on, `/${room.slug}${query}`)).body;
  await until('the room', async () => isRoom(await at('')));
  for (const query of ['/', '?admission=', '?admission=nothing', `?admission=${'x'.repeat(300)}`, '/room'])
    assert.ok(isRoom(await at(query)), query);
  assert.ok(isCheckout(await at('?reference=TSR-0000-0000-0000-0000')));
  const { token } = await lineUp(on, room.slug);
  await drawNow(on, room);
  const admission = await untilLetIn(on, room.slug, token);
  assert.ok(isCheckout(await at(`?admission=${admission}`)));
  assert.ok(isRoom(await at('')));
  await setRoom(on, room.eventId, 'closed_at = now()');
  await until('the checkout', async () => isCheckout(await at('')));
});

test('the room’s page is the same for all, framable where the checkout is, and lets nothing run but its own script', async () => {
  const { slug } = await makeRoom(on, host, { event: { name: 'Highlife & Friends' } });
  const { status, headers, body } = await open(`/checkout/${slug}/room`);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'public, no-cache');
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(
    policy,
    /^default-src 'none'; style-src 'self' 'sha256-[^']+'; script-src 'self'; connect-src 'self'; /,
  );
  assert.match(policy, /form-action 'self'; base-uri 'none'; frame-ancestors \*$/);
  assert.doesNotMatch(body, /\sstyle="|\son\w+="/);
  assert.match(body, /<h1[^>]*>Highlife &amp; Friends<\/h1>/);
  assert.match(body, /src="\/checkout\/assets\/waiting-room-en-\w+\.js"/);
  const again = await open(`/checkout/${slug}/room?entry=somebody`, {
    'if-none-match': headers.get('etag') ?? '',
  });
  assert.ok(again.status === 304 || again.body === body, 'nothing of it is about one buyer');
  const french = await open(`/checkout/${slug}/room?theme=dark&lang=fr&colorScheme=c8623f`);
  assert.match(
    french.body,
    /<html lang="fr" dir="ltr" data-theme="dark">[^]*--accent:#c8623f[^]*Salle d’attente/,
  );
});

test('without a script one lines up by a form, and the page of the place loads itself again', async () => {
  const { slug } = await makeRoom(on, host);
  const page = (await open(`/checkout/${slug}/room`)).body;
  const form = /<noscript>(.*?)<\/noscript>/s.exec(page)?.[1] ?? '';
  assert.match(form, new RegExp(`<form method="post" action="/checkout/${slug}/room/entries"`));
  assert.doesNotMatch(page, /http-equiv="refresh"/);
  const { token } = await lineUp(on, slug);
  const own = await open(`/checkout/${slug}/room?entry=${token}&refresh=1`);
  assert.match(own.body, /<noscript><meta http-equiv="refresh" content="30"\/><\/noscript>/);
  assert.match(own.body, /<section class="view line_up" data-view="line_up" aria-labelledby="view-line_up">/);
  assert.equal(own.headers.get('cache-control'), 'no-store');
  const refused = await open(`/checkout/${slug}/room?problem=full`);
  assert.match(refused.body, /<section class="view full" data-view="full" aria-labelledby="view-full">/);
});

test('a link to a room that is closed, or was never there, leads to the tickets', async () => {
  const { slug } = await makeEvent(on, host);
  const { status, headers } = await open(`/checkout/${slug}/room?theme=dark&entry=x`);
  assert.deepEqual([status, headers.get('location')], [303, `/checkout/${slug}?theme=dark`]);
  const nobody = await open('/checkout/nobody-knows/room');
  assert.equal(nobody.status, 404);
  assert.match(nobody.body, /There is no such event here/);
});

test('the event’s own page stays, and leads to the room until one is let in', async () => {
  const room = await makeRoom(on, host);
  const at = async (query = '') => (await open(`/events/${room.slug}${query}`)).body;
  const outside = await until('the way to the room', async () => {
    const page = await at();
    return pageDataIn(page).mustWait && page;
  });
  assert.ok(outside.includes(`href="/checkout/${room.slug}/room?lang=en&amp;page=event"`));
  const { token } = await lineUp(on, room.slug);
  await drawNow(on, room);
  const inside = await at(`?admission=${await untilLetIn(on, room.slug, token)}`);
  assert.equal(pageDataIn(inside).mustWait, false);
  assert.doesNotMatch(inside, /room\?lang=/);
});

test('the drawn list is there after the draw, and anybody who draws again gets the same', async () => {
  const room = await makeRoom(on, host, { settings: { perMinute: 1, mostInside: 1 } });
  const early = await Promise.all(Array.from({ length: 12 }, () => lineUp(on, room.slug)));
  const tooSoon = await askEmbed(on, `/${room.slug}/room/draw`);
  assert.deepEqual([tooSoon.status, tooSoon.body.error_code], [409, 'wrong_state']);
  const { seedHash: promised } = await stateOf(on, room.slug);
  await drawNow(on, room);
  await lineUp(on, room.slug);
  const { status, headers, body } = await open(`/checkout/${room.slug}/room/draw`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  const [seed = '', seedHash = '', count = '', ...entries] = body.trimEnd().split('\n');
  const value = (line: string) => line.split(' ')[1] ?? '';
  assert.equal(value(seedHash), promised);
  assert.deepEqual(
    verifyDraw({ seed: value(seed), seedHash: value(seedHash), count: Number(value(count)), entries }),
    { isRight: true, count: 12 },
  );
  for (const { token } of early) {
    const { place } = await entryOf(on, room.slug, token);
    assert.equal(entries[(place ?? 0) - 1], token.split('.')[0]);
  }
  await setRoom(on, room.eventId, 'closed_at = now()');
  assert.equal((await open(`/checkout/${room.slug}/room/draw`)).body, body, 'also when it is closed');
});

test('the page about the draw has the hash before it, and the seed and the list afterwards', async () => {
  const room = await makeRoom(on, host);
  const { seedHash } = await stateOf(on, room.slug);
  const at = async () => (await open(`/checkout/${room.slug}/room/fairness`)).body;
  const early = await at();
  assert.ok(early.includes(seedHash));
  assert.doesNotMatch(early, /room\/draw"/);
  await drawNow(on, room);
  const { seed } = await stateOf(on, room.slug);
  const drawn = await until('the seed', async () => {
    const page = await at();
    return page.includes(seed ?? 'none') && page;
  });
  assert.ok(drawn.includes(`href="/checkout/${room.slug}/room/draw"`));
  assert.equal((await open(`/checkout/${(await makeEvent(on, host)).slug}/room/fairness`)).status, 404);
});

test('waiting uses up nothing of the host’s limit', async () => {
  const few = await startTestApp({
    on,
    environment: { RATE_LIMIT_PER_KEY: '20', RATE_LIMIT_PER_ADDRESS: '1000' },
  });
  try {
    const { slug } = await makeRoom(on, host);
    const at = { baseUrl: `${few.publicUrl}/checkout` };
    for (let asked = 0; asked < 40; asked++) {
      assert.equal((await ask(at, `/${slug}/room/state`)).status, 200);
      assert.equal((await ask(at, `/${slug}`)).status, 200);
      assert.equal((await ask(at, `/${slug}/room`)).status, 200);
    }
    assert.equal((await ask(at, `/${slug}/tickets`)).status, 200);
  } finally {
    await few.close();
  }
});
