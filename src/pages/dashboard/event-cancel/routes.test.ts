import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import PostalMime from 'postal-mime';
import { startPaystackSimulator } from '../../../../test/harness/gateways/paystack-simulator.ts';
import type { GatewaySimulator } from '../../../../test/harness/gateways/simulator.ts';
import {
  BUYER,
  buy,
  historyOf,
  hold,
  order,
  quantityLeft,
  storedOrder,
  untilStatus,
  type Ordered,
} from '../../../../test/harness/buy.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { issueComplimentary } from '../../../orders/issue-complimentary.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { addPaymentAccount } from '../../../payments/payment-accounts.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { EventCancelView } from './data.ts';

const PRICE_MINOR = 1_000_000;
const FEE_MINOR = 60_000;
const PAID_MINOR = PRICE_MINOR + FEE_MINOR;
const A_DAY_MS = 24 * 60 * 60_000;
const CHI = { email: 'chi@example.org', firstName: 'Chi', lastName: 'Eze' };

type Event = { eventId: string; slug: string; skus: string[]; name: string };

suite('cancelling and postponing an event', () => {
  let on: TestApp;
  let gateway: GatewaySimulator;
  let host: TestHost;
  let owner: SignedIn;
  let manager: SignedIn;
  before(async () => {
    gateway = await startPaystackSimulator();
    gateway.settings.refundsBeginAs = 'succeeded';
    on = await startTestApp({
      environment: { PAYSTACK_URL: gateway.url, RATE_LIMIT_PER_ADDRESS: '1000000' },
    });
    host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
    owner = await signInAs(on, host, { hasFactor: true });
    manager = await signInAs(on, host, { role: 'manager' });
    await on.app.database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys: on.secretKeys, refusesTestCredentials: false },
        { hostId: host.hostId, currency: 'NGN', ...gateway.account },
      ),
    );
  });
  after(async () => {
    assert.equal(await on.closeAndCountDeadlocks(), 0);
    await gateway.close();
  });

  const at = ({ eventId }: Event, rest = ''): string => `/hosts/${host.hostId}/events/${eventId}${rest}`;
  const viewOf = async (event: Event, as = owner): Promise<EventCancelView> => {
    const { status, body } = await askDashboard(on, at(event, '/cancel'), { as });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const post = (event: Event, rest: string, body: object | undefined, as = owner): Promise<Answer> =>
    askDashboard(on, at(event, rest), { as, method: 'POST', ...(body && { body }) });
  const cancel = (event: Event, { as = owner, path = '/cancel', reason = '', name = event.name } = {}) =>
    post(event, path, { name, reason }, as);
  const newEvent = async (ticketTypes: object[] = [{}, { priceMinor: 0 }]): Promise<Event> => {
    const made = await makeEvent(on, host, { name: 'Lagos Night', ticketTypes });
    return { ...made, name: 'Lagos Night' };
  };
  const order1 = (event: Event, type = 0, more: Record<string, unknown> = {}, quantity = 1) =>
    buy(on, host, { slug: event.slug, items: [{ sku: event.skus[type], quantity }] }, { body: more });
  const paid = async (event: Event, more: Record<string, unknown> = {}, quantity = 1): Promise<Ordered> => {
    const made = await order1(event, 0, more, quantity);
    await send(await gateway.pay(made.reference, { callback: 'hold' }));
    await untilStatus(on, made.reference, 'confirmed');
    return made;
  };
  const send = async ({ headers, body }: { headers: Record<string, string>; body: string }) => {
    const response = await fetch(`${on.publicUrl}/payments/paystack/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    assert.equal(response.status, 200);
  };
  /** As the embed would have it. */
  const giveSecondToChi = ({ reference }: Ordered) =>
    on.app.database.query(
      `UPDATE tickets SET email = $2, first_name = $3, last_name = $4
        WHERE position = 2 AND order_id = (SELECT id FROM orders WHERE reference = $1)`,
      [reference, CHI.email, CHI.firstName, CHI.lastName],
    );
  const refundedTo = (reference: string): number[] =>
    [...gateway.refunds.values()]
      .filter((refund) => refund.reference === reference && refund.state !== 'failed')
      .map(({ amountMinor }) => amountMinor);
  const refund = async ({ reference }: Ordered, more: object): Promise<void> => {
    const { id: orderId } = await storedOrder(on, reference);
    const input = {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'before',
    };
    await on.app.database.transaction((tx) => refundOrder(tx, { ...input, ...more }));
  };
  const untilFinished = (event: Event): Promise<NonNullable<EventCancelView['cancellation']>> =>
    until('every order to be given back, and the mails to be sent', async () => {
      const { cancellation } = await viewOf(event);
      const isDone =
        cancellation?.finishedAt && cancellation.refunds.underWay + cancellation.mails.waiting === 0;
      const { rows } = await on.app.database.query(
        `SELECT FROM jobs WHERE kind = 'send_event_mail' AND set_aside_at IS NULL`,
      );
      return isDone && rows.length === 0 ? cancellation : null;
    });
  const mailsOf = async (reference: string, kind: string): Promise<{ recipient: string; text: string }[]> => {
    const { rows } = await on.app.database.query<{ recipient: string; id: string }>(
      `SELECT m.recipient, m.message_id AS id FROM mails AS m JOIN orders AS o ON o.id = m.order_id
        WHERE o.reference = $1 AND m.kind = $2 AND m.sent_at IS NOT NULL ORDER BY m.recipient`,
      [reference, kind],
    );
    return Promise.all(rows.map(async ({ recipient, id }) => ({ recipient, text: await mailText(id) })));
  };
  const mailText = async (messageId: string): Promise<string> => {
    const list = await (await fetch(`${on.publicUrl}/mailbox`)).text();
    const ids = [...list.matchAll(/\/mailbox\/([^"/]+)"/g)].map(([, id]) => id);
    for (const id of ids) {
      const raw = await (await fetch(`${on.publicUrl}/mailbox/${id}/raw`)).text();
      if (!raw.includes(messageId)) continue;
      const { subject, text, attachments } = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' });
      return [subject, text, ...attachments.map(({ content }) => content as string)].join('\n');
    }
    throw new Error(`no mail ${messageId}`);
  };
  const assertNothingWrong = async (): Promise<void> =>
    assert.deepEqual(await checkInvariants(on.app.database), []);

  test('the effects are told first; then all that was paid goes back once, whatever state an order is in', async () => {
    const event = await newEvent();
    const whole = await paid(event, {}, 2);
    await giveSecondToChi(whole);
    const partly = await paid(event, { email: 'part@example.com' }, 2);
    await refund(partly, { ticketIds: [], amountMinor: 500_000 });
    const over = await paid(event, { email: 'over@example.com' });
    await refund(over, {});
    const free = await order1(event, 1, { email: 'free@example.com' });
    await on.app.database.query(`UPDATE orders SET language = 'fr' WHERE reference = $1`, [free.reference]);
    const gift = await on.app.database.transaction((tx) =>
      issueComplimentary(tx, { ticketTypeId: event.skus[1] ?? '', quantity: 1, ...CHI, cause: 'a gift' }),
    );
    const unpaid = await order1(event, 0, { email: 'slow@example.com' });
    const held = await hold(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 3 }] });
    await untilStatus(on, over.reference, 'refunded');
    const { plan } = await viewOf(event);
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
    const { body: shown } = await ask(on, `/events/${event.slug}`, { key: host });
    assert.equal(shown.data.status, 'CANCELLED');
    assert.equal((await order(on, host, held)).status, 400);
    assert.equal((await storedOrder(on, unpaid.reference)).status, 'cancelled');

    const done = await untilFinished(event);
    assert.deepEqual(done.orders, { done: 4, failed: 0, left: 0 });
    assert.deepEqual(done.money, [
      { currency: 'NGN', asked: 4 * PAID_MINOR - 500_000, made: 4 * PAID_MINOR - 500_000 },
    ]);
    assert.equal(done.reason, 'The <hall> is flooded.\nWe are sorry.');
    assert.deepEqual(refundedTo(whole.reference), [2 * PAID_MINOR]);
    assert.deepEqual(refundedTo(partly.reference), [500_000, 2 * PAID_MINOR - 500_000]);
    assert.deepEqual(refundedTo(over.reference), [PAID_MINOR]);
    for (const { reference } of [whole, partly, over, free, gift])
      assert.equal((await storedOrder(on, reference)).status, 'refunded', reference);
    const [told] = await historyOfActor(whole.reference);
    assert.equal(told, `member ${owner.personId}`);
    assert.ok((await historyOf(on, whole.reference)).some(({ cause }) => cause === 'a refund was asked for'));

    // Money that arrives all the same goes back, and buys nothing.
    await send(await gateway.pay(unpaid.reference, { callback: 'hold' }));
    await untilStatus(on, unpaid.reference, 'refunded');
    assert.deepEqual(refundedTo(unpaid.reference), [PAID_MINOR]);
    await assert.rejects(
      on.app.database.transaction((tx) =>
        issueComplimentary(tx, { ticketTypeId: event.skus[1] ?? '', quantity: 1, ...CHI, cause: 'a gift' }),
      ),
    );
    await assertNothingWrong();

    const mails = await mailsOf(whole.reference, 'event_cancelled');
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      [BUYER.email, CHI.email],
    );
    assert.match(mails[0]?.text ?? '', /^Cancelled: Lagos Night/);
    assert.match(mails[0]?.text ?? '', /21,200\.00/);
    assert.match(mails[0]?.text ?? '', /STATUS:CANCELLED/);
    assert.ok(!mails[1]?.text.includes('21,200.00'), 'a guest is told no sum');
    assert.equal((await mailsOf(free.reference, 'event_cancelled')).length, 1);
    assert.deepEqual(await mailsOf(over.reference, 'event_cancelled'), [], 'was settled before');
    assert.deepEqual(await mailsOf(unpaid.reference, 'event_cancelled'), []);
  });

  const historyOfActor = async (reference: string): Promise<string[]> => {
    const { rows } = await on.app.database.query<{ actor: string }>(
      `SELECT c.actor FROM order_changes AS c JOIN orders AS o ON o.id = c.order_id
        WHERE o.reference = $1 AND c.actor IS NOT NULL ORDER BY c.id`,
      [reference],
    );
    return rows.map(({ actor }) => actor);
  };

  test('a manager cancels only what nobody has paid for, and postpones only without an offer', async () => {
    const event = await newEvent();
    await paid(event);
    assert.equal((await cancel(event, { as: manager })).body.error_code, 'not_allowed');
    const refused = await cancel(event, { as: manager, path: '/cancel/unpaid' });
    assert.deepEqual([refused.status, refused.body.error_code], [409, 'refunds_needed']);
    const { event: still } = await viewOf(event, manager);
    assert.equal(still.state, 'on_sale');
    const plain = await signInAs(on, host);
    assert.equal((await cancel(event, { as: plain })).body.error_code, 'factor_required');
    const free = await newEvent();
    await order1(free, 1);
    assert.equal((await cancel(free, { as: manager, path: '/cancel/unpaid' })).status, 200);
    assert.deepEqual((await untilFinished(free)).orders, { done: 1, failed: 0, left: 0 });
    const day = newDay(event, 30);
    const offered = await post(event, '/postpone/with-offer', { ...day, refundUntil: wall(20) }, manager);
    assert.equal(offered.body.error_code, 'not_allowed');
    assert.equal((await post(event, '/postpone', { ...day, refundUntil: wall(20) }, manager)).status, 400);
    await assertNothingWrong();
  });

  test('a gateway’s no stops nobody else’s money; it is listed, tried again one by one or all at once', async () => {
    const event = await newEvent();
    const orders: Ordered[] = [];
    for (let n = 0; n < 3; n++) orders.push(await paid(event, { email: `buyer-${n}@example.com` }));
    gateway.faultNext('refund', 'refuse');
    gateway.faultNext('refund', 'refuse');
    await cancel(event);
    const { failures, refunds, orders: counts } = await untilFinished(event);
    assert.deepEqual([counts.done, refunds.needAttention, refunds.made], [3, 2, 1]);
    assert.match(failures[0]?.note ?? '', /^the gateway refused it/);
    const home = await askDashboard(on, `/hosts/${host.hostId}`, { as: owner });
    assert.equal(
      home.body.data.attention.filter(({ kind }: { kind: string }) => kind === 'refund_refused').length,
      2,
    );

    const one = `/cancel/refunds/${failures[0]?.refundId}/retry`;
    const other = await newEvent();
    assert.equal((await post(other, one, undefined)).status, 404, 'of another event');
    assert.equal((await post(event, one, undefined, manager)).body.error_code, 'not_allowed');
    assert.equal((await post(event, one, undefined)).status, 200);
    await until(
      'one to be left',
      async () => (await viewOf(event)).cancellation?.refunds.needAttention === 1,
    );
    assert.equal((await post(event, '/cancel/retry', undefined)).status, 200);
    const end = await until('none to be left', async () => {
      const { cancellation } = await viewOf(event);
      return cancellation?.refunds.made === 3 && cancellation;
    });
    assert.deepEqual(end.failures, []);
    for (const { reference } of orders) assert.deepEqual(refundedTo(reference), [PAID_MINOR]);
    await assertNothingWrong();
  });

  test('an order that can’t be given back is listed, the others are, and it is tried again', async () => {
    const event = await newEvent();
    const [stuck, good] = [await order1(event, 1, { email: 'stuck@example.com' }), await order1(event, 1)];
    const { id } = await storedOrder(on, stuck.reference);
    await on.app.database.query(
      `CREATE FUNCTION keep_ticket() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a ticket that sticks'; END $$`,
    );
    await on.app.database.query(
      `CREATE TRIGGER keep_ticket BEFORE UPDATE ON tickets FOR EACH ROW WHEN (old.order_id = '${id}') EXECUTE FUNCTION keep_ticket()`,
    );
    await cancel(event);
    const { orders, failures } = await untilFinished(event);
    assert.deepEqual(orders, { done: 1, failed: 1, left: 0 });
    assert.deepEqual(
      failures.map(({ reference, refundId, note }) => [reference, refundId, note]),
      [[stuck.reference, null, 'a ticket that sticks']],
    );
    assert.equal((await storedOrder(on, good.reference)).status, 'refunded');
    await assertNothingWrong();
    await on.app.database.query('DROP TRIGGER keep_ticket ON tickets');
    await post(event, '/cancel/retry', undefined);
    await until(
      'it to be given back',
      async () => (await storedOrder(on, stuck.reference)).status === 'refunded',
    );
    assert.deepEqual((await untilFinished(event)).orders, { done: 2, failed: 0, left: 0 });
    await assertNothingWrong();
  });

  test('buyers who come while it is cancelled get nothing, or their money back', async () => {
    const event = await newEvent([{ capacity: 1_000 }, { capacity: 1_000, priceMinor: 0 }]);
    const race = async (n: number): Promise<void> => {
      const type = n % 2;
      const more = { email: `racer-${n}@example.com` };
      const cart = { slug: event.slug, items: [{ sku: event.skus[type], quantity: 1 }] };
      const made = await buy(on, host, cart, { body: more }).catch(() => null);
      if (!made || type === 1) return;
      await send(await gateway.pay(made.reference, { callback: 'hold' }));
    };
    const racers = Array.from({ length: 60 }, async (_, n) => race(n));
    await until('some to have bought', async () => (await viewOf(event)).plan?.tickets);
    const { status } = await cancel(event);
    assert.equal(status, 200);
    await Promise.all(racers);
    await untilFinished(event);
    const open = await until('no money to be on its way', async () => {
      const { rows } = await on.app.database.query<{
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
    await assertNothingWrong();

    // Were the orders not gone through to the end, it would be seen. What becomes void twice would be counted twice.
    await on.app.database.query('ALTER TABLE tickets DISABLE TRIGGER tickets_returned');
    await on.app.database.query(
      `UPDATE tickets SET voided_at = NULL WHERE id = (SELECT id FROM tickets WHERE event_id = $1 LIMIT 1)`,
      [event.eventId],
    );
    const broken = await checkInvariants(on.app.database);
    assert.ok(
      broken.some(({ promise }) => promise.startsWith('after a cancelled event was gone through')),
      JSON.stringify(broken),
    );
    await on.app.database.query(
      `UPDATE tickets SET voided_at = now() WHERE event_id = $1 AND voided_at IS NULL`,
      [event.eventId],
    );
    await on.app.database.query('ALTER TABLE tickets ENABLE TRIGGER tickets_returned');
  });

  const wall = (days: number): string => toWallTime(new Date(Date.now() + days * A_DAY_MS), 'Africa/Lagos');
  const newDay = (_event: Event, days: number, version = 1) => ({
    version,
    startsAt: wall(days),
    closesAt: wall(days + 1),
    message: 'The band is ill.',
  });

  test('an event is moved five times a day, and not a sixth time until a day has passed', async () => {
    const event = await newEvent();
    for (let move = 1; move <= 5; move += 1) {
      const { status, body } = await post(event, '/postpone', newDay(event, 30 + move, move));
      assert.equal(status, 200, JSON.stringify(body));
    }
    const sixth = await post(event, '/postpone', newDay(event, 50, 6));
    assert.deepEqual([sixth.status, sixth.body.error_code], [429, 'rate_limited']);
    assert.match(sixth.body.message, /at most 5 times a day/);
    const seconds = Number(sixth.headers.get('retry-after'));
    assert.ok(seconds > 80_000 && seconds <= 86_400, String(seconds));
    await on.app.database.query(
      `UPDATE event_postponements SET created_at = created_at - interval '1 day' WHERE event_id = $1`,
      [event.eventId],
    );
    assert.equal((await post(event, '/postpone', newDay(event, 50, 6))).status, 200);
  });

  test('postponed: holders are told, tickets stay good, and who can’t come gives them back until the offer ends', async () => {
    const event = await newEvent([{ capacity: 10 }, { priceMinor: 0 }]);
    const first = await paid(event, {}, 2);
    await giveSecondToChi(first);
    const second = await paid(event, { email: 'second@example.com' });
    await on.app.database.query(`UPDATE orders SET language = 'fr' WHERE reference = $1`, [second.reference]);
    for (const [body, field] of [
      [{ ...newDay(event, 30), closesAt: wall(29) }, 'closesAt'],
      [{ ...newDay(event, -1), closesAt: wall(3) }, 'startsAt'],
      [{ ...newDay(event, 30), refundUntil: wall(31) }, 'refundUntil'],
      [{ ...newDay(event, 30), refundUntil: wall(-1) }, 'refundUntil'],
    ] as const) {
      const path = 'refundUntil' in body ? '/postpone/with-offer' : '/postpone';
      const refused = await post(event, path, body);
      assert.deepEqual([refused.status, refused.body.field], [400, field], JSON.stringify(refused.body));
    }
    const moved = await post(event, '/postpone/with-offer', { ...newDay(event, 30), refundUntil: wall(20) });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    assert.equal((await post(event, '/postpone', newDay(event, 40))).body.error_code, 'changed_meanwhile');
    assert.equal(
      (await post(event, '/postpone', newDay(event, 40, 2), manager)).status,
      200,
      'and once more',
    );
    const bought = await paid(event, { email: 'after@example.com' });
    const told = await until('everybody to be told twice', async () => {
      const mails = await mailsOf(first.reference, 'event_postponed');
      return mails.length === 4 && mails;
    });
    assert.deepEqual(
      told.map(({ recipient }) => recipient),
      [BUYER.email, BUYER.email, CHI.email, CHI.email],
    );
    assert.ok(told.some(({ text }) => /SEQUENCE:[12]\b/.test(text)));
    assert.match((await mailsOf(second.reference, 'event_postponed'))[0]?.text ?? '', /^Nouvelle date/);
    assert.deepEqual(await mailsOf(bought.reference, 'event_postponed'), []);
    const { postponements, event: shown } = await viewOf(event);
    assert.deepEqual([postponements.length, postponements[1]?.toldOrders], [2, 2]);
    assert.equal(shown.startsAt, postponements[0]?.newStartsAt);

    const receipt = async ({ reference }: Ordered, rest = '', init: RequestInit = {}) => {
      const { receipt_token: token } = await storedOrder(on, reference);
      const response = await fetch(`${on.publicUrl}/checkout/orders/${token}${rest}`, {
        redirect: 'manual',
        ...init,
      });
      return {
        status: response.status,
        to: response.headers.get('location') ?? '',
        text: await response.text(),
      };
    };
    const giveBack = (made: Ordered) =>
      receipt(made, '/give-back', { method: 'POST', body: new URLSearchParams() });
    assert.match((await receipt(first)).text, /Return the tickets/);
    assert.match((await receipt(second)).text, /Rendre le billet/);
    assert.doesNotMatch((await receipt(bought)).text, /Return the tickets/);
    assert.match((await giveBack(bought)).to, /notice=too_late$/, 'bought for the new day');
    assert.match((await receipt(first, '/calendar.ics')).text, /SEQUENCE:2/);

    const left = await quantityLeft(on, host, event.slug);
    for (const answer of await Promise.all([giveBack(first), giveBack(first), giveBack(first)])) {
      assert.equal(answer.status, 303);
      assert.match(answer.to, /notice=given_back$/);
    }
    await untilStatus(on, first.reference, 'refunded');
    assert.deepEqual(refundedTo(first.reference), [2 * PAID_MINOR]);
    assert.deepEqual((await quantityLeft(on, host, event.slug))[0], (left[0] ?? 0) + 2, 'for sale again');
    assert.ok((await historyOfActor(first.reference)).includes('buyer'));

    await on.app.database.query(
      `UPDATE tickets SET used_at = now() WHERE order_id = (SELECT id FROM orders WHERE reference = $1)`,
      [second.reference],
    );
    assert.match((await giveBack(second)).to, /notice=used$/);
    await on.app.database.query('UPDATE tickets SET used_at = NULL');
    await on.app.database.query(
      `UPDATE event_postponements SET created_at = created_at - interval '1 day', refund_until = now() - interval '1 second'
        WHERE event_id = $1 AND refund_until IS NOT NULL`,
      [event.eventId],
    );
    await on.app.database.query(
      `UPDATE orders SET confirmed_at = confirmed_at - interval '2 days' WHERE reference = $1`,
      [second.reference],
    );
    assert.match((await giveBack(second)).to, /notice=too_late$/);
    assert.doesNotMatch((await receipt(second)).text, /Rendre le billet/);
    assert.equal((await storedOrder(on, second.reference)).status, 'confirmed');
    const nobody = await fetch(
      `${on.publicUrl}/checkout/orders/00000000-0000-4000-8000-000000000000/give-back`,
      {
        method: 'POST',
        body: new URLSearchParams(),
      },
    );
    assert.equal(nobody.status, 404);
    await assertNothingWrong();
  });
});
