import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import type { EmbedOrder, EmbedOrderBody, Person } from './server/order-schemas.ts';
import { BUYER, pay, quantityLeft, storedOrder, untilStatus } from '../../../../test/harness/buy.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { startPaystackSimulator } from '../../../../test/harness/gateways/paystack-simulator.ts';
import type { GatewaySimulator } from '../../../../test/harness/gateways/simulator.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { COMPANY, invoiceAs, untilIssued } from '../../../invoices/invoices.fixture.ts';
import { addPaymentAccount } from '../../../payments/payment-accounts.ts';
import { createPromoCode } from '../../../reservations/create-promo-code.ts';
import { askEmbed, held, makeHall, postHold, tokenIn } from './embed.fixture.ts';

let on: TestApp;
let host: TestHost;
let paystack: GatewaySimulator;
expectNothingUnhandled();
before(async () => {
  paystack = await startPaystackSimulator();
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000', PAYSTACK_URL: paystack.url } });
  host = await makeHost(on);
});
after(async () => {
  await on.close();
  await paystack.close();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

function refused(answer: Answer, code: string, status = 400): Answer {
  assert.deepEqual([answer.status, answer.body.error_code], [status, code], JSON.stringify(answer.body));
  assert.equal(answer.body.status, status);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return answer;
}

const release = (slug: string, token?: string) =>
  askEmbed(on, `/${slug}/reservations`, {
    method: 'DELETE',
    ...(token !== undefined && { headers: { 'x-device-id': token } }),
  });

const postOrder = (
  slug: string,
  token: string | null,
  body: Partial<EmbedOrderBody> & Record<string, unknown>,
  headers: Record<string, string> = {},
) =>
  askEmbed(on, `/${slug}/orders`, {
    method: 'POST',
    headers: { ...(token !== null && { 'x-device-id': token }), ...headers },
    body: { ...BUYER, query: '', ...body },
  });

const ordered = ({ status, body }: Answer): EmbedOrder => {
  assert.equal(status, 201, JSON.stringify(body));
  return body.data as EmbedOrder;
};

describe('tickets by quantity', () => {
  test('the page’s tickets are the API’s, live', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 5 }] });
    await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 2 }] });
    const { status, headers, body } = await askEmbed(on, `/${slug}/tickets`);
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(body.data[0].quantityLeft, 3);
    assert.deepEqual(await quantityLeft(on, host, slug), [3]);
  });

  test('a cart is held, priced with its code, held again and released', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host);
    await on.app.database.transaction((tx) =>
      createPromoCode(tx, {
        eventId,
        code: 'EARLY',
        discount: { percentBasisPoints: 1_000 },
        maximumUses: null,
        ticketTypeIds: [],
      }),
    );
    const token = randomUUID();
    const items = [{ sku: skus[0] ?? '', quantity: 2 }];
    const first = await postHold(on, slug, { items }, token.toUpperCase());
    assert.equal(first.status, 201);
    assert.equal(first.body.data.reservationToken, token);
    const again = await postHold(on, slug, { items, promoCode: 'early' }, token);
    assert.equal(again.status, 200);
    assert.equal(again.body.data.promoCode, 'EARLY');
    assert.equal(again.body.data.discount, 200_000);
    assert.deepEqual((await release(slug, token)).body, { data: { released: true }, status: true });
    refused(await release(slug, token), 'nothing_to_release');
  });

  test('the fault of a promo code is told in a word, for the page to say it in the buyer’s language', async () => {
    const { slug, skus, eventId } = await makeEvent(on, host, { ticketTypes: [{}, {}] });
    const [sku = '', otherSku = ''] = skus;
    const codes = { discount: { percentBasisPoints: 1_000 }, maximumUses: 1, eventId };
    await on.app.database.transaction(async (tx) => {
      await createPromoCode(tx, { ...codes, code: 'ONCE', ticketTypeIds: [] });
      await createPromoCode(tx, { ...codes, code: 'OTHER', ticketTypeIds: [otherSku] });
    });
    const items = [{ sku, quantity: 1 }];
    await postHold(on, slug, { items, promoCode: 'ONCE' });
    for (const [promoCode, promoProblem] of [
      ['NOPE', 'unknown'],
      ['OTHER', 'other_tickets'],
      ['ONCE', 'not_now'],
    ] as const) {
      const answer = await postHold(on, slug, { items, promoCode });
      refused(answer, 'invalid_promo_code');
      assert.deepEqual([answer.body.promoProblem, answer.body.field], [promoProblem, 'promoCode']);
    }
  });

  test('without X-Device-ID nothing is held, released or ordered', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const body = { items: [{ sku: skus[0], quantity: 1 }] };
    refused(
      await askEmbed(on, `/${slug}/reservations`, { method: 'POST', body }),
      'missing_reservation_token',
    );
    refused(await release(slug), 'missing_reservation_token');
    refused(await postOrder(slug, null, { quoteReference: 'q' }), 'missing_reservation_token');
    for (const bad of ['x', '', `urn:uuid:${randomUUID()}`]) {
      const headers = { 'x-device-id': bad };
      refused(
        await askEmbed(on, `/${slug}/reservations`, { method: 'POST', body, headers }),
        'validation_failed',
      );
    }
  });

  test('the API’s refusals are the embed’s', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 3, maximumPerOrder: 4 }] });
    const sku = skus[0] ?? '';
    refused(await postHold(on, slug, { items: [{ sku, quantity: 4 }] }), 'tickets_unavailable');
    refused(await postHold(on, slug, { items: [{ sku, quantity: 5 }] }), 'quantity_limit');
    refused(await postHold(on, slug, { items: [{ sku: 'x', quantity: 1 }] }), 'unknown_ticket');
    refused(
      await postHold(on, slug, { items: [{ sku, quantity: 1 }], promoCode: 'NO' }),
      'invalid_promo_code',
    );
    refused(await postHold(on, slug, {}), 'validation_failed');
    refused(await postHold(on, slug, { items: [], seatIds: [] }), 'validation_failed');
    refused(await postHold(on, slug, { items: [{ sku, quantity: 0 }] }), 'validation_failed');
    refused(await postHold(on, slug, { seatIds: [randomUUID()] }), 'validation_failed');
    const elsewhere = await makeHall(on, host);
    refused(await postHold(on, slug, { seatIds: elsewhere.seatIds.slice(0, 1) }), 'validation_failed');
    assert.deepEqual(await quantityLeft(on, host, slug), [3]);
  });
});

describe('seats', () => {
  const mixed = {
    ticketTypes: [
      { kind: 'SEATED' as const, name: 'Front', priceMinor: 2_000_000, capacity: 4, maximumPerOrder: 3 },
      { kind: 'SEATED' as const, name: 'Back', priceMinor: 1_000_000, capacity: 4, maximumPerOrder: 3 },
      { kind: 'GENERAL' as const, name: 'Standing', priceMinor: 500_000, capacity: 10 },
    ],
  };

  test('seats are priced as the tickets they are sold as, and may stand beside general ones', async () => {
    const { slug, skus, seatIds } = await makeHall(on, host, { event: mixed });
    const wanted = [seatIds[5], seatIds[0], seatIds[4]].map((id) => id ?? '');
    const reservation = await held(on, slug, {
      items: [{ sku: skus[2] ?? '', quantity: 2 }],
      seatIds: wanted.map((id) => id.toUpperCase()),
    });
    assert.deepEqual(
      reservation.items.map(({ name, quantity, price }) => [name, quantity, price]),
      [
        ['Standing', 2, 500_000],
        ['Back', 2, 1_000_000],
        ['Front', 1, 2_000_000],
      ],
    );
    const { rows } = await on.app.database.query<{ id: string }>(
      `SELECT s.id FROM seats AS s JOIN reservations AS r ON r.id = s.held_by WHERE r.token = $1 ORDER BY s.id`,
      [reservation.reservationToken],
    );
    assert.deepEqual(
      rows.map(({ id }) => id),
      [...wanted].sort(),
    );
  });

  test('a seat that is not of this event, named twice, or one too many, is refused, and nothing is held', async () => {
    const { slug, skus, seatIds } = await makeHall(on, host, { event: mixed });
    const other = await makeHall(on, host);
    const [a = '', b = '', c = '', d = ''] = seatIds;
    for (const unknown of [other.seatIds[0] ?? '', randomUUID()]) {
      const { body } = refused(await postHold(on, slug, { seatIds: [a, unknown] }), 'validation_failed');
      assert.match(body.message, new RegExp(`^${unknown} is not a seat of this event`));
      assert.equal('takenSeats' in body, false);
    }
    refused(await postHold(on, slug, { seatIds: [a, a.toUpperCase()] }), 'validation_failed');
    refused(await postHold(on, slug, { seatIds: ['x'] }), 'validation_failed');
    refused(await postHold(on, slug, { seatIds: [a, b, c, d] }), 'quantity_limit');
    refused(
      await postHold(on, slug, { seatIds: Array.from({ length: 51 }, () => randomUUID()) }),
      'quantity_limit',
    );
    const bySku = refused(
      await postHold(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }),
      'validation_failed',
    );
    assert.match(bySku.body.message, /^Front is sold by seat/);
    assert.deepEqual(await quantityLeft(on, host, slug), [4, 4, 10]);
  });

  test('the second buyer is told which seats are taken, and keeps what they held', async () => {
    const { slug, seatIds } = await makeHall(on, host);
    const [a = '', b = '', c = '', d = ''] = seatIds;
    const [first, second] = [randomUUID(), randomUUID()];
    await held(on, slug, { seatIds: [a, b] }, first);
    await held(on, slug, { seatIds: [c] }, second);
    const { body } = refused(await postHold(on, slug, { seatIds: [b, c] }, second), 'tickets_unavailable');
    assert.deepEqual(body.takenSeats, [b]);
    await held(on, slug, { seatIds: [a, b, d] }, first);
    const all = refused(await postHold(on, slug, { seatIds: [a, b, d] }, second), 'tickets_unavailable');
    assert.deepEqual(all.body.takenSeats, [a, b, d].sort());
    await held(on, slug, { seatIds: [c] }, second);
  });

  test('two devices, one last seat: one has it, the other is told that it is taken', async () => {
    const { slug, seatIds } = await makeHall(on, host, { seatsPerType: 1 });
    const answers = await Promise.all([postHold(on, slug, { seatIds }), postHold(on, slug, { seatIds })]);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 400]));
    const loser = answers.find(({ status }) => status === 400);
    assert.deepEqual([loser?.body.error_code, loser?.body.takenSeats], ['tickets_unavailable', seatIds]);
  });

  test('the API still sells no seats', async () => {
    const { slug, skus } = await makeHall(on, host);
    const answer = await fetch(`${on.baseUrl}/events/${slug}/reservations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.publicKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ sku: skus[0], quantity: 1 }] }),
    });
    assert.equal(((await answer.json()) as { error_code: string }).error_code, 'seat_map_event');
  });

  test('an order of seats issues a ticket for each, and sells them', async () => {
    const { slug, seatIds } = await makeHall(on, host, {
      event: { ticketTypes: [{ kind: 'SEATED', name: 'Free seat', priceMinor: 0, capacity: 4 }] },
    });
    const token = randomUUID();
    const wanted = seatIds.slice(1, 3);
    const { quoteReference } = await held(on, slug, { seatIds: wanted }, token);
    const order = ordered(await postOrder(slug, token, { quoteReference }));
    assert.deepEqual([order.status, order.isFramable, order.checkoutUrl], ['confirmed', false, undefined]);
    const { body } = await askEmbed(on, `/orders/${tokenIn(order.receiptUrl)}/tickets`);
    assert.deepEqual(
      body.data.tickets.map(({ seat }: { seat: string }) => seat),
      ['Stalls, row A, seat 2', 'Stalls, row A, seat 3'],
    );
    const { body: late } = refused(await postHold(on, slug, { seatIds: wanted }), 'tickets_unavailable');
    assert.deepEqual(late.takenSeats, [...wanted].sort());
  });
});

describe('orders with an invoice', () => {
  test('say to whom: it is kept with the order, and issued once it is paid', async () => {
    const seller = await makeHost(on);
    await invoiceAs(on, seller, { forOrders: 'asked' });
    const { slug, skus } = await makeEvent(on, seller);
    const token = randomUUID();
    const { quoteReference } = await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }, token);
    const wrong = await postOrder(slug, token, {
      quoteReference,
      invoice: { ...COMPANY, city: ' ' },
    });
    assert.equal(refused(wrong, 'validation_failed').body['field'], 'invoice.city');
    const nowhere = await postOrder(slug, token, {
      quoteReference,
      invoice: { ...COMPANY, countryCode: 'QQ', postalCode: '', taxNumber: '' },
    });
    assert.equal(refused(nowhere, 'validation_failed').body['field'], 'invoice.countryCode');
    const key = { 'idempotency-key': randomUUID() };
    const body = { quoteReference, invoice: COMPANY };
    const order = ordered(await postOrder(slug, token, body, key));
    assert.equal(ordered(await postOrder(slug, token, body, key)).reference, order.reference);
    await pay(order.checkoutUrl ?? '');
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    const [issued] = await untilIssued(on, id, 1);
    assert.deepEqual(
      [issued?.requestVersion, issued?.invoice.buyer.company, issued?.invoice.buyer.taxNumber],
      [1, COMPANY.company, 'DE123456789'],
    );
  });

  test('of a host that sends none are orders without one', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const token = randomUUID();
    const { quoteReference } = await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }, token);
    const { reference } = ordered(await postOrder(slug, token, { quoteReference, invoice: COMPANY }));
    const { id } = await storedOrder(on, reference);
    const { rowCount } = await on.app.database.query('SELECT FROM invoice_requests WHERE order_id = $1', [
      id,
    ]);
    assert.equal(rowCount, 0);
  });
});

describe('orders', () => {
  async function cartOf(quantity: number, priceMinor = 1_000_000) {
    const event = await makeEvent(on, host, { ticketTypes: [{ priceMinor }] });
    const token = randomUUID();
    const { quoteReference } = await held(
      on,
      event.slug,
      { items: [{ sku: event.skus[0] ?? '', quantity }] },
      token,
    );
    return { ...event, token, quoteReference };
  }

  test('a paid order says where to pay, in this frame where the gateway lets itself be framed, and comes back to the page', async () => {
    const { slug, token, quoteReference } = await cartOf(1);
    const query = '?theme=dark&colorScheme=%23C8623F&lang=fr&reference=x&next=https://evil.example';
    const order = ordered(await postOrder(slug, token, { quoteReference, query }));
    assert.deepEqual([order.status, order.isFramable], ['pending_payment', true]);
    const stored = await storedOrder(on, order.reference);
    const page = `http://localhost:${new URL(on.publicUrl).port}/checkout/${slug}`;
    assert.equal(stored.callback_url, `${page}?theme=dark&colorScheme=c8623f&lang=fr`);
    const { rows } = await on.app.database.query<{ source: string }>(
      'SELECT source FROM orders WHERE id = $1',
      [stored.id],
    );
    assert.equal(rows[0]?.source, 'embed');
    const local = order.checkoutUrl?.replace('http://localhost', 'http://127.0.0.1') ?? '';
    const paid = await pay(local);
    assert.ok(paid.location, paid.page);
    await untilStatus(on, order.reference, 'confirmed');
    const back = await fetch(paid.location.replace('localhost', '127.0.0.1'), { redirect: 'manual' });
    assert.equal(
      back.headers.get('location'),
      `${page}?theme=dark&colorScheme=c8623f&lang=fr&reference=${order.reference}#receipt=${tokenIn(order.receiptUrl)}`,
    );
    assert.match(
      (await fetch(`${on.publicUrl}/checkout/orders/${tokenIn(order.receiptUrl)}`)).headers.get(
        'content-security-policy',
      ) ?? '',
      /frame-ancestors 'none'/,
    );
  });

  test('a buyer on the event’s own page comes back to that', async () => {
    const { slug, token, quoteReference } = await cartOf(1);
    const query = 'lang=fr&page=event';
    const { reference } = ordered(await postOrder(slug, token, { quoteReference, query }));
    const page = `http://localhost:${new URL(on.publicUrl).port}/events/${slug}`;
    assert.equal((await storedOrder(on, reference)).callback_url, `${page}?lang=fr`);
  });

  test('the host’s list of callback sites is for integrators: the page is always come back to', async () => {
    const strict = await makeHost(on);
    await on.app.database.query(
      `UPDATE hosts SET callback_origins = '{https://shop.example}' WHERE id = $1`,
      [strict.hostId],
    );
    const { slug, skus } = await makeEvent(on, strict);
    const token = randomUUID();
    const { quoteReference } = await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }, token);
    const { reference } = ordered(await postOrder(slug, token, { quoteReference }));
    assert.match((await storedOrder(on, reference)).callback_url ?? '', new RegExp(`/checkout/${slug}$`));
  });

  test('a gateway that does not let itself be framed is opened elsewhere', async () => {
    const merchant = await makeHost(on);
    const { slug, skus } = await makeEvent(on, merchant);
    await on.app.database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys: on.secretKeys, refusesTestCredentials: false },
        {
          ...paystack.account,
          hostId: merchant.hostId,
          currency: 'NGN',
        },
      ),
    );
    const token = randomUUID();
    const { quoteReference } = await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }, token);
    const order = ordered(await postOrder(slug, token, { quoteReference }));
    assert.match(order.checkoutUrl ?? '', /^https:\/\/checkout\.paystack\.example\//);
    assert.equal(order.isFramable, false);
  });

  test('every ticket may have a recipient of its own', async () => {
    const { slug, token, quoteReference } = await cartOf(3, 0);
    const recipients: Person[] = [
      { ...BUYER, phone: '0803 123 4567' },
      { email: 'bimbo@example.com', firstName: ' Bimbo ', lastName: 'Ade' },
      { email: 'chi@example.org', firstName: 'Chi', lastName: 'Eze', phone: '+27821234567' },
    ];
    const { reference } = ordered(
      await postOrder(slug, token, { quoteReference, recipients, phone: '08031234567' }),
    );
    const { rows } = await on.app.database.query(
      `SELECT t.email, t.first_name, t.phone FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
        WHERE o.reference = $1 ORDER BY t.position`,
      [reference],
    );
    assert.deepEqual(rows, [
      { email: 'ada@example.com', first_name: 'Ada', phone: '+2348031234567' },
      { email: 'bimbo@example.com', first_name: 'Bimbo', phone: null },
      { email: 'chi@example.org', first_name: 'Chi', phone: '+27821234567' },
    ]);
  });

  test('recipients are as many as the tickets, and each as well described as the buyer', async () => {
    const { slug, token, quoteReference } = await cartOf(2, 0);
    const chi: Person = { email: 'chi@example.org', firstName: 'Chi', lastName: 'Eze' };
    const order = (recipients: unknown) => postOrder(slug, token, { quoteReference, recipients } as never);
    assert.match(
      refused(await order([chi]), 'validation_failed').body.message,
      /one entry per ticket: 2, not 1/,
    );
    refused(await order([chi, chi, chi]), 'validation_failed');
    refused(await order([]), 'validation_failed');
    const badEmail = refused(await order([chi, { ...chi, email: 'chi' }]), 'validation_failed');
    assert.match(badEmail.body.message, /^recipients\[1\]\.email /);
    assert.equal(badEmail.body.field, 'recipients[1].email');
    const long = '1'.repeat(41);
    const badPhone = refused(await order([chi, { ...chi, phone: long }]), 'validation_failed');
    assert.match(badPhone.body.message, /^recipients\[1\]\.phone /);
    assert.equal(badPhone.body.field, 'recipients[1].phone');
    refused(await order([chi, { ...chi, lastName: ' ' }]), 'validation_failed');
    refused(await order([chi, { ...chi, admin: true }]), 'validation_failed');
    refused(
      await postOrder(slug, token, { quoteReference, callbackUrl: 'https://evil.example' }),
      'validation_failed',
    );
    ordered(await order([chi, chi]));
  });

  test('empty fields are as if left out, as by the API; spaces around an address are cut', async () => {
    const { slug, token, quoteReference } = await cartOf(2, 0);
    const chi = { email: ' chi@example.org ', firstName: 'Chi', lastName: 'Eze', phone: null };
    const order = { quoteReference, phone: '', recipients: [chi, { ...chi, phone: 'n/a' }] };
    refused(await postOrder(slug, '', order), 'missing_reservation_token');
    const { reference } = ordered(await postOrder(slug, token, order, { 'idempotency-key': '' }));
    const { rows } = await on.app.database.query<{
      email: string;
      phone: string | null;
      bought: string | null;
    }>(
      `SELECT t.email, t.phone, o.phone AS bought FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
        WHERE o.reference = $1 ORDER BY t.position`,
      [reference],
    );
    assert.deepEqual(rows, [
      { email: 'chi@example.org', phone: null, bought: null },
      { email: 'chi@example.org', phone: 'n/a', bought: null },
    ]);
  });

  test('the API’s refusals are the embed’s, and the same key replays the first answer', async () => {
    const { slug, token, quoteReference } = await cartOf(1);
    refused(await postOrder(slug, token, { quoteReference: 'q_other' }), 'quote_mismatch');
    refused(await postOrder(slug, randomUUID(), { quoteReference }), 'reservation_expired');
    const { body } = refused(
      await postOrder(slug, token, { quoteReference, phone: '1'.repeat(41) }),
      'validation_failed',
    );
    assert.deepEqual(Object.keys(body), ['message', 'status', 'error_code', 'field']);
    assert.equal(body.field, 'phone');
    const headers = { 'idempotency-key': randomUUID() };
    const first = ordered(await postOrder(slug, token, { quoteReference }, headers));
    assert.deepEqual(ordered(await postOrder(slug, token, { quoteReference }, headers)), first);
    refused(await postOrder(slug, token, { quoteReference }), 'order_exists', 409);
  });
});
