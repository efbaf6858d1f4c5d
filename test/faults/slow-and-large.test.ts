import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { openRaw, readAnswers, speak, type RawAnswer } from '../harness/raw-socket.ts';
import { startTestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';

const MEBIBYTE = 1024 * 1024;
const A_GIGABYTE = 1024 * MEBIBYTE;
// The client and the garbage of both sides may take this much; a body that is kept would take a thousand.
const MEMORY_BOUND_BYTES = 250 * MEBIBYTE;

expectNothingUnhandled();
const on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
after(() => on.close());
const host = await makeHost(on);
const {
  slug,
  skus: [sku],
} = await makeEvent(on, host);
const KEY = `Authorization: Bearer ${host.publicKey}`;
const JSON_TYPE = 'Content-Type: application/json';
// One that takes a body, and one where nothing can be posted to: neither may be the weaker.
const TAKES_BODY = `/api/v1/events/${slug}/reservations`;
const TAKES_NONE = '/api/v1/events';
const ADDRESSES = [TAKES_BODY, TAKES_NONE];
const post = (address: string, ...headers: string[]): string =>
  `POST ${address} HTTP/1.1\r\nHost: localhost\r\n${headers.map((header) => `${header}\r\n`).join('')}`;

function assertRefused(answer: RawAnswer | undefined, statuses: number[]): void {
  assert.ok(answer && statuses.includes(answer.status), `${answer?.status} ${answer?.body}`);
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), ['message', 'status', 'error_code']);
  assert.equal(body['status'], answer.status);
}

async function assertStillServing(): Promise<void> {
  assert.equal((await ask(on, `/events/${slug}`, { key: host })).status, 200);
  assert.equal((await ask(on, '/health')).status, 200);
}

test('clients that drip their headers or their body are cut off, and nobody waits for them', async () => {
  const { server } = on.app.http;
  assert.equal(server.headersTimeout, 10_000);
  assert.equal(server.requestTimeout, 20_000);
  // The same rule with less patience, so that nobody has to wait for this test.
  server.headersTimeout = 1_000;
  server.requestTimeout = 2_000;
  try {
    const openings = [
      `GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: `,
      `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\nX-Slow: `,
      'GET /api/v1/hea',
      ...ADDRESSES.flatMap((address) => [
        `${post(address, KEY, JSON_TYPE)}Content-Length: 15000\r\n\r\n{"a":"`,
        `${post(address, KEY, JSON_TYPE)}Transfer-Encoding: chunked\r\n\r\n`,
      ]),
    ];
    const drippers = openings.flatMap((opening) =>
      Array.from({ length: 40 }, () => {
        const connection = openRaw(on.publicUrl);
        connection.socket.write(opening);
        const drip = setInterval(
          () => connection.socket.write(opening.endsWith('\r\n\r\n') ? '1\r\n \r\n' : 'a'),
          100,
        );
        return { ...connection, closed: connection.closed.finally(() => clearInterval(drip)) };
      }),
    );
    const over = new AbortController();
    const everyEnd = Promise.all(drippers.map(({ closed }) => closed)).finally(() => over.abort());
    let served = 0;
    while (!over.signal.aborted) {
      await assertStillServing();
      served += 1;
    }
    await everyEnd;
    assert.ok(served > 0);
    for (const { received } of drippers) {
      const answers = readAnswers(received());
      assert.ok(answers.length <= 1);
      if (answers[0]) assertRefused(answers[0], [408]);
    }
  } finally {
    server.headersTimeout = 10_000;
    server.requestTimeout = 20_000;
  }
});

test('a body of a gigabyte is refused or cut off, and memory stays flat', async () => {
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
  const before = process.memoryUsage().rss;
  let peak = 0;
  for (const { address, headers, status } of [
    { address: TAKES_BODY, headers: [KEY, JSON_TYPE], status: 413 },
    { address: TAKES_BODY, headers: [KEY], status: 415 },
    { address: TAKES_BODY, headers: [JSON_TYPE], status: 401 },
    { address: TAKES_NONE, headers: [KEY, JSON_TYPE], status: 413 },
  ]) {
    const { socket, received, closed } = openRaw(on.publicUrl);
    socket.write(`${post(address, ...headers)}Transfer-Encoding: chunked\r\n\r\n`);
    const over = new AbortController();
    const end = closed.then(() => over.abort());
    for (let sent = 0; sent < A_GIGABYTE && !over.signal.aborted; sent += chunk.length) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), end]);
      peak = Math.max(peak, process.memoryUsage.rss());
    }
    socket.end('0\r\n\r\n');
    await end;
    const [answer] = readAnswers(received());
    if (answer) assertRefused(answer, [status]);
  }
  assert.ok(
    peak - before < MEMORY_BOUND_BYTES,
    `memory grew by ${Math.round((peak - before) / MEBIBYTE)} MiB`,
  );
  await assertStillServing();
});

test('a huge Content-Length is refused before anything is read', async () => {
  for (const address of ADDRESSES) {
    const head = post(address, KEY, JSON_TYPE, 'Connection: close');
    for (const length of ['1000000000', '99999999999999', '9'.repeat(40), '-1', '1e3', '0x10']) {
      const [answer] = await speak(on.publicUrl, `${head}Content-Length: ${length}\r\n\r\n{}`);
      assertRefused(answer, [400, 413]);
    }
  }
  await assertStillServing();
});

test('headers without end are refused with 431', async () => {
  const get = `GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n`;
  const one = await speak(on.publicUrl, `${get}X-Large: ${'a'.repeat(40_000)}\r\n\r\n`);
  assertRefused(one[0], [431]);
  const many = await speak(on.publicUrl, `${get}${'X-Many: a\r\n'.repeat(10_000)}\r\n`);
  assertRefused(many[0], [431]);
  const address = await speak(
    on.publicUrl,
    `GET /api/v1/events?q=${'a'.repeat(40_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  assertRefused(address[0], [431]);
});

test('a gzip bomb is never unpacked', async () => {
  // Unpacked it would be too large (413), or with a laxer limit a good cart (201).
  const cart = JSON.stringify({ items: [{ sku, quantity: 1 }] });
  const bomb = gzipSync(cart.padEnd(10 * MEBIBYTE));
  for (const address of ADDRESSES) {
    const head = post(address, KEY, JSON_TYPE, 'Connection: close', 'Content-Encoding: gzip');
    const [answer] = await speak(
      on.publicUrl,
      `${head}Content-Length: ${bomb.length}\r\n\r\n${bomb.toString('latin1')}`,
    );
    assertRefused(answer, [400, 415]);
  }
});

test('a request whose length can be read in two ways is refused, and nothing behind it is carried out', async () => {
  const smuggled = `GET /api/v1/events/${slug} HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`;
  const body = `0\r\n\r\n${smuggled}`;
  for (const lengths of [
    `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`,
    `Transfer-Encoding: chunked\r\nContent-Length: 4`,
    `Content-Length: 4\r\nContent-Length: ${body.length}`,
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding:\n chunked',
    `Content-Length: ${body.length}\rTransfer-Encoding: chunked`,
  ]) {
    const answers = await speak(
      on.publicUrl,
      `POST /api/v1/events HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n${lengths}\r\n\r\n${body}`,
    );
    // The address may be refused before the length is; the read behind it would be a 200.
    for (const answer of answers) assertRefused(answer, [400, 404]);
    assert.equal(answers.at(-1)?.status, 400, lengths);
  }
});

test('garbage behind a good request costs only its own connection', async () => {
  const good = `GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  for (const garbage of [
    '\0\0\0\0\r\n\r\n',
    '{"a":1}\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    '\x16\x03\x01\x02\0\x01',
    'é'.repeat(100),
  ]) {
    const [first, ...others] = await speak(on.publicUrl, good + garbage);
    // The good request is answered, unless its connection was given up before its answer was ready.
    assert.ok(first?.status === 200 || first?.status === 400, String(first?.status));
    for (const answer of others) assertRefused(answer, [400]);
  }
  await assertStillServing();
});
