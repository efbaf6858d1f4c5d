import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import {
  endPaymentWindow,
  historyOf,
  letTransferArrive,
  pay,
  storedOrder,
  untilStatus,
} from '../../../test/harness/buy.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { admitTicket } from '../../check-in/admit-ticket.ts';
import { addPrice, postHold } from '../../pages/checkout/embed/embed.fixture.ts';
import { codeOf } from '../../pages/dashboard/order/order-page.fixture.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { readGuestsForPhone } from '../../check-in/read-guests-for-phone.ts';
import { blockTickets } from '../disputes/block-tickets.ts';
import type { FoundDispute } from '../../payments/gateway.ts';
import { recordDisputes } from '../disputes/record-disputes.ts';
import { sellByHand } from '../host-order.fixture.ts';
import { openDifference } from './open-difference.ts';
import { BACK_MINOR, costOf, FRONT_MINOR, onSeats, sellSeats, type SeatedSale } from './exchange.fixture.ts';

const MORE = costOf(FRONT_MINOR) - costOf(BACK_MINOR);

suite('a better seat is paid for', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let seats: ReturnType<typeof onSeats>;
  before(async () => {
    on = await startTestApp({ environment: { HOST_MAILS_PER_DAY: '1000' } });
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    seats = onSeats(on, host);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const query = async <Row extends object>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await on.app.database.query<Row>(sql, values)).rows;
  const admit = async ({ eventId }: SeatedSale, ticketId: string): Promise<string> =>
    (await admitTicket(on.app.database, on.secretKeys, { eventId, code: await codeOf(on, ticketId) }))
      .outcome;

  type Asked = { sale: SeatedSale; ticketId: string; to: string; reference: string; checkoutUrl: string };
  async function askFor(sale?: SeatedSale): Promise<Asked> {
    const sold = sale ?? (await sellSeats(on, host));
    const [ticketId = ''] = sold.ticketIds;
    const to = sold.frontSeats[0] ?? '';
    const { status, body } = await seats.exchange(owner, sold, {
      ticketId,
      toSeatId: to,
      seenDifferenceMinor: MORE,
      asksDifference: true,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const { reference } = body as unknown as { reference: string };
    const [row] = await query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    return { sale: sold, ticketId, to, reference, checkoutUrl: row?.url ?? '' };
  }
  const goneBack = async (reference: string): Promise<number> => {
    const [row] = await query<{ sum: number }>(
      `SELECT coalesce(sum(r.amount_minor), 0)::bigint AS sum FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.reference = $1`,
      [reference],
    );
    return row?.sum ?? 0;
  };
  const receiptOf = async (reference: string): Promise<string> => {
    const [row] = await query<{ token: string }>(
      'SELECT receipt_token AS token FROM orders WHERE reference = $1',
      [reference],
    );
    return (await fetch(`${on.publicUrl}/checkout/orders/${row?.token}`)).text();
  };

  test('a dispute of the difference blocks the ticket that was moved by it, and no other', async () => {
    const { database } = on.app;
    const { sale, ticketId, reference, checkoutUrl } = await askFor();
    await pay(checkoutUrl, 'success');
    await untilStatus(on, reference, 'confirmed');
    const { id: orderId } = await storedOrder(on, reference);
    const [payment] = await query<{ paymentId: string; asOf: string }>(
      `SELECT id AS "paymentId", clock_timestamp()::text AS "asOf" FROM payments WHERE order_id = $1`,
      [orderId],
    );
    const dispute: FoundDispute = {
      gatewayDisputeId: orderId,
      amountMinor: MORE,
      currency: 'NGN',
      reason: 'fraudulent',
      state: 'open',
      isRefundable: false,
      dueAt: null,
      openedAt: new Date(),
      endedAt: null,
    };
    await database.transaction((tx) =>
      recordDisputes(tx, { paymentId: '', asOf: '', ...payment, orderId, found: [dispute] }),
    );
    const block = (isBlocked: boolean) =>
      database.transaction((tx) =>
        blockTickets(tx, { hostId: host.hostId, orderId, reference, actor: OPERATOR, isBlocked }),
      );
    const disputed = async (cursor: string | null) => {
      const { entries, next } = await readGuestsForPhone(database, { eventId: sale.eventId, after: cursor });
      return { next, marks: entries.map(({ isDisputed }) => isDisputed ?? false) };
    };
    const first = await disputed(null);
    await block(true);
    const second = await disputed(first.next);
    assert.deepEqual([first.marks.includes(true), second.marks], [false, [true]]);
    assert.equal(await admit(sale, ticketId), 'disputed');
    assert.equal(await admit(sale, sale.ticketIds[1] ?? ''), 'admitted');
    await block(false);
    assert.deepEqual((await disputed(second.next)).marks.filter(Boolean), []);
    assert.equal(await admit(sale, ticketId), 'admitted');
  });

  test('a seat that is asked for at a further price is held, and moved to, as that', async () => {
    const sale = await sellSeats(on, host);
    const priceMinor = 2_000_000;
    const child = await addPrice(on, host, { eventId: sale.eventId, skus: [sale.front] }, { priceMinor });
    const [ticketId = ''] = sale.ticketIds;
    const { status, body } = await seats.exchange(owner, sale, {
      ticketId,
      toSeatId: sale.frontSeats[0] ?? '',
      ticketTypeId: child,
      seenDifferenceMinor: costOf(priceMinor) - costOf(BACK_MINOR),
      asksDifference: true,
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(await checkInvariants(on.app.database), []);
    const { reference } = body as unknown as { reference: string };
    const [row] = await query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    await pay(row?.url ?? '');
    await untilStatus(on, reference, 'confirmed');
    assert.equal(await seats.seatOf(ticketId), sale.frontSeats[0]);
    assert.deepEqual(await seats.countsOf(sale.back, sale.front, child), [
      [1, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  test('the seat is held and the ticket stays; once it is paid the ticket moves, and nothing else is issued', async () => {
    const { sale, ticketId, to, reference, checkoutUrl } = await askFor();
    const [from = ''] = sale.backSeats;
    assert.equal(await seats.seatOf(ticketId), from);
    assert.equal((await postHold(on, sale.slug, { items: [], seatIds: [to] })).status, 400);
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [2, 0],
      [0, 1],
    ]);
    assert.deepEqual(await checkInvariants(on.app.database), []);
    await until('the buyer to be mailed', async () => {
      const mails = await query<{ recipient: string }>(
        `SELECT m.recipient FROM mails AS m JOIN orders AS o ON o.id = m.order_id
          WHERE o.reference = $1 AND m.kind = 'seat_change_due' AND m.sent_at IS NOT NULL`,
        [reference],
      );
      return mails[0]?.recipient === 'ada@example.com';
    });
    const waiting = await receiptOf(reference);
    assert.match(waiting, /We’re holding your new seat/);
    assert.match(waiting, /Seat change: Stalls, row A, seat 1 → Stalls, row B, seat 1/);
    const old = await codeOf(on, ticketId);

    await pay(checkoutUrl);
    const { id: orderId } = await untilStatus(on, reference, 'confirmed');
    assert.equal(await seats.seatOf(ticketId), to);
    assert.equal(await seats.isFree(from), true);
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [1, 0],
      [1, 0],
    ]);
    const dead = await admitTicket(on.app.database, on.secretKeys, { eventId: sale.eventId, code: old });
    assert.equal(dead.outcome, 'passed_on');
    assert.equal(await admit(sale, ticketId), 'admitted');
    const sold = await query<object>(
      `SELECT t.sales_minor AS sales, sum(s.tickets)::integer AS tickets, sum(s.orders)::integer AS orders
         FROM ticket_types AS t JOIN sales_times AS s ON s.ticket_type_id = t.id WHERE t.event_id = $1
        GROUP BY t.id ORDER BY t.position`,
      [sale.eventId],
    );
    assert.deepEqual(sold, [
      { sales: 2 * costOf(BACK_MINOR), tickets: 2, orders: 1 },
      { sales: MORE, tickets: 0, orders: 1 },
    ]);
    assert.deepEqual(await query('SELECT FROM tickets WHERE order_id = $1', [orderId]), []);
    assert.deepEqual(await query('SELECT FROM webhook_deliveries WHERE order_id = $1', [orderId]), []);
    const history = (await historyOf(on, sale.reference)).map(({ cause }) => cause);
    assert.ok(
      history.includes(
        `seat of ticket 1 changed from Stalls · A · 1 to Stalls · B · 1, difference paid by order ${reference}: its code is new`,
      ),
      JSON.stringify(history),
    );
    const receipt = await receiptOf(reference);
    assert.match(receipt, /Your seat was changed/);
    assert.match(receipt, />See your tickets</);
    const { seatChanges } = await seats.view(owner, sale.reference);
    assert.deepEqual(
      seatChanges.map((change) => [change.reference, change.status, change.leftMinor]),
      [[reference, 'confirmed', MORE]],
    );
    assert.equal((await seats.view(owner, reference)).movesTicketOf, sale.reference);
    const ordersOf = async (type: string): Promise<string[]> => {
      const path = `/hosts/${host.hostId}/events/${sale.eventId}/orders?status=confirmed&type=${type}`;
      const { data } = (await askDashboard(on, path, { as: owner })).body as unknown as {
        data: { orders: { reference: string; quantity: number }[] };
      };
      return data.orders.map((one) => `${one.reference} ${one.quantity}`);
    };
    assert.deepEqual(await ordersOf(sale.back), [`${sale.reference} 2`]);
    assert.deepEqual(await ordersOf(sale.front), [`${reference} 0`]);
  });

  test('asked for twice there is one order, and for another seat it is refused until that one is cancelled', async () => {
    const { sale, ticketId, to, reference } = await askFor();
    assert.equal((await askFor(sale)).reference, reference);
    const other = { ticketId, toSeatId: sale.frontSeats[1] ?? '', seenDifferenceMinor: MORE };
    const refused = await seats.exchange(owner, sale, other);
    assert.deepEqual([refused.status, refused.body.error_code], [409, 'wrong_state']);
    assert.match(refused.body.message, new RegExp(`Cancel order ${reference} first`));
    assert.equal((await seats.send(owner, reference, '/cancel')).status, 200);
    assert.equal(await seats.isFree(to), true);
    assert.match(await receiptOf(reference), /Your seat was not changed/);
    assert.equal((await seats.exchange(owner, sale, other)).status, 200);
  });

  test('not paid in time, the seat is free again and the ticket is as it was; paid later, it moves if it still can', async () => {
    const { sale, ticketId, to, reference, checkoutUrl } = await askFor();
    await pay(checkoutUrl, 'late');
    await endPaymentWindow(on, reference);
    await untilStatus(on, reference, 'expired');
    assert.equal(await seats.isFree(to), true);
    assert.equal(await seats.seatOf(ticketId), sale.backSeats[0]);
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'confirmed');
    assert.equal(await seats.seatOf(ticketId), to);
  });

  test('paid later than another has the seat, the money goes back and the ticket stays', async () => {
    const { sale, ticketId, to, reference, checkoutUrl } = await askFor();
    await pay(checkoutUrl, 'late');
    assert.equal((await seats.send(owner, reference, '/cancel')).status, 200);
    await sellByHand(on, host, {
      eventId: sale.eventId,
      lines: [{ ticketTypeId: sale.front, quantity: 1, priceMinor: null }],
      seatIds: [to],
    });
    await letTransferArrive(on, reference);
    await until('the money to go back', async () => (await goneBack(reference)) === MORE);
    assert.equal(await seats.seatOf(ticketId), sale.backSeats[0]);
  });

  for (const [how, deed] of [
    ['somebody came in with it', (asked: Asked) => admit(asked.sale, asked.ticketId)],
    [
      'it was refunded',
      async ({ sale, ticketId }: Asked) => {
        const planned = await seats.planned(owner, sale.reference);
        const body = { ...planned, ticketIds: [ticketId], amountMinor: 100 };
        assert.equal((await seats.send(owner, sale.reference, '/refunds', body)).status, 200);
      },
    ],
  ] as const) {
    test(`if ${how} before it was paid, the money goes back, and the seat is free`, async () => {
      const asked = await askFor();
      // A transfer that is under way can't be stopped by closing the page.
      await pay(asked.checkoutUrl, 'late');
      await deed(asked);
      await letTransferArrive(on, asked.reference);
      await until('the money to go back', async () => (await goneBack(asked.reference)) === MORE);
      assert.equal(await seats.seatOf(asked.ticketId), asked.sale.backSeats[0]);
      assert.equal(await seats.isFree(asked.to), true);
      const { status } = await storedOrder(on, asked.reference);
      assert.ok(['expired', 'cancelled', 'refunded'].includes(status), status);
      assert.match(await receiptOf(asked.reference), /Your seat was not changed/);
    });
  }

  const paid = async (): Promise<Asked> => {
    const asked = await askFor();
    await pay(asked.checkoutUrl);
    await untilStatus(on, asked.reference, 'confirmed');
    return asked;
  };

  test('a refund of the ticket gives back its line and the difference, each out of its order', async () => {
    const { sale, ticketId, reference } = await paid();
    const planned = await seats.planned(owner, sale.reference);
    const body = {
      ...planned,
      ticketIds: [ticketId],
      amountMinor: costOf(BACK_MINOR),
    };
    assert.equal((await seats.send(owner, sale.reference, '/refunds', body)).status, 200);
    assert.equal(await goneBack(sale.reference), costOf(BACK_MINOR));
    assert.equal(await goneBack(reference), MORE);
    await untilStatus(on, reference, 'refunded');
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [1, 0],
      [0, 0],
    ]);
    const off = await query<{ refunded: number }>(
      'SELECT refunded_minor AS refunded FROM ticket_types WHERE event_id = $1 ORDER BY position',
      [sale.eventId],
    );
    assert.deepEqual(
      off.map(({ refunded }) => refunded),
      [costOf(BACK_MINOR), MORE],
    );
  });

  test('if the host keeps the money of a void ticket, it keeps the difference too', async () => {
    const { sale, ticketId, reference } = await paid();
    const planned = await seats.planned(owner, sale.reference);
    const body = { ...planned, ticketIds: [ticketId], amountMinor: 0, returnsDifferences: false };
    assert.equal((await seats.send(owner, sale.reference, '/refunds', body)).status, 200);
    assert.equal(await goneBack(reference), 0);
  });

  test('the difference alone can be given back in parts: the ticket keeps its seat', async () => {
    const { ticketId, to, reference } = await paid();
    const refund = async (amountMinor: number) => {
      const planned = await seats.planned(owner, reference);
      const answer = await seats.send(owner, reference, '/refunds', { ...planned, amountMinor });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    };
    await refund(100);
    await untilStatus(on, reference, 'partially_refunded');
    await refund(MORE - 100);
    await untilStatus(on, reference, 'refunded');
    assert.equal(await seats.seatOf(ticketId), to);
  });

  test('a cancelled event gives both orders back', async () => {
    const { sale, reference } = await paid();
    const unpaid = await askFor({
      ...sale,
      ticketIds: sale.ticketIds.slice(1),
      frontSeats: sale.frontSeats.slice(1),
    });
    const path = `/hosts/${host.hostId}/events/${sale.eventId}/cancel`;
    const { body: shown } = await askDashboard(on, path, { as: owner });
    const { event, plan } = shown.data as {
      event: { name: string };
      plan: { goesBack: { amountMinor: number }[] };
    };
    assert.equal(
      plan.goesBack.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      2 * costOf(BACK_MINOR) + MORE,
      JSON.stringify(shown.data),
    );
    const cancelled = await askDashboard(on, path, {
      as: owner,
      method: 'POST',
      body: { name: event.name, reason: '' },
    });
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
    await until('the money of both to go back', async () => {
      const sums = [await goneBack(sale.reference), await goneBack(reference)];
      return sums[0] === 2 * costOf(BACK_MINOR) && sums[1] === MORE;
    });
    await untilStatus(on, unpaid.reference, 'cancelled');
  });

  test('a second change counts what was paid for the first', async () => {
    const { sale, ticketId } = await paid();
    const back = { ticketId, toSeatId: sale.backSeats[4] ?? '' };
    const { status, body } = await seats.exchange(owner, sale, back);
    assert.deepEqual([status, body.error_code], [409, 'changed_meanwhile']);
    const same = { ticketId, toSeatId: sale.frontSeats[3] ?? '' };
    assert.equal((await seats.exchange(owner, sale, same)).status, 200);
  });

  test('if the program died before the link was there, the change can be asked for again', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const died = await on.app.database.transaction((tx) =>
      openDifference(tx, {
        orderId: sale.orderId,
        ticketId,
        fromSeatId: sale.backSeats[0] ?? '',
        toSeatId: sale.frontSeats[0] ?? '',
        ticketTypeId: null,
        takesHouseSeat: false,
        seenDifferenceMinor: MORE,
        actor: OPERATOR,
        hostMailsPerDay: 1000,
        via: { name: 'sandbox', accountId: null },
      }),
    );
    // While the gateway may still answer it is the same order.
    assert.equal((await askFor(sale)).reference, died.reference);
    await query(`UPDATE orders SET start_by = now() - interval '1 second' WHERE reference = $1`, [
      died.reference,
    ]);
    const { reference, checkoutUrl, to } = await askFor(sale);
    assert.notEqual(reference, died.reference);
    assert.equal((await storedOrder(on, died.reference)).status, 'failed');
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    assert.equal(await seats.seatOf(ticketId), to);
  });

  test('if the gateway gives no link it is refused, and the seat is free', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const toSeatId = sale.frontSeats[0] ?? '';
    // The sandbox keeps its pages there.
    await query('ALTER TABLE sandbox_payments RENAME TO sandbox_away', []);
    const asked = { ticketId, toSeatId, seenDifferenceMinor: MORE, asksDifference: true };
    const { status } = await seats.exchange(owner, sale, asked);
    await query('ALTER TABLE sandbox_away RENAME TO sandbox_payments', []);
    assert.ok(status >= 500, String(status));
    assert.equal(await seats.isFree(toSeatId), true);
    assert.equal(await seats.seatOf(ticketId), sale.backSeats[0]);
  });
});
