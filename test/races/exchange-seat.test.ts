import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { postHold } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { codeOf } from '../../src/pages/dashboard/order/order-page.fixture.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import {
  BACK_MINOR,
  costOf,
  FRONT_MINOR,
  onSeats,
  sellSeats,
} from '../../src/orders/exchange/exchange.fixture.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { pay } from '../harness/buy.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { signInAs } from '../harness/sign-in.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { ENVIRONMENT, startRaces } from './races.fixture.ts';

// Each is a race of its own, and either may win.
const ROUNDS = 6;
const BIMBO = { email: 'bimbo@example.com', firstName: 'Bimbo', lastName: 'Ade' };

const world = await startRaces();
const { on, apps, host } = world;
const one = await signInAs(on, host, { role: 'manager', hasFactor: true });
const other = await signInAs(on, host, { role: 'manager', hasFactor: true });
const seats = onSeats(on, host);
const byProcess = apps.map((app) => onSeats(app, host));
const through = (at: number): typeof seats => byProcess[at] ?? seats;
after(() => world.close());
afterEach(() => world.check());

const admit = async (eventId: string, code: string): Promise<string> =>
  (await admitTicket(on.app.database, on.secretKeys, { eventId, code })).outcome;

describe('a seat is changed while', () => {
  test('another member gives the same seat to another ticket: one has it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await sellSeats(on, host);
      const toSeatId = sale.backSeats[5] ?? '';
      const answers = await Promise.all(
        sale.ticketIds.map((ticketId, at) =>
          through(at).exchange(at === 0 ? one : other, sale, { ticketId, toSeatId }),
        ),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 400],
      );
    }
  });

  test('two members swap two seats of a third: nobody deadlocks, and every seat has one owner', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sales = await Promise.all([sellSeats(on, host), sellSeats(on, host)]);
      await Promise.all(
        sales.flatMap((sale) =>
          sale.ticketIds.flatMap((ticketId, at) =>
            // The first wants a later seat, the second an earlier one.
            [sale.backSeats[at === 0 ? 4 : 3], sale.backSeats[at === 0 ? 3 : 4]].map((toSeatId = '', way) =>
              through(way).exchange(one, sale, { ticketId, toSeatId }),
            ),
          ),
        ),
      );
    }
  });

  test('a buyer holds the new one: it is the ticket’s or the buyer’s', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await sellSeats(on, host);
      const [ticketId = ''] = sale.ticketIds;
      const toSeatId = sale.backSeats[5] ?? '';
      const [changed, cart] = await Promise.all([
        seats.exchange(one, sale, { ticketId, toSeatId }),
        postHold(apps[1] ?? on, sale.slug, { items: [], seatIds: [toSeatId] }),
      ]);
      const expected = changed.status === 200 ? [200, 400] : [400, 201];
      assert.deepEqual([changed.status, cart.status], expected);
    }
  });

  test('the ticket is refunded: it moves and is void, or is void and does not move', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await sellSeats(on, host);
      const [ticketId = ''] = sale.ticketIds;
      const [changed] = await Promise.all([
        seats.exchange(one, sale, { ticketId, toSeatId: sale.backSeats[5] ?? '' }),
        apps[1]?.app.database.transaction((tx) =>
          refundOrder(tx, {
            orderId: sale.orderId,
            actor: OPERATOR,
            ticketIds: [ticketId],
            amountMinor: null,
            returnsStock: true,
            requestKey: randomUUID(),
          }),
        ),
      ]);
      assert.ok(changed.status === 200 || changed.status === 409, JSON.stringify(changed.body));
      assert.deepEqual(await seats.countsOf(sale.back), [[1, 0]]);
    }
  });

  test('the ticket is passed on: both are done, and one code is good', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await sellSeats(on, host);
      const [ticketId = ''] = sale.ticketIds;
      const { tickets } = await seats.view(one, sale.reference);
      const [changed, passed] = await Promise.all([
        seats.exchange(one, sale, { ticketId, toSeatId: sale.backSeats[5] ?? '' }),
        through(1).send(other, sale.reference, `/tickets/${ticketId}/pass-on`, {
          ...BIMBO,
          seen: tickets[0]?.seen,
        }),
      ]);
      assert.deepEqual([changed.status, passed.status], [200, 200]);
      assert.equal(await admit(sale.eventId, await codeOf(on, ticketId)), 'admitted');
    }
  });

  test('a door reads the old code: the guest is in and stays there, or the old code is dead and the new one good', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sale = await sellSeats(on, host);
      const [ticketId = ''] = sale.ticketIds;
      const old = await codeOf(on, ticketId);
      const [changed, door] = await Promise.all([
        seats.exchange(one, sale, { ticketId, toSeatId: sale.backSeats[5] ?? '' }),
        admit(sale.eventId, old),
      ]);
      const next = await admit(sale.eventId, await codeOf(on, ticketId));
      const outcome = `${changed.status} ${door} ${next}`;
      assert.ok(['409 admitted already_used', '200 passed_on admitted'].includes(outcome), outcome);
    }
  });
});

describe('a better seat is paid for while', () => {
  const asked = async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const toSeatId = sale.frontSeats[0] ?? '';
    const { status, body } = await seats.exchange(one, sale, {
      ticketId,
      toSeatId,
      seenDifferenceMinor: costOf(FRONT_MINOR) - costOf(BACK_MINOR),
      asksDifference: true,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const { reference } = body as unknown as { reference: string };
    const { rows } = await on.app.database.query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    return { sale, ticketId, toSeatId, reference, url: rows[0]?.url ?? '' };
  };
  const wasPaid = async (reference: string): Promise<boolean> => {
    const paid = 'SELECT FROM sandbox_payments WHERE reference = $1 AND paid_at IS NOT NULL';
    return (await on.app.database.query(paid, [reference])).rowCount === 1;
  };
  /** The ticket has moved and the order is confirmed, or it has not and the money goes back. */
  const movedOrBack = async ({ ticketId, toSeatId, reference }: Awaited<ReturnType<typeof asked>>) =>
    until(`${reference} to be settled`, async () => {
      const { rows } = await on.app.database.query<{ isConfirmed: boolean; back: number; hasMoved: boolean }>(
        `SELECT o.confirmed_at IS NOT NULL AS "isConfirmed",
                (SELECT count(*)::integer FROM refunds AS r WHERE r.order_id = o.id AND r.reason = 'late') AS back,
                EXISTS (SELECT FROM tickets WHERE id = $2 AND seat_id = $3) AS "hasMoved" FROM orders AS o WHERE o.reference = $1`,
        [reference, ticketId, toSeatId],
      );
      const [now] = rows;
      return now?.isConfirmed === true ? now.hasMoved : now?.back === 1 && !now.hasMoved;
    });

  test('the ticket is refunded: it has moved and its difference goes back too, or the payment does', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const change = await asked();
      await Promise.all([
        pay(change.url),
        apps[1]?.app.database.transaction((tx) =>
          refundOrder(tx, {
            orderId: change.sale.orderId,
            actor: OPERATOR,
            ticketIds: [change.ticketId],
            amountMinor: null,
            returnsStock: true,
            requestKey: randomUUID(),
          }),
        ),
      ]);
      // The refund came first, and its order's page was closed before the card was taken: nothing was paid.
      if (!(await wasPaid(change.reference))) continue;
      await movedOrBack(change);
      const { rows } = await on.app.database.query<{ kept: number }>(
        `SELECT sum(p.amount_minor - p.refunded_minor)::integer AS kept FROM payments AS p JOIN orders AS o ON o.id = p.order_id
          WHERE o.reference = $1`,
        [change.reference],
      );
      assert.deepEqual(rows, [{ kept: 0 }]);
      await world.check();
    }
  });

  test('a door reads its code: the guest is in on the old seat and the money goes back, or the new code is good', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const change = await asked();
      const old = await codeOf(on, change.ticketId);
      const [door] = await Promise.all([admit(change.sale.eventId, old), pay(change.url)]);
      await movedOrBack(change);
      const next = await admit(change.sale.eventId, await codeOf(on, change.ticketId));
      assert.ok(
        ['admitted already_used', 'passed_on admitted'].includes(`${door} ${next}`),
        `${door} ${next}`,
      );
    }
  });

  test('it is cancelled, and another buyer takes the seat: one has it, and no money is lost', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const change = await asked();
      await Promise.all([
        pay(change.url),
        through(1)
          .send(other, change.reference, '/cancel')
          .then(() => postHold(apps[2] ?? on, change.sale.slug, { items: [], seatIds: [change.toSeatId] })),
      ]);
      if (await wasPaid(change.reference)) await movedOrBack(change);
      await world.check();
    }
  });
});

test('the unsafe way, to look whether the seat is free and then to take it, gives it to two', async (t) => {
  // A database that nobody checks.
  const unsafe = await startTestApp({ environment: ENVIRONMENT });
  t.after(() => unsafe.close());
  const sale = await sellSeats(unsafe, await makeHost(unsafe));
  const { database } = unsafe.app;
  await database.query('DROP INDEX tickets_seat');
  const toSeatId = sale.backSeats[5] ?? '';
  const haveRead = Promise.withResolvers<void>();
  let reads = 0;
  await Promise.all(
    sale.ticketIds.map(async (ticketId) => {
      const { rows } = await database.query<{ isFree: boolean }>(
        'SELECT seat_owner(s, now()) IS NULL AS "isFree" FROM seats AS s WHERE id = $1',
        [toSeatId],
      );
      if (++reads === sale.ticketIds.length) haveRead.resolve();
      await haveRead.promise;
      if (!rows[0]?.isFree) return;
      await database.query('UPDATE tickets SET seat_id = $2 WHERE id = $1', [ticketId, toSeatId]);
      await database.query('UPDATE seats SET is_sold = true WHERE id = $1', [toSeatId]);
    }),
  );
  const broken = await checkInvariants(database);
  assert.ok(broken.some(({ promise }) => promise.startsWith('a seat is sold if and only if')));
});
