import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { speak, type RawAnswer } from '../harness/raw-socket.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { holdRequests, sendHold, type HoldTarget } from './hold-requests.fixture.ts';
import { assertInertHead, HOSTILE_TEXTS } from './hostile-values.fixture.ts';

expectNothingUnhandled();
const environment = {
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_KEY: '1000000',
};
const on = await startTestApp({ environment: { ...environment, LOG_LEVEL: 'info' } });
// The log of every request takes each through the framework; without it, plain reads are answered ahead of it.
const logging = await startTestApp({ on, environment: { ...environment, LOG_LEVEL: 'debug' } });
after(async () => {
  await logging.close();
  await on.close();
});
const host = await makeHost(on);
const { slug } = await makeEvent(on, host, { name: "O'Brien & Sons <b>" });
const cleanPrototype = Object.getOwnPropertyNames(Object.prototype);

// Escapes that are broken, too long for what they say, or half a character.
const HOSTILE_ESCAPES = [
  '%',
  '%2',
  '%ZZ',
  '%u0041',
  '%C0%AF',
  '%ED%A0%80',
  '%F8%88%80%80%80',
  '%FF%FE',
  '%00',
  '%0d%0aX-Injected:%20yes',
  '%2e%2e%2f',
  '%252e%252e',
  '+',
  '%E2%82',
];

const encoded = [...HOSTILE_TEXTS.map(encodeURIComponent), ...HOSTILE_ESCAPES];

/** Sends the request as it stands, header by header, on a connection of its own. */
async function send(
  path: string,
  headers: Record<string, string> = {},
  to: TestApp = on,
): Promise<RawAnswer[]> {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    Authorization: `Bearer ${host.publicKey}`,
    ...headers,
  };
  const lines = Object.entries(all).map(
    ([name, value]) => `${name}: ${Buffer.from(value).toString('latin1')}\r\n`,
  );
  return speak(to.publicUrl, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/** One answer, of ours, in the right envelope, no failure, with nothing in its headers that the client wrote. */
function assertInert(answers: RawAnswer[], what: string): void {
  const answer = assertInertHead(answers, what);
  if (answer.status === 304) return;
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, what);
  const body = JSON.parse(Buffer.from(answer.body, 'latin1').toString()) as Record<string, unknown>;
  if (answer.status < 300) {
    assert.deepEqual(Object.keys(body).sort(), ['data', 'status'], what);
    assert.equal(body['status'], true);
  } else {
    assert.deepEqual(Object.keys(body), ['message', 'status', 'error_code'], what);
    assert.equal(body['status'], answer.status);
  }
}

async function assertUnharmed(): Promise<void> {
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), cleanPrototype);
  const { rows } = await on.app.database.query<{ count: number }>('SELECT count(*) FROM events');
  assert.equal(rows[0]?.count, 1);
  const [answer] = await send(`/api/v1/events/${slug}`);
  assert.equal(answer?.status, 200);
}

test('hostile text in a path is no event, and nothing more', async () => {
  for (const text of encoded) {
    for (const path of [
      `/api/v1/events/${text}`,
      `/api/v1/events/${text}/tickets`,
      `/api/v1/events/${text}/gallery`,
      `/api/v1/${text}`,
    ]) {
      const answers = await send(path);
      assertInert(answers, path);
      if (text && !['.', '..'].includes(text))
        assert.ok([400, 404, 431].includes(answers[0]?.status ?? 0), path);
    }
  }
  await assertUnharmed();
});

test('hostile text in a query finds nothing or is refused', async () => {
  for (const name of [
    'q',
    'category',
    'limit',
    'cursor',
    'anything',
    '__proto__',
    'constructor[prototype][isAdmin]',
  ]) {
    for (const text of encoded) {
      const path = `/api/v1/events?${name}=${text}`;
      const answers = await send(path);
      assertInert(answers, path);
      // An empty one is as if left out.
      if (name === 'cursor' && text !== '') assert.equal(answers[0]?.status, 400, path);
    }
  }
  for (const query of [
    'q=a&q=b',
    'q[]=a',
    'q[a]=b',
    'limit=1&limit=2',
    'limit[]=1',
    'limit=%201',
    'cursor=a&cursor=b',
    '&&==&',
    '?',
    'q',
    '=',
  ]) {
    assertInert(await send(`/api/v1/events?${query}`), query);
  }
  await assertUnharmed();
});

test('hostile text in a header is ignored or refused, and never comes back in one', async () => {
  const paths = ['/api/v1/events', `/api/v1/events/${slug}/tickets`];
  for (const name of [
    'Authorization',
    'If-None-Match',
    'X-Request-Id',
    'X-Device-ID',
    'X-Forwarded-For',
    'Host',
    'Accept',
    'Origin',
  ]) {
    for (const text of [
      ...HOSTILE_TEXTS,
      `Bearer ${host.publicKey}\0`,
      `"${'a'.repeat(5_000)}`,
      'W/"'.repeat(2_000),
    ]) {
      for (const path of paths) {
        for (const to of [on, logging]) {
          const answers = await send(path, { [name]: text }, to);
          // A line break ends the header: what follows is one more header, or the end of the request.
          const isSplit = /[\r\n]/.test(text);
          const what = `${name}: ${JSON.stringify(text.slice(0, 60))}`;
          assertInert(isSplit ? answers.slice(0, 1) : answers, what);
        }
      }
    }
  }
  await assertUnharmed();
});

test('an id for the request is taken over only where it is a plain word', async () => {
  const [taken] = await send('/api/v1/health', { 'X-Request-Id': 'abc-123_DEF' });
  assert.equal(taken?.headers.get('x-request-id'), 'abc-123_DEF');
  for (const id of ['short', 'x'.repeat(65), 'abc 123 def', 'abc;123=def', 'é'.repeat(10), '<script>ab']) {
    const [refused] = await send('/api/v1/health', { 'X-Request-Id': id });
    assert.equal(refused?.status, 200);
    assert.match(refused.headers.get('x-request-id') ?? '', /^[0-9a-f]{8}-[0-9a-z]+$/);
  }
});

test('no text whatever makes a search, a slug or a key fail', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ maxLength: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      const value = encodeURIComponent(written);
      for (const path of [
        `/api/v1/events?q=${value}`,
        `/api/v1/events?category=${value}&limit=3`,
        `/api/v1/events/${value}`,
      ]) {
        assertInert(await send(path), path);
      }
    }),
    { numRuns: 150 },
  );
  await assertUnharmed();
});

test('a hold is answered ahead of the framework as the framework answers it, whatever is sent', async (t) => {
  const seller = await makeHost(on);
  const ticketTypes = [{ capacity: 100_000 }, { name: 'Gone', capacity: 0 }];
  const targetFor = async (to: TestApp, name: string): Promise<HoldTarget> => {
    const event = await makeEvent(on, seller, { slug: `hold-${name}`, name: 'A concert', ticketTypes });
    const code = { eventId: event.eventId, code: 'SAVE10', maximumUses: null, ticketTypeIds: [] };
    await on.app.database.transaction((tx) =>
      createPromoCode(tx, { ...code, discount: { percentBasisPoints: 1_000 } }),
    );
    const [sku = '', gone = ''] = event.skus;
    return { url: to.publicUrl, key: seller.publicKey, slug: event.slug, sku, gone };
  };
  const targets = [await targetFor(on, 'ahead'), await targetFor(logging, 'route')] as const;
  const told = new Set<string>();
  let count = 0;
  const others = holdRequests(targets[1]);
  for (const request of holdRequests(targets[0])) {
    const other = others.next().value;
    assert.ok(other);
    const [ahead, route] = await Promise.all([sendHold(targets[0], request), sendHold(targets[1], other)]);
    assert.deepEqual(ahead, route, request.what);
    for (const { status, body } of ahead) told.add(/"error_code":"(\w+)"/.exec(body)?.[1] ?? String(status));
    count += 1;
  }
  t.diagnostic(`${count} requests, answered ${[...told].join(' ')}`);
  for (const expected of ['200', '201', 'tickets_unavailable', 'quantity_limit', 'body_too_large'])
    assert.ok(told.has(expected), expected);
});
