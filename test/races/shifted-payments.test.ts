import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';

import {
  endOf,
  GATEWAYS,
  openSale,
  openTills,
  SIMULATED,
  soldOnce,
  type Simulated,
  type Till,
  type TillName,
} from '../faults/payments-shop.fixture.ts';
import { runSoon, storedOrder, untilStatus, type Ordered } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { gatewaySettings, ofEach, startAllSimulators } from '../harness/gateways/all-simulators.ts';
import type { GatewaySimulator } from '../harness/gateways/simulator.ts';
import { launch, makeDataDir, untilHealthy, type Program } from '../harness/program.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';
import { startReceiver, type Receiver } from '../webhooks/receiver.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';

const A_MINUTE_MS = 60_000;
const SHIFT_MS = 10 * A_MINUTE_MS;
// Half the shift: what is off by less was told by the right clock, however slow this machine is.
const TOLERANCE_MS = SHIFT_MS / 2;
const PAYMENT_WINDOW_MS = 30 * A_MINUTE_MS;
const SHIFTED_CLOCK = path.join(import.meta.dirname, 'shifted-clock.fixture.ts');

// Columns of times that lie ahead, or that a host gives. All others say when something happened.
const AHEAD = /_until$|_by$|^expires_at$|^run_at$|^next_|starts_at$|ends_at$|^closes_at$/;
const OF_THE_TEMPLATE = /^(schema_\w+|soundness|last_backup)$/;

for (const [how, shiftMs] of [
  ['ten minutes fast', SHIFT_MS],
  ['ten minutes slow', -SHIFT_MS],
] as const) {
  suite(`the only process has a clock that is ${how}`, () => {
    let testDatabase: TestDatabase;
    let simulators: Record<Simulated, GatewaySimulator>;
    let data: Awaited<ReturnType<typeof makeDataDir>>;
    let program: Program;
    /** The harness needs these of an app: the database, which has the right time, and the process, which has not. */
    let on: TestApp;
    let tills: Record<TillName, Till>;
    let receiver: Receiver;
    const startedAtMs = Date.now();
    const closing: (() => unknown)[] = [];

    before(async () => {
      testDatabase = await createTestDatabase();
      simulators = await startAllSimulators();
      for (const name of SIMULATED) simulators[name].settings.refundsBeginAs = 'succeeded';
      receiver = await startReceiver({
        after: (close) => void (close && closing.push(close as () => unknown)),
      });
      data = await makeDataDir();
      const secretKey = randomBytes(32);
      program = await launch({
        ENVIRONMENT: 'development',
        DATA_DIR: data.dataDir,
        DATABASE_URL: testDatabase.url,
        SECRET_KEY: secretKey.toString('hex'),
        ...gatewaySettings(ofEach((name) => simulators[name].url)),
        WEBHOOK_ALLOW: receiver.address,
        NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        CLOCK_SHIFT_MS: String(shiftMs),
      });
      await untilHealthy(program);
      const { database } = testDatabase;
      const { baseUrl, publicUrl } = program;
      on = {
        app: { database },
        baseUrl,
        publicUrl,
        secretKeys: createSecretKeys(secretKey),
        testDatabase,
      } as unknown as TestApp;
      tills = await openTills(on, simulators);
    });
    after(async () => {
      program.child.kill('SIGKILL');
      await program.exited;
      await Promise.all([
        ...SIMULATED.map((name) => simulators[name].close()),
        ...closing.map((close) => close()),
      ]);
      assert.equal(await testDatabase.dropAndCountDeadlocks(), 0, 'deadlocks');
      await data.remove();
    });

    /** By the database's time, or by this test's, which is on the same machine. */
    const assertAhead = (what: string, atMs: number, byMs: number): void => {
      const offMs = atMs - Date.now() - byMs;
      assert.ok(Math.abs(offMs) < TOLERANCE_MS, `${what} is off by ${Math.round(offMs / 1_000)} s`);
    };

    const secondsLeftAt = async (url: string): Promise<number> => {
      const page = await fetch(url).then((response) => response.text());
      const [, seconds] = /data-seconds-left="(\d+)"/.exec(page) ?? [];
      assert.ok(seconds, `no countdown at ${url}`);
      return Number(seconds);
    };

    /** How long the gateway was told to take the money. */
    const toldWindowMs = (name: Simulated): number | null => {
      const { body } = simulators[name].requests.findLast(({ action }) => action === 'start') ?? { body: '' };
      if (name === 'flutterwave') return JSON.parse(body).session_duration * A_MINUTE_MS;
      if (name === 'stripe') return Number(new URLSearchParams(body).get('expires_at')) * 1_000 - Date.now();
      return null;
    };

    const moveWindow = async ({ reference }: Pick<Ordered, 'reference'>, ms: number): Promise<void> => {
      await on.app.database.query(
        `UPDATE orders SET pay_by = now() + $2 * interval '1 ms', next_look_up_at = now() WHERE reference = $1`,
        [reference, ms],
      );
      await runSoon(on, 'ask_gateways');
    };

    const untilAsked = async ({ reference }: Pick<Ordered, 'reference'>): Promise<void> =>
      void (await until('the gateway to be asked', async () => {
        const { next_look_up_at: at } = await storedOrder(on, reference);
        return at === null || at.getTime() > Date.now();
      }));

    for (const name of GATEWAYS) {
      test(`${name}: an order is paid, confirmed and refunded`, async () => {
        const sale = await openSale(on, tills[name]);
        const made = await sale.order(2);
        const { pay_by: payBy, id: orderId } = await storedOrder(on, made.reference);
        assertAhead('the end of the payment window', payBy?.getTime() ?? 0, PAYMENT_WINDOW_MS);
        if (name === 'sandbox') {
          const seconds = await secondsLeftAt(made.checkoutUrl);
          assert.ok(seconds > 25 * 60 && seconds <= 30 * 60, `${seconds} s`);
        } else {
          const windowMs = toldWindowMs(name);
          if (windowMs !== null) assertAhead('the page', Date.now() + windowMs, PAYMENT_WINDOW_MS);
        }

        const callback = await tills[name].takeMoney(made);
        assert.equal(await tills[name].send(callback), 200, 'the callback');
        await untilStatus(on, made.reference, 'confirmed');
        assert.deepEqual(await endOf(on, made.reference), soldOnce(2));

        await on.app.database.transaction((tx) =>
          refundOrder(tx, {
            actor: OPERATOR,
            orderId,
            ticketIds: null,
            amountMinor: null,
            returnsStock: true,
            requestKey: 'all',
          }),
        );
        await untilStatus(on, made.reference, 'refunded');
        assert.deepEqual(await tills[name].refunds(made.reference), [made.total]);
      });

      test(`${name}: who has five minutes left is let pay, who is a second late is late`, async () => {
        const sale = await openSale(on, tills[name], 2);
        const inTime = await sale.order(1);
        await moveWindow(inTime, TOLERANCE_MS);
        await untilAsked(inTime);
        assert.equal((await storedOrder(on, inTime.reference)).status, 'pending_payment');
        assert.equal(await tills[name].send(await tills[name].takeMoney(inTime)), 200);
        await untilStatus(on, inTime.reference, 'confirmed');

        const late = await sale.order(1);
        await moveWindow(late, -1_000);
        await untilStatus(on, late.reference, 'expired');
        // Nothing is taken of an order that has ended: test/faults/paypal-captures.test.ts.
        if (name === 'paypal') return;
        const another = await sale.order(1);
        // The last ticket is another's: the money goes back.
        assert.equal(await tills[name].send(await tills[name].takeMoney(late)), 200);
        await untilStatus(on, late.reference, 'refunded');
        // And here it can still be had.
        await moveWindow(another, -1_000);
        await untilStatus(on, another.reference, 'expired');
        assert.equal(await tills[name].send(await tills[name].takeMoney(another)), 200);
        await untilStatus(on, another.reference, 'confirmed');
      });
    }

    test('the receipt of an order that waits counts down to the end of its payment window', async () => {
      const sale = await openSale(on, tills.paystack);
      const made = await sale.order(1);
      const { returnUrl } = simulators.paystack.payments.get(made.reference) ?? { returnUrl: '' };
      const { headers } = await fetch(returnUrl, { redirect: 'manual' });
      const seconds = await secondsLeftAt(headers.get('location') ?? '');
      assert.ok(seconds > 25 * 60 && seconds <= 30 * 60, `${seconds} s`);
    });

    test('the embed counts down by the time that it is told with the hold', async () => {
      const { slug, sku } = await openSale(on, tills.sandbox);
      const { status, headers, body } = await ask(
        { baseUrl: `${program.publicUrl}/checkout` },
        `/${slug}/reservations`,
        {
          method: 'POST',
          headers: { 'x-device-id': randomUUID() },
          body: { items: [{ sku, quantity: 1 }] },
        },
      );
      assert.equal(status, 201);
      const countdownMs = Date.parse(body.data.clientExpiresAt) - Date.parse(headers.get('date') ?? '');
      assertAhead('the countdown', Date.now() + countdownMs, 10 * A_MINUTE_MS);
      assertAhead('the time of the answer', Date.parse(headers.get('date') ?? ''), 0);
    });

    test('a webhook says when it was paid and sent', async () => {
      const sale = await openSale(on, tills.stripe);
      await on.app.database.query(
        'INSERT INTO webhook_subscriptions (id, event_id, url) VALUES ($1, $2, $3)',
        [randomUUID(), sale.eventId, receiver.url],
      );
      const made = await sale.order(1);
      assert.equal(await tills.stripe.send(await tills.stripe.takeMoney(made)), 200);
      const { raw } = await until('the webhook', () => receiver.received[0]);
      const { data: told } = JSON.parse(raw.toString()) as { data: { paidAt: string; sentAt: string } };
      assertAhead('paidAt', Date.parse(told.paidAt), 0);
      assertAhead('sentAt', Date.parse(told.sentAt), 0);
    });

    test('every time that was written down lies within these tests, by the database’s clock', async () => {
      await until('the mails to be sent', async () => {
        const { rows } = await on.app.database.query<{ count: number }>(
          `SELECT count(*)::integer AS count FROM jobs WHERE kind = 'send_mail'`,
        );
        return rows[0]?.count === 0;
      });
      const { rows: columns } = await on.app.database.query<{ table: string; column: string }>(
        `SELECT c.table_name AS table, c.column_name AS column
           FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name)
          WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'timestamp with time zone'`,
      );
      const wrong: string[] = [];
      let looked = 0;
      for (const { table, column } of columns) {
        // When the template was made is another matter, and since when there are receivers the harness says.
        if (AHEAD.test(column) || OF_THE_TEMPLATE.test(table) || column === 'enabled_at') continue;
        const { rows } = await on.app.database.query<{ first: Date | null; last: Date | null }>(
          `SELECT min(${column}) AS first, max(${column}) AS last FROM ${table} WHERE isfinite(${column})`,
        );
        const { first = null, last = null } = rows[0] ?? {};
        if (first === null || last === null) continue;
        looked += 1;
        if (first.getTime() < startedAtMs - TOLERANCE_MS || last.getTime() > Date.now() + TOLERANCE_MS)
          wrong.push(`${table}.${column}: ${first.toISOString()} to ${last.toISOString()}`);
      }
      assert.deepEqual(wrong, []);
      assert.ok(looked > 10, `only ${looked} columns have a time`);
      assert.deepEqual(await checkInvariants(on.app.database), []);
    });
  });
}
