import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import { pay, untilStatus } from '../../../test/harness/buy.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { untilWaiting } from '../../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import type { ReturnTerms } from '../../rules/returns.ts';
import { makeReturnLink } from '../../tickets/mails/mailed-return.ts';
import { refundOrder } from '../refund-order.ts';
import { askForReturn } from '../returns/ask-return.ts';
import { confirmReturn } from '../returns/confirm-return.ts';
import { readReturnable } from '../returns/read-returnable.ts';
import { BACK_MINOR, costOf, FRONT_MINOR, onSeats, sellSeats, type SeatedSale } from './exchange.fixture.ts';

const MORE = costOf(FRONT_MINOR) - costOf(BACK_MINOR);
const TERMS: ReturnTerms = { hours: 1, percent: 100, keepsFees: false, needsApproval: false };

suite('a buyer returns a ticket whose seat is changed', () => {
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
  after(async () => assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks'));
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const query = async <Row extends object>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await on.app.database.query<Row>(sql, values)).rows;

  async function sell(prices: Parameters<typeof sellSeats>[2] = {}): Promise<SeatedSale> {
    const sale = await sellSeats(on, host, prices);
    await query('UPDATE orders SET return_terms = $2 WHERE id = $1', [sale.orderId, TERMS]);
    // As if the buyer's other returns were of other days.
    await query('DELETE FROM attempts', []);
    return sale;
  }
  /** The mail is not sent: it would make a link of its own. */
  const ask = ({ orderId }: SeatedSale): Promise<string> =>
    on.app.database.transaction(async (tx) => {
      const outcome = await askForReturn(tx, { orderId, positions: [1] });
      await tx.query(
        `DELETE FROM jobs WHERE payload ->> 'mail' = 'return_asked' AND payload ->> 'orderId' = $1`,
        [orderId],
      );
      return outcome;
    });
  async function linkTo(sale: SeatedSale): Promise<string> {
    assert.equal(await ask(sale), 'return_asked');
    const { orderId } = sale;
    const [row] = await query<{ returnId: string }>(
      `SELECT id AS "returnId" FROM returns WHERE order_id = $1 AND state = 'asked'`,
      [orderId],
    );
    return (await makeReturnLink(on.app.database, { orderId, returnId: row?.returnId ?? '' })) ?? '';
  }
  const confirm = ({ orderId }: SeatedSale, token: string): Promise<string> =>
    on.app.database.transaction((tx) => confirmReturn(tx, { orderId, token }));
  const askDifference = async (sale: SeatedSale): Promise<{ status: number; reference: string }> => {
    const { status, body } = await seats.exchange(owner, sale, {
      ticketId: sale.ticketIds[0] ?? '',
      toSeatId: sale.frontSeats[0] ?? '',
      seenDifferenceMinor: MORE,
      asksDifference: true,
    });
    return { status, reference: (body as unknown as { reference?: string }).reference ?? '' };
  };
  async function payFor(reference: string): Promise<void> {
    const [row] = await query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    await pay(row?.url ?? '');
    await untilStatus(on, reference, 'confirmed');
  }
  const refundsOf = async ({ orderId }: Pick<SeatedSale, 'orderId'>): Promise<number[]> => {
    const rows = await query<{ amount: number }>(
      'SELECT amount_minor AS amount FROM refunds WHERE order_id = $1 ORDER BY id',
      [orderId],
    );
    return rows.map(({ amount }) => amount);
  };
  const refundDifference = async (reference: string): Promise<void> => {
    const [row] = await query<{ id: string }>('SELECT id FROM orders WHERE reference = $1', [reference]);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: row?.id ?? '',
        actor: OPERATOR,
        ticketIds: [],
        amountMinor: MORE,
        returnsStock: false,
        requestKey: randomUUID(),
      }),
    );
  };

  test('to an equal one: for its price', async () => {
    const sale = await sell();
    const { status } = await seats.exchange(owner, sale, {
      ticketId: sale.ticketIds[0] ?? '',
      toSeatId: sale.backSeats[5] ?? '',
    });
    assert.equal(status, 200);
    assert.equal(await confirm(sale, await linkTo(sale)), 'returned');
    assert.deepEqual(await refundsOf(sale), [costOf(BACK_MINOR)]);
    assert.equal(await seats.isFree(sale.backSeats[5] ?? ''), true);
  });

  test('to a cheaper one whose difference went back: for the rest', async () => {
    const sale = await sell({ backMinor: FRONT_MINOR, frontMinor: BACK_MINOR });
    const [ticketId = ''] = sale.ticketIds;
    const { status } = await seats.send(owner, sale.reference, `/tickets/${ticketId}/cheaper-seat`, {
      fromSeatId: await seats.seatOf(ticketId),
      toSeatId: sale.frontSeats[0] ?? '',
      ticketTypeId: null,
      takesHouseSeat: false,
      seenDifferenceMinor: -MORE,
      requestKey: randomUUID(),
    });
    assert.equal(status, 200);
    assert.equal(await confirm(sale, await linkTo(sale)), 'returned');
    assert.deepEqual(await refundsOf(sale), [MORE, costOf(BACK_MINOR)]);
  });

  test('to a dearer one: not while its difference is awaited or paid, and for its own price once that went back', async () => {
    const sale = await sell();
    const link = await linkTo(sale);
    const { status, reference } = await askDifference(sale);
    assert.equal(status, 200);
    assert.deepEqual([await ask(sale), await confirm(sale, link)], ['return_refused', 'return_changed']);
    await payFor(reference);
    assert.deepEqual([await ask(sale), await confirm(sale, link)], ['return_refused', 'return_changed']);
    assert.deepEqual(await refundsOf(sale), []);
    await refundDifference(reference);
    assert.equal(await confirm(sale, await linkTo(sale)), 'returned');
    assert.deepEqual(await refundsOf(sale), [costOf(BACK_MINOR)]);
  });

  /** Both wait for the order, and get it in this order. */
  async function oneAfterTheOther<First, Second>(
    { orderId }: SeatedSale,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const { database } = on.app;
    const started = await database.transaction(async (tx) => {
      await tx.query('SELECT lock_order($1)', [orderId]);
      const ahead = first();
      await untilWaiting(database, { count: 1 });
      const both = Promise.all([ahead, second()]);
      await untilWaiting(database, { count: 2 });
      // Not awaited here: they wait for this transaction.
      return { both };
    });
    return started.both;
  }

  test('at the same moment to an equal one: it moves and is void, or is void and does not move', async () => {
    const [moved, returned] = [await sell(), await sell()];
    const links = [await linkTo(moved), await linkTo(returned)] as const;
    const change = (sale: SeatedSale) =>
      seats.exchange(owner, sale, { ticketId: sale.ticketIds[0] ?? '', toSeatId: sale.backSeats[5] ?? '' });
    const [changed, returnedThen] = await oneAfterTheOther(
      moved,
      () => change(moved),
      () => confirm(moved, links[0]),
    );
    assert.deepEqual([changed.status, returnedThen], [200, 'returned']);
    const [returnedFirst, late] = await oneAfterTheOther(
      returned,
      () => confirm(returned, links[1]),
      () => change(returned),
    );
    assert.deepEqual([returnedFirst, late.status], ['returned', 409]);
    for (const sale of [moved, returned]) {
      assert.deepEqual(await refundsOf(sale), [costOf(BACK_MINOR)]);
      assert.deepEqual(await seats.countsOf(sale.back), [[1, 0]]);
    }
  });

  test('at the same moment to a dearer one: it is returned, or its difference is asked for', async () => {
    const [asked, returned] = [await sell(), await sell()];
    const links = [await linkTo(asked), await linkTo(returned)] as const;
    const [difference, refused] = await oneAfterTheOther(
      asked,
      () => askDifference(asked),
      () => confirm(asked, links[0]),
    );
    assert.deepEqual([difference.status, refused], [200, 'return_changed']);
    assert.deepEqual(await refundsOf(asked), []);
    const [given, late] = await oneAfterTheOther(
      returned,
      () => confirm(returned, links[1]),
      () => askDifference(returned),
    );
    assert.deepEqual([given, late.status], ['returned', 409]);
    assert.deepEqual(await refundsOf(returned), [costOf(BACK_MINOR)]);
  });

  test('the unsafe way, to look whether it is changed and then to give it back, keeps the money for a better seat of a void ticket', async () => {
    const sale = await sell();
    const seen = await readReturnable(on.app.database, sale.orderId);
    assert.equal(seen?.tickets[0]?.problem, null);
    const { reference } = await askDifference(sale);
    await payFor(reference);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: sale.orderId,
        actor: OPERATOR,
        ticketIds: sale.ticketIds.slice(0, 1),
        amountMinor: seen?.tickets[0]?.amountMinor ?? 0,
        returnsDifferences: false,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    const kept = await query(
      `SELECT p.amount_minor - p.refunded_minor AS kept FROM tickets AS t JOIN seat_exchanges AS x ON x.ticket_id = t.id
         JOIN payments AS p ON p.order_id = x.difference_order_id WHERE t.id = $1 AND t.voided_at IS NOT NULL`,
      [sale.ticketIds[0]],
    );
    assert.deepEqual(kept, [{ kept: MORE }]);
  });
});
