import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { historyOf, pay, storedOrder, untilStatus } from '../../../test/harness/buy.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import type { Answer } from '../../../test/harness/client.ts';
import { until } from '../../../test/harness/until.ts';
import { countWaiting } from '../../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { addPrice } from '../../pages/checkout/embed/embed.fixture.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { sellByHand } from '../host-order.fixture.ts';
import { lockOrder } from '../lock-order.ts';
import { openDifference } from './open-difference.ts';
import { BACK_MINOR, costOf, FRONT_MINOR, onSeats, sellSeats, type SeatedSale } from './exchange.fixture.ts';

const MORE = costOf(FRONT_MINOR) - costOf(BACK_MINOR);

suite('a better seat is asked for again', () => {
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

  const ask = (sale: SeatedSale, more: Record<string, unknown> = {}): Promise<Answer> =>
    seats.exchange(owner, sale, {
      ticketId: sale.ticketIds[0] ?? '',
      toSeatId: sale.frontSeats[0] ?? '',
      seenDifferenceMinor: MORE,
      asksDifference: true,
      ...more,
    });
  const referenceOf = ({ status, body }: Answer): string => {
    assert.equal(status, 200, JSON.stringify(body));
    return (body as unknown as { reference: string }).reference;
  };
  const payFor = async (reference: string): Promise<void> => {
    const { rows } = await on.app.database.query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    await pay(rows[0]?.url ?? '');
    await untilStatus(on, reference, 'confirmed');
  };

  test('the ticket and the seat of another host’s order are none of this one’s', async () => {
    const theirs = await sellSeats(on, host);
    referenceOf(await ask(theirs));
    const other = await makeHost(on);
    const stranger = await signInAs(on, other, { hasFactor: true });
    const mine = await sellSeats(on, other);
    const { status, body } = await onSeats(on, other).exchange(stranger, mine, {
      ticketId: theirs.ticketIds[0] ?? '',
      toSeatId: theirs.frontSeats[0] ?? '',
      seenDifferenceMinor: MORE,
      asksDifference: true,
    });
    assert.deepEqual([status, body.error_code], [404, 'not_found'], JSON.stringify(body));
  });

  test('at another price it is another change: the one that waits has to be cancelled first', async () => {
    const sale = await sellSeats(on, host);
    const priceMinor = 2_000_000;
    const child = await addPrice(on, host, { eventId: sale.eventId, skus: [sale.front] }, { priceMinor });
    const reference = referenceOf(await ask(sale));
    assert.equal(referenceOf(await ask(sale, { ticketTypeId: sale.front })), reference);
    for (const another of [
      { ticketTypeId: child, seenDifferenceMinor: costOf(priceMinor) - costOf(BACK_MINOR) },
      { ticketTypeId: child },
      { seenDifferenceMinor: MORE - 1 },
    ]) {
      const { status, body } = await ask(sale, another);
      assert.equal(status, 409, JSON.stringify({ another, body }));
      assert.match(body.message, new RegExp(`Cancel order ${reference} first`));
    }
  });

  test('after it was paid the answer is the same order, and nothing happens again', async () => {
    const sale = await sellSeats(on, host);
    const [fromSeatId = ''] = sale.backSeats;
    const reference = referenceOf(await ask(sale));
    await payFor(reference);
    const told = await historyOf(on, sale.reference);
    assert.equal(referenceOf(await ask(sale, { fromSeatId })), reference);
    assert.deepEqual(await historyOf(on, sale.reference), told);
  });

  test('if the ticket was given the seat at once meanwhile, nothing is asked for', async () => {
    const sale = await sellSeats(on, host);
    const [fromSeatId = ''] = sale.backSeats;
    referenceOf(await ask(sale, { asksDifference: false }));
    const { status, body } = await ask(sale, { fromSeatId });
    assert.deepEqual([status, body.error_code], [409, 'changed_meanwhile'], JSON.stringify(body));
  });

  test('a refunded part of a difference no longer counts as paid', async () => {
    const sale = await sellSeats(on, host);
    const reference = referenceOf(await ask(sale));
    await payFor(reference);
    const left = costOf(100_000);
    const planned = await seats.planned(owner, reference);
    const refund = await seats.send(owner, reference, '/refunds', { ...planned, amountMinor: MORE - left });
    assert.equal(refund.status, 200, JSON.stringify(refund.body));
    const priceMinor = 2_000_000;
    const child = await addPrice(on, host, { eventId: sale.eventId, skus: [sale.back] }, { priceMinor });
    const toSeatId = sale.backSeats[4] ?? '';
    const difference = costOf(priceMinor) - costOf(BACK_MINOR) - left;
    const asked = { toSeatId, ticketTypeId: child, seenDifferenceMinor: difference };
    const second = referenceOf(await ask(sale, asked));
    assert.equal((await storedOrder(on, second)).total_minor, difference);
    assert.equal((await seats.send(owner, second, '/cancel')).status, 200);

    const rest = await seats.send(owner, reference, '/refunds', {
      ...(await seats.planned(owner, reference)),
      amountMinor: left,
    });
    assert.equal(rest.status, 200, JSON.stringify(rest.body));
    referenceOf(await ask(sale, { toSeatId, asksDifference: false, seenDifferenceMinor: 0 }));
    assert.equal(await seats.seatOf(sale.ticketIds[0] ?? ''), toSeatId);
  });

  test('with the e-mails of the day used up nothing is asked for, and the seat is free', async (t) => {
    const { eventId, back, backSeats, frontSeats } = await sellSeats(on, host);
    const seatId = backSeats[5] ?? '';
    const { reference } = await sellByHand(on, host, {
      eventId,
      lines: [{ ticketTypeId: back, quantity: 1, priceMinor: null }],
      seatIds: [seatId],
    });
    const { id: orderId } = await storedOrder(on, reference);
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM tickets WHERE order_id = $1',
      [orderId],
    );
    const [toSeatId = ''] = frontSeats;
    await on.app.database.query(
      `INSERT INTO host_mails AS m (host_id, day, count) VALUES ($1, (now() AT TIME ZONE 'UTC')::date, 1000)
       ON CONFLICT (host_id, day) DO UPDATE SET count = m.count + 1000`,
      [host.hostId],
    );
    t.after(() => on.app.database.query('DELETE FROM host_mails WHERE host_id = $1', [host.hostId]));
    const { status, body } = await seats.exchange(
      owner,
      { reference },
      {
        ticketId: rows[0]?.id ?? '',
        toSeatId,
        seenDifferenceMinor: FRONT_MINOR - BACK_MINOR,
        asksDifference: true,
      },
    );
    assert.deepEqual([status, body.error_code], [429, 'rate_limited'], JSON.stringify(body));
    assert.equal(await seats.isFree(toSeatId), true);
  });

  test('asked again later, the buyer is mailed once more', async () => {
    const sale = await sellSeats(on, host);
    const reference = referenceOf(await ask(sale));
    const mails = async (): Promise<number> => {
      const { rows } = await on.app.database.query<{ count: number }>(
        `SELECT count(*) FROM mails AS m JOIN orders AS o ON o.id = m.order_id
          WHERE o.reference = $1 AND m.kind = 'seat_change_due' AND m.sent_at IS NOT NULL`,
        [reference],
      );
      return rows[0]?.count ?? 0;
    };
    await until('the buyer to be mailed', async () => (await mails()) === 1);
    const later = () =>
      on.app.database.query(
        `WITH older AS (UPDATE orders SET created_at = created_at - interval '10 minutes' WHERE reference = $1 RETURNING id)
         UPDATE mails SET created_at = mails.created_at - interval '10 minutes' FROM older WHERE mails.order_id = older.id`,
        [reference],
      );
    assert.equal(referenceOf(await ask(sale)), reference);
    await later();
    for (let time = 0; time < 2; time++) assert.equal(referenceOf(await ask(sale)), reference);
    await until('the buyer to be mailed again', async () => (await mails()) === 2);
    assert.equal(referenceOf(await ask(sale)), reference);
    const { rowCount } = await on.app.database.query(
      `SELECT FROM jobs WHERE kind = 'send_holder_mail' AND payload ->> 'mail' = 'seat_change_due'`,
    );
    assert.equal(rowCount, 0);
  });

  test('if a link can’t be written down, the seat is free and the words say so', async () => {
    const sale = await sellSeats(on, host);
    await on.app.database.query('ALTER TABLE sandbox_payments RENAME TO sandbox_away');
    const { status, body } = await ask(sale);
    await on.app.database.query('ALTER TABLE sandbox_away RENAME TO sandbox_payments');
    assert.equal(body.error_code, 'payment_gateway_error', String(status));
    assert.match(body.message, /so the ticket keeps its seat: try again/);
    await on.app.database.query(
      `CREATE FUNCTION lose_link() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'lost'; END $$`,
    );
    await on.app.database.query(
      `CREATE TRIGGER lose_link BEFORE UPDATE ON orders FOR EACH ROW WHEN (new.status = 'pending_payment') EXECUTE FUNCTION lose_link()`,
    );
    const lost = await ask(sale);
    await on.app.database.query('DROP TRIGGER lose_link ON orders');
    assert.equal(lost.status, 500);
    assert.equal(await seats.isFree(sale.frontSeats[0] ?? ''), true);
    referenceOf(await ask(sale));
  });

  test('finance takes no house seat: those are for who may give them to guests', async () => {
    const sale = await sellSeats(on, host);
    const [toSeatId = ''] = sale.frontSeats;
    await on.app.database.query(
      `UPDATE seats SET blocked_reason = 'House', blocked_color = 1 WHERE id = $1`,
      [toSeatId],
    );
    await on.app.database.query('UPDATE ticket_types SET capacity = capacity - 1 WHERE id = $1', [
      sale.front,
    ]);
    const finance = await signInAs(on, host, { role: 'finance', hasFactor: true });
    const asked = {
      ticketId: sale.ticketIds[0] ?? '',
      toSeatId,
      seenDifferenceMinor: MORE,
      takesHouseSeat: true,
    };
    const { status, body } = await seats.exchange(finance, sale, asked);
    assert.deepEqual([status, body.error_code], [403, 'not_allowed'], JSON.stringify(body));
    assert.equal((await seats.exchange(owner, sale, asked)).status, 200);
  });

  test('a buyer who paid for a guest’s seat hears that it was changed, and is not sent the ticket', async () => {
    const sale = await sellSeats(on, host);
    await on.app.database.query(`UPDATE tickets SET email = 'guest@example.com' WHERE id = $1`, [
      sale.ticketIds[0],
    ]);
    const reference = referenceOf(await ask(sale));
    await payFor(reference);
    const sent = await until('both to be mailed', async () => {
      const { rows } = await on.app.database.query<{ recipient: string; of: string }>(
        `SELECT m.recipient, o.reference AS of FROM mails AS m JOIN orders AS o ON o.id = m.order_id
          WHERE o.reference IN ($1, $2) AND (m.occasion = 'paid' OR starts_with(m.occasion, 'moved:')) AND m.sent_at IS NOT NULL
          ORDER BY m.recipient`,
        [reference, sale.reference],
      );
      return rows.length >= 2 && rows;
    });
    assert.deepEqual(sent, [
      { recipient: 'ada@example.com', of: reference },
      { recipient: 'guest@example.com', of: sale.reference },
    ]);
  });

  test('a process that waits for the lock of an order has those that were asked for meanwhile locked too', async () => {
    const sale = await sellSeats(on, host);
    const { database } = on.app;
    const isWaiting = Promise.withResolvers<void>();
    const waits = async (): Promise<boolean> => (await countWaiting(database, 'lock_order')) > 0;
    const locked = async (id: string): Promise<boolean> =>
      database.query('SELECT FROM orders WHERE id = $1 FOR UPDATE NOWAIT', [id]).then(
        () => false,
        () => true,
      );
    let other: Promise<boolean> | undefined;
    const opened = await database.transaction(async (tx) => {
      const made = await openDifference(tx, {
        orderId: sale.orderId,
        ticketId: sale.ticketIds[0] ?? '',
        fromSeatId: sale.backSeats[0] ?? '',
        toSeatId: sale.frontSeats[0] ?? '',
        ticketTypeId: null,
        takesHouseSeat: false,
        seenDifferenceMinor: MORE,
        actor: OPERATOR,
        hostMailsPerDay: 1_000,
        via: { name: 'sandbox', accountId: null },
      });
      other = database.transaction(async (waiting) => {
        await lockOrder(waiting, sale.orderId);
        await isWaiting.promise;
        return locked(made.orderId);
      });
      await until('the other to wait', waits);
      return made;
    });
    isWaiting.resolve();
    assert.equal(await other, true, opened.reference);
  });
});
