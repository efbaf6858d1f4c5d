import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { createClient } from 'redis';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { ownPort } from '../harness/own-port.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { hasRedis, startRedis, type TestRedis } from '../harness/redis.ts';
import { startRestartablePostgres } from '../harness/restartable-postgres.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

const ENVIRONMENT = {
  LOG_LEVEL: 'info',
  RATE_LIMIT_PER_ADDRESS: '1000000',
  RATE_LIMIT_PER_KEY: '1000000',
};
// More than can be sold in the time.
const CAPACITY = 1_000_000;
// Sold out within a second or two, but not before a fault has come.
const SCARCE = 1_500;
const BUYERS = 16;

type Through = Pick<TestApp, 'baseUrl'>;
type Sale = { host: TestHost; slug: string; sku: string };

expectNothingUnhandled();

async function openSale(on: TestApp, capacity = CAPACITY): Promise<Sale> {
  // One server buys for everybody.
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity }] });
  return { host, slug, sku: skus[0] ?? '' };
}

const buy = (through: Through, { host, slug, sku }: Sale, token: string = randomUUID()): Promise<Answer> =>
  ask(through, `/events/${slug}/reservations`, {
    method: 'POST',
    key: host,
    headers: { 'x-device-id': token },
    body: { items: [{ sku, quantity: 1 + (token.charCodeAt(0) % 3) }] },
  });

/** Buyers who come one after the other, each with a token of their own, until told to stop. */
function keepBuying(through: Through, sale: Sale) {
  const answers: Answer[] = [];
  let unanswered = 0;
  const over = new AbortController();
  const buyers = Array.from({ length: BUYERS }, async () => {
    while (!over.signal.aborted) {
      const answer = await buy(through, sale).catch(() => null);
      if (answer) answers.push(answer);
      else {
        unanswered += 1;
        await until('somebody who listens', () =>
          fetch(`${through.baseUrl}/health`).then(
            () => true,
            () => over.signal.aborted,
          ),
        );
      }
    }
  });
  const everybody = Promise.all(buyers);
  everybody.catch(() => {});
  const held = () => answers.filter(({ status }) => status === 201);
  return {
    answers,
    held,
    unanswered: () => unanswered,
    async untilMoreHeld(count = 100): Promise<void> {
      const target = held().length + count;
      await until(`${count} more holds`, () => held().length >= target);
    },
    async stop(): Promise<void> {
      over.abort();
      await everybody;
    },
  };
}

/** All that was promised is in the database, with the quote that was answered, and nothing contradicts anything. */
async function assertDurable(on: TestApp, sale: Sale, held: Answer[]): Promise<void> {
  const { rows } = await on.app.database.query<{ text: string }>(
    `SELECT r.token || ' ' || r.quote_reference || ' ' || h.quantity AS text
       FROM reservations AS r JOIN holds AS h ON h.reservation_id = r.id
      WHERE h.ticket_type_id = $1 AND r.ended_at IS NULL AND r.expires_at > now()`,
    [sale.sku],
  );
  const kept = new Set(rows.map(({ text }) => text));
  const promised = held.map(({ body }) => {
    const { reservationToken, quoteReference, items } = body.data;
    return `${reservationToken} ${quoteReference} ${items[0].quantity}`;
  });
  assert.ok(promised.length > 0);
  assert.deepEqual(
    promised.filter((text) => !kept.has(text)),
    [],
  );
  assert.deepEqual(await checkInvariants(on.app.database), []);
}

function assertHeldOrToldToComeBack(answers: Answer[]): void {
  for (const { status, headers, body } of answers) {
    assert.ok(status === 201 || status === 503, JSON.stringify(body));
    if (status === 503) {
      assert.equal(headers.get('retry-after'), '1');
      assert.equal(body.error_code, 'unavailable');
    }
  }
}

test('the program is killed in mid-sale and started again, twice: whatever it answered is held', async (t) => {
  const on = await startTestApp({ environment: ENVIRONMENT, isHasty: true });
  const { dataDir, remove } = await makeDataDir();
  const port = await ownPort();
  let program: Program | undefined;
  const start = async (): Promise<Program> => {
    program = await launch({
      ...ENVIRONMENT,
      DATA_DIR: dataDir,
      ENVIRONMENT: 'development',
      DATABASE_URL: on.testDatabase.url,
      SECRET_KEY: on.secretKey.toString('hex'),
      PORT: String(port),
    });
    await untilHealthy(program);
    return program;
  };
  const kill = async () => {
    program?.child.kill('SIGKILL');
    await program?.exited;
  };
  t.after(async () => {
    await kill();
    await remove();
    await on.close();
  });
  const sale = await openSale(on);
  const { baseUrl } = await start();
  const sold = keepBuying({ baseUrl }, sale);
  try {
    for (let crash = 0; crash < 2; crash++) {
      await sold.untilMoreHeld();
      await kill();
      await start();
      await sold.untilMoreHeld();
    }
  } finally {
    await sold.stop();
  }
  assert.ok(sold.unanswered() > 0, 'it was killed while buyers waited');
  assert.deepEqual([...new Set(sold.answers.map(({ status }) => status))], [201]);
  await assertDurable(on, sale, sold.held());
});

suite('the database goes away in mid-sale', () => {
  let postgres: Awaited<ReturnType<typeof startRestartablePostgres>>;
  let on: TestApp;
  before(async () => {
    postgres = await startRestartablePostgres();
    await migrate(postgres.url);
    on = await startTestApp({ databaseUrl: postgres.url, environment: ENVIRONMENT, isHasty: true });
  });
  after(async () => {
    await on.close();
    await postgres.remove();
  });

  for (const { how, signal } of [
    { how: 'shut down in good order', signal: 'SIGINT' },
    { how: 'crashed', signal: 'SIGKILL' },
  ] as const) {
    test(`${how} and started again: buyers are told to come back, then served; what was answered is held`, async () => {
      const sale = await openSale(on);
      const sold = keepBuying(on, sale);
      try {
        await sold.untilMoreHeld();
        await postgres.end(signal);
        await until('a buyer to be told', () => sold.answers.at(-1)?.status === 503);
        await postgres.start();
        await sold.untilMoreHeld();
      } finally {
        await postgres.start();
        await sold.stop();
      }
      assert.equal(sold.unanswered(), 0);
      assertHeldOrToldToComeBack(sold.answers);
      await assertDurable(on, sale, sold.held());
    });
  }
});

suite(
  'the cache is lost in mid-sale',
  {
    skip: (await hasRedis()) ? false : 'redis-server is not installed',
  },
  () => {
    let redis: TestRedis;
    let on: TestApp;
    before(async () => {
      redis = await startRedis();
      on = await startTestApp({ environment: { ...ENVIRONMENT, REDIS_URL: redis.url }, isHasty: true });
    });
    after(async () => {
      await on.close();
      await redis.stop();
    });
    const untilHealth = (status: number) =>
      until(`health to say ${status}`, async () => (await ask(on, '/health')).status === status);

    /** The fault comes while there are tickets, and lasts until there are none and many have asked in vain. */
    async function sellOutDuring(fault: (untilSoldOut: () => Promise<unknown>) => Promise<void>) {
      await untilHealth(200);
      const sale = await openSale(on, SCARCE);
      const sold = keepBuying(on, sale);
      const ticketsHeld = () =>
        sold.held().reduce((sum, { body }) => sum + Number(body.data.items[0].quantity), 0);
      const isSoldOut = () => ticketsHeld() >= SCARCE && sold.answers.length >= sold.held().length + 100;
      try {
        await sold.untilMoreHeld();
        assert.ok(ticketsHeld() < SCARCE, 'there are tickets left when the fault comes');
        await fault(() => until('the last ticket to be held', isSoldOut));
      } finally {
        await sold.stop();
      }
      assert.equal(sold.unanswered(), 0);
      for (const { status, body } of sold.answers)
        assert.ok(status === 201 || body.error_code === 'tickets_unavailable', JSON.stringify(body));
      assert.equal(ticketsHeld(), SCARCE);
      await assertDurable(on, sale, sold.held());
    }

    test('stalled: the stock sells out to the last ticket, and not beyond', () =>
      sellOutDuring(async (untilSoldOut) => {
        redis.signal('SIGSTOP');
        try {
          await untilSoldOut();
        } finally {
          redis.signal('SIGCONT');
        }
      }));

    test('flushed again and again: the stock sells out to the last ticket, and not beyond', async (t) => {
      const client = createClient({ url: redis.url });
      await client.connect();
      t.after(() => client.destroy());
      await ask(on, '/events', { key: await makeHost(on) });
      await until('something to be kept there', async () => (await client.dbSize()) > 0);
      await sellOutDuring(async (untilSoldOut) => {
        let isOver = false;
        const flushing = until('the end', async () => (await client.flushAll()) && isOver);
        try {
          await untilSoldOut();
        } finally {
          isOver = true;
          await flushing;
        }
      });
    });

    test('killed: the stock sells out to the last ticket, and not beyond', () =>
      sellOutDuring(async (untilSoldOut) => {
        redis.signal('SIGKILL');
        try {
          await untilSoldOut();
          await untilHealth(503);
        } finally {
          await redis.start();
        }
      }));
  },
);

test('every connection of the pool is taken: holds of a known event go on, others are told to come back', async (t) => {
  const on = await startTestApp({ environment: { ...ENVIRONMENT, DATABASE_POOL_SIZE: '2' }, isHasty: true });
  t.after(() => on.close());
  const [known, unknown] = [await openSale(on), await openSale(on)];
  assert.equal((await buy(on, known)).status, 201);
  // The key is known, the event is not.
  assert.equal((await ask(on, '/events', { key: unknown.host })).status, 200);

  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let taken = 0;
  const takers = [0, 1].map(() =>
    on.app.database.transaction(async (tx) => {
      await tx.query('SELECT 1');
      taken += 1;
      await released;
    }),
  );
  try {
    await until('both to be taken', () => taken === 2);
    const sold = keepBuying(on, known);
    const refused = await buy(on, unknown);
    assertHeldOrToldToComeBack([refused]);
    assert.equal(refused.status, 503);
    await sold.untilMoreHeld();
    await sold.stop();
    assert.deepEqual([...new Set(sold.answers.map(({ status }) => status))], [201]);
    release();
    await Promise.all(takers);
    await assertDurable(on, known, sold.held());
  } finally {
    release();
    await Promise.all(takers);
  }
  await until('recovery', async () => (await buy(on, unknown)).status === 201);
});
