import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { Transaction } from '../../src/db/database.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import {
  assertNothingWrong,
  endOf,
  endPaymentWindow,
  makeDue,
  soldOnce,
} from '../faults/payments-shop.fixture.ts';
import { buy, historyOf, hold, order, storedOrder, untilStatus, type Ordered } from '../harness/buy.ts';
import { until } from '../harness/until.ts';
import { openStage, SILENT_ADDRESS, stuckAt, type Course, type Stage } from './stage.fixture.ts';

const COURSES: Course[] = ['undone', 'committed'];

// Each of these suites brings the program to several steps at once, kills it there, starts it again, and looks what became of
// each. The next one goes on with the program that was started.
suite(
  'killed at any step of a purchase, the program loses nothing that it answered and goes on where it was',
  () => {
    let stage: Stage;
    const ends: (() => unknown)[] = [];
    before(async () => {
      stage = await openStage({ after: (end) => void ends.push(end as () => unknown) });
      await stage.start();
    });
    after(async () => {
      for (const end of ends) await end();
    });

    type Cart = Awaited<ReturnType<typeof cartOf>>;
    type TicketType = Parameters<Stage['makeSale']>[0];

    /** A held cart of an event of its own, and the name and the key that it is ordered under. */
    async function cartOf(email: string, ticketType: TicketType = {}) {
      const { slug, sku } = await stage.makeSale({ capacity: 1, ...ticketType });
      const cart = await hold(stage, stage.host, { slug, items: [{ sku, quantity: 1 }] });
      return { ...cart, sku, email, key: randomUUID() };
    }
    const orderCart = (cart: Cart) =>
      order(stage, stage.host, cart, {
        body: { email: cart.email },
        headers: { 'idempotency-key': cart.key },
      });
    const boughtBy = async (email: string, ticketType: TicketType = {}) => {
      const { slug, sku } = await stage.makeSale({ capacity: 1, ...ticketType });
      const made = await buy(stage, stage.host, { slug, items: [{ sku, quantity: 1 }] }, { body: { email } });
      return { ...made, slug, sku };
    };
    const ordersOf = async ({ quoteReference }: Pick<Cart, 'quoteReference'>) => {
      const { rows } = await stage.on.app.database.query<{ reference: string; status: string }>(
        'SELECT reference, status FROM orders WHERE quote_reference = $1 ORDER BY id',
        [quoteReference],
      );
      return rows;
    };
    const waits = (answers: Promise<unknown>[]) =>
      answers.map((answer) =>
        answer.then(
          () => 'answered',
          () => 'dead',
        ),
      );
    /** Half a minute later nobody can be waiting for the gateway's answer any more. */
    const outwaitStart = (cart: Cart) =>
      stage.on.app.database.query('UPDATE orders SET start_by = now() WHERE quote_reference = $1', [
        cart.quoteReference,
      ]);

    /** Everything that is to be done later is due now. */
    async function letTimePass(references: string[]): Promise<void> {
      const { database } = stage.on.app;
      await makeDue(stage.on, references);
      await database.query('UPDATE refunds SET next_look_up_at = now() WHERE next_look_up_at IS NOT NULL');
      await database.query('UPDATE jobs SET run_at = least(run_at, now()) WHERE leased_by IS NULL');
      await database.query(
        `SELECT pg_notify('jobs_due', kind) FROM (SELECT DISTINCT kind FROM jobs WHERE set_aside_at IS NULL) AS due`,
      );
    }

    async function pay(reference: string): Promise<void> {
      await stage.gateway.pay(reference);
      await untilStatus(stage.on, reference, 'confirmed');
      assert.deepEqual(await endOf(stage.on, reference), soldOnce(1));
    }

    const untilMailed = (reference: string, kind: string): Promise<string> =>
      until(`the mail about ${kind} to be sent`, async () => {
        const { rows } = await stage.on.app.database.query<{ message_id: string }>(
          `SELECT m.message_id FROM mails AS m JOIN orders AS o ON o.id = m.order_id
          WHERE o.reference = $1 AND m.kind = $2 AND m.sent_at IS NOT NULL`,
          [reference, kind],
        );
        return rows[0]?.message_id;
      });

    suite('while orders are made', () => {
      let unopened: Cart;
      let free: Cart;
      const waiting: { how: string; cart: Cart }[] = [];
      let answers: string[];
      before(async () => {
        await stage.arm();
        unopened = await cartOf(stuckAt('open', 'undone'));
        free = await cartOf(stuckAt('open', 'committed'), { priceMinor: 0 });
        const unheard = await cartOf('ada@example.com');
        const unanswered = await cartOf('ada@example.com');
        waiting.push({ how: 'unheard', cart: unheard }, { how: 'unanswered', cart: unanswered });
        const requests: Promise<unknown>[] = [];
        for (const [fault, cart] of [
          ['hang', unheard],
          ['hang_after', unanswered],
        ] as const) {
          const asked = stage.gateway.requests.length;
          stage.gateway.faultNext('start', fault);
          requests.push(orderCart(cart));
          await until('the gateway to be asked', () => stage.gateway.requests.length > asked);
        }
        requests.push(orderCart(unopened));
        await stage.untilStuck(1);
        requests.push(orderCart(free));
        await stage.untilStuck(2);
        const settled = waits(requests);
        await stage.kill();
        answers = await Promise.all(settled);
        await stage.start();
      });

      test('nobody was answered', () => assert.deepEqual(answers, ['dead', 'dead', 'dead', 'dead']));

      test('an order that was not committed is none, and its cart can be ordered', async () => {
        assert.deepEqual(await ordersOf(unopened), []);
        const { status, body } = await orderCart(unopened);
        assert.equal(status, 201, JSON.stringify(body));
        await pay(body.data.reference);
      });

      test('a free order that was committed has its tickets, and the same key gets its answer', async () => {
        const { status, body } = await orderCart(free);
        assert.equal(status, 201, JSON.stringify(body));
        assert.equal(body.data.status, 'confirmed');
        assert.deepEqual(await ordersOf(free), [{ reference: body.data.reference, status: 'confirmed' }]);
        assert.deepEqual(await endOf(stage.on, body.data.reference), { ...soldOnce(1), payments: [] });
      });

      test('a cart whose payment link was never heard of is ordered again, once nobody can be waiting for it', async () => {
        for (const { how, cart } of waiting) {
          const early = await orderCart(cart);
          assert.equal(early.body.error_code, 'order_in_progress', how);
          await outwaitStart(cart);
          const { status, body } = await orderCart(cart);
          assert.equal(status, 201, JSON.stringify(body));
          await pay(body.data.reference);
          const [lost] = await ordersOf(cart);
          assert.equal(lost?.status, 'failed', how);
          const { next_look_up_at: isAskedAbout } = await storedOrder(stage.on, lost?.reference ?? '');
          assert.ok(isAskedAbout, how);
        }
      });

      test('nothing contradicts anything', () => assertNothingWrong(stage.on));
    });

    suite('while links are written down, a payment is looked up, and mails are sent', () => {
      const linked = new Map<Course, Cart>();
      const followed: { reference: string }[] = [];
      const mailed: { reference: string }[] = [];
      let answers: string[];
      before(async () => {
        await stage.arm();
        for (const course of COURSES) linked.set(course, await cartOf(stuckAt('link', course)));
        for (let nr = 0; nr < 2; nr++) followed.push(await boughtBy('ada@example.com'));
        for (const email of [stuckAt('mail', 'undone'), SILENT_ADDRESS]) mailed.push(await boughtBy(email));
        for (const { reference } of mailed) await stage.gateway.pay(reference);
        await until('the mail server to have a mail', () => stage.mail.state.kept > 0);
        await stage.untilStuck(1);
        stage.gateway.faultNext('look_up', 'hang');
        const asked = stage.gateway.requests.length;
        const [askedAbout, heard] = followed;
        assert.ok(askedAbout && heard);
        await stage.gateway.pay(askedAbout.reference);
        await until('the gateway to be asked', () => stage.gateway.requests.length > asked);
        const requests: Promise<unknown>[] = [];
        for (const cart of linked.values()) {
          requests.push(orderCart(cart));
          await stage.untilStuck(1 + requests.length);
        }
        const settled = waits(requests);
        // Both connections for orders are taken: that this was paid is heard, and can't be written down yet.
        await stage.gateway.pay(heard.reference);
        await stage.kill();
        answers = await Promise.all(settled);
        stage.mail.state.isSilent = false;
        await stage.start();
      });

      test('nobody got a link', () => assert.deepEqual(answers, ['dead', 'dead']));

      test('a link that was not written down is made anew; one that was is answered to the same key', async () => {
        for (const [course, cart] of linked) {
          if (course === 'undone') await outwaitStart(cart);
          const { status, body } = await orderCart(cart);
          assert.equal(status, 201, JSON.stringify(body));
          const made = await ordersOf(cart);
          assert.deepEqual(
            made.map((one) => one.status),
            course === 'undone' ? ['failed', 'pending_payment'] : ['pending_payment'],
          );
          const { reference, checkoutUrl } = body.data as Ordered;
          assert.equal(reference, made.at(-1)?.reference);
          assert.equal(checkoutUrl, stage.gateway.payments.get(reference)?.checkoutUrl);
          await pay(reference);
        }
      });

      test('a payment whose callback was answered is looked up all the same', async () => {
        for (const { reference } of followed) {
          const heard = stage.gateway.sentCallbacks.filter(({ callback }) =>
            callback.body.includes(reference),
          );
          assert.deepEqual(
            heard.map(({ status }) => status),
            [200],
          );
          await untilStatus(stage.on, reference, 'confirmed');
          assert.deepEqual(await endOf(stage.on, reference), soldOnce(1));
          const history = await historyOf(stage.on, reference);
          assert.match(history.at(-1)?.cause ?? '', /^checked with the gateway after its call/);
        }
      });

      test('tickets whose mail was being written, or sent, are sent once', async () => {
        await letTimePass([]);
        for (const { reference } of mailed) {
          const messageId = await untilMailed(reference, 'tickets');
          assert.equal(stage.mail.accepted.filter((id) => id.includes(messageId)).length, 1);
          assert.deepEqual(await endOf(stage.on, reference), soldOnce(1));
        }
      });

      test('nothing contradicts anything', () => assertNothingWrong(stage.on));
    });

    suite('while tickets are issued, money goes back, and orders are let go', () => {
      type Made = Awaited<ReturnType<typeof boughtBy>>;
      const issued = new Map<Course, Made>();
      let expired: Made;
      const refunded: (Made & { amount: number })[] = [];
      const statuses = new Map<string, string>();
      before(async () => {
        await stage.arm();
        for (const course of COURSES) issued.set(course, await boughtBy(stuckAt('issue', course)));
        expired = await boughtBy(stuckAt('expire', 'undone'));
        for (let nr = 0; nr < 3; nr++) {
          const made = await boughtBy('ada@example.com');
          await pay(made.reference);
          // Deps, so that the gateway would not refuse to pay them twice; each of its own size, to be told apart.
          refunded.push({ ...made, amount: Math.floor(made.total / 3) + nr });
        }
        const [unheard, unanswered, unrecorded] = refunded;
        assert.ok(unheard && unanswered && unrecorded);
        stage.gateway.faultNext('refund', 'hang');
        stage.gateway.faultNext('refund', 'hang_after');
        const asked = stage.gateway.requests.length;
        // Together, so that one job sends them both.
        await stage.on.app.database.transaction(async (tx) => {
          for (const refund of [unheard, unanswered]) await askForRefund(tx, refund, 'part');
        });
        await until('the gateway to be asked', () => stage.gateway.requests.length === asked + 2);
        await stage.on.app.database.transaction((tx) =>
          askForRefund(tx, unrecorded, stuckAt('refund', 'undone')),
        );
        await stage.untilStuck(1);
        await endPaymentWindow(stage.on, [expired.reference]);
        await stage.on.app.database.query(`UPDATE jobs SET run_at = now() WHERE kind = 'ask_gateways'`);
        await stage.on.app.database.query(`SELECT pg_notify('jobs_due', 'ask_gateways')`);
        await stage.untilStuck(2);
        for (const [nr, { reference }] of [...issued.values()].entries()) {
          await stage.gateway.pay(reference);
          await stage.untilStuck(3 + nr);
        }
        await stage.kill();
        for (const { reference } of [...issued.values(), expired])
          statuses.set(reference, (await storedOrder(stage.on, reference)).status);
        await stage.start();
        await letTimePass([expired.reference]);
      });

      async function askForRefund(
        tx: Transaction,
        { reference, amount }: { reference: string; amount: number },
        requestKey: string,
      ): Promise<void> {
        const { id: orderId } = await storedOrder(stage.on, reference);
        await refundOrder(tx, {
          actor: OPERATOR,
          orderId,
          ticketIds: [],
          amountMinor: amount,
          returnsStock: false,
          requestKey,
        });
      }

      test('undone steps were not there, committed ones were', () => {
        assert.deepEqual([...statuses.values()], ['pending_payment', 'confirmed', 'pending_payment']);
      });

      test('a paid order has one set of tickets', async () => {
        for (const { reference } of issued.values()) {
          await untilStatus(stage.on, reference, 'confirmed');
          await untilMailed(reference, 'tickets');
          assert.deepEqual(await endOf(stage.on, reference), soldOnce(1));
        }
      });

      test('the money goes back once, wherever the refund was', async () => {
        for (const { reference, amount } of refunded) {
          await until('the refund to have ended', async () => {
            const { refunds } = await endOf(stage.on, reference);
            return refunds[0]?.status === 'succeeded';
          });
          const made = [...stage.gateway.refunds.values()].filter((refund) => refund.reference === reference);
          assert.deepEqual(
            made.map(({ amountMinor }) => amountMinor),
            [amount],
          );
          await untilMailed(reference, 'refunded');
        }
      });

      test('a ticket that was not paid for is somebody else’s; who pays all the same has the money back', async () => {
        const { reference, slug, sku } = expired;
        await untilStatus(stage.on, reference, 'expired');
        const next = await buy(stage, stage.host, { slug, items: [{ sku, quantity: 1 }] });
        await pay(next.reference);
        await stage.gateway.pay(reference);
        await untilStatus(stage.on, reference, 'refunded');
      });

      test('nothing contradicts anything', () => assertNothingWrong(stage.on));
    });
  },
);
