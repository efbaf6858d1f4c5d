import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import { buy, lapse, order, pay, untilStatus } from '../../../../test/harness/buy.ts';
import { ask, type Answer } from '../../../../test/harness/client.ts';
import { makeEvent } from '../../../../test/harness/make-catalog.ts';
import type { TestApp } from '../../../../test/harness/test-app.ts';
import { untilWaiting } from '../../../../test/harness/waiting-for-locks.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { pageDataIn } from '../../checkout/embed/embed.fixture.ts';
import { deleteTicketType } from '../../../inventory/delete-ticket-type.ts';
import { createPromoCode } from '../../../reservations/create-promo-code.ts';
import { startTicketRoom } from './event-tickets.fixture.ts';

// Changes by a host while buyers buy.

const room = await startTicketRoom();
const { on, other, host, see, post, change, remove, lastLine, soon, tickets, tryHold, cart } = room;
after(() => room.close());
afterEach(() => room.check());

test('a new price is for new quotes: who has one keeps it, and pays it; who holds anew is told the new one', async () => {
  const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 1_000_000 }] });
  const [sku] = event.skus;
  const early = await cart(event, sku, { quantity: 2 });
  const undecided = await cart(event, sku);
  assert.deepEqual([early.total, undecided.total], [2_000_000, 1_000_000]);
  const changed = await change(event, sku, { priceMinor: 1_250_000 });
  assert.equal(changed.status, 200);
  assert.deepEqual((await lastLine())?.['before'], { priceMinor: 1_000_000 });
  assert.deepEqual((await lastLine())?.['after'], { priceMinor: 1_250_000 });

  const late = await cart(event, sku);
  assert.equal(late.total, 1_250_000);
  const ordered = (await order(on, host, early)).body.data;
  assert.deepEqual([ordered.total, ordered.status], [2_000_000, 'pending_payment']);
  await pay(ordered.checkoutUrl);
  const stored = await untilStatus(on, ordered.reference, 'confirmed');
  assert.equal(stored.total_minor, 2_000_000);

  const refreshed = await cart(event, sku, { token: undecided.token });
  assert.equal(refreshed.total, 1_250_000);
  assert.equal((await order(on, host, undecided)).body.error_code, 'quote_mismatch');
  await soon('the new price is the cheapest', async () => {
    const { body } = await ask(other, `/events/${event.slug}`, { key: host });
    return body.data.cheapestTicketPrice === 1_250_000;
  });
  await soon('the embed has the new price', async () => {
    const page = await ask({ baseUrl: `${other.publicUrl}/checkout` }, `/${event.slug}`);
    return JSON.stringify(pageDataIn(page.body)).includes('12,500');
  });
});

test('there are never fewer than are sold and held; what has lapsed counts no more', async () => {
  const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 10, priceMinor: 0 }] });
  const [sku] = event.skus;
  await buy(on, host, { slug: event.slug, items: [{ sku, quantity: 3 }] });
  await cart(event, sku, { quantity: 2 });
  const idle = await cart(event, sku, { quantity: 4 });

  const refused = await change(event, sku, { capacity: 8 });
  assert.deepEqual([refused.status, refused.body.field], [400, 'capacity']);
  assert.equal(refused.body.message, 'Must be at least 9, because 3 are sold and 6 are on hold.');
  assert.equal((await change(event, sku, { capacity: 9 })).status, 200);
  assert.equal((await tryHold(event, sku)).body.error_code, 'tickets_unavailable');
  assert.equal((await see(event)).types[0]?.status, 'SOLD_OUT');

  await lapse(on, idle.token);
  const still = await change(event, sku, { capacity: 4 });
  assert.equal(still.body.message, 'Must be at least 5, because 3 are sold and 2 are on hold.');
  assert.equal((await change(event, sku, { capacity: 5 })).status, 200);
  assert.deepEqual((await see(event)).types[0]?.figures, {
    capacity: 5,
    sold: 3,
    held: 2,
    left: 0,
    money: { salesMinor: 0, feesMinor: 0, refundedMinor: 0, netMinor: 0 },
  });
  assert.equal((await order(on, host, idle)).body.error_code, 'reservation_expired');
});

test('more of what is sold out is on sale at once, in lists that said it was not', async () => {
  const event = await makeEvent(on, host, {
    ticketTypes: [
      { capacity: 2, priceMinor: 100_000 },
      { capacity: 9, priceMinor: 700_000 },
    ],
  });
  const [cheap] = event.skus;
  const cheapest = async (): Promise<number> =>
    (await ask(other, `/events/${event.slug}`, { key: host })).body.data.cheapestTicketPrice;
  assert.equal(await cheapest(), 100_000);
  await cart(event, cheap, { quantity: 2 });
  await soon('the cheap one is sold out', async () => (await cheapest()) === 700_000);
  await change(event, cheap, { capacity: 3 });
  await soon('the cheap one is back', async () => (await cheapest()) === 100_000);
  assert.deepEqual(
    (await tickets(event)).map(({ status, quantityLeft }) => [status, quantityLeft]),
    [
      ['AVAILABLE', 1],
      ['AVAILABLE', 9],
    ],
  );
  await change(event, cheap, { capacity: 2 });
  await soon('and gone again', async () => (await cheapest()) === 700_000);
});

test('a lower limit per order holds for new carts in every process', async () => {
  const event = await makeEvent(on, host);
  const [sku] = event.skus;
  const large = await cart(event, sku, { quantity: 8 });
  await change(event, sku, { maximumPerOrder: 4 });
  await soon('five are too many', async () => {
    const answer = await tryHold(event, sku, { quantity: 5, through: other });
    return answer.body.error_code === 'quantity_limit';
  });
  assert.equal((await order(on, host, large)).status, 201);
});

test('the sale is stopped at once, of one or of all, and goes on as it was; carts may still order', async () => {
  const event = await makeEvent(on, host, {
    ticketTypes: [
      { saleEndsAt: new Date('2199-01-01T10:20:30.456Z') },
      {},
      { saleStartsAt: new Date('2199-01-01T00:00:00Z') },
    ],
  });
  const [one, two, later] = event.skus;
  const waiting = await cart(event, one);
  const stop = await post(event, '/stop-selling', { ticketTypeIds: [one] });
  assert.deepEqual([stop.status, stop.body], [200, { stopped: [one] }]);
  // In every process from the first request on: the sale's end is judged by the database.
  for (const through of [on, other]) {
    const refused = await tryHold(event, one, { through });
    assert.equal(refused.body.message, 'Ticket 1 is not on sale now.');
  }
  assert.equal((await tryHold(event, two)).status, 201);
  assert.equal((await order(on, host, waiting)).status, 201);
  const line = await lastLine();
  assert.deepEqual(
    [line?.['action'], line?.['before']],
    ['ticket_type.stop_selling', { saleEndsAt: '2199-01-01T10:20:30.456Z' }],
  );

  const all = await post(event, '/stop-selling', { ticketTypeIds: event.skus });
  assert.deepEqual(all.body, { stopped: [two] });
  assert.deepEqual(
    (await tickets(event)).map(({ status }) => status),
    ['SALE_ENDED', 'SALE_ENDED', 'COMING_SOON'],
  );
  const ends = [
    { ticketTypeId: one, saleEndsAt: '2199-01-01T10:20:30.456Z' },
    { ticketTypeId: two, saleEndsAt: null },
  ];
  assert.equal((await post(event, '/go-on-selling', { ends })).status, 200);
  assert.deepEqual(
    (await see(event)).types.map(({ saleEndsAt }) => saleEndsAt),
    ['2199-01-01T10:20:30.456Z', null, null],
  );
  assert.equal((await tryHold(event, one, { through: other })).status, 201);
  const early = await post(event, '/go-on-selling', {
    ends: [{ ticketTypeId: later, saleEndsAt: '2198-01-01T00:00:00.000Z' }],
  });
  assert.deepEqual([early.status, early.body.field], [400, 'saleEndsAt']);

  // The field shows no seconds. A change of another field keeps them.
  const kept = await change(event, one, { name: 'First', saleEndsAt: '2199-01-01T11:20' });
  assert.equal(kept.status, 200);
  assert.equal((await see(event)).types[0]?.saleEndsAt, '2199-01-01T10:20:30.456Z');
});

test('only what nobody ever had is deleted', async () => {
  const event = await makeEvent(on, host, {
    ticketTypes: [{ priceMinor: 0 }, {}, {}, {}, {}, { name: 'Never wanted' }],
  });
  const [sold, inCart, unpaid, lapsedOrder, withCode, unwanted] = event.skus;
  const whyNot = async (sku: string | undefined): Promise<string> => {
    const { status, body } = await remove(event, sku);
    assert.deepEqual([status, body.error_code], [400, 'validation_failed']);
    return String(body.message);
  };
  await buy(on, host, { slug: event.slug, items: [{ sku: sold, quantity: 1 }] });
  const idle = await cart(event, inCart, { quantity: 2 });
  await buy(on, host, { slug: event.slug, items: [{ sku: unpaid, quantity: 1 }] });
  const { token } = await buy(on, host, { slug: event.slug, items: [{ sku: lapsedOrder, quantity: 1 }] });
  await lapse(on, token);
  await on.app.database.transaction(async (tx) => {
    const code = { eventId: event.eventId, discount: { percentBasisPoints: 1_000 }, maximumUses: null };
    await createPromoCode(tx, { ...code, code: 'ONLY-ONE', ticketTypeIds: [withCode ?? ''] });
    await createPromoCode(tx, { ...code, code: 'BOTH', ticketTypeIds: [withCode ?? '', unwanted ?? ''] });
  });
  assert.match(await whyNot(sold), /tickets were sold/);
  assert.match(await whyNot(inCart), /carts and unpaid orders hold 2 tickets/);
  assert.match(await whyNot(unpaid), /carts and unpaid orders hold 1 tickets/);
  assert.match(await whyNot(lapsedOrder), /a payment may still arrive/);
  assert.match(await whyNot(withCode), /promo codes work only for it \(ONLY-ONE\)/);

  assert.equal((await remove(event, unwanted)).status, 200);
  const line = await lastLine();
  assert.deepEqual([line?.['action'], line?.['subject_name']], ['ticket_type.delete', 'Never wanted']);
  assert.equal(line?.['before'].capacity, 100);
  assert.equal((await remove(event, unwanted)).status, 404);
  const { rows } = await on.app.database.query(
    `SELECT p.code FROM promo_codes AS p JOIN promo_code_ticket_types AS t ON t.promo_code_id = p.id
      WHERE p.event_id = $1 ORDER BY 1`,
    [event.eventId],
  );
  assert.deepEqual(rows, [{ code: 'BOTH' }, { code: 'ONLY-ONE' }]);
  await soon('it is no ticket of the event', async () => {
    return (await tryHold(event, unwanted, { through: other })).body.error_code === 'unknown_ticket';
  });
  // A cart that released it was never a sale.
  await lapse(on, idle.token);
  assert.equal((await remove(event, inCart)).status, 200);
  assert.equal((await order(on, host, idle)).body.error_code, 'reservation_expired');
});

test('a cart that waits while one of its ticket types is deleted is refused as a whole', async () => {
  const event = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }, { capacity: 50 }] });
  const [gone, kept] = event.skus;
  // Both processes have the offer in memory.
  for (const through of [on, other]) assert.equal((await tryHold(event, kept, { through })).status, 201);
  let waiting: Promise<Answer[]> | undefined;
  await on.app.database.transaction(async (tx) => {
    await deleteTicketType(tx, {
      hostId: host.hostId,
      eventId: event.eventId,
      ticketTypeId: gone ?? '',
      actor: OPERATOR,
    });
    const both = [gone, kept].map((sku) => ({ sku, quantity: 1 }));
    const holdBoth = (items: object[], through: TestApp): Promise<Answer> =>
      ask(through, `/events/${event.slug}/reservations`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': randomUUID() },
        body: { items },
      });
    waiting = Promise.all([holdBoth(both, on), holdBoth(both.slice(0, 1), other)]);
    await untilWaiting(on.testDatabase.database, { count: 2 });
  });
  for (const { status, body } of (await waiting) ?? []) {
    assert.deepEqual([status, body.message], [400, 'Ticket 1 is not on sale now.']);
  }
  assert.equal((await see(event)).types[0]?.figures.held, 2);
});
