import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import path from 'node:path';
import { after, afterEach, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { makeHoldRequest } from '../../src/inventory/hold-engine.fixture.ts';
import { createHoldEngine, type HoldEngine } from '../../src/inventory/hold-engine.ts';
import { ask } from '../harness/client.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import type { TestApp } from '../harness/test-app.ts';
import { startRaces } from './races.fixture.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const SHIFTED_CLOCK = path.join(import.meta.dirname, 'shifted-clock.fixture.ts');

const world = await startRaces();
const { on, apps, host, hold, release, heldOf } = world;
after(() => world.close());
afterEach(() => world.check());

/** Runs the sweeper without a pause, as often as it can, until told to stop. */
function keepSweeping(): { stop(): Promise<void> } {
  const over = new AbortController();
  const sweepers = apps.map(async ({ app }) => {
    while (!over.signal.aborted) await app.database.query('SELECT give_back_lapsed(100)');
  });
  const everybody = Promise.all(sweepers);
  everybody.catch(() => {});
  return {
    async stop() {
      over.abort();
      await everybody;
    },
  };
}

async function lapseIn(token: string | null, ms: number): Promise<void> {
  await on.app.database.query(
    `WITH moved AS (
       UPDATE reservations SET expires_at = clock_timestamp() + $2 * interval '1 ms' WHERE token = $1
       RETURNING id, expires_at)
     UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
    [token, ms],
  );
}

test('at the moment a hold lapses many want the last ticket, its holder among them, and the sweeper is at it too: one has it', async () => {
  const engines = apps.map(({ app }) => createHoldEngine({ database: app.database, addressLimit: 10 }));
  const sweeping = keepSweeping();
  try {
    for (let round = 0; round < 12; round++) {
      const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1 }] });
      const [sku = ''] = skus;
      const lines = [{ sku, quantity: 1 }];
      const holder = makeHoldRequest({ eventId, lines });
      assert.equal((await (engines[0] as HoldEngine).hold(holder)).outcome, 'held');
      await lapseIn(holder.token, 50);
      const winners: (string | null)[] = [];
      await Promise.all(
        Array.from({ length: 30 }, async (_, at) => {
          // In every other round the holder comes back for it at that moment.
          const isHolder = at === 0 && round % 2 === 0;
          const request = isHolder
            ? makeHoldRequest({ eventId, lines, token: holder.token })
            : makeHoldRequest({ eventId, lines });
          while (winners.length === 0) {
            const { outcome, expiresAt } = await (engines[at % 3] as HoldEngine).hold(request);
            if (outcome === 'held' || outcome === 'refreshed') winners.push(request.token);
            else assert.equal(outcome, 'unavailable');
            if (outcome === 'refreshed') assert.ok(expiresAt);
          }
        }),
      );
      assert.equal(winners.length, 1);
      const { rows } = await on.app.database.query<{ token: string }>(
        `SELECT r.token FROM holds AS h JOIN reservations AS r ON r.id = h.reservation_id
          WHERE h.ticket_type_id = $1`,
        [sku],
      );
      assert.deepEqual(rows, [{ token: winners[0] }]);
      assert.deepEqual(await heldOf(eventId), [1]);
    }
  } finally {
    await sweeping.stop();
    for (const engine of engines) await engine.close();
  }
});

test('carts of several types lapse under buyers and the sweeper: the counters end up exact', async () => {
  const engines = apps.map(({ app }) => createHoldEngine({ database: app.database, addressLimit: 1_000 }));
  const sweeping = keepSweeping();
  try {
    const { eventId, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 20 }, { capacity: 20 }, { capacity: 20 }],
    });
    const cart = () => {
      const lines = skus.filter(() => randomInt(2)).map((sku) => ({ sku, quantity: randomInt(1, 4) }));
      const [sku = ''] = skus;
      return lines.length > 0 ? lines : [{ sku, quantity: 1 }];
    };
    await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const token = randomUUID();
        for (let turn = 0; turn < 15; turn++) {
          const { outcome } = await (engines[at % 3] as HoldEngine).hold(
            makeHoldRequest({ eventId, token, lines: cart() }),
          );
          assert.ok(['held', 'refreshed', 'unavailable'].includes(outcome), outcome);
          if (turn % 2) await lapseIn(token, randomInt(20));
        }
      }),
    );
    assert.deepEqual(await checkInvariants(on.app.database), []);
  } finally {
    await sweeping.stop();
    for (const engine of engines) await engine.close();
  }
});

for (const [how, shiftMs] of [
  ['ten minutes fast', TEN_MINUTES_MS],
  ['ten minutes slow', -TEN_MINUTES_MS],
] as const) {
  test(`the clock of the process is ${how}: holds, lapses and sales are judged by the database's time`, async (t) => {
    const { dataDir, remove } = await makeDataDir();
    const program: Program = await launch({
      DATA_DIR: dataDir,
      ENVIRONMENT: 'development',
      DATABASE_URL: on.testDatabase.url,
      SECRET_KEY: on.secretKey.toString('hex'),
      NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    });
    t.after(async () => {
      program.child.kill('SIGKILL');
      await program.exited;
      await remove();
    });
    await untilHealthy(program);
    const said = /the clock says (\S+)/.exec(program.output())?.[1] ?? '';
    // oxlint-disable-next-line steady/no-time-limit -- the clock of a process is what is shifted, by minutes
    assert.ok(Math.abs(Date.parse(said) - Date.now() - shiftMs) < TEN_MINUTES_MS / 2, said);

    const inMs = (ms: number) => new Date(Date.now() + ms);
    const { slug, skus, eventId } = await makeEvent(on, host, {
      ticketTypes: [
        { capacity: 1 },
        { saleStartsAt: inMs(-TEN_MINUTES_MS / 2), saleEndsAt: inMs(TEN_MINUTES_MS / 2) },
        { saleStartsAt: inMs(TEN_MINUTES_MS / 2) },
        { saleEndsAt: inMs(-TEN_MINUTES_MS / 2) },
      ],
    });
    const [last = '', onSale = '', tooEarly = '', tooLate = ''] = skus;
    const [a, b] = [randomUUID(), randomUUID()];
    const one = async (through: Pick<TestApp, 'baseUrl'>, sku: string, token: string) => {
      const { status, body } = await hold(through, slug, [{ sku, quantity: 1 }], token);
      return status === 400 ? (body.error_code as string) : status;
    };

    // Held by a process with the right time, seen by the one with the wrong time, and the other way round.
    assert.equal(await one(on, last, a), 201);
    assert.equal(await one(program, last, b), 'tickets_unavailable');
    assert.equal(await one(program, last, a), 200);
    assert.equal(await one(on, last, b), 'tickets_unavailable');
    const { rows } = await on.app.database.query<{ left_ms: number; first_ms: number; at: Date }>(
      `SELECT extract(epoch FROM expires_at - now()) * 1000 AS left_ms, expires_at AS at,
              extract(epoch FROM expires_at - first_held_at) * 1000 AS first_ms
         FROM reservations WHERE event_id = $1`,
      [eventId],
    );
    const leftMs = Number(rows[0]?.left_ms);
    assert.ok(leftMs > TEN_MINUTES_MS / 2 && leftMs <= TEN_MINUTES_MS, `${leftMs} ms left`);

    await on.app.database.query(
      `WITH moved AS (UPDATE reservations SET expires_at = now() WHERE event_id = $1 RETURNING id, expires_at)
       UPDATE holds SET expires_at = moved.expires_at FROM moved WHERE reservation_id = moved.id`,
      [eventId],
    );
    const tickets = await ask(program, `/events/${slug}/tickets`, { key: host });
    assert.deepEqual(
      tickets.body.data.map((ticket: { status: string }) => ticket.status),
      ['AVAILABLE', 'AVAILABLE', 'COMING_SOON', 'SALE_ENDED'],
    );
    assert.equal((await release(program, slug, a)).body.error_code, 'nothing_to_release');
    assert.equal(await one(program, last, b), 201);
    assert.equal(await one(program, last, a), 'tickets_unavailable');

    assert.equal(await one(program, onSale, a), 201);
    assert.equal(await one(program, tooEarly, a), 'tickets_unavailable');
    assert.equal(await one(program, tooLate, a), 'tickets_unavailable');
    const again = await hold(program, slug, [{ sku: onSale, quantity: 2 }], a);
    const countdownMs = Date.parse(again.body.data.clientExpiresAt) - Date.now();
    assert.ok(countdownMs > TEN_MINUTES_MS / 2 && countdownMs < TEN_MINUTES_MS, `${countdownMs} ms`);
  });
}
