import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  buy,
  endPaymentWindow,
  hold,
  lapse,
  pay,
  quantityLeft,
  storedOrder,
  untilStatus,
} from '../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { issueComplimentary } from '../../orders/issue-complimentary.ts';
import { refundOrder } from '../../orders/refund-order.ts';
import type { HomeEvent, HomeView } from './home-view.ts';

suite('the first page of a host', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    // What is promised here is promised without the sweeper.
    await on.app.database.query(
      `CREATE OR REPLACE FUNCTION give_back_lapsed(most integer) RETURNS integer LANGUAGE plpgsql AS 'BEGIN RETURN 0; END'`,
    );
  });
  after(() => on.close());

  async function homeOf(of: TestHost, as: SignedIn, query = ''): Promise<HomeView> {
    const { status, body } = await askDashboard(on, `/hosts/${of.hostId}${query}`, { as });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.view, 'home');
    return body.data as HomeView;
  }
  const eventIn = ({ events }: HomeView, eventId: string): HomeEvent => {
    const found = events.find((event) => event.eventId === eventId);
    assert.ok(found, 'the event is not there');
    return found;
  };
  const refund = (reference: string, input: Partial<Parameters<typeof refundOrder>[1]> = {}) =>
    storedOrder(on, reference).then(({ id }) =>
      on.app.database.transaction((tx) =>
        refundOrder(tx, {
          orderId: id,
          ticketIds: null,
          amountMinor: null,
          returnsStock: true,
          requestKey: `a test ${reference}`,
          ...input,
        }),
      ),
    );

  test('figures are what the API and the orders say, after holds, lapses, sales, refunds and gifts', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, {
      ticketTypes: [
        { capacity: 50, priceMinor: 1_000_000 },
        { capacity: 20, priceMinor: 333_333 },
      ],
    });
    const [dear, cheap] = skus;
    const lapsed = await hold(on, host, { slug, items: [{ sku: dear, quantity: 3 }] });
    await hold(on, host, { slug, items: [{ sku: dear, quantity: 2 }] });
    const bought = [];
    for (const items of [
      [{ sku: dear, quantity: 2 }],
      [
        { sku: dear, quantity: 1 },
        { sku: cheap, quantity: 3 },
      ],
      [{ sku: cheap, quantity: 2 }],
    ]) {
      const order = await buy(on, host, { slug, items });
      await pay(order.checkoutUrl);
      await untilStatus(on, order.reference, 'confirmed');
      bought.push(order);
    }
    const unpaid = await buy(on, host, { slug, items: [{ sku: cheap, quantity: 1 }] });
    const given = await buy(on, host, { slug, items: [{ sku: cheap, quantity: 1 }] });
    await endPaymentWindow(on, given.reference);
    await untilStatus(on, given.reference, 'expired');
    await on.app.database.transaction((tx) =>
      issueComplimentary(tx, {
        ticketTypeId: dear ?? '',
        quantity: 4,
        email: 'guest@example.com',
        firstName: 'Gee',
        lastName: 'Uest',
        cause: 'a gift',
      }),
    );
    await lapse(on, lapsed.token);
    const [whole, mixed, part] = bought;
    await refund(whole?.reference ?? '');
    // One of the cheap tickets of the order that has both: nothing of it is off the dear ones.
    const { rows } = await on.app.database.query<{ id: string }>(
      `SELECT t.id FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE o.reference = $1 AND t.ticket_type_id = $2`,
      [mixed?.reference, cheap],
    );
    const { amountMinor } = await refund(mixed?.reference ?? '', { ticketIds: [rows[0]?.id ?? ''] });
    await refund(part?.reference ?? '', { ticketIds: [], amountMinor: 1_234, returnsStock: false });

    const { figures } = eventIn(await homeOf(host, owner), eventId);
    assert.ok(figures);
    const left = await quantityLeft(on, host, slug);
    assert.equal(figures.left, (left[0] ?? 0) + (left[1] ?? 0));
    assert.deepEqual(
      { ...figures, money: null },
      // Sold: 2 + 4 - 2 refunded + 2 - 1 refunded + 4 gifts. Held: the cart of two, and the order that waits for its payment.
      { capacity: 70, sold: 1 + 4 + 2 + 2, held: 3, left: 70 - 9 - 3, money: null },
    );
    const { rows: sums } = await on.app.database.query<{ sales: number; fees: number; refunds: number }>(
      `SELECT sum(o.total_minor)::bigint AS sales, sum((o.quote ->> 'totalFees')::bigint)::bigint AS fees,
              sum((SELECT coalesce(sum(amount_minor), 0) FROM refunds AS r WHERE r.order_id = o.id AND reason = 'host'))::bigint AS refunds
         FROM orders AS o WHERE o.event_id = $1 AND o.confirmed_at IS NOT NULL`,
      [eventId],
    );
    const [orders] = sums;
    assert.ok(orders);
    assert.ok(orders.fees > 0 && orders.refunds > 0, 'there is something to compare');
    assert.deepEqual(figures.money, {
      salesMinor: orders.sales,
      feesMinor: orders.fees,
      refundedMinor: orders.refunds,
      revenueMinor: orders.sales - orders.refunds,
    });

    const { body } = await askDashboard(on, `/hosts/${host.hostId}/events/${eventId}`, { as: owner });
    const refunds = body.data.types.map(
      (type: { figures: { money: { refundedMinor: number } } }) => type.figures.money.refundedMinor,
    );
    assert.deepEqual(refunds, [whole?.total, amountMinor + 1_234]);
    assert.equal(unpaid.status, 'pending_payment');
  });
});
