import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { addPrice } from '../../pages/checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { countOneEvent } from '../../reports/count-sales-times.ts';
import { sellByHand } from '../host-order.fixture.ts';
import { refundOrder } from '../refund-order.ts';
import { BACK_MINOR, costOf, FRONT_MINOR, onSeats, sellSeats } from './exchange.fixture.ts';

const MORE = costOf(FRONT_MINOR) - costOf(BACK_MINOR);
const LESS = costOf(3_000_000) - costOf(1_000_000);

suite('a ticket gets a seat of another price', () => {
  let on: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  let owner: SignedIn;
  let seats: ReturnType<typeof onSeats>;
  before(async () => {
    on = await startTestApp({ environment: { HOST_MAILS_PER_DAY: '1000' } });
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager' });
    owner = await signInAs(on, host, { hasFactor: true });
    seats = onSeats(on, host);
    // Differences, and what goes back for cheaper seats, are taxed too: the promises say how.
    await query('UPDATE hosts SET vat_basis_points = 750 WHERE id = $1', [host.hostId]);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const query = async <Row extends object>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await on.app.database.query<Row>(sql, values)).rows;
  const refundsOf = async (orderId: string): Promise<number[]> => {
    const rows = await query<{ amount: number }>(
      'SELECT amount_minor AS amount FROM refunds WHERE order_id = $1',
      [orderId],
    );
    return rows.map(({ amount }) => amount);
  };
  const cheaper = async (sale: Awaited<ReturnType<typeof sellSeats>>, nr: number): Promise<object> => ({
    fromSeatId: await seats.seatOf(sale.ticketIds[0] ?? ''),
    toSeatId: sale.frontSeats[nr] ?? '',
    ticketTypeId: null,
    takesHouseSeat: false,
    seenDifferenceMinor: costOf(1_000_000) - costOf(3_000_000),
    requestKey: randomUUID(),
  });

  test('that costs more: by a member who has seen how much, and what was paid stays where it was counted', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const toSeatId = sale.frontSeats[0] ?? '';
    const unseen = await seats.exchange(manager, sale, { ticketId, toSeatId });
    assert.deepEqual(
      [unseen.status, unseen.body.error_code, unseen.body.current],
      [409, 'changed_meanwhile', { differenceMinor: MORE }],
    );
    const salesOf = () =>
      query<{ sales: number; refunded: number }>(
        'SELECT sales_minor AS sales, refunded_minor AS refunded FROM ticket_types WHERE event_id = $1 ORDER BY position',
        [sale.eventId],
      );
    const counted = await salesOf();
    const asked = { ticketId, toSeatId, seenDifferenceMinor: MORE };
    assert.equal((await seats.exchange(manager, sale, asked)).status, 200);
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [1, 0],
      [1, 0],
    ]);
    assert.deepEqual(await salesOf(), counted);
    const [ticket] = await query<{ type: string; pricedAs: string }>(
      'SELECT ticket_type_id AS type, priced_as AS "pricedAs" FROM tickets WHERE id = $1',
      [ticketId],
    );
    assert.deepEqual(ticket, { type: sale.front, pricedAs: sale.back });

    // Back to the old price: nothing was paid for the better seat, so nothing is owed.
    const back = { ticketId, toSeatId: sale.backSeats[5] ?? '' };
    assert.equal((await seats.exchange(manager, sale, back)).status, 200);
    const [again] = await query<{ pricedAs: string | null }>(
      'SELECT priced_as AS "pricedAs" FROM tickets WHERE id = $1',
      [ticketId],
    );
    assert.equal(again?.pricedAs, null);
  });

  test('a refund of it gives back what its line of the order cost, off the ticket type that it was sold as', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const asked = { ticketId, toSeatId: sale.frontSeats[0] ?? '', seenDifferenceMinor: MORE };
    assert.equal((await seats.exchange(manager, sale, asked)).status, 200);
    const { amountMinor } = await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: sale.orderId,
        actor: OPERATOR,
        ticketIds: [ticketId],
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    assert.equal(amountMinor, costOf(BACK_MINOR));
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [1, 0],
      [0, 0],
    ]);
    assert.equal(await seats.isFree(sale.frontSeats[0] ?? ''), true);
    const off = await query<object>(
      `SELECT t.refunded_minor AS refunded, coalesce(sum(s.returned_tickets), 0)::integer AS returned
         FROM ticket_types AS t LEFT JOIN sales_times AS s ON s.ticket_type_id = t.id
        WHERE t.event_id = $1 GROUP BY t.id ORDER BY t.position`,
      [sale.eventId],
    );
    assert.deepEqual(off, [
      { refunded: costOf(BACK_MINOR), returned: 1 },
      { refunded: 0, returned: 0 },
    ]);
  });

  test('of two lines, a refund of a ticket that moved is taken off the one that it was bought by', async () => {
    const sale = await sellSeats(on, host, { quantity: 1, alsoLastFront: true });
    const [moved] = await query<{ id: string }>(
      'SELECT id FROM tickets WHERE order_id = $1 AND ticket_type_id = $2',
      [sale.orderId, sale.back],
    );
    const ticketId = moved?.id ?? '';
    const asked = { ticketId, toSeatId: sale.frontSeats[0] ?? '', seenDifferenceMinor: MORE };
    assert.equal((await seats.exchange(manager, sale, asked)).status, 200);
    const refunds = { orderId: sale.orderId, actor: OPERATOR, ticketIds: [ticketId], returnsStock: true };
    const { amountMinor } = await on.app.database.transaction((tx) =>
      refundOrder(tx, { ...refunds, amountMinor: null, requestKey: randomUUID() }),
    );
    assert.equal(amountMinor, costOf(BACK_MINOR));
    const off = await query<{ refunded: number }>(
      'SELECT refunded_minor AS refunded FROM ticket_types WHERE event_id = $1 ORDER BY position',
      [sale.eventId],
    );
    assert.deepEqual(
      off.map(({ refunded }) => refunded),
      [costOf(BACK_MINOR), 0],
    );
    // The sums over time equal a new count of the orders.
    const kept = `SELECT ticket_type_id, at, gateway, orders, tickets, refunded_minor, returned_tickets FROM sales_times
                   WHERE ticket_type_id = ANY ($1) ORDER BY 1, 2, 3`;
    const types = [[sale.back, sale.front]];
    const asTheySold = await query(kept, types);
    await query('UPDATE ticket_types SET times_counted = false WHERE event_id = $1', [sale.eventId]);
    await on.app.database.transaction((tx) => countOneEvent(tx));
    assert.deepEqual(await query(kept, types), asTheySold);
  });

  test('a ticket at a further price keeps it on seats that have it, also when no more of it are left', async () => {
    const sale = await sellSeats(on, host, { quantity: 1 });
    const hall = { eventId: sale.eventId, skus: [sale.back] };
    const child = await addPrice(on, host, hall, { priceMinor: 500_000, ownLimit: 1 });
    const { reference, orderId } = await sellByHand(on, host, {
      eventId: sale.eventId,
      lines: [{ ticketTypeId: child, quantity: 1, priceMinor: null }],
      seatIds: [sale.backSeats[1] ?? ''],
      seatTypes: { [sale.backSeats[1] ?? '']: child },
    });
    const [ticket] = await query<{ id: string }>('SELECT id FROM tickets WHERE order_id = $1', [orderId]);
    const ticketId = ticket?.id ?? '';
    const moved = await seats.exchange(
      manager,
      { reference },
      { ticketId, toSeatId: sale.backSeats[2] ?? '' },
    );
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    assert.deepEqual(await seats.countsOf(sale.back, child), [
      [1, 0],
      [1, 0],
    ]);
    // As the seat's own price, where the member says so; and no other of the hall's.
    const asOwn = { ticketId, toSeatId: sale.backSeats[3] ?? '', ticketTypeId: sale.back };
    const more = { ...asOwn, seenDifferenceMinor: BACK_MINOR - 500_000 };
    assert.equal((await seats.exchange(manager, { reference }, more)).status, 200);
    assert.deepEqual(await seats.countsOf(sale.back, child), [
      [2, 0],
      [0, 0],
    ]);
    const strange = { ticketId, toSeatId: sale.backSeats[4] ?? '', ticketTypeId: sale.front };
    const { status, body } = await seats.exchange(manager, { reference }, strange);
    assert.deepEqual([status, body.field], [400, 'ticketTypeId']);
  });

  test('a cheaper one: the difference stays with the host where a member without the power of refunds says so', async () => {
    const sale = await sellSeats(on, host, { backMinor: 3_000_000, frontMinor: 1_000_000 });
    const [ticketId = ''] = sale.ticketIds;
    const wanted = { ticketId, toSeatId: sale.frontSeats[0] ?? '' };
    const { body: unseen } = await seats.exchange(manager, sale, wanted);
    assert.deepEqual([unseen.error_code, unseen.current], ['changed_meanwhile', { differenceMinor: -LESS }]);
    const seen = { ...wanted, seenDifferenceMinor: -LESS };
    assert.equal((await seats.exchange(manager, sale, seen)).status, 200);
    const path = `/tickets/${ticketId}/cheaper-seat`;
    const { status } = await seats.send(manager, sale.reference, path, await cheaper(sale, 1));
    assert.equal(status, 403);
    assert.equal(await seats.seatOf(ticketId), sale.frontSeats[0]);
    assert.deepEqual(await refundsOf(sale.orderId), []);
    const how = await query('SELECT how, difference_minor AS less FROM seat_exchanges WHERE ticket_id = $1', [
      ticketId,
    ]);
    assert.deepEqual(how, [{ how: 'kept', less: -LESS }]);
  });

  test('a cheaper one: the difference goes back once, and is taken off what the ticket is worth', async () => {
    const sale = await sellSeats(on, host, { backMinor: 3_000_000, frontMinor: 1_000_000 });
    const [ticketId = '', other = ''] = sale.ticketIds;
    const body = await cheaper(sale, 0);
    const path = `/tickets/${ticketId}/cheaper-seat`;
    const answers = await Promise.all([1, 2].map(() => seats.send(owner, sale.reference, path, body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
      JSON.stringify(answers),
    );
    assert.deepEqual(await refundsOf(sale.orderId), [LESS]);
    assert.equal(await seats.seatOf(ticketId), sale.frontSeats[0]);
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [1, 0],
      [1, 0],
    ]);
    // Its worth is the cheaper seat's now: going back to the dear one costs the difference, and a refund gives the rest.
    const back = { ticketId, toSeatId: sale.backSeats[4] ?? '' };
    const { body: dearer } = await seats.exchange(manager, sale, back);
    assert.deepEqual(dearer.current, { differenceMinor: LESS });
    const refund = { orderId: sale.orderId, actor: OPERATOR, amountMinor: null, returnsStock: true };
    const { amountMinor } = await on.app.database.transaction((tx) =>
      refundOrder(tx, { ...refund, ticketIds: [ticketId], requestKey: 'rest' }),
    );
    assert.equal(amountMinor, costOf(1_000_000));
    const rest = await on.app.database.transaction((tx) =>
      refundOrder(tx, { ...refund, ticketIds: [other], requestKey: 'other' }),
    );
    assert.equal(rest.amountMinor, costOf(3_000_000));
  });

  test('a cheaper one: money that went back before does not go back again, and the refusal says so', async () => {
    const sale = await sellSeats(on, host, { quantity: 1, backMinor: 3_000_000, frontMinor: 1_000_000 });
    const [ticketId = ''] = sale.ticketIds;
    const goodwill = { orderId: sale.orderId, actor: OPERATOR, ticketIds: [], returnsStock: false };
    const amountMinor = costOf(3_000_000) - LESS + 1;
    await on.app.database.transaction((tx) =>
      refundOrder(tx, { ...goodwill, amountMinor, requestKey: 'goodwill' }),
    );
    const path = `/tickets/${ticketId}/cheaper-seat`;
    const { body } = await seats.send(owner, sale.reference, path, await cheaper(sale, 0));
    assert.deepEqual(
      [body.error_code, body.message],
      [
        'wrong_state',
        'Part of this order was refunded: less than the difference is left. Change the seat without a refund.',
      ],
    );
    assert.deepEqual(
      [await seats.seatOf(ticketId), await refundsOf(sale.orderId)],
      [sale.backSeats[0], [amountMinor]],
    );
  });

  test('a dearer one that is paid at the counter moves at once, and the money is on record as the host’s own', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const wanted = { ticketId, toSeatId: sale.frontSeats[0] ?? '', asksDifference: true, paidBy: 'cash' };
    const seen = { ...wanted, seenDifferenceMinor: MORE };
    const { status, body } = await seats.exchange(manager, sale, seen);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(await seats.seatOf(ticketId), sale.frontSeats[0]);
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [1, 0],
      [1, 0],
    ]);
    const paid = await query(
      `SELECT o.status, o.source, o.gateway, o.paid_by AS "paidBy", p.amount_minor AS amount, p.gateway AS through
         FROM seat_exchanges AS x JOIN orders AS o ON o.id = x.difference_order_id JOIN payments AS p ON p.order_id = o.id
        WHERE x.ticket_id = $1`,
      [ticketId],
    );
    const byHand = {
      source: 'exchange',
      gateway: 'by_hand',
      paidBy: 'cash',
      amount: MORE,
      through: 'by_hand',
    };
    assert.deepEqual(paid, [{ status: 'confirmed', ...byHand }]);
    // Pressed again, it has the seat.
    assert.equal(
      (await seats.exchange(manager, sale, { ...seen, fromSeatId: sale.backSeats[0] })).status,
      200,
    );
    const given = await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: sale.orderId,
        actor: OPERATOR,
        ticketIds: [ticketId],
        amountMinor: null,
        returnsStock: true,
        requestKey: 'all',
      }),
    );
    assert.deepEqual(
      [given.amountMinor, given.differences.map(({ amountMinor }) => amountMinor)],
      [costOf(BACK_MINOR), [MORE]],
    );
    const [difference] = await query(
      'SELECT o.status FROM seat_exchanges AS x JOIN orders AS o ON o.id = x.difference_order_id WHERE x.ticket_id = $1',
      [ticketId],
    );
    assert.deepEqual(difference, { status: 'refunded' });
  });

  test('the order’s history says what became of the difference', async () => {
    const dearer = await sellSeats(on, host);
    const [waived = '', paid = ''] = dearer.ticketIds;
    const front = (ticketId: string, nr: number) => ({
      ticketId,
      toSeatId: dearer.frontSeats[nr] ?? '',
      seenDifferenceMinor: MORE,
    });
    await seats.exchange(manager, dearer, front(waived, 0));
    await seats.exchange(manager, dearer, { ...front(paid, 1), asksDifference: true, paidBy: 'cash' });
    const less = await sellSeats(on, host, { backMinor: 3_000_000, frontMinor: 1_000_000 });
    const [back = '', kept = ''] = less.ticketIds;
    await seats.send(owner, less.reference, `/tickets/${back}/cheaper-seat`, await cheaper(less, 0));
    const toSeatId = less.frontSeats[1] ?? '';
    await seats.exchange(manager, less, { ticketId: kept, toSeatId, seenDifferenceMinor: -LESS });

    const toldOf = async (reference: string): Promise<string[]> =>
      (await seats.view(manager, reference)).changes
        .map(({ cause }) => cause)
        .filter((cause) => cause.startsWith('seat of ticket'));
    const [order] = await query<{ reference: string }>(
      'SELECT o.reference FROM seat_exchanges AS x JOIN orders AS o ON o.id = x.difference_order_id WHERE x.ticket_id = $1',
      [paid],
    );
    assert.deepEqual(await toldOf(dearer.reference), [
      'seat of ticket 1 changed from Stalls · A · 1 to Stalls · B · 1, difference waived: its code is new',
      `seat of ticket 2 changed from Stalls · A · 2 to Stalls · B · 2, difference paid at the counter by order ${order?.reference}: its code is new`,
    ]);
    assert.deepEqual(await toldOf(less.reference), [
      'seat of ticket 1 changed from Stalls · A · 1 to Stalls · B · 1, difference refunded: its code is new',
      'seat of ticket 2 changed from Stalls · A · 2 to Stalls · B · 2, difference kept: its code is new',
    ]);
  });

  test('a buyer at the counter is held to prices without fees', async () => {
    const sale = await sellSeats(on, host);
    const seatId = sale.backSeats[3] ?? '';
    const { reference, orderId } = await sellByHand(on, host, {
      eventId: sale.eventId,
      lines: [{ ticketTypeId: sale.back, quantity: 1, priceMinor: null }],
      seatIds: [seatId],
    });
    const [ticket] = await query<{ id: string }>('SELECT id FROM tickets WHERE order_id = $1', [orderId]);
    const asked = {
      ticketId: ticket?.id ?? '',
      toSeatId: sale.frontSeats[0] ?? '',
      seenDifferenceMinor: FRONT_MINOR - BACK_MINOR,
    };
    assert.equal((await seats.exchange(manager, { reference }, asked)).status, 200);
  });
});
