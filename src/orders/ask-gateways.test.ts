import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  buy,
  endPaymentWindow,
  historyOf,
  hold,
  lapse,
  order,
  pay,
  quantityLeft,
  runSoon,
  storedOrder,
  untilStatus,
} from '../../test/harness/buy.ts';
import { ofEach } from '../../test/harness/gateways/all-simulators.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { ownPort } from '../../test/harness/own-port.ts';
import { createLogger } from '../log/logger.ts';
import { createGateways } from '../payments/gateways.ts';
import { addPaymentAccount } from '../payments/payment-accounts.ts';
import { createSandboxGateway } from '../payments/sandbox/sandbox-gateway.ts';
import { askGatewaysJob } from './ask-gateways.ts';
import { createOrderEngine } from './order-engine.ts';

let on: TestApp;
let host: TestHost;
/** One whose gateway does not answer: nobody listens at its address. */
let unlucky: TestHost;
let deadAccountId: string;

before(async () => {
  on = await startTestApp({ environment: { PAYSTACK_URL: `http://127.0.0.1:${await ownPort()}` } });
  host = await makeHost(on);
  unlucky = await makeHost(on);
  deadAccountId = await on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      {
        hostId: unlucky.hostId,
        currency: 'NGN',
        gateway: 'paystack',
        credentials: { secretKey: 'sk_test_nobody' },
      },
    ),
  );
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

async function pending(): Promise<{
  reference: string;
  checkoutUrl: string;
  slug: string;
  token: string;
  sku: string;
}> {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
  const [sku = ''] = skus;
  return { ...(await buy(on, host, { slug, items: [{ sku, quantity: 2 }] })), slug, sku };
}

/** Asks about one order, which has been asked about so often, and whose time to pay ends or ended then; says when next. */
async function nextAsked(
  reference: string,
  { lookUps, payIn }: { lookUps: number; payIn: string },
): Promise<{ seconds: number | null; untilPayBy: number }> {
  await on.app.database.query(
    'UPDATE orders SET look_ups = $2, pay_by = now() + $3::interval, next_look_up_at = now() WHERE reference = $1',
    [reference, lookUps, payIn],
  );
  await runSoon(on, 'ask_gateways');
  return until('the order to be asked about', async () => {
    const { rows } = await on.app.database.query<{ seconds: number | null; untilPayBy: number }>(
      `SELECT extract(epoch FROM next_look_up_at - now())::float8 AS seconds,
              extract(epoch FROM pay_by - now())::float8 AS "untilPayBy"
         FROM orders WHERE reference = $1 AND look_ups = $2`,
      [reference, lookUps + 1],
    );
    return rows[0];
  });
}

// A round of the job begins within seconds of being due.
const MARGIN_SECONDS = 20;
const isAbout = (actual: number | null, expected: number): void =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) < MARGIN_SECONDS,
    `${actual}, not about ${expected}`,
  );

/** The job itself, once, with what src/app/ would give it. */
async function askOnce(): Promise<void> {
  const { database } = on.app;
  const { secretKeys } = on;
  const nowhere = 'http://127.0.0.1:9';
  const orders = createOrderEngine({ database, paymentWindowMinutes: 30 });
  const gateways = createGateways({
    database,
    secretKeys,
    urls: ofEach(() => nowhere),
    sandbox: createSandboxGateway({ url: () => on.publicUrl, secretKeys }),
    nowMs: Date.now,
  });
  const job = askGatewaysJob({ database, orders, gateways, logger: createLogger('warn') });
  try {
    await job.run({}, { jobId: 'test', attempt: 1, signal: new AbortController().signal });
  } finally {
    await orders.close();
  }
}

describe('when a gateway is asked', () => {
  test('first half a minute after its link, if no callback has come', async () => {
    const { reference } = await pending();
    const { next_look_up_at: next } = await storedOrder(on, reference);
    isAbout(((next?.getTime() ?? 0) - Date.now()) / 1_000, 30);
  });

  test('then after twice as long each time, and at the end of the payment window in any case', async () => {
    const { reference } = await pending();
    isAbout((await nextAsked(reference, { lookUps: 0, payIn: '30 minutes' })).seconds, 30);
    isAbout((await nextAsked(reference, { lookUps: 1, payIn: '30 minutes' })).seconds, 60);
    isAbout((await nextAsked(reference, { lookUps: 4, payIn: '30 minutes' })).seconds, 480);
    const last = await nextAsked(reference, { lookUps: 5, payIn: '10 minutes' });
    assert.equal(last.seconds, last.untilPayBy);
    isAbout((await nextAsked(reference, { lookUps: 30, payIn: '3 days' })).seconds, 3_600);
  });

  test('ever more rarely for three days after it, then never again', async () => {
    const { reference } = await pending();
    await endPaymentWindow(on, reference);
    await untilStatus(on, reference, 'expired');
    isAbout((await nextAsked(reference, { lookUps: 9, payIn: '-1 hour' })).seconds, 3_600);
    isAbout((await nextAsked(reference, { lookUps: 12, payIn: '-10 hours' })).seconds, 36_000);
    assert.equal((await nextAsked(reference, { lookUps: 15, payIn: '-73 hours' })).seconds, null);
  });

  test('once more about a confirmed order, when nobody can pay for it a second time any longer', async () => {
    const { reference, checkoutUrl } = await pending();
    await pay(checkoutUrl);
    const confirmed = await untilStatus(on, reference, 'confirmed');
    assert.deepEqual(confirmed.next_look_up_at, confirmed.pay_by);
    await endPaymentWindow(on, reference);
    await until('it is not asked about any more', async () => {
      const { next_look_up_at: next, status } = await storedOrder(on, reference);
      return next === null && status === 'confirmed';
    });
  });

  test('about every order that is due, however many they are', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 200 }] });
    const references = [];
    for (let count = 0; count < 45; count += 1) {
      const { reference, checkoutUrl } = await buy(
        on,
        host,
        { slug, items: [{ sku: skus[0], quantity: 1 }] },
        { body: { email: `buyer-${count}@example.com` } },
      );
      await pay(checkoutUrl, 'callback_lost');
      references.push(reference);
    }
    // One round, and nobody else's: the app's own job comes by later, and is not under way.
    await until('the job to be put off', async () => {
      const { rowCount } = await on.app.database.query(
        `UPDATE jobs SET run_at = now() + interval '1 hour' WHERE kind = 'ask_gateways' AND leased_by IS NULL`,
      );
      return rowCount;
    });
    await on.app.database.query('UPDATE orders SET next_look_up_at = now() WHERE reference = ANY ($1)', [
      references,
    ]);
    await askOnce();
    for (const reference of references) {
      assert.equal((await storedOrder(on, reference)).status, 'confirmed');
    }
    assert.deepEqual(await quantityLeft(on, host, slug), [155]);
  });
});

describe('a gateway that does not answer', () => {
  /** An order of the sandbox's that is followed at the dead gateway from now on. */
  async function pendingAtDead(): Promise<Awaited<ReturnType<typeof pending>>> {
    const bought = await pending();
    await on.app.database.query(
      `UPDATE orders SET gateway = 'paystack', payment_account_id = $2 WHERE reference = $1`,
      [bought.reference, deadAccountId],
    );
    return bought;
  }

  test('a new order fails, its cart stays held, and it is looked for later', async () => {
    const { slug, skus } = await makeEvent(on, unlucky, { ticketTypes: [{ capacity: 2 }] });
    const cart = await hold(on, unlucky, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    const { status, body } = await order(on, unlucky, cart);
    assert.deepEqual([status, body.error_code], [502, 'payment_gateway_error']);
    const { rows } = await on.app.database.query<{ reference: string; status: string; is_followed: boolean }>(
      `SELECT o.reference, o.status, o.next_look_up_at IS NOT NULL AS is_followed
         FROM orders AS o JOIN events AS e ON e.id = o.event_id WHERE e.slug = $1`,
      [slug],
    );
    const [failed] = rows;
    assert.deepEqual([failed?.status, failed?.is_followed], ['failed', true]);
    assert.match(
      (await historyOf(on, failed?.reference ?? '')).at(-1)?.cause ?? '',
      /^the gateway gave no payment link/,
    );
    assert.deepEqual(await quantityLeft(on, unlucky, slug), [0]);
    assert.equal((await order(on, unlucky, cart)).status, 502);
  });

  test('an order keeps its tickets as long as the hold itself, since it may have been paid', async () => {
    const { reference, slug, token } = await pendingAtDead();
    await endPaymentWindow(on, reference);
    await until('it to be asked about', async () => {
      const { rows } = await on.app.database.query(
        'SELECT 1 FROM orders WHERE reference = $1 AND look_ups = 1',
        [reference],
      );
      return rows.length > 0;
    });
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
    assert.deepEqual(await quantityLeft(on, host, slug), [0]);
    await lapse(on, token);
    await endPaymentWindow(on, reference);
    await untilStatus(on, reference, 'expired');
    assert.deepEqual(await quantityLeft(on, host, slug), [2]);
  });

  test('orders of other gateways are asked about all the same', async () => {
    const dead = await pendingAtDead();
    const paid = await pending();
    await pay(paid.checkoutUrl, 'callback_lost');
    await on.app.database.query('UPDATE orders SET next_look_up_at = now() WHERE reference = ANY ($1)', [
      [dead.reference, paid.reference],
    ]);
    await runSoon(on, 'ask_gateways');
    await untilStatus(on, paid.reference, 'confirmed');
    assert.ok(on.logLines().some((line) => line.includes('a gateway could not be asked about a payment')));
    assert.equal((await storedOrder(on, dead.reference)).status, 'pending_payment');
  });

  test('one that can’t even be opened does not stop the job, nor does an order without any', async () => {
    const [unknown, none] = [await pending(), await pending()];
    await on.app.database.query(
      `UPDATE orders SET gateway = 'paystack', payment_account_id = $2 WHERE reference = $1`,
      [unknown.reference, randomUUID()],
    );
    await on.app.database.query('UPDATE orders SET gateway = NULL WHERE reference = $1', [none.reference]);
    await lapse(on, unknown.token);
    for (const { reference } of [unknown, none]) await endPaymentWindow(on, reference);
    await untilStatus(on, unknown.reference, 'expired');
    await untilStatus(on, none.reference, 'expired');
    // The next round is over: whatever became of the last is in the log.
    const later = await pending();
    await nextAsked(later.reference, { lookUps: 0, payIn: '30 minutes' });
    assert.deepEqual(
      on.logLines().filter((line) => line.includes('"kind":"ask_gateways"')),
      [],
    );
  });
});

test('a confirmed order never expires, whatever its payment window says', async () => {
  const { reference, checkoutUrl, slug } = await pending();
  await pay(checkoutUrl);
  await untilStatus(on, reference, 'confirmed');
  await on.app.database.query(
    `UPDATE orders SET pay_by = now() - interval '1 s', next_look_up_at = now() WHERE reference = $1`,
    [reference],
  );
  await runSoon(on, 'ask_gateways');
  await until('it to be asked about', async () => {
    const { rows } = await on.app.database.query(
      'SELECT 1 FROM orders WHERE reference = $1 AND look_ups = 1',
      [reference],
    );
    return rows.length > 0;
  });
  assert.equal((await storedOrder(on, reference)).status, 'confirmed');
  assert.deepEqual(await quantityLeft(on, host, slug), [0]);
});
