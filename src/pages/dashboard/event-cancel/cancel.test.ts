import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  BUYER,
  buy,
  historyOf,
  hold,
  order,
  storedOrder,
  untilStatus,
  type Ordered,
} from '../../../../test/harness/buy.ts';
import { ask } from '../../../../test/harness/client.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { issueComplimentary } from '../../../orders/issue-complimentary.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import type { EventCancelView } from './data.ts';
import { CHI, newDay, openShop, PAID_MINOR, wall, type Event } from './event-cancel.fixture.ts';

suite('cancelling an event', () => {
  let shop: Awaited<ReturnType<typeof openShop>>;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const cancel = (event: Event, { as = shop.owner, path = '/cancel', reason = '', name = event.name } = {}) =>
    shop.post(event, path, { name, reason }, as);
  const refund = async ({ reference }: Ordered, more: object): Promise<void> => {
    const { id: orderId } = await storedOrder(shop.on, reference);
    const input = {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'before',
    };
    await shop.on.app.database.transaction((tx) => refundOrder(tx, { ...input, ...more }));
  };
  const untilFinished = (event: Event): Promise<NonNullable<EventCancelView['cancellation']>> =>
    until('every order to be given back, and the mails to be sent', async () => {
      const { cancellation } = await shop.viewOf(event);
      const isDone =
        cancellation?.finishedAt && cancellation.refunds.underWay + cancellation.mails.waiting === 0;
      const { rows } = await shop.on.app.database.query(
        `SELECT FROM jobs WHERE kind = 'send_event_mail' AND set_aside_at IS NULL`,
      );
      return isDone && rows.length === 0 ? cancellation : null;
    });

  test('the effects are told first; then all that was paid goes back once, whatever state an order is in', async () => {
    const event = await shop.newEvent();
    const whole = await shop.paid(event, {}, 2);
    await shop.giveSecondToChi(whole);
    const partly = await shop.paid(event, { email: 'part@example.com' }, 2);
    await refund(partly, { ticketIds: [], amountMinor: 500_000 });
    const over = await shop.paid(event, { email: 'over@example.com' });
    await refund(over, {});
    const free = await shop.order1(event, 1, { email: 'free@example.com' });
    await shop.on.app.database.query(`UPDATE orders SET language = 'fr' WHERE reference = $1`, [
      free.reference,
    ]);
    const gift = await shop.on.app.database.transaction((tx) =>
      issueComplimentary(tx, { ticketTypeId: event.skus[1] ?? '', quantity: 1, ...CHI, cause: 'a gift' }),
    );
    const unpaid = await shop.order1(event, 0, { email: 'slow@example.com' });
    const held = await hold(shop.on, shop.host, {
      slug: event.slug,
      items: [{ sku: event.skus[0], quantity: 3 }],
    });
    await untilStatus(shop.on, over.reference, 'refunded');
    const { plan } = await shop.viewOf(event);
    assert.deepEqual(plan, {
      paidOrders: 2,
      freeOrders: 2,
      unpaidOrders: 1,
      tickets: 6,
      usedTickets: 0,
      holders: [
        { language: 'en', people: 3 },
        { language: 'fr', people: 1 },
      ],
      goesBack: [{ gateway: 'paystack', currency: 'NGN', orders: 2, amountMinor: 4 * PAID_MINOR - 500_000 }],
      refundedBefore: [{ currency: 'NGN', amountMinor: 500_000 + PAID_MINOR }],
      stuckRefunds: 0,
    });

    assert.equal((await cancel(event, { name: 'Lagos' })).status, 400, 'not the name');
    const { status, body } = await cancel(event, { reason: 'The <hall> is flooded.\nWe are sorry.' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((await cancel(event)).status, 400, 'it is cancelled already');
    const { body: shown } = await ask(shop.on, `/events/${event.slug}`, { key: shop.host });
    assert.equal(shown.data.status, 'CANCELLED');
    assert.equal((await order(shop.on, shop.host, held)).status, 400);
    assert.equal((await storedOrder(shop.on, unpaid.reference)).status, 'cancelled');

    const done = await untilFinished(event);
    assert.deepEqual(done.orders, { done: 4, failed: 0, left: 0 });
    assert.deepEqual(done.money, [
      { currency: 'NGN', asked: 4 * PAID_MINOR - 500_000, made: 4 * PAID_MINOR - 500_000 },
    ]);
    assert.equal(done.reason, 'The <hall> is flooded.\nWe are sorry.');
    assert.deepEqual(shop.refundedTo(whole.reference), [2 * PAID_MINOR]);
    assert.deepEqual(shop.refundedTo(partly.reference), [500_000, 2 * PAID_MINOR - 500_000]);
    assert.deepEqual(shop.refundedTo(over.reference), [PAID_MINOR]);
    for (const { reference } of [whole, partly, over, free, gift])
      assert.equal((await storedOrder(shop.on, reference)).status, 'refunded', reference);
    const [told] = await shop.historyOfActor(whole.reference);
    assert.equal(told, `member ${shop.owner.personId}`);
    assert.ok(
      (await historyOf(shop.on, whole.reference)).some(({ cause }) => cause === 'a refund was asked for'),
    );

    // Money that arrives all the same goes back, and buys nothing.
    await shop.send(await shop.gateway.pay(unpaid.reference, { callback: 'hold' }));
    await untilStatus(shop.on, unpaid.reference, 'refunded');
    assert.deepEqual(shop.refundedTo(unpaid.reference), [PAID_MINOR]);
    await assert.rejects(
      shop.on.app.database.transaction((tx) =>
        issueComplimentary(tx, { ticketTypeId: event.skus[1] ?? '', quantity: 1, ...CHI, cause: 'a gift' }),
      ),
    );
    await shop.assertNothingWrong();

    const mails = await shop.mailsOf(whole.reference, 'event_cancelled');
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      [BUYER.email, CHI.email],
    );
    assert.match(mails[0]?.text ?? '', /^Cancelled: Lagos Night/);
    assert.match(mails[0]?.text ?? '', /21,200\.00/);
    assert.match(mails[0]?.text ?? '', /STATUS:CANCELLED/);
    assert.ok(!mails[1]?.text.includes('21,200.00'), 'a guest is told no sum');
    assert.equal((await shop.mailsOf(free.reference, 'event_cancelled')).length, 1);
    assert.deepEqual(await shop.mailsOf(over.reference, 'event_cancelled'), [], 'was settled before');
    assert.deepEqual(await shop.mailsOf(unpaid.reference, 'event_cancelled'), []);
  });

  test('a manager cancels only what nobody has paid for, and postpones only without an offer', async () => {
    const event = await shop.newEvent();
    await shop.paid(event);
    assert.equal((await cancel(event, { as: shop.manager })).body.error_code, 'not_allowed');
    const refused = await cancel(event, { as: shop.manager, path: '/cancel/unpaid' });
    assert.deepEqual([refused.status, refused.body.error_code], [409, 'refunds_needed']);
    const { event: still } = await shop.viewOf(event, shop.manager);
    assert.equal(still.state, 'on_sale');
    const plain = await signInAs(shop.on, shop.host);
    assert.equal((await cancel(event, { as: plain })).body.error_code, 'factor_required');
    const free = await shop.newEvent();
    await shop.order1(free, 1);
    assert.equal((await cancel(free, { as: shop.manager, path: '/cancel/unpaid' })).status, 200);
    assert.deepEqual((await untilFinished(free)).orders, { done: 1, failed: 0, left: 0 });
    const day = newDay(30);
    const offered = await shop.post(
      event,
      '/postpone/with-offer',
      { ...day, refundUntil: wall(20) },
      shop.manager,
    );
    assert.equal(offered.body.error_code, 'not_allowed');
    assert.equal(
      (await shop.post(event, '/postpone', { ...day, refundUntil: wall(20) }, shop.manager)).status,
      400,
    );
    await shop.assertNothingWrong();
  });

  test('a gateway’s no stops nobody else’s money; it is listed, tried again one by one or all at once', async () => {
    const event = await shop.newEvent();
    const orders: Ordered[] = [];
    for (let n = 0; n < 3; n++) orders.push(await shop.paid(event, { email: `buyer-${n}@example.com` }));
    shop.gateway.faultNext('refund', 'refuse');
    shop.gateway.faultNext('refund', 'refuse');
    await cancel(event);
    const { failures, refunds, orders: counts } = await untilFinished(event);
    assert.deepEqual([counts.done, refunds.needAttention, refunds.made], [3, 2, 1]);
    assert.match(failures[0]?.note ?? '', /^the gateway refused it/);
    const home = await askDashboard(shop.on, `/hosts/${shop.host.hostId}`, { as: shop.owner });
    assert.equal(
      home.body.data.attention.filter(({ kind }: { kind: string }) => kind === 'refund_refused').length,
      2,
    );

    const one = `/cancel/refunds/${failures[0]?.refundId}/retry`;
    const other = await shop.newEvent();
    assert.equal((await shop.post(other, one, undefined)).status, 404, 'of another event');
    assert.equal((await shop.post(event, one, undefined, shop.manager)).body.error_code, 'not_allowed');
    assert.equal((await shop.post(event, one, undefined)).status, 200);
    await until(
      'one to be left',
      async () => (await shop.viewOf(event)).cancellation?.refunds.needAttention === 1,
    );
    assert.equal((await shop.post(event, '/cancel/retry', undefined)).status, 200);
    const end = await until('none to be left', async () => {
      const { cancellation } = await shop.viewOf(event);
      return cancellation?.refunds.made === 3 && cancellation;
    });
    assert.deepEqual(end.failures, []);
    for (const { reference } of orders) assert.deepEqual(shop.refundedTo(reference), [PAID_MINOR]);
    await shop.assertNothingWrong();
  });

  test('an order that can’t be given back is listed, the others are, and it is tried again', async () => {
    const event = await shop.newEvent();
    const [stuck, good] = [
      await shop.order1(event, 1, { email: 'stuck@example.com' }),
      await shop.order1(event, 1),
    ];
    const { id } = await storedOrder(shop.on, stuck.reference);
    await shop.on.app.database.query(
      `CREATE FUNCTION keep_ticket() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a ticket that sticks'; END $$`,
    );
    await shop.on.app.database.query(
      `CREATE TRIGGER keep_ticket BEFORE UPDATE ON tickets FOR EACH ROW WHEN (old.order_id = '${id}') EXECUTE FUNCTION keep_ticket()`,
    );
    await cancel(event);
    const { orders, failures } = await untilFinished(event);
    assert.deepEqual(orders, { done: 1, failed: 1, left: 0 });
    assert.deepEqual(
      failures.map(({ reference, refundId, note }) => [reference, refundId, note]),
      [[stuck.reference, null, 'a ticket that sticks']],
    );
    assert.equal((await storedOrder(shop.on, good.reference)).status, 'refunded');
    await shop.assertNothingWrong();
    await shop.on.app.database.query('DROP TRIGGER keep_ticket ON tickets');
    await shop.post(event, '/cancel/retry', undefined);
    await until(
      'it to be given back',
      async () => (await storedOrder(shop.on, stuck.reference)).status === 'refunded',
    );
    assert.deepEqual((await untilFinished(event)).orders, { done: 2, failed: 0, left: 0 });
    await shop.assertNothingWrong();
  });

  test('buyers who come while it is cancelled get nothing, or their money back', async () => {
    const event = await shop.newEvent([{ capacity: 1_000 }, { capacity: 1_000, priceMinor: 0 }]);
    const race = async (n: number): Promise<void> => {
      const type = n % 2;
      const more = { email: `racer-${n}@example.com` };
      const cart = { slug: event.slug, items: [{ sku: event.skus[type], quantity: 1 }] };
      const made = await buy(shop.on, shop.host, cart, { body: more }).catch(() => null);
      if (!made || type === 1) return;
      await shop.send(await shop.gateway.pay(made.reference, { callback: 'hold' }));
    };
    const racers = Array.from({ length: 60 }, async (_, n) => race(n));
    await until('some to have bought', async () => (await shop.viewOf(event)).plan?.tickets);
    const { status } = await cancel(event);
    assert.equal(status, 200);
    await Promise.all(racers);
    await untilFinished(event);
    const open = await until('no money to be on its way', async () => {
      const { rows } = await shop.on.app.database.query<{
        open: number;
        valid: number;
        held: number;
        kept: number;
      }>(
        `SELECT (SELECT count(*) FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
                  WHERE o.event_id = $1 AND r.status <> 'succeeded')
              + (SELECT count(*) FROM jobs WHERE kind = 'follow_payment') AS open,
                (SELECT count(*) FROM tickets WHERE event_id = $1 AND voided_at IS NULL) AS valid,
                (SELECT count(*) FROM holds AS h JOIN ticket_types AS t ON t.id = h.ticket_type_id WHERE t.event_id = $1) AS held,
                (SELECT coalesce(sum(p.amount_minor - p.refunded_minor), 0)::bigint FROM payments AS p
                   JOIN orders AS o ON o.id = p.order_id WHERE o.event_id = $1) AS kept`,
        [event.eventId],
      );
      return rows[0]?.open === 0 && rows[0];
    });
    assert.deepEqual(open, { open: 0, valid: 0, held: 0, kept: 0 });
    await shop.assertNothingWrong();

    // Were the orders not gone through to the end, it would be seen. What becomes void twice would be counted twice.
    await shop.on.app.database.query('ALTER TABLE tickets DISABLE TRIGGER tickets_returned');
    await shop.on.app.database.query(
      `UPDATE tickets SET voided_at = NULL WHERE id = (SELECT id FROM tickets WHERE event_id = $1 LIMIT 1)`,
      [event.eventId],
    );
    const broken = await checkInvariants(shop.on.app.database);
    assert.ok(
      broken.some(({ promise }) => promise.startsWith('after a cancelled event was gone through')),
      JSON.stringify(broken),
    );
    await shop.on.app.database.query(
      `UPDATE tickets SET voided_at = now() WHERE event_id = $1 AND voided_at IS NULL`,
      [event.eventId],
    );
    await shop.on.app.database.query('ALTER TABLE tickets ENABLE TRIGGER tickets_returned');
  });
});
