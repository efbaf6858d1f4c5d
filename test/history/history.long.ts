import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { OPERATOR } from '../../src/audit/actor.ts';
import { isDatabaseUnavailable } from '../../src/db/database.ts';
import { Refusal } from '../../src/refusal.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { createPromoCode } from '../../src/reservations/create-promo-code.ts';
import { TEST_CARDS } from '../../src/pages/sandbox/server/test-cards.ts';
import {
  assertNothingWrong,
  comeBack,
  keepMails,
  SERVER,
  UNLIMITED,
} from '../faults/payments-shop.fixture.ts';
import { BUYER, pay, type Ordered } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { switchOnReceiver } from '../harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import { chooser, type Chooser } from './chooser.ts';
import { assertEverythingAccountedFor, hasEnded, type Promised } from './end-of-sale.ts';

expectNothingUnhandled();

const SECONDS = Number(process.env['HISTORY_SECONDS'] ?? 15);
const SEED = Number(process.env['HISTORY_SEED'] ?? randomInt(2 ** 31));
const BUYERS = 8;
// Fewer than there are purchases: the same device comes again, with another cart.
const TOKENS = Array.from({ length: 24 }, () => randomUUID());
const END_PATIENCE_MS = 60_000;

type Sale = { eventId: string; slug: string; skus: string[] };

// As often as a code may be used, of each event: far less often than it is tried.
const CODE_USES = 3;

/** The process was being stopped, or the test's own connection was cut: no fault of what is tested. */
class BrokenOff extends Error {}

// A buyer may be told these while others buy the same, connections are cut and processes stop.
const ANSWERS = {
  reservations: [
    '200',
    '201',
    '400 invalid_promo_code',
    '400 tickets_unavailable',
    '400 too_many_held',
    '503 unavailable',
  ],
  orders: [
    '201',
    '400 reservation_expired',
    '400 quote_mismatch',
    '409 order_exists',
    '409 order_in_progress',
    '502 payment_gateway_error',
    '503 unavailable',
  ],
};

/** The answer in a word. One that no buyer may get ends the story. */
function toldBy({ status, body }: Answer, what: keyof typeof ANSWERS, story: string[]): string {
  const told = status < 300 ? String(status) : `${status} ${body.error_code}`;
  story.push(`${what}: ${told}`);
  assert.ok(ANSWERS[what].includes(told), `${what} answered ${told}: ${JSON.stringify(body)}`);
  return told;
}

test(`purchases through two processes under random faults end with every payment accounted for (seed ${SEED})`, async (t) => {
  t.diagnostic(`HISTORY_SEED=${SEED} HISTORY_SECONDS=${SECONDS}`);
  const first = await startTestApp({ environment: UNLIMITED, isHasty: true });
  await keepMails(first);
  const start = () => startTestApp({ environment: UNLIMITED, on: first, isHasty: true });
  let second: TestApp | null = await start();
  const { database } = first.testDatabase;
  t.after(async () => {
    await second?.close();
    assert.equal(await first.closeAndCountDeadlocks(), 0, 'deadlocks');
  });

  const host = await makeHost(first, {}, SERVER);
  const sales: Sale[] = [
    await makeEvent(first, host, { ticketTypes: [{ capacity: 6 }, { capacity: 12, priceMinor: 250_000 }] }),
    await makeEvent(first, host, { ticketTypes: [{ capacity: 3 }] }),
    await makeEvent(first, host, { ticketTypes: [{ capacity: 40, priceMinor: 0 }] }),
    await makeEvent(first, host, { ticketTypes: [{ capacity: 500 }, { capacity: 500, priceMinor: 0 }] }),
  ];
  for (const { eventId } of sales) {
    await switchOnReceiver(first, eventId);
    await database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'HALF',
        discount: { percentBasisPoints: 5_000 },
        maximumUses: CODE_USES,
        ticketTypeIds: [],
      }),
    );
  }
  const promised: Promised[] = [];
  const seen = new Map<string, number>();
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const over = new AbortController();

  /** Asks a process. One that is being stopped may break off; one that runs may not. */
  async function asking<Said>(
    on: TestApp,
    { request, story }: { request: () => Promise<Said>; story: string[] },
  ) {
    try {
      return await request();
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      story.push(
        `${on === first ? 'the first' : 'the second'} broke off: ${message} ${cause?.message ?? ''}`,
      );
      throw on === first || on === second ? error : new BrokenOff();
    }
  }
  const either = (choose: Chooser): TestApp => (choose.chance(0.5) ? first : (second ?? first));

  async function buyOnce(choose: Chooser, story: string[]): Promise<string> {
    const on = either(choose);
    const { slug, skus } = choose.oneOf(sales);
    const items = skus
      .filter((_, nr) => nr === 0 || choose.chance(0.5))
      .map((sku) => ({ sku, quantity: choose.between(1, 3) }));
    const headers = { 'x-device-id': choose.oneOf(TOKENS) };
    const post = (to: TestApp, path: string, request: { headers: Record<string, string>; body: object }) =>
      asking(to, {
        request: () => ask(to, `/events/${slug}/${path}`, { method: 'POST', key: host, ...request }),
        story,
      });
    const promoCode = choose.chance(0.3) ? 'HALF' : '';
    const held = await post(on, 'reservations', {
      headers,
      body: { items, ...(promoCode && { promoCode }) },
    });
    const hold = toldBy(held, 'reservations', story);
    if (hold !== '200' && hold !== '201') return `no hold: ${hold}`;
    if (choose.chance(0.1)) return 'no order';
    const request = {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: {
        quoteReference: held.body.data.quoteReference,
        ...BUYER,
        email: `${headers['x-device-id']}@example.com`,
      },
    };
    const order = async (): Promise<Answer> => {
      const answer = await post(either(choose), 'orders', request);
      toldBy(answer, 'orders', story);
      return answer;
    };
    // A buyer whose connection dropped tries again with the same key.
    const answer = await order().then(
      (said) => (said.status === 503 ? order() : said),
      (error: unknown) => (error instanceof BrokenOff ? order() : Promise.reject(error as Error)),
    );
    if (answer.status !== 201) return `no order: ${answer.body.error_code}`;
    const { status, reference, checkoutUrl, total } = answer.body.data as Ordered;
    promised.push({ reference, isFree: total === 0 });
    if (!checkoutUrl) return 'free';
    if (status !== 'pending_payment' || choose.chance(0.1)) return 'left unpaid';
    const { behaviour } = choose.oneOf(TEST_CARDS);
    // The page is wherever the process was that started the payment; either shows it.
    const shown = second ?? first;
    const page = new URL(new URL(checkoutUrl).pathname, shown.publicUrl);
    const paid = await asking(shown, { request: () => pay(page.href, behaviour), story });
    story.push(`${behaviour}: ${paid.status}`);
    // A transfer that is under way is no reason to keep the cart.
    if (behaviour === 'late' && choose.chance(0.7)) {
      await asking(on, {
        request: () => ask(on, `/events/${slug}/reservations`, { method: 'DELETE', key: host, headers }),
        story,
      });
    }
    assert.ok([200, 303, 402, 409, 503].includes(paid.status), `the payment page answered ${paid.status}`);
    if (choose.chance(0.5)) {
      const returned = await comeBack(first, reference).catch((error: unknown) => {
        // The test's own connections are cut, too.
        if (isDatabaseUnavailable(error)) throw new BrokenOff();
        throw error;
      });
      story.push(`the return: ${returned}`);
      assert.ok([303, 503].includes(returned), `the return answered ${returned}`);
    }
    return behaviour;
  }

  const stories: string[] = [];
  const buyers = Array.from({ length: BUYERS }, async (_, nr) => {
    const choose = chooser(SEED + nr);
    while (!over.signal.aborted) {
      const story: string[] = [];
      try {
        count(await buyOnce(choose, story));
      } catch (error) {
        if (error instanceof BrokenOff) count('broken off');
        else stories.push([...story, String(error)].join(' -> '));
      }
    }
  });

  const oneOrder = async (where: string) => {
    const { rows } = await database.query<{ id: string; reservation_id: string }>(
      `SELECT id, reservation_id FROM orders WHERE ${where} ORDER BY random() LIMIT 1`,
    );
    return rows[0];
  };
  const FAULTS = {
    async restart() {
      const stopping = second;
      second = null;
      await stopping?.close();
      second = await start();
    },
    async 'connections cut'() {
      await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.3`,
      );
    },
    async 'callbacks lost'() {
      await database.query(
        `DELETE FROM jobs WHERE kind IN ('sandbox_callback', 'follow_payment') AND leased_by IS NULL`,
      );
    },
    async 'cart lapsed'() {
      const order = await oneOrder(
        `status IN ('processing', 'pending_payment') AND reservation_id IS NOT NULL`,
      );
      if (!order) return;
      await database.query(
        `WITH cart AS (UPDATE reservations SET expires_at = now() WHERE id = $1 AND ended_at IS NULL RETURNING id)
         UPDATE holds SET expires_at = now() FROM cart WHERE reservation_id = cart.id`,
        [order.reservation_id],
      );
    },
    async 'window over'() {
      const order = await oneOrder(`status IN ('processing', 'pending_payment')`);
      if (!order) return;
      await database.query(
        'UPDATE orders SET pay_by = now(), next_look_up_at = CASE WHEN next_look_up_at IS NOT NULL THEN now() END WHERE id = $1',
        [order.id],
      );
    },
    async 'price changed'() {
      const { skus } = choose.oneOf(sales);
      // Once more and it is as before: an order may find its price again.
      await database.query(
        `UPDATE ticket_types SET price_minor = CASE WHEN price_minor % 10 = 0 THEN price_minor + 1 ELSE price_minor - 1 END
          WHERE id = $1 AND price_minor > 0`,
        [choose.oneOf(skus)],
      );
    },
    async 'sale ended or opened'() {
      await database.query(
        'UPDATE ticket_types SET sale_ends_at = CASE WHEN sale_ends_at IS NULL THEN now() END WHERE id = $1',
        [sales[0]?.skus[0]],
      );
    },
    async 'eight hours passed'() {
      const order = await oneOrder(`status = 'expired'`);
      if (!order) return;
      await database.query(
        `UPDATE orders SET pay_by = pay_by - interval '9 hours', created_at = created_at - interval '9 hours'
          WHERE id = $1 AND status = 'expired'`,
        [order.id],
      );
    },
    async 'transfer arrives'() {
      await database.query(`UPDATE jobs SET run_at = now() WHERE kind = 'sandbox_late_payment'`);
      await database.query(`SELECT pg_notify('jobs_due', 'sandbox_late_payment')`);
    },
    async 'host refunds'() {
      const order = await oneOrder(`status = 'confirmed'`);
      if (!order) return;
      await database.transaction((tx) =>
        refundOrder(tx, {
          actor: OPERATOR,
          orderId: order.id,
          ticketIds: null,
          amountMinor: null,
          returnsStock: true,
          requestKey: randomUUID(),
        }),
      );
    },
  };

  const choose = chooser(SEED - 1);
  const endAt = performance.now() + SECONDS * 1_000;
  while (performance.now() < endAt) {
    const fault = choose.oneOf(Object.keys(FAULTS) as (keyof typeof FAULTS)[]);
    // The test's own connections are cut, too.
    await FAULTS[fault]().then(
      () => count(`fault: ${fault}`),
      (error: unknown) => {
        // A buyer's order may have come to another state meanwhile.
        if (!isDatabaseUnavailable(error) && !(error instanceof Refusal)) throw error;
        count(`fault missed: ${fault}`);
      },
    );
    await delay(choose.between(20, 200));
  }
  over.abort();
  await Promise.all(buyers);
  t.diagnostic(JSON.stringify(Object.fromEntries(seen)));
  assert.deepEqual(stories, [], 'every answer is one that a buyer may get');

  await until(
    'every order, payment and refund to come to its end',
    () => hasEnded(database),
    END_PATIENCE_MS,
  );
  await assertNothingWrong(first);
  await assertEverythingAccountedFor(database, promised);
});
