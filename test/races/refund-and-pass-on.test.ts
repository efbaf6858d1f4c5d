import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { OPERATOR } from '../../src/audit/actor.ts';
import { onOrderPage, codeOf, sellOrder } from '../../src/pages/dashboard/order/order-page.fixture.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { buy, letTransferArrive, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { untilWaiting } from '../harness/waiting-for-locks.ts';

const BIMBO = { email: 'bimbo@example.com', firstName: 'Bimbo', lastName: 'Ade' };
// Each is a race of its own, and either may win.
const ROUNDS = 8;

let on: TestApp;
let host: TestHost;
let owner: SignedIn;
let page: ReturnType<typeof onOrderPage>;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  owner = await signInAs(on, host, { hasFactor: true });
  page = onOrderPage(on, host);
});
after(() => on.close());

const hold = async (): Promise<void> => assert.deepEqual(await checkInvariants(on.app.database), []);
const refundedOf = async (orderId: string): Promise<{ asked: number; counted: number }> => {
  const { rows } = await on.app.database.query<{ asked: number; counted: number }>(
    `SELECT (SELECT coalesce(sum(amount_minor), 0)::bigint FROM refunds WHERE order_id = $1) AS asked,
            (SELECT sum(refunded_minor)::bigint FROM payments WHERE order_id = $1) AS counted`,
    [orderId],
  );
  return rows[0] ?? { asked: 0, counted: 0 };
};

suite('refunds of one order at the same moment', () => {
  test('of different amounts, by as many members, never come to more than was paid', async () => {
    const { orderId, total } = await sellOrder(on, host);
    const amounts = [0.9, 0.6, 0.45, 0.4, 0.3, 0.2].map((part) => Math.floor(total * part));
    const made = await Promise.allSettled(
      amounts.map((amountMinor) =>
        on.app.database.transaction((tx) =>
          refundOrder(tx, {
            orderId,
            actor: OPERATOR,
            ticketIds: [],
            amountMinor,
            returnsStock: false,
            requestKey: randomUUID(),
          }),
        ),
      ),
    );
    const sum = made.reduce((all, one) => all + (one.status === 'fulfilled' ? one.value.amountMinor : 0), 0);
    assert.ok(sum > 0 && sum <= total, `${sum} of ${total}`);
    assert.deepEqual(await refundedOf(orderId), { asked: sum, counted: sum });
    await hold();
  });

  test('the unsafe way, to read what is left and then to write, gives back more than was paid', async () => {
    // A database of its own, which may break.
    const broken = await startTestApp();
    try {
      const theirs = await makeHost(broken);
      const { orderId, total } = await sellOrder(broken, theirs);
      const { database } = broken.app;
      await database.query('ALTER TABLE payments DROP CONSTRAINT refunds_within_payment');
      const haveRead = Promise.withResolvers<void>();
      let reads = 0;
      const refundUnsafely = async (amountMinor: number): Promise<void> => {
        const { rows } = await database.query<{ id: string; left: number }>(
          'SELECT id, amount_minor - refunded_minor AS left FROM payments WHERE order_id = $1',
          [orderId],
        );
        const [payment] = rows;
        if (++reads === 2) haveRead.resolve();
        await haveRead.promise;
        if (!payment || payment.left < amountMinor) return;
        await database.query(
          `SELECT add_refund(of_payment => $1, amount => $2, why => 'host', named => $3, at_time => clock_timestamp())`,
          [payment.id, amountMinor, randomUUID()],
        );
      };
      await Promise.all([refundUnsafely(Math.floor(total * 0.9)), refundUnsafely(Math.floor(total * 0.6))]);
      const { rows } = await database.query<{ sum: number }>(
        'SELECT sum(refunded_minor)::bigint AS sum FROM payments WHERE order_id = $1',
        [orderId],
      );
      assert.ok((rows[0]?.sum ?? 0) > total, 'the race is there to be lost');
    } finally {
      await broken.close();
    }
  });
});

suite('a ticket is passed on while a door reads its old code', () => {
  const admit = async (eventId: string, code: string): Promise<string> =>
    (await admitTicket(on.app.database, on.secretKeys, { eventId, code })).outcome;

  test('one of them is first: the holder is in and it is not passed on, or the old code is dead and the new one good', async () => {
    const { reference, eventId, ticketIds } = await sellOrder(on, host, { quantity: 5 });
    const { tickets } = await page.view(owner, reference);
    const outcomes = await Promise.all(
      ticketIds.map(async (ticketId, index) => {
        const [old, seen] = [await codeOf(on, ticketId), tickets[index]?.seen];
        const path = `/tickets/${ticketId}/pass-on`;
        const [passed, door] = await Promise.all([
          page.send(owner, reference, path, { ...BIMBO, seen }),
          admit(eventId, old),
        ]);
        const next = await admit(eventId, await codeOf(on, ticketId));
        return `${passed.status} ${door} ${next}`;
      }),
    );
    for (const outcome of outcomes)
      assert.ok(['409 admitted already_used', '200 passed_on admitted'].includes(outcome), outcome);
    await hold();
  });

  test('if the door is first and not done yet, a member who passes it on waits for the door, and is refused', async (t) => {
    const { reference, ticketIds } = await sellOrder(on, host, { priceMinor: 0, quantity: 1 });
    const { tickets } = await page.view(owner, reference);
    const door = new pg.Client({ connectionString: on.testDatabase.url });
    await door.connect();
    t.after(() => door.end());
    await door.query('BEGIN');
    await door.query('UPDATE tickets SET used_at = now() WHERE id = $1', ticketIds);
    await door.query(
      `INSERT INTO scans (id, event_id, ticket_id, ticket_type_id, kind, how, at, received_at, outcome)
       SELECT gen_random_uuid(), event_id, id, ticket_type_id, 'entry', 'code', used_at, used_at, 'admitted' FROM tickets WHERE id = $1`,
      ticketIds,
    );
    const path = `/tickets/${ticketIds[0]}/pass-on`;
    const passed = page.send(owner, reference, path, { ...BIMBO, seen: tickets[0]?.seen });
    await untilWaiting(on.app.database);
    await door.query('COMMIT');
    const { status, body } = await passed;
    assert.deepEqual([status, body.error_code], [409, 'wrong_state']);
  });

  test('the unsafe way, to look whether it is used and then to pass it on, lets the old holder in on the new one’s ticket', async () => {
    const { eventId, ticketIds } = await sellOrder(on, host, { priceMinor: 0, quantity: 1 });
    const [ticketId = ''] = ticketIds;
    const { rows } = await on.app.database.query('SELECT FROM tickets WHERE id = $1 AND used_at IS NULL', [
      ticketId,
    ]);
    assert.equal(rows.length, 1);
    assert.equal(await admit(eventId, await codeOf(on, ticketId)), 'admitted');
    await on.app.database.query(
      'UPDATE tickets SET serial = gen_random_uuid(), email = $2, passed_on_at = now() WHERE id = $1',
      [ticketId, BIMBO.email],
    );
    assert.equal(await admit(eventId, await codeOf(on, ticketId)), 'already_used', 'Bimbo stands outside');
  });
});

suite('an unpaid order is cancelled while its payment comes', () => {
  const cancel = (reference: string) => page.send(owner, reference, '/cancel');
  const ordered = async (capacity = 1) => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity }] });
    const items = [{ sku: skus[0], quantity: 1 }];
    return { ...(await buy(on, host, { slug, items })), slug, items };
  };
  const goodTickets = async (reference: string): Promise<number> => {
    const { rowCount } = await on.app.database.query(
      `SELECT FROM tickets AS t JOIN orders AS o ON o.id = t.order_id WHERE o.reference = $1 AND t.voided_at IS NULL`,
      [reference],
    );
    return rowCount ?? 0;
  };

  test('there is one outcome: paid, and not to be cancelled; or cancelled, and a payment that was made is a late one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { reference, checkoutUrl } = await ordered();
      const [answer] = await Promise.all([cancel(reference), pay(checkoutUrl)]);
      const wasPaid = await on.app.database.query(
        `SELECT FROM sandbox_payments WHERE reference = $1 AND paid_at IS NOT NULL`,
        [reference],
      );
      // The tickets are still free: a late payment buys them.
      const end = wasPaid.rowCount === 1 ? 'confirmed' : 'cancelled';
      await untilStatus(on, reference, end);
      assert.ok(
        answer.status === 200 || (answer.status === 409 && end === 'confirmed'),
        String(answer.status),
      );
      assert.equal(await goodTickets(reference), end === 'confirmed' ? 1 : 0);
      await hold();
    }
  });

  test('a transfer that arrives later buys the tickets if they are still free', async () => {
    const { reference, checkoutUrl } = await ordered();
    await pay(checkoutUrl, 'late');
    assert.equal((await cancel(reference)).status, 200);
    await letTransferArrive(on, reference);
    await untilStatus(on, reference, 'confirmed');
    assert.equal(await goodTickets(reference), 1);
    await hold();
  });

  test('and goes back by itself where another buyer has them by then', async () => {
    const { reference, checkoutUrl, slug, items, total } = await ordered();
    await pay(checkoutUrl, 'late');
    assert.equal((await cancel(reference)).status, 200);
    const other = await buy(on, host, { slug, items }, { body: { email: 'rival@example.com' } });
    await pay(other.checkoutUrl);
    await untilStatus(on, other.reference, 'confirmed');
    await letTransferArrive(on, reference);
    const { id } = await storedOrder(on, reference);
    await until('the money to go back', async () => (await refundedOf(id)).counted === total);
    assert.equal(await goodTickets(reference), 0);
    await hold();
  });

  test('the unsafe way, to look at the state and then to write it, leaves a cancelled order with good tickets', async () => {
    const broken = await startTestApp();
    try {
      const theirs = await makeHost(broken);
      const { reference, orderId } = await sellOrder(broken, theirs);
      // As somebody would who had read "pending_payment" a moment before it was paid.
      await broken.app.database.query(`UPDATE orders SET status = 'cancelled' WHERE id = $1`, [orderId]);
      const wrong = await checkInvariants(broken.app.database);
      assert.ok(wrong.length > 0, `${reference}: the invariants see it`);
    } finally {
      await broken.close();
    }
  });
});
