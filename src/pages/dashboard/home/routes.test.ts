import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  buy,
  endPaymentWindow,
  hold,
  lapse,
  pay,
  quantityLeft,
  runRareJobSoon,
  storedOrder,
  untilStatus,
} from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../../../test/harness/switch-on-receiver.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { addMember } from '../../../hosts/members/add-member.ts';
import { shareStock } from '../../../inventory/pools/share-stock.ts';
import { formatMoney } from '../../../money/format-money.ts';
import { issueComplimentary } from '../../../orders/issue-complimentary.ts';
import { disputeOrder } from '../../../orders/disputes/disputes.fixture.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import type { HomeView } from './data.ts';

suite('the first page of a host', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    // The sweeper is off: these promises hold without it.
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
  const eventIn = ({ events }: HomeView, eventId: string): ShownEvent => {
    const found = events.find((event) => event.eventId === eventId);
    assert.ok(found, 'the event is not there');
    return found;
  };
  const refund = (reference: string, input: Partial<Parameters<typeof refundOrder>[1]> = {}) =>
    storedOrder(on, reference).then(({ id }) =>
      on.app.database.transaction((tx) =>
        refundOrder(tx, {
          actor: OPERATOR,
          orderId: id,
          ticketIds: null,
          amountMinor: null,
          returnsStock: true,
          requestKey: `a test ${reference}`,
          ...input,
        }),
      ),
    );

  test('a member who comes back is where they worked last, with a slash at the end or without', async () => {
    const second = await makeHost(on, { name: 'A name that comes first' });
    await on.app.database.transaction((tx) =>
      addMember(tx, { hostId: second.hostId, personId: owner.personId, role: 'owner', actor: OPERATOR }),
    );
    for (const [of, path] of [
      [second, ''],
      [host, '/'],
    ] as const) {
      await on.app.database.query('UPDATE members SET last_seen_at = NULL WHERE person_id = $1', [
        owner.personId,
      ]);
      await homeOf(of, owner);
      const { status, headers } = await askDashboard(on, path, { as: owner });
      assert.deepEqual([status, headers.get('location')], [303, `/dashboard/hosts/${of.hostId}`]);
    }
  });

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
      netMinor: orders.sales - orders.fees - orders.refunds,
    });

    const { body } = await askDashboard(on, `/hosts/${host.hostId}/events/${eventId}`, { as: owner });
    const refunds = body.data.types.map(
      (type: { figures: { money: { refundedMinor: number } } }) => type.figures.money.refundedMinor,
    );
    assert.deepEqual(refunds, [whole?.total, amountMinor + 1_234]);
    assert.equal(unpaid.status, 'pending_payment');
  });

  test('sums are over all upcoming events, by currency; what ticket types share counts once', async () => {
    const several = await makeHost(on);
    const as = await signInAs(on, several);
    const one = await makeEvent(on, several, { ticketTypes: [{ capacity: 10 }] });
    const two = await makeEvent(on, several, { ticketTypes: [{ capacity: 5 }, { capacity: 6 }] });
    const pool = { actor: OPERATOR, name: 'Floor', capacity: 8, ticketTypeIds: two.skus };
    await on.app.database.transaction((tx) =>
      shareStock(tx, { hostId: several.hostId, eventId: two.eventId, ...pool }),
    );
    await hold(on, several, { slug: two.slug, items: [{ sku: two.skus[0], quantity: 4 }] });
    await makeEvent(on, several, {
      country: 'GHANA',
      timezone: 'Africa/Accra',
      ticketTypes: [{ capacity: 3 }],
    });
    await makeEvent(on, several, { status: 'DRAFT', ticketTypes: [{ capacity: 1_000 }] });
    const order = await buy(on, several, { slug: one.slug, items: [{ sku: one.skus[0], quantity: 2 }] });
    await pay(order.checkoutUrl);
    await untilStatus(on, order.reference, 'confirmed');
    const { sums, events: shown } = await homeOf(several, as);
    const figuresOfTwo = shown.find(({ eventId }) => eventId === two.eventId)?.figures;
    assert.deepEqual(
      [figuresOfTwo?.capacity, figuresOfTwo?.sold, figuresOfTwo?.held, figuresOfTwo?.left],
      [8, 0, 4, 4],
    );
    assert.deepEqual(
      sums?.map(({ currency, events, figures }) => [
        currency,
        events,
        figures.capacity,
        figures.held,
        figures.left,
        figures.sold,
        figures.money?.salesMinor,
      ]),
      [
        ['NGN', 2, 18, 4, 12, 2, order.total],
        ['GHS', 1, 3, 0, 3, 0, 0],
      ],
    );
  });

  test('the state of an event is that of its tickets', async () => {
    const own = await makeHost(on);
    const as = await signInAs(on, own);
    const soon = new Date(Date.now() + 60_000);
    const ago = new Date(Date.now() - 60_000);
    const cases: [string, Parameters<typeof makeEvent>[2]][] = [
      ['coming_soon', { isComingSoon: true }],
      ['coming_soon', { ticketTypes: [{ saleStartsAt: soon }] }],
      ['sold_out', { ticketTypes: [{ capacity: 0 }, { saleEndsAt: ago }] }],
      ['on_sale', { ticketTypes: [{ capacity: 0 }, {}] }],
      ['sale_ended', { ticketTypes: [{ saleEndsAt: ago }] }],
      ['no_tickets', { ticketTypes: [] }],
    ];
    for (const [state, event] of cases) {
      const { eventId } = await makeEvent(on, own, event);
      assert.equal(eventIn(await homeOf(own, as), eventId).state, state, JSON.stringify(event));
    }
  });

  test('beyond fifty events a cursor leads on, and each is there once', async () => {
    const own = await makeHost(on);
    const as = await signInAs(on, own);
    const startsAt = new Date(Date.now() + 86_400_000);
    for (let nr = 0; nr < 53; nr += 1) await makeEvent(on, own, { startsAt, ticketTypes: [] });
    const first = await homeOf(own, as);
    assert.equal(first.events.length, 50);
    const second = await homeOf(own, as, `?cursor=${first.nextCursor}`);
    assert.deepEqual([second.events.length, second.nextCursor], [3, null]);
    assert.equal(new Set([...first.events, ...second.events].map(({ eventId }) => eventId)).size, 53);
    const past = `/hosts/${own.hostId}/events?shown=past&cursor=${first.nextCursor}`;
    const elsewhere = await askDashboard(on, past, { as });
    assert.deepEqual([elsewhere.status, elsewhere.body.error_code], [400, 'invalid_cursor']);
  });

  test('a member of chosen events sees these alone, in lists and sums', async () => {
    const own = await makeHost(on);
    const mine = await makeEvent(on, own, { ticketTypes: [{ capacity: 7 }] });
    const other = await makeEvent(on, own, { ticketTypes: [{ capacity: 90 }] });
    const as = await signInAs(on, own, { role: 'manager', eventIds: [mine.eventId] });
    const home = await homeOf(own, as);
    assert.deepEqual(
      home.events.map(({ eventId }) => eventId),
      [mine.eventId],
    );
    assert.deepEqual(
      home.sums?.map(({ figures }) => figures.capacity),
      [7],
    );
    const refused = await askDashboard(on, `/hosts/${own.hostId}/events/${other.eventId}`, { as });
    assert.equal(refused.status, 404);
  });

  test('the door is told names and dates, and no figure leaves the server', async () => {
    const { eventId, skus, slug } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 4_321, priceMinor: 7_654_300 }],
    });
    await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const door = await signInAs(on, host, { role: 'door', eventIds: [eventId] });
    const home = await homeOf(host, door);
    assert.deepEqual([home.sums, home.events.map(({ figures }) => figures)], [null, [null]]);
    const event = `/hosts/${host.hostId}/events/${eventId}`;
    assert.equal((await askDashboard(on, event, { as: door })).status, 403);
    const { body } = await askDashboard(on, `${event}/check-in`, { as: door });
    for (const answer of [home, body.data])
      assert.doesNotMatch(JSON.stringify(answer), /4321|4320|sold"|held"|left"|Minor":\d{3}/);
    const seen = await homeOf(host, owner);
    assert.match(JSON.stringify(seen), /4321/);
  });

  test('sales from before sums were kept are counted by a job, and are unknown until then', async () => {
    const { eventId, skus, slug } = await makeEvent(on, host, { ticketTypes: [{}, { priceMinor: 500_000 }] });
    const order = await buy(on, host, {
      slug,
      items: [
        { sku: skus[0], quantity: 2 },
        { sku: skus[1], quantity: 1 },
      ],
    });
    await pay(order.checkoutUrl);
    await untilStatus(on, order.reference, 'confirmed');
    await refund(order.reference, { amountMinor: 1_001 });
    const figuresOf = async () => {
      const { body } = await askDashboard(on, `/hosts/${host.hostId}/events/${eventId}`, { as: owner });
      return body.data.types.map((type: { figures: { money: unknown } }) => type.figures.money);
    };
    const kept = await figuresOf();
    await on.app.database.query(
      'UPDATE ticket_types SET sales_minor = NULL, fees_minor = NULL, refunded_minor = NULL WHERE event_id = $1',
      [eventId],
    );
    assert.deepEqual(await figuresOf(), [null, null]);
    assert.equal((await homeOf(host, owner)).sums?.[0]?.figures.money, null);
    await runRareJobSoon(on, 'count_sales');
    await until('the sales to be counted', async () => (await figuresOf())[0] !== null);
    assert.deepEqual(await figuresOf(), kept);
  });

  test('open disputes come first, the one that must be answered first before the others; ended ones are gone', async () => {
    const own = await makeHost(on);
    const { slug, skus } = await makeEvent(on, own, { name: 'A show' });
    const sold: string[] = [];
    for (const given of [
      { dueAt: new Date('2031-01-01') },
      { dueAt: new Date('2030-01-01') },
      { state: 'won' as const },
    ]) {
      const order = await buy(on, own, { slug, items: [{ sku: skus[0], quantity: 1 }] });
      await pay(order.checkoutUrl);
      const { id } = await untilStatus(on, order.reference, 'confirmed');
      await disputeOrder(on, id, given);
      sold.push(`${order.reference} (${formatMoney(order.total, 'NIGERIA')})`);
    }
    const finance = await signInAs(on, own, { role: 'finance', hasFactor: true });
    assert.deepEqual(
      (await homeOf(own, finance)).attention.map(({ kind, subject, dueAt }) => [kind, subject, dueAt]),
      [
        ['disputed', sold[1], '2030-01-01T00:00:00.000Z'],
        ['disputed', sold[0], '2031-01-01T00:00:00.000Z'],
      ],
    );
    assert.deepEqual(
      (await homeOf(own, await signInAs(on, own, { role: 'door', hasFactor: true }))).attention,
      [],
    );
  });

  test('members are told what needs their attention: refused refunds, deliveries and jobs given up', async () => {
    const own = await makeHost(on);
    const { eventId, slug, skus } = await makeEvent(on, own, { name: 'A show' });
    const other = await makeEvent(on, own);
    await switchOnReceiver(on, eventId);
    const order = await buy(on, own, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(order.checkoutUrl);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    // Of a payment that it does not know the gateway refuses the refund.
    await on.app.database.query('DELETE FROM sandbox_payments WHERE reference = $1', [order.reference]);
    await refund(order.reference);
    await giveUpDeliveries(on, order.reference);
    await on.app.database.query(
      `INSERT INTO jobs (id, kind, payload, set_aside_at, last_error)
       VALUES (new_id(), 'send_mail', $1, now(), 'no'), (new_id(), 'send_mail', '{"orderId": "nonsense"}', now(), 'no')`,
      [JSON.stringify({ mail: 'tickets', orderId: id })],
    );
    const finance = await signInAs(on, own, { role: 'finance', hasFactor: true });
    const kindsFor = async (as: SignedIn) => (await homeOf(own, as)).attention.map(({ kind }) => kind);
    await until('all of it', async () => (await kindsFor(finance)).length === 3);
    const { attention } = await homeOf(own, finance);
    const orderHref = `/dashboard/hosts/${own.hostId}/orders/${order.reference}`;
    assert.deepEqual(
      attention.map(({ kind, subject, href, count }) => [kind, subject, href, count]),
      [
        ['refund_refused', `${order.reference} (${formatMoney(order.total, 'NIGERIA')})`, orderHref, 1],
        ['receiver_failing', '127.0.0.1 (A show)', `/dashboard/hosts/${own.hostId}/events/${eventId}`, 1],
        ['mail_not_sent', order.reference, orderHref, 1],
      ],
    );
    assert.ok(attention.every(({ since }) => since !== null));
    const chosen = { hasFactor: true, eventIds: [other.eventId] };
    assert.deepEqual(await kindsFor(await signInAs(on, own, { role: 'manager', ...chosen })), []);
    assert.deepEqual(await kindsFor(await signInAs(on, own, { role: 'door', hasFactor: true })), []);
  });

  test('somebody without a second factor, or whose e-mail is not confirmed, is told so', async () => {
    const door = await signInAs(on, host, { role: 'door' });
    await on.app.database.query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [door.personId]);
    const { attention } = await homeOf(host, door);
    assert.deepEqual(
      attention.map(({ kind, href }) => [kind, href]),
      [
        ['email_not_confirmed', '/dashboard/me'],
        ['no_factor', '/dashboard/me/security'],
      ],
    );
  });
});
