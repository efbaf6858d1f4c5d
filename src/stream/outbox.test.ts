import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { BUYER, buy, endPaymentWindow, pay, storedOrder, untilStatus } from '../../test/harness/buy.ts';
import { makeDoorDevice, makeDoorEvent, sellTickets } from '../../test/harness/make-door.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { signInAs } from '../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { admitTicket } from '../check-in/admit-ticket.ts';
import { onSeats, sellSeats } from '../orders/exchange/exchange.fixture.ts';
import { refundOrder } from '../orders/refund-order.ts';
import { makeMessage } from './make-message.ts';
import { readOutbox, type OutboxRow } from './outbox.ts';
import { STREAM_KINDS } from './stream-names.ts';
import { STREAM_SCHEMAS } from './stream-schemas.ts';
import { readStreamState, switchStream } from './switch-stream.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

suite('the outbox of the event stream', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp({ environment: { HOST_MAILS_PER_DAY: '1000' } });
    host = await makeHost(on);
  });
  after(() => on.close());

  const outbox = (): Promise<OutboxRow[]> => readOutbox(on.app.database, 10_000);

  /** The events of a host's own event, in order, each held to its schema and to what must not be in it. */
  const told = async (eventId: string): Promise<OutboxRow[]> => {
    const rows = (await outbox()).filter((row) => row.event_id === eventId);
    for (const row of rows) {
      const text = makeMessage(row).body.toString();
      const schema = STREAM_SCHEMAS.get(row.kind);
      assert(schema, `${row.kind} has no schema`);
      const isGood = ajv.validate(schema, JSON.parse(text));
      assert.ok(isGood, `${row.kind}: ${ajv.errorsText()} ${text}`);
      for (const personal of Object.values(BUYER))
        assert.ok(!text.includes(personal), `${personal} is in ${text}`);
      assert.deepEqual(makeMessage(row).body.toString(), text);
    }
    return rows;
  };
  const kinds = (rows: OutboxRow[]): string[] => rows.map(({ kind }) => kind);

  const paidOrder = async (quantity: number) => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000, capacity: 50 }] });
    const bought = await buy(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity }] });
    await pay(bought.checkoutUrl);
    const { id: orderId } = await untilStatus(on, bought.reference, 'confirmed');
    return { ...event, orderId, reference: bought.reference, total: bought.total };
  };

  const refund = (orderId: string, ticketIds: string[] | null) =>
    on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds,
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );

  test('while the stream is off nothing is written', async () => {
    const { orderId, reference } = await paidOrder(2);
    await refund(orderId, null);
    await untilStatus(on, reference, 'refunded');
    assert.deepEqual(await outbox(), []);
    assert.deepEqual(await readStreamState(on.app.database), {
      isOn: false,
      isFull: false,
      gaps: [],
      waiting: 0,
      oldestWaitsSeconds: null,
    });
  });

  test('switched on, a sale and its refund are told step by step, in order, without the buyer', async () => {
    assert.equal(await switchStream(on.app.database, { isOn: true }), true);
    assert.equal(await switchStream(on.app.database, { isOn: true }), false, 'once');
    const { eventId, orderId, reference, total, skus } = await paidOrder(2);
    await refund(orderId, null);
    await untilStatus(on, reference, 'refunded');
    await until('the refund to be made', async () => kinds(await told(eventId)).includes('refund.made'));
    const rows = await told(eventId);
    const ofOrder = kinds(rows).filter((kind) => kind.startsWith('order.'));
    assert.deepEqual(kinds(rows).slice(0, 4), [
      'order.created',
      'order.confirmed',
      'ticket.issued',
      'ticket.issued',
    ]);
    assert.deepEqual(ofOrder.slice(0, 2), ['order.created', 'order.confirmed']);
    assert.equal(ofOrder.at(-1), 'order.refunded');
    assert.deepEqual(
      kinds(rows).filter((kind) => kind.startsWith('refund.')),
      ['refund.requested', 'refund.made'],
    );
    assert.equal(kinds(rows).filter((kind) => kind === 'ticket.voided').length, 2);
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    assert.ok(rows.every((row) => row.host_id === host.hostId));
    assert.deepEqual(rows[1]?.data, {
      orderId,
      reference,
      status: 'confirmed',
      source: 'api',
      gateway: 'sandbox',
      currency: 'NGN',
      amount: total,
      orders: [{ sku: skus[0], quantity: 2, amount: total }],
    });
  });

  test('an order that is not paid expires, and a free one is confirmed at once', async () => {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 500_000 }, { priceMinor: 0 }] });
    const unpaid = await buy(on, host, { slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] });
    await endPaymentWindow(on, unpaid.reference);
    await untilStatus(on, unpaid.reference, 'expired');
    assert.deepEqual(kinds(await told(event.eventId)), ['order.created', 'order.expired']);

    const free = await buy(on, host, { slug: event.slug, items: [{ sku: event.skus[1], quantity: 1 }] });
    const { id } = await storedOrder(on, free.reference);
    const ofFree = (await told(event.eventId)).filter(
      ({ data }) => (data as { orderId?: string }).orderId === id,
    );
    assert.deepEqual(kinds(ofFree), ['order.created', 'order.confirmed', 'ticket.issued']);
  });

  test('a change that is rolled back is not told', async () => {
    const { eventId, orderId } = await paidOrder(1);
    const soFar = kinds(await told(eventId));
    await assert.rejects(
      on.app.database.transaction(async (tx) => {
        await refundOrder(tx, {
          orderId,
          actor: OPERATOR,
          ticketIds: null,
          amountMinor: null,
          returnsStock: true,
          requestKey: randomUUID(),
        });
        throw new Error('and no further');
      }),
      /and no further/,
    );
    assert.deepEqual(kinds(await told(eventId)), soFar);
  });

  test('a seat is told with its ticket, and so is another one that it gets', async () => {
    const manager = await signInAs(on, host, { role: 'manager' });
    const sale = await sellSeats(on, host);
    const issued = (await told(sale.eventId)).filter(({ kind }) => kind === 'ticket.issued');
    const seatOf = ({ data }: OutboxRow): string =>
      (data as { seat: { seatId: string } | null }).seat?.seatId ?? 'none';
    assert.deepEqual(issued.map(seatOf).toSorted(), sale.backSeats.slice(0, 2).toSorted());

    const [ticketId = ''] = sale.ticketIds;
    const to = sale.backSeats[4] ?? '';
    const { status, body } = await onSeats(on, host).exchange(manager, sale, { ticketId, toSeatId: to });
    assert.equal(status, 200, JSON.stringify(body));
    const moved = (await told(sale.eventId)).filter(({ kind }) => kind === 'ticket.moved');
    assert.deepEqual(moved.map(seatOf), [to]);
  });

  test('each scan at a door is told once, with what it came to', async () => {
    const event = await makeDoorEvent(on);
    const [ticket] = await sellTickets(on, event, { count: 1 });
    assert(ticket);
    await makeDoorDevice(on, event, { door: 'North' });
    const admit = () =>
      on.app.database.transaction((tx) =>
        admitTicket(tx, on.secretKeys, { eventId: event.eventId, code: ticket.code }),
      );
    await admit();
    await admit();
    const scans = (await told(event.eventId)).filter(({ kind }) => kind.startsWith('check_in.'));
    assert.deepEqual(
      scans.map(({ kind, data }) => [
        kind,
        (data as { outcome: string }).outcome,
        (data as { ticketId: string }).ticketId,
      ]),
      [
        ['check_in.admitted', 'admitted', ticket.ticketId],
        ['check_in.refused', 'already_used', ticket.ticketId],
      ],
    );
  });

  test('switched off again, nothing more is written; what waits is counted', async () => {
    assert.equal(await switchStream(on.app.database, { isOn: false }), true);
    const left = await readStreamState(on.app.database);
    assert.equal(left.isOn, false);
    assert.ok(left.waiting > 0 && left.oldestWaitsSeconds !== null);
    await paidOrder(1);
    assert.equal((await readStreamState(on.app.database)).waiting, left.waiting);
  });

  test('every kind is described where operators read', async () => {
    const page = await readFile(
      path.join(import.meta.dirname, '../../docs/operating/event-stream.md'),
      'utf8',
    );
    const described = [...page.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gm)].map(([, kind]) => kind);
    assert.deepEqual(described, [...STREAM_KINDS]);
  });
});
