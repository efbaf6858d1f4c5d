import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, pay, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../../../test/harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { disputeOrder } from '../../../orders/disputes/disputes.fixture.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { createPromoCode } from '../../../reservations/create-promo-code.ts';
import type { OrderView } from './data.ts';

suite('an order in the dashboard', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(() => on.close());

  const orderAt = (of: TestHost, reference: string): string => `/hosts/${of.hostId}/orders/${reference}`;

  test('its amounts add up, with fees and a promo code: the lines at their prices, the fees, less the discount', async () => {
    const { eventId, slug, skus } = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: 1_000_000 }, { priceMinor: 200_050 }],
    });
    await on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'TENTH',
        discount: { percentBasisPoints: 1_000 },
        maximumUses: null,
        ticketTypeIds: [],
      }),
    );
    const items = skus.map((sku) => ({ sku, quantity: 2 }));
    const order = await buy(on, host, { slug, items, promoCode: 'TENTH' });
    const { body } = await askDashboard(on, orderAt(host, order.reference), { as: owner });
    const view = body.data as OrderView;
    assert.ok(view.totalFeesMinor > 0 && view.discountMinor > 0);
    assert.deepEqual(
      view.items.map(({ pricesMinor }) => pricesMinor),
      [2_000_000, 400_100],
    );
    const prices = view.items.reduce((sum, { pricesMinor }) => sum + pricesMinor, 0);
    assert.equal(prices + view.totalFeesMinor - view.discountMinor, view.totalMinor);
  });

  test('a dispute is shown with its deadline, and what it has taken is no more to be refunded', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{}] });
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(order.checkoutUrl);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    const dueAt = new Date('2030-01-02T03:04:05.000Z');
    await disputeOrder(on, id, { dueAt });
    const viewed = async (): Promise<OrderView> =>
      (await askDashboard(on, orderAt(host, order.reference), { as: owner })).body.data as OrderView;
    const [open] = (await viewed()).disputes;
    assert.deepEqual(
      [open?.state, open?.amountMinor, open?.gateway, open?.reason, open?.dueAt],
      ['open', order.total, 'paystack', 'chargeback', dueAt.toISOString()],
    );
    assert.equal((await viewed()).payments[0]?.lostMinor, 0);
    await disputeOrder(on, id, { state: 'lost' });
    const { payments, disputes } = await viewed();
    assert.deepEqual(
      [payments[0]?.lostMinor, disputes.map(({ state }) => state)],
      [order.total, ['lost']],
      'the inquiry has become a chargeback, under another id',
    );
  });

  test('its tickets are refused at the door by choice, by those who may refund, while a dispute is open or lost', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{}] });
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(order.checkoutUrl);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    const finance = await signInAs(on, host, { role: 'finance' });
    const manager = await signInAs(on, host, { role: 'manager' });
    const block = async (as: SignedIn, isBlocked: boolean) => {
      const path = `${orderAt(host, order.reference)}/tickets/block`;
      const { status, body } = await askDashboard(on, path, { as, method: 'POST', body: { isBlocked } });
      return [status, body.isBlocked];
    };
    const blockedAt = async () => {
      const { body } = await askDashboard(on, orderAt(host, order.reference), { as: owner });
      return (body.data as OrderView).disputes.map((dispute) => dispute.blockedAt !== null);
    };
    assert.equal((await block(finance, true))[0], 409, 'nothing is disputed');
    await disputeOrder(on, id);
    assert.equal((await block(manager, true))[0], 403);
    assert.deepEqual(await blockedAt(), [false]);
    assert.deepEqual(await block(finance, true), [200, true]);
    assert.deepEqual(await block(owner, true), [200, true], 'pressed twice');
    assert.deepEqual(await blockedAt(), [true]);
    assert.deepEqual(await block(owner, false), [200, false]);
    const { rows } = await on.app.database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE subject_id = $1 AND action LIKE '%block%' ORDER BY id`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['order.block_tickets', 'order.unblock_tickets'],
    );
  });

  test('its whole story is there: buyer, tickets, amounts, payments, refunds, mails, deliveries, and who did what', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ name: 'Stalls' }] });
    await switchOnReceiver(on, eventId);
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    await pay(order.checkoutUrl);
    const stored = await untilStatus(on, order.reference, 'confirmed');
    await giveUpDeliveries(on, order.reference);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId: stored.id,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'a test',
      }),
    );
    await untilStatus(on, order.reference, 'refunded');
    const view = await until('the story to be complete', async () => {
      const { status, body } = await askDashboard(on, orderAt(host, order.reference.toLowerCase()), {
        as: owner,
      });
      assert.equal(status, 200, JSON.stringify(body));
      const data = body.data as OrderView;
      return data.deliveries[0]?.status === 'failed' && data.mails.length === 2 && data;
    });
    assert.deepEqual(view.buyer, {
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Obi',
      phone: null,
    });
    assert.deepEqual(
      [view.reference, view.status, view.totalMinor],
      [order.reference, 'refunded', order.total],
    );
    assert.deepEqual(
      view.tickets.map(({ typeName, paidMinor, voidedAt }) => [typeName, paidMinor, voidedAt !== null]),
      [
        ['Stalls', order.total / 2, true],
        ['Stalls', order.total / 2, true],
      ],
    );
    assert.deepEqual(
      view.payments.map(({ amountMinor, use, refundedMinor }) => [amountMinor, use, refundedMinor]),
      [[order.total, 'order', order.total]],
    );
    assert.deepEqual(
      view.refunds.map(({ amountMinor, status }) => [amountMinor, status]),
      [[order.total, 'succeeded']],
    );
    assert.deepEqual(view.mails.map(({ kind }) => kind).toSorted(), ['refunded', 'tickets']);
    assert.deepEqual(
      view.changes.map(({ status }) => status),
      // The second one: somebody asks for the refund.
      ['processing', 'pending_payment', 'confirmed', 'confirmed', 'refunded'],
    );
    assert.equal(view.deliveries.length, 1);
  });

  test('answers are there, by order and by ticket, also to questions that are no longer asked', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] });
    const { id: orderId } = await storedOrder(on, reference);
    await on.app.database.query(
      `WITH asked AS (
         INSERT INTO questions (id, event_id, position, per, kind, label, is_required, removed_at)
         VALUES (new_id(), $1, 1, 'order', 'line', 'Company?', false, now()), (new_id(), $1, 2, 'ticket', 'tick', 'Vegan?', false, NULL)
         RETURNING id, per)
       INSERT INTO answers (order_id, ticket_position, question_id, answer)
       SELECT $2, CASE per WHEN 'order' THEN 0 ELSE 2 END, id, CASE per WHEN 'order' THEN 'Obi Ltd' ELSE 'yes' END FROM asked`,
      [eventId, orderId],
    );
    const { body } = await askDashboard(on, orderAt(host, reference), { as: owner });
    assert.deepEqual((body.data as OrderView).answers, [
      { ticket: null, question: 'Company?', kind: 'line', answer: 'Obi Ltd' },
      { ticket: 2, question: 'Vegan?', kind: 'tick', answer: 'yes' },
    ]);
  });

  test('nothing in it opens the order or makes a ticket', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const { receipt_token: receiptToken, return_token: returnToken, id } = await storedOrder(on, reference);
    const { rows } = await on.app.database.query<{ serial: string }>(
      'SELECT serial FROM tickets WHERE order_id = $1',
      [id],
    );
    const { body } = await askDashboard(on, orderAt(host, reference), { as: owner });
    const text = JSON.stringify(body);
    for (const secret of [receiptToken, returnToken, rows[0]?.serial ?? assert.fail('no ticket')])
      assert.ok(!text.includes(secret), text);
  });

  test('it is not there for another host, for members of other events, and for the door not at all', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const other = await makeEvent(on, host);
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const elsewhere = await makeHost(on);
    const stranger = await signInAs(on, elsewhere);
    const statusFor = async (of: TestHost, as: SignedIn) =>
      (await askDashboard(on, orderAt(of, reference), { as })).status;
    assert.equal(await statusFor(elsewhere, stranger), 404);
    assert.equal(
      await statusFor(host, await signInAs(on, host, { role: 'finance', eventIds: [other.eventId] })),
      404,
    );
    assert.equal(
      await statusFor(host, await signInAs(on, host, { role: 'finance', eventIds: [eventId] })),
      200,
    );
    assert.equal(await statusFor(host, await signInAs(on, host, { role: 'door' })), 403);
  });
});
