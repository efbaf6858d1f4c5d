import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { askEmbed, tokenIn, type Hall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import type { OtherSeats } from '../../src/pages/dashboard/order/exchange-routes.ts';
import { OPERATOR } from '../../src/audit/actor.ts';
import { markTransferPaid } from '../../src/orders/bank-transfer/mark-paid.ts';
import { issueComplimentary } from '../../src/orders/issue-complimentary.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { signTicketCode } from '../../src/tickets/ticket-code.ts';
import { BUYER, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import type { TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import type { TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { referenceOf, type Received } from '../webhooks/receiver.ts';
import { standAtDoor } from './doors-tour.ts';

export type World = {
  host: TestHost;
  /** Ticket types: of the first there is plenty, the second is free, of the third nothing is left. */
  show: { eventId: string; slug: string; skus: string[] };
  /** Five tickets, for those who want them all. */
  small: { eventId: string; slug: string; skus: string[] };
  /** The seats of the first ticket type have another price. */
  hall: Hall & { child: string };
  received: Received[];
};

/** More than one address may hold of an event in these tests: the next cart is counted ticket by ticket. */
export const ADDRESS_LIMIT = 12;

/** The whole day of buyers, gateways and receivers, once. `own` is the test's own connection, on which time passes. */
export async function takeTour(on: TestApp, world: World, own: pg.Client): Promise<void> {
  await lookAround(on, world);
  await holdAllSorts(on, world, own);
  await buySeats(on, world);
  const free = await buyFree(on, world);
  await openPages(on, world, free);
  await giveAway(on, world);
  await payAllSorts(on, world, own);
  await payByChoice(on, world, own);
  await payByTransfer(on, world);
  await giveBack(on, world, own);
  await lookAfterSales(on, world, free);
  await until('the receiver to hear of it', () =>
    world.received.some((one) => referenceOf(one) === free.reference),
  );
  await until('the mails to be sent', async () => {
    const { rows } = await own.query(
      `SELECT 1 FROM jobs WHERE kind = 'send_mail' AND set_aside_at IS NULL AND run_at <= now() LIMIT 1`,
    );
    return rows.length === 0;
  });
}

const members = new Map<string, SignedIn>();

/** The same people on every tour: there are few of them, and a table of few is looked through. */
async function memberOf(on: TestApp, host: TestHost, eventIds: string[] | null): Promise<SignedIn> {
  const role = eventIds === null ? 'owner' : 'manager';
  const known = members.get(role) ?? (await signInAs(on, host, { role, eventIds }));
  members.set(role, known);
  return known;
}

/** A host's looks while tickets are sold: home, an event, an order, the search, and live figures. */
async function lookAfterSales(
  on: TestApp,
  { host, show }: World,
  free: { reference: string },
): Promise<void> {
  for (const eventIds of [null, [show.eventId]]) {
    const as = await memberOf(on, host, eventIds);
    const get = async (path: string) =>
      ok(await askDashboard(on, `/hosts/${host.hostId}${path}`, { as }), 200);
    const { body } = await get('');
    if (body.data.nextCursor) await get(`?cursor=${body.data.nextCursor}`);
    for (const path of [
      '/events?shown=drafts',
      '/events?shown=past',
      `/events/${show.eventId}`,
      '/orders',
      '/orders?attention=yes',
      `/orders/${free.reference}`,
      `/search?q=${free.reference}`,
      '/search?q=buyer77@example.com',
      '/search?q=buyer7',
      '/search?q=nobody',
      '/search?q=nobody0%20here0',
    ])
      await get(path);
    const stream = await fetch(`${on.publicUrl}/dashboard/hosts/${host.hostId}/live?shown=${show.eventId}`, {
      headers: { cookie: as.cookie },
    });
    assert.equal(stream.status, 200);
    await stream.body?.cancel();
  }
}

const ok = (answer: Answer, status = 201): Answer => {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer;
};

let visitors = 0;
/** Somebody else each time, at an address of their own. */
function visitor(address = `10.1.${(visitors >> 8) & 255}.${visitors & 255}`): Record<string, string> {
  visitors += 1;
  return { 'x-device-id': randomUUID(), 'x-forwarded-for': address };
}

type Line = { sku: string | undefined; quantity: number };
const hold = (
  on: TestApp,
  { host }: World,
  cart: { slug: string; headers: Record<string, string>; items: Line[]; promoCode?: string },
): Promise<Answer> => {
  const { slug, headers, ...body } = cart;
  return ask(on, `/events/${slug}/reservations`, { method: 'POST', key: host, headers, body });
};

const order = (
  on: TestApp,
  { host }: World,
  { slug, headers, held }: { slug: string; headers: Record<string, string>; held: Answer },
): Promise<Answer> =>
  ask(on, `/events/${slug}/orders`, {
    method: 'POST',
    key: host,
    headers: { 'idempotency-key': headers['x-device-id'] ?? '', ...headers },
    body: {
      ...BUYER,
      email: `${headers['x-device-id']}@example.com`,
      quoteReference: held.body.data.quoteReference,
    },
  });

async function lookAround(on: TestApp, { host, show, hall }: World): Promise<void> {
  const get = async (path: string, status = 200, key: TestHost | string = host) =>
    ok(await ask(on, path, { key }), status);
  const { body } = await get('/events?limit=5');
  if (body.data.nextCursor) await get(`/events?limit=5&cursor=${body.data.nextCursor}`);
  await get('/events?category=music');
  await get('/events?q=event');
  await get('/events?q=evnet'); // a slip of a key
  for (const path of ['', '/gallery', '/tickets']) await get(`/events/${show.slug}${path}`);
  await get('/events', 401, `pk_${'0'.repeat(40)}`);
  await get('/events', 403, host.privateKey);
  for (const path of ['', '/tickets']) ok(await askEmbed(on, `/${show.slug}${path}`), 200);
  ok(await askEmbed(on, `/${hall.slug}/seats`), 200);
}

async function holdAllSorts(on: TestApp, world: World, own: pg.Client): Promise<void> {
  const { show, small, host } = world;
  const { slug } = show;
  const [plenty, , full] = show.skus;
  const one = [{ sku: plenty, quantity: 1 }];

  const headers = visitor();
  ok(await hold(on, world, { slug, headers, items: one }));
  ok(await hold(on, world, { slug, headers, items: one, promoCode: 'FEW' }), 200);
  ok(await ask(on, `/events/${slug}/reservations`, { method: 'DELETE', key: host, headers }), 200);
  // Without a device the cart is the address's own.
  const { 'x-forwarded-for': address = '' } = visitor();
  ok(await hold(on, world, { slug, headers: { 'x-forwarded-for': address }, items: one }));
  ok(await hold(on, world, { slug, headers: { 'x-forwarded-for': address }, items: one }), 200);
  ok(await hold(on, world, { slug, headers: visitor('2001:db8:7::1'), items: one }));
  // Near the cap, all that an address has is counted.
  const { 'x-forwarded-for': greedy = '' } = visitor();
  ok(await hold(on, world, { slug, headers: visitor(greedy), items: [{ sku: plenty, quantity: 10 }] }));
  ok(await hold(on, world, { slug, headers: visitor(greedy), items: [{ sku: plenty, quantity: 5 }] }), 400);
  // Nothing is left: neither among a hundred thousand that live, nor until somebody's cart has lapsed.
  if (await isFull(own, full)) {
    const gone = [{ sku: full, quantity: 1 }];
    ok(await hold(on, world, { slug, headers: visitor(), items: gone }), 400);
    // Known to be sold out, it is asked for in another way.
    ok(await hold(on, world, { slug, headers: visitor(), items: gone }), 400);
  }
  const late = visitor();
  const all = [{ sku: small.skus[0], quantity: 4 }];
  ok(await hold(on, world, { slug: small.slug, headers: late, items: all }));
  await lapse(own, small.eventId, late);
  const next = visitor();
  ok(await hold(on, world, { slug: small.slug, headers: next, items: all }));
  ok(
    await ask(on, `/events/${small.slug}/reservations`, { method: 'DELETE', key: host, headers: next }),
    200,
  );
}

async function isFull(own: pg.Client, sku: string | undefined): Promise<boolean> {
  const { rows } = await own.query('SELECT 1 FROM ticket_types WHERE id = $1 AND sold + held = capacity', [
    sku,
  ]);
  return rows.length > 0;
}

async function buySeats(on: TestApp, world: World): Promise<void> {
  const { hall } = world;
  const headers = visitor();
  const { rows } = await on.app.database.query<{ id: string }>(
    `SELECT id FROM seats WHERE event_id = $1 AND ticket_type_id = $2 AND NOT is_sold AND held_by IS NULL ORDER BY id LIMIT 3`,
    [hall.eventId, hall.skus[0]],
  );
  const seatIds = rows.map(({ id }) => id);
  const post = (path: string, body: object) =>
    askEmbed(on, `/${hall.slug}${path}`, { method: 'POST', headers, body });
  ok(await post('/reservations', { seatIds: seatIds.slice(0, 1) }));
  const seatTypes = { [seatIds[1] ?? '']: hall.child };
  const held = ok(await post('/reservations', { seatIds: seatIds.slice(1), seatTypes }), 200);
  const taken = await askEmbed(on, `/${hall.slug}/reservations`, {
    method: 'POST',
    headers: visitor(),
    body: { seatIds: seatIds.slice(2) },
  });
  ok(taken, 400);
  const { quoteReference } = held.body.data;
  const { body } = ok(
    await post('/orders', { ...BUYER, email: `${randomUUID()}@example.com`, quoteReference, query: '' }),
  );
  await pay(body.data.checkoutUrl);
  await untilStatus(on, body.data.reference, 'confirmed');
  ok(await post(`/orders/${body.data.reference}/email`, { email: `${randomUUID()}@example.com` }), 200);
  await changeSeats(on, world, body.data.reference);
}

/** The first ticket of an order gets another seat of its price, and then one that its buyer pays for. */
async function changeSeats(on: TestApp, { host, hall }: World, reference: string): Promise<void> {
  const as = await memberOf(on, host, null);
  const path = `/hosts/${host.hostId}/orders/${reference}`;
  for (const [nth, type] of hall.skus.entries()) {
    const { body: page } = ok(await askDashboard(on, path, { as }), 200);
    const [ticket] = page.data.tickets as { ticketId: string; seatId: string }[];
    const { body: seen } = ok(
      await askDashboard(on, `${path}/tickets/${ticket?.ticketId}/seats`, { as }),
      200,
    );
    ok(await askDashboard(on, `${path}/tickets/${ticket?.ticketId}/seats/taken`, { as }), 200);
    const { seats, taken, ticketTypeIds, ticketTypes } = seen as unknown as OtherSeats;
    const to = seats.findIndex((seat, index) => ticketTypeIds[seat.t] === type && !taken.includes(index));
    const changed = await askDashboard(on, `${path}/tickets/${ticket?.ticketId}/seat`, {
      as,
      method: 'POST',
      body: {
        fromSeatId: ticket?.seatId,
        toSeatId: seats[to]?.id,
        ticketTypeId: null,
        takesHouseSeat: false,
        asksDifference: nth > 0,
        seenDifferenceMinor: ticketTypes.find(({ ticketTypeId }) => ticketTypeId === type)?.differenceMinor,
      },
    });
    const { reference: due } = ok(changed, 200).body as unknown as { reference: string | null };
    if (due === null) continue;
    const { rows } = await on.app.database.query<{ url: string; token: string }>(
      'SELECT checkout_url AS url, receipt_token AS token FROM orders WHERE reference = $1',
      [due],
    );
    await pay(rows[0]?.url ?? '');
    await untilStatus(on, due, 'confirmed');
    ok(await askDashboard(on, `/hosts/${host.hostId}/orders/${due}`, { as }), 200);
    assert.equal((await fetch(`${on.publicUrl}/checkout/orders/${rows[0]?.token}`)).status, 200);
  }
}

type Bought = { reference: string; receiptUrl: string };

async function buyFree(on: TestApp, world: World): Promise<Bought> {
  const { slug, skus } = world.show;
  const headers = visitor();
  const held = ok(await hold(on, world, { slug, headers, items: [{ sku: skus[1], quantity: 2 }] }));
  const made = ok(await order(on, world, { slug, headers, held }));
  const again = ok(await order(on, world, { slug, headers, held }));
  assert.equal(again.body.data.reference, made.body.data.reference);
  return made.body.data as Bought;
}

async function openPages(
  on: TestApp,
  { host, show }: World,
  { reference, receiptUrl }: Bought,
): Promise<void> {
  const token = tokenIn(receiptUrl);
  for (const path of ['', '/state', '/tickets']) ok(await askEmbed(on, `/orders/${token}${path}`), 200);
  const { id, return_token: returnToken } = await storedOrder(on, reference);
  const back = await fetch(`${on.publicUrl}/checkout/orders/${returnToken}/return`, { redirect: 'manual' });
  assert.equal(back.status, 303);
  const { rows } = await on.app.database.query<{ id: string; serial: string; shortCode: number }>(
    'SELECT id, serial, short_code AS "shortCode" FROM tickets WHERE order_id = $1',
    [id],
  );
  const code = signTicketCode(on.secretKeys.current, {
    eventId: show.eventId,
    serial: rows[0]?.serial ?? '',
  });
  for (const outcome of ['admitted', 'already_used']) {
    const told = await admitTicket(on.app.database, on.secretKeys, { eventId: show.eventId, code });
    assert.equal(told.outcome, outcome);
  }
  const guest = { ticketId: rows[0]?.id ?? '', code, shortCode: rows[0]?.shortCode ?? 0 };
  await standAtDoor(on, { host, eventId: show.eventId, guest });
}

async function giveAway(on: TestApp, { show }: World): Promise<void> {
  const [ticketTypeId = ''] = show.skus;
  await on.app.database.transaction((tx) =>
    issueComplimentary(tx, { ...BUYER, ticketTypeId, quantity: 2, language: 'en', cause: 'a gift' }),
  );
}

async function payAllSorts(on: TestApp, world: World, own: pg.Client): Promise<void> {
  const { show, small } = world;
  const open = async (event: { slug: string; skus: string[] }, quantity = 1) => {
    const headers = visitor();
    const { slug } = event;
    const held = ok(await hold(on, world, { slug, headers, items: [{ sku: event.skus[0], quantity }] }));
    const { reference, checkoutUrl } = ok(await order(on, world, { slug, headers, held })).body.data;
    return { headers, slug, held, reference: reference as string, checkoutUrl: checkoutUrl as string };
  };
  const paid = await open(show);
  await pay(paid.checkoutUrl, 'callback_twice');
  await untilStatus(on, paid.reference, 'confirmed');

  // A buyer who takes another cart gives the order up.
  const given = await open(show);
  ok(
    await hold(on, world, {
      slug: given.slug,
      headers: given.headers,
      items: [{ sku: show.skus[0], quantity: 2 }],
    }),
    200,
  );
  await untilStatus(on, given.reference, 'cancelled');

  // The process that asked the gateway has died: the same key orders anew.
  const stuck = await open(show);
  await own.query(
    `UPDATE orders SET status = 'processing', start_by = now() - interval '1 second' WHERE reference = $1`,
    [stuck.reference],
  );
  ok(await order(on, world, stuck));

  // Over and paid too late: the stock is still there, and then it is not.
  const late = await open(show);
  await payLate(on, own, { event: show, ...late });
  await untilStatus(on, late.reference, 'confirmed');
  const tooLate = await open(small, 4);
  await payLate(on, own, { event: small, ...tooLate }, async () => {
    const other = visitor();
    ok(
      await hold(on, world, {
        slug: small.slug,
        headers: other,
        items: [{ sku: small.skus[0], quantity: 4 }],
      }),
    );
    return () =>
      ask(on, `/events/${small.slug}/reservations`, { method: 'DELETE', key: world.host, headers: other });
  });
  const { id } = await storedOrder(on, tooLate.reference);
  await until('the money to go back', async () => {
    const { rows } = await own.query('SELECT 1 FROM refunds WHERE order_id = $1 AND status = $2', [
      id,
      'succeeded',
    ]);
    return rows.length > 0;
  });
}

/** As of a host with several ways to pay: the sandbox's page is the one that was chosen. */
async function payByChoice(on: TestApp, world: World, own: pg.Client): Promise<void> {
  const { slug, skus } = world.show;
  const headers = visitor();
  const held = ok(await hold(on, world, { slug, headers, items: [{ sku: skus[0], quantity: 1 }] }));
  const { reference, checkoutUrl } = ok(await order(on, world, { slug, headers, held })).body.data;
  await own.query(
    `WITH mine AS (UPDATE orders SET gateway = NULL WHERE reference = $1 RETURNING id, reference, checkout_url)
     INSERT INTO payment_pages (order_id, number, gateway, reference, checkout_url, created_at, linked_at)
     SELECT id, 1, 'sandbox', reference, checkout_url, now(), now() FROM mine`,
    [reference],
  );
  await pay(checkoutUrl as string);
  await untilStatus(on, reference as string, 'confirmed');
}

/** A bank transfer that is waited for, and seen by a member. */
async function payByTransfer(on: TestApp, { show }: World): Promise<void> {
  const headers = visitor();
  const post = (path: string, body: object) =>
    askEmbed(on, `/${show.slug}${path}`, { method: 'POST', headers, body });
  const held = ok(await post('/reservations', { items: [{ sku: show.skus[0], quantity: 1 }] }));
  const { quoteReference } = held.body.data;
  const { body } = ok(
    await post('/orders', {
      ...BUYER,
      email: `${randomUUID()}@example.com`,
      phone: '',
      quoteReference,
      paysBy: 'bank_transfer',
      query: '',
    }),
  );
  const { id: orderId } = await storedOrder(on, body.data.reference as string);
  await on.app.database.transaction((tx) => markTransferPaid(tx, { orderId, actor: OPERATOR }));
}

/** A bank transfer that arrives when the time to pay is over, and the cart was given back. */
async function payLate(
  on: TestApp,
  own: pg.Client,
  sale: {
    event: { eventId: string };
    reference: string;
    checkoutUrl: string;
    headers: Record<string, string>;
  },
  meanwhile: () => Promise<() => Promise<unknown>> = async () => async () => {},
): Promise<void> {
  const { reference } = sale;
  await pay(sale.checkoutUrl, 'late');
  await own.query(`UPDATE sandbox_payments SET pay_by = now() - interval '1 second' WHERE reference = $1`, [
    reference,
  ]);
  await own.query(
    `UPDATE orders SET pay_by = now() - interval '1 second', next_look_up_at = now() WHERE reference = $1`,
    [reference],
  );
  await runSoon(own, 'ask_gateways');
  await lapse(own, sale.event.eventId, sale.headers);
  const undo = await meanwhile();
  await own.query(
    `UPDATE jobs SET run_at = now() WHERE kind = 'sandbox_late_payment'
        AND unique_key = (SELECT id FROM sandbox_payments WHERE reference = $1)`,
    [reference],
  );
  await own.query(`SELECT pg_notify('jobs_due', 'sandbox_late_payment')`);
  const { id } = await storedOrder(on, reference);
  await until('the transfer to be settled', async () => {
    const { rows } = await own.query('SELECT 1 FROM payments WHERE order_id = $1', [id]);
    return rows.length > 0;
  });
  await undo();
}

async function giveBack(on: TestApp, world: World, own: pg.Client): Promise<void> {
  const { slug, skus, eventId } = world.show;
  const headers = visitor();
  ok(await hold(on, world, { slug, headers, items: [{ sku: skus[0], quantity: 1 }], promoCode: 'FEW' }));
  await lapse(own, eventId, headers);
  await until('the cart to be given back', async () => {
    await runSoon(own, 'give_back_lapsed');
    const { rows } = await own.query(
      'SELECT 1 FROM reservations WHERE event_id = $1 AND token = $2 AND ended_at IS NOT NULL',
      [eventId, headers['x-device-id']],
    );
    return rows.length > 0;
  });
}

async function runSoon(own: pg.Client, kind: string): Promise<void> {
  await own.query(
    `UPDATE jobs SET run_at = now() WHERE kind = $1 AND unique_key IS NOT NULL AND run_at > now()`,
    [kind],
  );
  await own.query(`SELECT pg_notify('jobs_due', $1)`, [kind]);
}

async function lapse(own: pg.Client, eventId: string, headers: Record<string, string>): Promise<void> {
  await own.query(
    `WITH cart AS (
       UPDATE reservations SET expires_at = clock_timestamp() - interval '1 millisecond'
        WHERE event_id = $1 AND token = $2 AND ended_at IS NULL RETURNING id, expires_at)
     UPDATE holds SET expires_at = cart.expires_at FROM cart WHERE reservation_id = cart.id`,
    [eventId, headers['x-device-id']],
  );
}
