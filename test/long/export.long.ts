import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { residentMib } from '../../bench/resident-mib.ts';
import { askForFile, exportsOf, NO_FILTERS } from '../../src/pages/dashboard/exports/exports.fixture.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { launch, makeDataDir, untilHealthy } from '../harness/program.ts';
import { signInAs } from '../harness/sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase } from '../harness/test-database.ts';

// By hand: EXPORT_ORDERS=400000
const ORDERS = Number(process.env['EXPORT_ORDERS'] ?? 100_000);
const AT_ONCE = 50_000;
// A program may have taken this much and not given it back at any moment; a file in memory would be several times what it has.
const MAX_GROWTH = 1.25;

/** Orders of two moments a second, so that pages end within a moment. */
async function fillOrders(
  url: string,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET synchronous_commit = off');
  for (let from = 0; from < ORDERS; from += AT_ONCE)
    await client.query(
      `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, created_at)
       SELECT new_id(), 'TSR-' || regexp_replace(upper(lpad(to_hex(n), 16, '0')), '(.{4})(.{4})(.{4})(.{4})', '\\1-\\2-\\3-\\4'),
              $2, $1, 'api', 'failed', 'q',
              '{"items":[{"sku":"x","name":"Stalls","quantity":2,"price":500000,"fee":35000,"discount":0,"total":1070000}],"totalFees":70000,"discount":0,"promoCode":null}',
              n, 'NGN', 'buyer-' || n || '@test.example', 'First', 'Last ' || n, '2026-01-01T00:00:00Z'::timestamptz + (n / 2) * interval '1 second'
         FROM generate_series($3::integer + 1, $3 + $4) AS n`,
      [hostId, eventId, from, AT_ONCE],
    );
  await client.query('ANALYZE orders');
  await client.end();
}

test(
  `${ORDERS} orders arrive, each once, and the program’s memory stays as it is`,
  { timeout: 900_000 },
  async (t) => {
    const testDatabase = await createTestDatabase();
    const { dataDir, remove } = await makeDataDir();
    const secretKey = randomBytes(32);
    const port = await ownPort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const on = {
      app: { database: testDatabase.database },
      secretKeys: createSecretKeys(secretKey),
      publicUrl,
    } as unknown as TestApp;
    const program = await launch({
      ENVIRONMENT: 'development',
      DATABASE_URL: testDatabase.url,
      SECRET_KEY: secretKey.toString('hex'),
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: publicUrl,
    });
    t.after(async () => {
      program.child.kill('SIGKILL');
      await program.exited;
      await testDatabase.drop();
      await remove();
    });
    await untilHealthy(program);
    const host = await makeHost(on);
    const owner = await signInAs(on, host, { hasFactor: true });
    const { eventId } = await makeEvent(on, host);
    await fillOrders(testDatabase.url, { hostId: host.hostId, eventId });

    const { body } = await askForFile(on, host, owner, 'orders', { filters: NO_FILTERS });
    const response = await fetch(`${publicUrl}/dashboard${exportsOf(host)}/${body.exportId}`, {
      headers: { cookie: owner.cookie },
    });
    assert.equal(response.status, 200);
    let lines = 0;
    let bytes = 0;
    let total = 0;
    let rest = '';
    const resident: number[] = [];
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      const read = (rest + decoder.decode(chunk, { stream: true })).split('\r\n');
      rest = read.pop() ?? '';
      for (const line of read) {
        if (lines > 0) total += Math.round(Number(line.split(',')[16]) * 100);
        lines += 1;
        if (lines % (ORDERS / 100) === 0) resident.push(await residentMib(program.child.pid ?? 0));
      }
    }
    assert.equal(rest, '');
    // And the names of the columns.
    assert.equal(lines, ORDERS + 1);
    assert.equal(total, (ORDERS * (ORDERS + 1)) / 2);
    const highest = (from: number, to: number): number =>
      Math.max(...resident.slice(resident.length * from, resident.length * to));
    const [first, second] = [highest(0.1, 0.5), highest(0.5, 1)];
    t.diagnostic(
      `${Math.round(bytes / 1024 / 1024)} MiB sent; resident: ${first} MiB at most in the first half, ${second} MiB in the second`,
    );
    assert.ok(second <= first * MAX_GROWTH, resident.join(' '));
  },
);
