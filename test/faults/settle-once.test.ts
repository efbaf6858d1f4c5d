import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { hold, order, untilStatus, type Ordered } from '../harness/buy.ts';
import {
  startMpesaSimulator,
  type MpesaSimulator,
  type SimulatedPrompt,
} from '../harness/gateways/mpesa-simulator.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import { openMpesaTill } from './mpesa-till.fixture.ts';
import {
  assertNothingWrong,
  comeBack,
  endOf,
  endPaymentWindow,
  GATEWAYS,
  makeDue,
  openSale,
  openRoads,
  openShop,
  SIMULATED,
  soldOnce,
  untilQuiet,
  type Caught,
  type Road,
  type Shop,
  type Till,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

const NAMES = [...GATEWAYS, 'mpesa'] as const;
const STARTS = /^POST .*\/(initialize|payments|sessions|orders)$/;
type Sale = Awaited<ReturnType<typeof openSale>>;

// Orders at once, each with its own course of events.
const LANES = 12;
// There are 300 courses in which the start is not answered first; this many of them (one in …) take seconds, all of them a minute.
const EVERY = 12;

const EVENTS = ['start answered', 'callback', 'callback again', 'return', 'look-up', 'expiry'] as const;
type Happening = (typeof EVENTS)[number];

const startOf = (reference: string, road: Road | undefined): Caught | undefined =>
  road?.caught.find(({ body }) => body.includes(reference));

/** Every order in which these can happen; the two callbacks are the same, so one is always the first. */
function everyOrder(left: readonly Happening[] = EVENTS): Happening[][] {
  if (left.length === 0) return [[]];
  return left
    .filter((next) => next !== 'callback again' || !left.includes('callback'))
    .flatMap((next) => everyOrder(left.filter((other) => other !== next)).map((rest) => [next, ...rest]));
}

suite('one payment, told of in every way', () => {
  let shop: Shop;
  let mpesa: MpesaSimulator;
  let tills: Record<(typeof NAMES)[number], Till>;
  const { roads, through, close } = openRoads();
  before(async () => {
    mpesa = await startMpesaSimulator();
    shop = await openShop({ through, mpesaUrl: mpesa.url });
    tills = { ...shop.tills, mpesa: await openMpesaTill(shop.on, mpesa) };
  });
  after(async () => {
    await shop.close();
    await mpesa.close();
    close();
  });

  for (const name of NAMES) {
    test(`${name}: fifty callbacks, the return and the look-up at the same moment issue one set of tickets`, async () => {
      const { on, worker } = shop;
      const till = tills[name];
      const sale = await openSale(on, till);
      const bought = await sale.order(3);
      const callback = await till.takeMoney(bought);
      await makeDue(on, [bought.reference]);
      const answers = await Promise.all([
        ...Array.from({ length: 50 }, () => till.send(callback)),
        ...Array.from({ length: 5 }, () => comeBack(on, bought.reference)),
        worker.ask(),
      ]);
      assert.deepEqual(new Set(answers.slice(0, 50)), new Set([200]));
      assert.deepEqual(new Set(answers.slice(50, 55)), new Set([303]));
      await untilQuiet(on);
      assert.deepEqual(await endOf(on, bought.reference), soldOnce(3));
      assert.deepEqual(await till.refunds(bought.reference), []);
      await assertNothingWrong(on);
    });
  }

  test('mpesa: a hundred callbacks in any order, doubled and forged, are one payment for each order', async () => {
    const { on, worker } = shop;
    const till = tills.mpesa;
    const sale = await openSale(on, till);
    const orders = await Promise.all(Array.from({ length: 5 }, () => sale.order(1)));
    // The first is not paid, whatever is said of it.
    const prompts: SimulatedPrompt[] = [];
    for (const one of orders) {
      const { body } = await till.takeMoney(one);
      prompts.push(mpesa.prompts.get(body) ?? assert.fail());
    }
    const [unpaid = assert.fail()] = prompts;
    mpesa.end(unpaid, '1032');
    const strangers = { callbackUrl: unpaid.callbackUrl.replace(/[^/]+$/, 'A'.repeat(32)) };
    const forged = (about: (typeof prompts)[number], otherwise: Partial<typeof about>) =>
      mpesa.callBack({ ...about, code: '0', receipt: 'FORGED0001', ...otherwise });
    const deeds = prompts.flatMap((prompt, nr) =>
      Array.from({ length: 20 }, (_, turn) => async () => {
        const about = prompt === unpaid ? { ...prompt, code: '0', receipt: 'FORGED0002' } : prompt;
        if (turn % 4 < 2) return mpesa.callBack(about);
        // With the address of nobody, or the name of another one's prompt.
        return turn % 4 === 2
          ? forged(prompt, strangers)
          : forged(prompt, { name: prompts[(nr + 1) % prompts.length]?.name ?? '' });
      }),
    );
    const shuffled = fc.sample(fc.shuffledSubarray(deeds, { minLength: 100 }), 1)[0] ?? [];
    const answers = await Promise.all(shuffled.map((deed) => deed()));
    assert.equal(answers.length, 100);
    await makeDue(
      on,
      orders.map(({ reference }) => reference),
    );
    await worker.ask();
    await untilQuiet(on);
    const [first, ...others] = await Promise.all(orders.map(({ reference }) => endOf(on, reference)));
    assert.deepEqual([first?.status, first?.payments], ['pending_payment', []]);
    for (const end of others) assert.deepEqual(end, soldOnce(1));
    const { rowCount } = await on.app.database.query(
      `SELECT FROM payments WHERE gateway_payment_id LIKE 'FORGED%'`,
    );
    assert.equal(rowCount, 0);
    await assertNothingWrong(on);
  });

  for (const name of SIMULATED) {
    test(`${name}: a callback like one whose look-up waits for its next try is followed at once: it may tell of more`, async () => {
      const { on } = shop;
      const { database } = on.app;
      const till = shop.tills[name];
      const { reference } = await (await openSale(on, till)).order(1);
      const callback = await shop.simulators[name].pay(reference, { pendingLookUps: 50, callback: 'hold' });
      assert.equal(await till.send(callback), 200);
      await until('its look-up to wait', async () => {
        const { rowCount } = await database.query(
          `UPDATE jobs SET run_at = now() + interval '2 hours' WHERE kind = 'follow_payment' AND leased_by IS NULL AND run_at > now()
             AND payload ->> 'orderId' = (SELECT id::text FROM orders WHERE reference = $1)`,
          [reference],
        );
        return rowCount === 1;
      });
      const [taken] = shop.simulators[name].payments.get(reference)?.transactions ?? [];
      assert.ok(taken);
      taken.pendingLookUps = 0;
      assert.equal(await till.send(callback), 200);
      await untilStatus(on, reference, 'confirmed');
      await untilQuiet(on);
      assert.deepEqual(await endOf(on, reference), soldOnce(1));
    });
  }

  /** Lets things happen to one order of its own, one after the other. */
  async function happen(
    { till, sale, road }: { till: Till; sale: Sale; road: Road | undefined },
    happenings: Happening[],
  ): Promise<string> {
    const { on, worker } = shop;
    const cart = await hold(on, till.host, { slug: sale.slug, items: [{ sku: sale.sku, quantity: 1 }] });
    const isAnsweredFirst = happenings[0] === 'start answered';
    const answered = order(on, till.host, cart, { body: { email: `${cart.token}@example.com` } });
    const { reference, checkoutUrl } = isAnsweredFirst
      ? ((await answered).body.data as Ordered)
      : { reference: await untilStarted(cart.quoteReference, road), checkoutUrl: '' };
    const callback = await till.takeMoney({ reference, checkoutUrl });
    for (const happening of happenings) {
      if (happening === 'start answered' && !isAnsweredFirst) {
        startOf(reference, road)?.letGo();
        // An order that was let go before its link came is the buyer's to make again.
        const { status, body } = await answered;
        assert.ok(status === 201 || body.error_code === 'reservation_expired', JSON.stringify(body));
      }
      if (happening.startsWith('callback')) assert.equal(await till.send(callback), 200);
      if (happening === 'return') assert.equal(await comeBack(on, reference), 303);
      if (happening === 'look-up') await makeDue(on, [reference]);
      if (happening === 'expiry') await endPaymentWindow(on, [reference]);
      if (happening === 'look-up' || happening === 'expiry') await worker.ask();
    }
    return reference;
  }

  const untilStarted = (quoteReference: string, road: Road | undefined): Promise<string> =>
    until('the gateway to have the payment', async () => {
      const { rows } = await shop.on.app.database.query<{ reference: string }>(
        'SELECT reference FROM orders WHERE quote_reference = $1',
        [quoteReference],
      );
      const reference = rows[0]?.reference;
      return reference !== undefined && startOf(reference, road) && reference;
    });

  for (const name of NAMES) {
    test(`${name}: start, callbacks, return, look-up and expiry end in the same way in every order`, async () => {
      const { on, worker } = shop;
      const till = tills[name];
      const road = name === 'mpesa' ? undefined : roads.get(name);
      const sale = await openSale(on, till);
      const ends: { happenings: Happening[]; reference: string }[] = [];
      const letHappen = async (orders: Happening[][]) => {
        const waiting = [...orders];
        const lane = async () => {
          for (let happenings = waiting.pop(); happenings; happenings = waiting.pop())
            ends.push({ happenings, reference: await happen({ till, sale, road }, happenings) });
        };
        await Promise.all(Array.from({ length: LANES }, lane));
      };
      const [first, later] = [true, false].map((isFirst) =>
        everyOrder().filter(([happening]) => (happening === 'start answered') === isFirst),
      );
      await letHappen((first ?? []).filter((_, nr) => !road || nr % 2 === 0));
      // The sandbox and M-Pesa answer within this process, before anything can come in between.
      if (road) {
        road.stop('answers', STARTS);
        await letHappen((later ?? []).filter((_, nr) => nr % EVERY === 0));
        road.open();
      }
      await untilQuiet(on);
      await makeDue(
        on,
        ends.map(({ reference }) => reference),
      );
      await worker.ask();
      assert.equal(ends.length, road ? 30 + 300 / EVERY : 60);
      for (const { happenings, reference } of ends)
        assert.deepEqual(await endOf(on, reference), soldOnce(1), happenings.join(', '));
      await assertNothingWrong(on);
    });
  }
});
