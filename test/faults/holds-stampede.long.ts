import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy } from '../harness/program.ts';
import { openRaw, readAnswers, type RawAnswer } from '../harness/raw-socket.ts';
import { startTestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

expectNothingUnhandled();

const CAPACITY = 700;
const SOCKETS = 100;
const REQUESTS_PER_SOCKET = 80;
// The program takes some 120 MB when idle; each waiting request a few kilobytes.
const MAX_MEMORY_KB = 700 * 1024;

test('eight thousand requests at once: each is answered, exactly the stock is held, memory stays bounded', async (t) => {
  const on = await startTestApp({ isHasty: true });
  const host = await makeHost(on);
  const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ capacity: CAPACITY }] });
  const { dataDir, remove } = await makeDataDir();
  const program = await launch({
    DATA_DIR: dataDir,
    ENVIRONMENT: 'development',
    DATABASE_URL: on.testDatabase.url,
    SECRET_KEY: on.secretKey.toString('hex'),
    TRUST_PROXY: 'loopback',
    // Far below what the greedy one asks for, also where a new minute begins in between.
    RATE_LIMIT_PER_ADDRESS: '1000',
  });
  t.after(async () => {
    program.child.kill('SIGKILL');
    await program.exited;
    await remove();
    await on.close();
  });
  await untilHealthy(program);

  const body = JSON.stringify({ items: [{ sku: skus[0], quantity: 1 }] });
  const request = (address: string, isLast: boolean) =>
    [
      `POST /api/v1/events/${slug}/reservations HTTP/1.1`,
      `Host: 127.0.0.1:${program.port}`,
      `Authorization: Bearer ${host.publicKey}`,
      `X-Device-ID: ${randomUUID()}`,
      `X-Forwarded-For: ${address}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      ...(isLast ? ['Connection: close'] : []),
      '',
      body,
    ].join('\r\n');

  // Nobody waits for an answer before the next request. Every other one comes from one greedy address.
  const connections = Array.from({ length: SOCKETS }, (_, socket) => {
    const connection = openRaw(program.publicUrl);
    const requests = Array.from({ length: REQUESTS_PER_SOCKET }, (__, at) =>
      request(at % 2 ? '203.0.113.1' : `10.0.${socket}.${at}`, at === REQUESTS_PER_SOCKET - 1),
    );
    connection.socket.write(requests.join(''));
    return connection;
  });
  const answers: RawAnswer[] = [];
  for (const connection of connections) {
    await connection.closed;
    answers.push(...readAnswers(connection.received()));
  }

  assert.equal(answers.length, SOCKETS * REQUESTS_PER_SOCKET);
  const of = (status: number) => answers.filter((answer) => answer.status === status);
  assert.equal(
    of(201).length + of(400).length + of(429).length + of(503).length,
    answers.length,
    JSON.stringify([...new Set(answers.map(({ status }) => status))]),
  );
  assert.ok(of(429).length > 0, 'the greedy address is over its rate');
  for (const answer of [...of(429), ...of(503)])
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  const codes = new Set(
    of(400).map((answer) => (JSON.parse(answer.body) as { error_code: string }).error_code),
  );
  assert.ok(codes.has('tickets_unavailable'));
  assert.deepEqual(codes.difference(new Set(['too_many_held', 'tickets_unavailable'])), new Set());
  // Buyers who were told to come back come back.
  let extra = 0;
  await until('the rest to be taken', async () => {
    const { status } = await ask(program, `/events/${slug}/reservations`, {
      method: 'POST',
      key: host,
      headers: { 'x-forwarded-for': `10.1.${extra >> 8}.${extra & 255}` },
      body: { items: [{ sku: skus[0], quantity: 1 }] },
    });
    if (status === 201) extra += 1;
    return status === 400;
  });
  assert.equal(of(201).length + extra, CAPACITY);
  const { rows } = await on.app.database.query<{ held: number }>(
    'SELECT held FROM ticket_types WHERE event_id = $1',
    [eventId],
  );
  assert.deepEqual(rows, [{ held: CAPACITY }]);
  assert.deepEqual(await checkInvariants(on.app.database), []);

  const status = await readFile(`/proc/${program.child.pid}/status`, 'utf8').catch(() => '');
  const peakKb = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
  assert.ok(peakKb < MAX_MEMORY_KB, `${peakKb} kB at most`);
  assert.equal((await ask(program, '/health')).status, 200);
});

test('the sweeper gives back ten thousand lapsed holds, and buyers are served meanwhile', async (t) => {
  const on = await startTestApp({
    isHasty: true,
    environment: {
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_ADDRESS: '1000000',
      HOLD_LIMIT_PER_ADDRESS: '1000000',
    },
  });
  t.after(() => on.close());
  const host = await makeHost(on);
  const { slug, skus, eventId } = await makeEvent(on, host, {
    ticketTypes: [{ capacity: 50_000 }, { capacity: 50_000 }],
  });
  await on.app.database.transaction(async (tx) => {
    await tx.query('UPDATE ticket_types SET held = 10000 WHERE event_id = $1', [eventId]);
    await tx.query(
      `WITH lapsed AS (
         INSERT INTO reservations (id, event_id, token, client_address, is_shared, quantity, first_held_at, expires_at,
                                   quote_reference, quote)
         SELECT gen_random_uuid(), $1, gen_random_uuid(), '192.0.2.1', false, 2, now() - interval '10 minutes', now(),
                'q_test', '{"total": 0, "items": [{"quantity": 2, "price": 0, "fee": 0, "discount": 0}]}'
           FROM generate_series(1, 10000)
         RETURNING id, expires_at)
       INSERT INTO holds SELECT id, sku, 1, expires_at FROM lapsed, unnest($2::uuid[]) AS sku`,
      [eventId, skus],
    );
  });
  assert.deepEqual(await checkInvariants(on.app.database), []);

  const unswept = async () => {
    const { rows } = await on.app.database.query<{ count: number }>(
      'SELECT count(*) FROM reservations WHERE event_id = $1 AND ended_at IS NULL AND expires_at <= now()',
      [eventId],
    );
    return rows[0]?.count ?? -1;
  };
  const over = new AbortController();
  const statuses: number[] = [];
  const buyers = Array.from({ length: 8 }, async () => {
    while (!over.signal.aborted) {
      const { status } = await ask(on, `/events/${slug}/reservations`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': randomUUID() },
        body: { items: skus.map((sku) => ({ sku, quantity: 1 })) },
      });
      statuses.push(status);
    }
  });
  try {
    await until('some buyers to be served', () => statuses.length > 8);
    await until('all that has lapsed to be given back', async () => (await unswept()) === 0);
  } finally {
    over.abort();
    await Promise.all(buyers);
  }
  assert.deepEqual([...new Set(statuses)], [201]);
  const { rows } = await on.app.database.query<{ held: number }>(
    'SELECT held FROM ticket_types WHERE event_id = $1',
    [eventId],
  );
  assert.deepEqual(
    rows.map(({ held }) => held),
    [statuses.length, statuses.length],
  );
  assert.deepEqual(await checkInvariants(on.app.database), []);
});
