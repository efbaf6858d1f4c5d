import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import { historyOf } from '../../../test/harness/buy.ts';
import { makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { admitTicket } from '../../check-in/admit-ticket.ts';
import { held, postHold } from '../../pages/checkout/embed/embed.fixture.ts';
import { codeOf } from '../../pages/dashboard/order/order-page.fixture.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { refundOrder } from '../refund-order.ts';
import { onSeats, sellSeats } from './exchange.fixture.ts';

suite('a ticket gets another seat', () => {
  let on: TestApp;
  let host: TestHost;
  let manager: SignedIn;
  let seats: ReturnType<typeof onSeats>;
  before(async () => {
    on = await startTestApp({ environment: { HOST_MAILS_PER_DAY: '1000' } });
    host = await makeHost(on);
    manager = await signInAs(on, host, { role: 'manager' });
    seats = onSeats(on, host);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const admit = async (eventId: string, code: string): Promise<string> =>
    (await admitTicket(on.app.database, on.secretKeys, { eventId, code })).outcome;
  const query = async <Row extends object>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await on.app.database.query<Row>(sql, values)).rows;

  test('of the same price: the old seat is for sale, the old code is dead, the holder is sent the new one', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const [from = '', to = ''] = [sale.backSeats[0], sale.backSeats[4]];
    const [old] = await query<{ serial: string; short: number }>(
      'SELECT serial, short_code AS short FROM tickets WHERE id = $1',
      [ticketId],
    );
    const oldCode = await codeOf(on, ticketId);
    const { status, body } = await seats.exchange(manager, sale, { ticketId, toSeatId: to });
    assert.equal(status, 200, JSON.stringify(body));

    assert.equal(await seats.seatOf(ticketId), to);
    assert.deepEqual([await seats.isFree(from), await seats.isFree(to)], [true, false]);
    assert.deepEqual(await seats.countsOf(sale.back, sale.front), [
      [2, 0],
      [0, 0],
    ]);
    const [now] = await query<{ serial: string; short: number; pricedAs: string | null }>(
      'SELECT serial, short_code AS short, priced_as AS "pricedAs" FROM tickets WHERE id = $1',
      [ticketId],
    );
    assert.notEqual(now?.serial, old?.serial);
    assert.notEqual(now?.short, old?.short);
    assert.equal(now?.pricedAs, null);
    assert.equal(await admit(sale.eventId, oldCode), 'passed_on');
    assert.equal(await admit(sale.eventId, await codeOf(on, ticketId)), 'admitted');
    await held(on, sale.slug, { items: [], seatIds: [from] });
    assert.equal((await postHold(on, sale.slug, { items: [], seatIds: [to] })).status, 400);

    await until('the mail to be sent', async () => {
      const mails = await query<{ recipient: string }>(
        `SELECT recipient FROM mails WHERE order_id = $1 AND occasion LIKE 'moved:%' AND sent_at IS NOT NULL`,
        [sale.orderId],
      );
      return mails.length === 1;
    });
  });

  test('the order’s page tells of it, who did it, and the log too', async () => {
    const sale = await sellSeats(on, host, { quantity: 1 });
    const [ticketId = ''] = sale.ticketIds;
    await seats.exchange(manager, sale, { ticketId, toSeatId: sale.backSeats[3] ?? '' });
    const { changes, tickets } = await seats.view(manager, sale.reference);
    const told = changes.find(({ cause }) => cause.startsWith('seat of ticket 1 changed'));
    assert.equal(
      told?.cause,
      'seat of ticket 1 changed from Stalls · A · 1 to Stalls · A · 4: its code is new',
    );
    assert.equal(told.by?.kind, 'member');
    assert.deepEqual(tickets[0]?.seat, { section: 'Stalls', row: 'A', seat: '4' });
    const log = await query<object>(
      `SELECT action, before, after FROM audit_log WHERE subject_id = $1 AND action LIKE 'ticket.%'`,
      [ticketId],
    );
    assert.deepEqual(log, [
      {
        action: 'ticket.change_seat',
        before: { seat: 'Stalls · A · 1' },
        after: { seat: 'Stalls · A · 4' },
      },
    ]);
  });

  test('asked for twice it is changed once, and who saw another seat is told to look again', async () => {
    const sale = await sellSeats(on, host, { quantity: 1 });
    const [ticketId = ''] = sale.ticketIds;
    const [first = '', second = '', third = ''] = sale.backSeats;
    const asked = { ticketId, fromSeatId: first, toSeatId: second };
    assert.equal((await seats.exchange(manager, sale, asked)).status, 200);
    assert.equal((await seats.exchange(manager, sale, asked)).status, 200);
    const late = await seats.exchange(manager, sale, { ticketId, fromSeatId: first, toSeatId: third });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
    const changes = (await historyOf(on, sale.reference)).filter(({ cause }) => cause.startsWith('seat of'));
    assert.equal(changes.length, 1);
  });

  test('a seat that is held, sold, blocked or no seat of the event is refused', async () => {
    const sale = await sellSeats(on, host);
    const [ticketId = ''] = sale.ticketIds;
    const [, sold = '', heldSeat = '', blocked = ''] = sale.backSeats;
    await held(on, sale.slug, { items: [], seatIds: [heldSeat] });
    await query(`UPDATE seats SET blocked_reason = 'Critics', blocked_color = 1 WHERE id = $1`, [blocked]);
    await query('UPDATE ticket_types SET capacity = capacity - 1 WHERE id = $1', [sale.back]);
    const other = await sellSeats(on, host);
    const refusedAs = async (toSeatId: string) => {
      const { status, body } = await seats.exchange(manager, sale, { ticketId, toSeatId });
      return [status, body.error_code, body.field];
    };
    assert.deepEqual(await refusedAs(sold), [400, 'tickets_unavailable', 'toSeatId']);
    assert.deepEqual(await refusedAs(heldSeat), [400, 'tickets_unavailable', 'toSeatId']);
    assert.deepEqual(await refusedAs(blocked), [400, 'tickets_unavailable', 'toSeatId']);
    assert.deepEqual(await refusedAs(other.backSeats[4] ?? ''), [400, 'validation_failed', 'toSeatId']);

    const meant = { ticketId, toSeatId: blocked, takesHouseSeat: true };
    assert.equal((await seats.exchange(manager, sale, meant)).status, 200);
    const [seat] = await query<object>('SELECT is_sold, blocked_reason FROM seats WHERE id = $1', [blocked]);
    assert.deepEqual(seat, { is_sold: true, blocked_reason: null });
  });

  test('a ticket that is void, that somebody came in with, or without a seat stays as it is', async () => {
    const sale = await sellSeats(on, host);
    const [used = '', gone = ''] = sale.ticketIds;
    const toSeatId = sale.backSeats[5] ?? '';
    assert.equal(await admit(sale.eventId, await codeOf(on, used)), 'admitted');
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: sale.orderId,
        actor: OPERATOR,
        ticketIds: [gone],
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    for (const ticketId of [used, gone]) {
      const { status, body } = await seats.exchange(manager, sale, { ticketId, toSeatId });
      assert.deepEqual([status, body.error_code], [409, 'wrong_state']);
    }
    await query(`UPDATE events SET closes_at = now(), starts_at = now() - interval '1 hour' WHERE id = $1`, [
      sale.eventId,
    ]);
    const over = await sellSeats(on, host);
    await query(`UPDATE events SET closes_at = now(), starts_at = now() - interval '1 hour' WHERE id = $1`, [
      over.eventId,
    ]);
    const { status } = await seats.exchange(manager, over, {
      ticketId: over.ticketIds[0] ?? '',
      toSeatId: over.backSeats[5] ?? '',
    });
    assert.equal(status, 409);
  });

  test('finance may, the door may not, and another host’s ticket is not there', async () => {
    const sale = await sellSeats(on, host, { quantity: 1 });
    const asked = { ticketId: sale.ticketIds[0] ?? '', toSeatId: sale.backSeats[5] ?? '' };
    const door = await signInAs(on, host, { role: 'door' });
    assert.equal((await seats.exchange(door, sale, asked)).status, 403);
    const otherHost = await makeHost(on);
    const stranger = await signInAs(on, otherHost);
    const theirs = onSeats(on, otherHost);
    assert.equal((await theirs.exchange(stranger, sale, asked)).status, 404);
    const finance = await signInAs(on, host, { role: 'finance' });
    assert.equal((await seats.exchange(finance, sale, asked)).status, 200);
  });
});
