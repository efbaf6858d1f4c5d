import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import PostalMime from 'postal-mime';
import { pay, storedOrder, untilStatus } from '../../../test/harness/buy.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import type { Cancellation } from '../../cancelling/read-cancellation.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { sellByHand } from '../host-order.fixture.ts';
import { refundOrder, type RefundOrder } from '../refund-order.ts';
import { BACK_MINOR, costOf, FRONT_MINOR, onSeats, sellSeats, type SeatedSale } from './exchange.fixture.ts';

const MORE = costOf(FRONT_MINOR) - costOf(BACK_MINOR);

suite('a payment for a better seat, made or awaited', () => {
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

  type Sale = Pick<SeatedSale, 'eventId' | 'orderId' | 'reference' | 'frontSeats' | 'ticketIds'>;
  const query = async <Row extends object>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await on.app.database.query<Row>(sql, values)).rows;
  const ask = async (sale: Sale, moreMinor = MORE): Promise<string> => {
    const { status, body } = await seats.exchange(owner, sale, {
      ticketId: sale.ticketIds[0] ?? '',
      toSeatId: sale.frontSeats[0] ?? '',
      seenDifferenceMinor: moreMinor,
      asksDifference: true,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return (body as unknown as { reference: string }).reference;
  };
  const payFor = async (reference: string): Promise<void> => {
    const [row] = await query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    await pay(row?.url ?? '');
    await untilStatus(on, reference, 'confirmed');
  };
  const goneBack = async (reference: string): Promise<number> => {
    const [row] = await query<{ sum: number }>(
      `SELECT coalesce(sum(r.amount_minor), 0)::bigint AS sum FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.reference = $1`,
      [reference],
    );
    return row?.sum ?? 0;
  };
  const refund = (sale: Sale, input: Partial<RefundOrder> = {}) =>
    on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: sale.orderId,
        actor: OPERATOR,
        ticketIds: [sale.ticketIds[0] ?? ''],
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
        ...input,
      }),
    );
  /** A ticket for the last of the cheap seats that was given away. */
  const give = async (): Promise<Sale> => {
    const { eventId, back, backSeats, frontSeats } = await sellSeats(on, host);
    const { orderId, reference } = await sellByHand(on, host, {
      eventId,
      lines: [{ ticketTypeId: back, quantity: 1, priceMinor: null }],
      seatIds: [backSeats[5] ?? ''],
      paidBy: null,
    });
    const tickets = await query<{ id: string }>('SELECT id FROM tickets WHERE order_id = $1', [orderId]);
    return { eventId, orderId, reference, frontSeats, ticketIds: tickets.map(({ id }) => id) };
  };
  const mailText = async (messageId: string): Promise<string | null> => {
    const list = await (await fetch(`${on.publicUrl}/mailbox`)).text();
    for (const [, id] of list.matchAll(/\/mailbox\/([^"/]+)"/g)) {
      const raw = await (await fetch(`${on.publicUrl}/mailbox/${id}/raw`)).text();
      if (raw.includes(messageId)) return (await PostalMime.parse(raw)).text ?? null;
    }
    return null;
  };
  const cancelEvent = async ({ eventId }: Sale): Promise<void> => {
    const path = `/hosts/${host.hostId}/events/${eventId}/cancel`;
    const [event] = await query<{ name: string }>('SELECT name FROM events WHERE id = $1', [eventId]);
    const body = { name: event?.name, reason: '' };
    const answer = await askDashboard(on, path, { as: owner, method: 'POST', body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

  test('a ticket that is void has nothing to be paid for: the order ends, its seat is free and its page closed', async () => {
    const sale = await sellSeats(on, host);
    const reference = await ask(sale);
    await refund(sale, { amountMinor: 0 });
    assert.equal((await storedOrder(on, reference)).status, 'cancelled');
    assert.equal(await seats.isFree(sale.frontSeats[0] ?? ''), true);
    await until('the page to be closed', async () => {
      const [page] = await query<{ status: string }>(
        'SELECT status FROM sandbox_payments WHERE reference = $1',
        [reference],
      );
      return page?.status === 'closed';
    });
  });

  test('a ticket that stays good keeps its change', async () => {
    const sale = await sellSeats(on, host);
    const reference = await ask(sale);
    await refund(sale, { ticketIds: sale.ticketIds.slice(1) });
    assert.equal((await storedOrder(on, reference)).status, 'pending_payment');
    await payFor(reference);
  });

  test('a gift whose better seat was paid for gives that back, unless the host keeps the money', async () => {
    const [gift, kept] = [await give(), await give()];
    const references = [await ask(gift, FRONT_MINOR), await ask(kept, FRONT_MINOR)] as const;
    for (const reference of references) await payFor(reference);
    const { differences } = await refund(gift);
    assert.deepEqual(
      differences.map(({ amountMinor }) => amountMinor),
      [FRONT_MINOR],
    );
    assert.equal(await goneBack(references[0]), FRONT_MINOR);
    await refund(kept, { amountMinor: 0 });
    assert.equal(await goneBack(references[1]), 0);
  });

  test('of a cancelled event it is among what goes back, what was refused, and what is tried again', async () => {
    const gift = await give();
    const reference = await ask(gift, FRONT_MINOR);
    await payFor(reference);
    // Nobody asks the gateway while this waits.
    await query(`UPDATE jobs SET run_at = now() + interval '1 hour' WHERE kind = 'send_refunds'`, []);
    await cancelEvent(gift);
    const read = async (): Promise<Cancellation> => {
      const path = `/hosts/${host.hostId}/events/${gift.eventId}/cancel`;
      const { body } = await askDashboard(on, path, { as: owner });
      return (body.data as unknown as { cancellation: Cancellation }).cancellation;
    };
    await until('the cancellation to be gone through', async () => (await read()).finishedAt !== null);
    const asked = (await read()).money.reduce((sum, money) => sum + money.asked, 0);
    assert.equal(asked, 2 * costOf(BACK_MINOR) + FRONT_MINOR);
    await untilStatus(on, reference, 'refunded');
    // As if the gateway had refused it.
    await query(
      `UPDATE refunds SET status = 'needs_attention', note = 'no', ended_at = NULL, next_look_up_at = NULL
        WHERE order_id = (SELECT id FROM orders WHERE reference = $1)`,
      [reference],
    );
    const { failures } = await read();
    assert.deepEqual(
      failures.map((failure) => [failure.reference, failure.amountMinor]),
      [[reference, FRONT_MINOR]],
    );
    const path = `/hosts/${host.hostId}/events/${gift.eventId}/cancel/retry`;
    const retried = await askDashboard(on, path, { as: owner, method: 'POST' });
    assert.equal(retried.status, 200, JSON.stringify(retried.body));
    await until('it to be tried again', async () => (await read()).failures.length === 0);
    await until('all of it to have gone back', async () => {
      const { refunds } = await read();
      return refunds.made === 2;
    });
    const text = await until('the holder of the gift to be told', async () => {
      const [sent] = await query<{ id: string }>(
        `SELECT m.message_id AS id FROM mails AS m JOIN orders AS o ON o.id = m.order_id
          WHERE o.reference = $1 AND m.kind = 'event_cancelled' AND m.sent_at IS NOT NULL`,
        [gift.reference],
      );
      return sent && mailText(sent.id);
    });
    assert.match(text, /30,000\.00/);
    assert.doesNotMatch(text, /paid nothing/);
  });

  test('a cancelled event that kept it would be found', async () => {
    const gift = await give();
    const reference = await ask(gift, FRONT_MINOR);
    await payFor(reference);
    await cancelEvent(gift);
    await untilStatus(on, reference, 'refunded');
    const change = (sum: number) =>
      query(
        `UPDATE payments SET refunded_minor = refunded_minor + $2 WHERE order_id = (SELECT id FROM orders WHERE reference = $1)`,
        [reference, sum],
      );
    await query(
      'DELETE FROM event_cancellation_orders WHERE order_id = (SELECT id FROM orders WHERE reference = $1)',
      [reference],
    );
    await change(-1);
    const broken = (await checkInvariants(on.app.database)).map(({ promise }) => promise);
    await change(1);
    assert.ok(
      broken.some((promise) => promise.startsWith('an event that was cancelled stays cancelled')),
      JSON.stringify(broken),
    );
  });
});
