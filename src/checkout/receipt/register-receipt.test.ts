import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { connectDatabase } from '../../db/database.ts';
import { freePort } from '../../db/embedded/free-port.ts';
import { expectNothingUnhandled } from '../../../test/harness/unhandled.ts';
import { createSeats } from '../../inventory/create-seats.ts';
import { recordRefunded, refundOrder } from '../../orders/refund-order.ts';
import { loadOrderTickets } from '../../tickets/load-order-tickets.ts';
import { BUYER, serveReceipts, startReceipts, type TestReceipts } from './receipt.fixture.ts';

const A_DAY_MS = 24 * 60 * 60_000;
const NOT_A_REFERENCE = 'TSR-0000-0000-0000-000';
const NOBODYS_REFERENCE = 'TSR-0000-0000-0000-0000';
const XSS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</title><script>alert(1)</script>',
  'javascript:alert(1)//${alert(1)}{{alert(1)}}',
];

expectNothingUnhandled();

suite('the receipt page', () => {
  let on: TestReceipts;
  before(async () => void (on = await startReceipts()));
  after(() => on.close());

  async function get(reference: string, rest = '', options: RequestInit = {}) {
    const response = await fetch(on.receiptUrl(reference, rest), { redirect: 'manual', ...options });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const freeEvent = (event: Parameters<TestReceipts['makeEvent']>[0] = {}) =>
    on.makeEvent({ ticketTypes: [{ priceMinor: 0, name: 'Guest list' }], ...event });
  const paidEvent = (event: Parameters<TestReceipts['makeEvent']>[0] = {}) =>
    on.makeEvent({ ticketTypes: [{ priceMinor: 1_000_000, name: 'Regular' }], ...event });

  async function paidOrder(cart: Partial<Parameters<TestReceipts['order']>[0]> = {}) {
    const order = await on.order({ event: await paidEvent(), ...cart });
    await on.link(order.orderId);
    await on.settle(order.orderId, order.totalMinor);
    return order;
  }
  const endOrder = (orderId: string, status: string) =>
    on.database.query(`SELECT end_orders(ARRAY[$1::uuid], $2, 'a test', clock_timestamp())`, [
      orderId,
      status,
    ]);
  /** What the job does when the gateway has paid out. */
  const finishRefunds = (orderId: string) =>
    on.database.transaction(async (tx) => {
      await tx.query(
        `UPDATE refunds SET status = 'succeeded', ended_at = '2026-03-04T12:00:00Z', next_look_up_at = NULL WHERE order_id = $1`,
        [orderId],
      );
      await recordRefunded(tx, { orderId, cause: 'a test' });
    });

  test('an order that still asks for its payment link says so, and follows by itself with or without JavaScript', async () => {
    const { reference } = await on.order({ event: await paidEvent() });
    const { status, text } = await get(reference);
    assert.equal(status, 200);
    assert.match(text, /<h1>Getting your payment ready<\/h1>/);
    assert.match(text, new RegExp(`data-live="${reference}/state" data-status="processing"`));
    assert.match(text, /<noscript><meta http-equiv="refresh" content="10" \/><\/noscript>/);
    assert.doesNotMatch(text, /Pay ₦/);
  });

  test('an order that waits for its payment links to the payment page and says until when', async () => {
    const { orderId, reference, totalMinor } = await on.order({ event: await paidEvent() });
    assert.equal(totalMinor, 1_060_000);
    await on.link(orderId);
    const { text } = await get(reference);
    assert.match(text, /<h1>Waiting for your payment<\/h1>/);
    assert.match(text, new RegExp(`href="${on.url}/checkout/pay/${orderId}"\\s*>Pay ₦10,600.00<`));
    const secondsLeft = Number(/role="timer" data-seconds-left="(\d+)"/.exec(text)?.[1]);
    assert.ok(secondsLeft > 29 * 60 && secondsLeft <= 30 * 60, `${secondsLeft}`);
    assert.match(text, /Pay by \d+ \w+/);
    assert.match(text, /by e-mail to a…@example.com/);
    assert.match(text, /http-equiv="refresh"/);
    assert.doesNotMatch(text, /ada@example.com/);
    assert.doesNotMatch(text, /role="img"/);
  });

  test('when the time to pay is over, nobody is sent to the payment page any more', async () => {
    const { orderId, reference } = await on.order({ event: await paidEvent() });
    await on.link(orderId);
    await on.database.query(`UPDATE orders SET pay_by = now() - interval '1 second' WHERE id = $1`, [
      orderId,
    ]);
    const { text } = await get(reference);
    assert.match(text, /<h1>Looking for your payment<\/h1>/);
    assert.doesNotMatch(text, /checkout\/pay/);
    assert.match(text, /data-status="pending_payment"/);
  });

  test('a confirmed order shows every ticket with its code, its holder and what it cost', async () => {
    const event = await on.makeEvent({
      name: 'Highlife Revival',
      startsAt: new Date('2030-05-04T18:00:00Z'),
      closesAt: new Date('2030-05-05T02:00:00Z'),
      timezone: 'Africa/Lagos',
      street: '12 Marina Road',
      hostMessage: 'Doors open at six.',
      ticketTypes: [
        { priceMinor: 1_000_000, name: 'Regular' },
        { priceMinor: 3_000_000, name: 'VIP' },
      ],
    });
    const chi = { email: 'chi@example.org', firstName: 'Chi', lastName: 'Eze', phone: null };
    const { orderId, reference } = await paidOrder({
      event,
      quantities: [1, 1],
      recipients: [BUYER, chi],
      discountMinor: 200_000,
    });
    const { status, text } = await get(reference);
    assert.equal(status, 200);
    assert.match(text, /<h1>You’re going!<\/h1>/);
    const loaded = await loadOrderTickets(on.database, on.secretKey, { orderId });
    assert.equal(loaded?.tickets.length, 2);
    for (const ticket of loaded?.tickets ?? []) {
      assert.ok(text.includes((ticket.code.match(/.{1,5}/g) ?? []).join(' ')));
    }
    assert.match(text, /<title>QR code of Ticket 1 of 2: Regular, Ada Obi<\/title>/);
    assert.match(text, /<title>QR code of Ticket 2 of 2: VIP, Chi Eze<\/title>/);
    assert.match(text, /Saturday,? 4 May 2030/);
    assert.match(text, /19:00 WAT/);
    assert.match(text, /12 Marina Road/);
    assert.match(text, /Doors open at six\./);
    assert.match(text, /On the way to a…@example.com and c…@example.org\./);
    assert.match(text, /Discount\s+<span class="soft">HARMATTAN<\/span>/);
    assert.match(text, /−₦2,000.00/);
    assert.match(text, /Paid<\/th>\s*<td>₦40,100.00</);
    assert.doesNotMatch(text, /http-equiv="refresh"|data-live/);
  });

  test('a seat is named in full', async () => {
    const event = await on.makeEvent({
      kind: 'seat_map',
      ticketTypes: [{ kind: 'SEATED', priceMinor: 0, name: 'Stalls' }],
    });
    const [ticketTypeId = ''] = event.skus;
    const place = { section: 'Left wing', rowLabel: 'C', seatLabel: '12', x: 0, y: 0 };
    await on.database.transaction((tx) =>
      createSeats(tx, event.eventId, [
        { ticketTypeId, ...place, isAccessible: false, isRestrictedView: false },
      ]),
    );
    const { rows } = await on.database.query<{ id: string }>('SELECT id FROM seats WHERE event_id = $1', [
      event.eventId,
    ]);
    const { reference } = await on.order({ event, seatIds: rows.map(({ id }) => id) });
    const { text } = await get(reference);
    assert.match(text, /Section<\/dt>\s*<dd>Left wing</);
    assert.match(text, /Row<\/dt>\s*<dd>C</);
    assert.match(text, /Seat<\/dt>\s*<dd>12</);
  });

  test('a hidden place is shown to those who have a ticket, and to nobody else', async () => {
    const place = { hideLocation: true, street: '7 Secret Lane', directions: 'Knock twice.' };
    const free = await on.order({ event: await freeEvent(place) });
    assert.match((await get(free.reference)).text, /7 Secret Lane[^]*Knock twice\./);

    const waiting = await on.order({ event: await paidEvent(place) });
    const { text } = await get(waiting.reference);
    assert.match(text, /Ikeja, Lagos[^]*The exact place is for ticket holders\./);
    assert.doesNotMatch(text, /Secret Lane|Knock twice/);
    const calendar = await get(waiting.reference, '/calendar.ics');
    assert.equal(calendar.status, 404);
    assert.doesNotMatch(calendar.text, /Secret Lane|Knock twice/);

    await on.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: free.orderId,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'all',
      }),
    );
    assert.doesNotMatch((await get(free.reference)).text, /Secret Lane|Knock twice/);
  });

  test('a used ticket says so in place of its code', async () => {
    const { orderId, reference } = await on.order({ event: await freeEvent(), quantities: [2] });
    await on.database.query(
      `UPDATE tickets SET used_at = '2026-02-03T18:04:00Z' WHERE order_id = $1 AND position = 1`,
      [orderId],
    );
    const { text } = await get(reference);
    assert.match(
      text,
      /class="ticket used" id="ticket-1"[^]*<strong>Used<\/strong>\s*<span>Let in on 3 Feb, 19:04 WAT/,
    );
    assert.doesNotMatch(text, /QR code of Ticket 1/);
    assert.match(text, /QR code of Ticket 2/);
    assert.match(text, /href="#ticket-2"[^>]*>\s*Show at the door/);
  });

  for (const [state, title] of [
    ['expired', 'The time to pay is over'],
    ['cancelled', 'This order was cancelled'],
    ['failed', 'The payment could not be started'],
  ] as const) {
    test(`an order that is ${state} says that nothing was taken, and where to go from here`, async () => {
      const event = await paidEvent();
      const { orderId, reference } = await on.order({ event });
      await endOrder(orderId, state);
      const { status, text } = await get(reference);
      assert.equal(status, 200);
      assert.match(text, new RegExp(`<h1>${title}</h1>`));
      assert.match(text, /Nothing was taken\./);
      assert.ok(text.includes(`href="${on.url}/checkout/${event.slug}"`));
      assert.doesNotMatch(text, /http-equiv="refresh"|data-live|calendar\.ics/);
    });
  }

  test('a payment that came too late is on its way back, then back', async () => {
    const event = await paidEvent({ ticketTypes: [{ priceMinor: 1_000_000, name: 'Regular', capacity: 1 }] });
    const late = await on.order({ event });
    await on.link(late.orderId);
    await endOrder(late.orderId, 'expired');
    await on.database.query('UPDATE ticket_types SET held = 0, sold = 1 WHERE event_id = $1', [
      event.eventId,
    ]);
    await on.database.query(
      'DELETE FROM holds WHERE reservation_id = (SELECT reservation_id FROM orders WHERE id = $1)',
      [late.orderId],
    );
    assert.equal(await on.settle(late.orderId, late.totalMinor), 'refunded');

    const first = await get(late.reference);
    assert.match(first.text, /<h1>The time to pay is over<\/h1>/);
    assert.match(
      first.text,
      /Your payment of ₦10,600.00 is being returned\.<\/strong>\s*It came when the time to pay was over/,
    );
    assert.doesNotMatch(first.text, /Nothing was taken/);

    await finishRefunds(late.orderId);
    const afterwards = await get(late.reference);
    assert.match(afterwards.text, /<h1>Your payment was returned<\/h1>/);
    assert.match(afterwards.text, /Your payment of ₦10,600.00 was returned on 4 March 2026\./);
  });

  test('a second payment and one of the wrong sum are told apart, and the tickets stay', async () => {
    const { orderId, reference, totalMinor } = await paidOrder();
    await on.settle(orderId, totalMinor);
    await on.settle(orderId, 500, 'USD');
    await on.database.query(
      `UPDATE refunds SET status = 'needs_attention' WHERE reason = 'mismatch' AND order_id = $1`,
      [orderId],
    );
    const { text } = await get(reference);
    assert.match(text, /<h1>You’re going!<\/h1>/);
    assert.match(
      text,
      /Your payment of ₦10,600.00 is being returned\.<\/strong>\s*The order was paid for already/,
    );
    assert.match(
      text,
      /Your payment of USD\s5.00 is being returned\.<\/strong>\s*It was not the sum due\. It takes longer/,
    );
  });

  test('what was paid too much goes back, and is not taken off the price', async () => {
    const { orderId, reference, totalMinor } = await on.order({ event: await paidEvent() });
    await on.link(orderId);
    await on.settle(orderId, totalMinor + 5_000);
    const { text } = await get(reference);
    assert.match(
      text,
      /₦50.00 is being returned\.<\/strong>\s*You paid this much more than the order cost\./,
    );
    assert.match(text, /Paid<\/th>\s*<td>₦10,600.00</);
    assert.doesNotMatch(text, /Being returned<\/th>/);
  });

  test('of a partly refunded order the void tickets are marked and the money is accounted for', async () => {
    const { orderId, reference } = await paidOrder({ quantities: [2] });
    const { rows } = await on.database.query<{ id: string }>(
      'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
      [orderId],
    );
    await on.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        ticketIds: [rows[0]?.id ?? ''],
        amountMinor: null,
        returnsStock: true,
        requestKey: 'one',
      }),
    );
    // The money is under way, and the ticket is void already.
    const first = await get(reference);
    assert.match(first.text, /<h1>One ticket is valid<\/h1>/);
    assert.match(first.text, /class="ticket void" id="ticket-1"[^]*<strong>Void<\/strong>/);
    assert.match(first.text, /₦10,600.00 is being returned\./);
    assert.match(first.text, /Being returned<\/th>\s*<td>−₦10,600.00</);
    assert.doesNotMatch(first.text, /QR code of Ticket 1/);
    assert.match(first.text, /QR code of Ticket 2/);

    await finishRefunds(orderId);
    const { text } = await get(reference);
    assert.match(text, /₦10,600.00 was returned on 4 March 2026\./);
    assert.match(text, /Returned<\/th>/);
  });

  test('of a refunded order every ticket is void, and neither PDF nor calendar is offered', async () => {
    const { orderId, reference } = await paidOrder();
    await on.database.transaction((tx) =>
      refundOrder(tx, { orderId, ticketIds: null, amountMinor: null, returnsStock: true, requestKey: 'all' }),
    );
    assert.match((await get(reference)).text, /<h1>Your tickets were cancelled<\/h1>/);
    await finishRefunds(orderId);
    const { text } = await get(reference);
    assert.match(text, /<h1>This order was refunded<\/h1>/);
    assert.doesNotMatch(text, /role="img"|calendar\.ics|tickets\.pdf|resend/);
    for (const file of ['/calendar.ics', '/tickets.pdf']) {
      const { status, text: page } = await get(reference, file);
      assert.equal(status, 404);
      assert.match(page, /There are no tickets here/);
    }
  });

  test('a cancelled event is told of, and an event that is over is not looked forward to', async () => {
    const cancelled = await freeEvent();
    const one = await on.order({ event: cancelled });
    await on.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [cancelled.eventId]);
    assert.match((await get(one.reference)).text, /This event was cancelled by Harmattan Nights\./);

    const past = await freeEvent();
    const two = await on.order({ event: past });
    await on.database.query(
      `UPDATE events SET starts_at = now() - interval '2 days', closes_at = now() - interval '1 day' WHERE id = $1`,
      [past.eventId],
    );
    const { text } = await get(two.reference);
    assert.match(text, /<h1>Your tickets<\/h1>/);
    assert.doesNotMatch(text, /You’re going/);
  });

  test('a large order shows its tickets a page at a time', async () => {
    const event = await freeEvent({ ticketTypes: [{ priceMinor: 0, maximumPerOrder: 100 }] });
    const { reference } = await on.order({ event, quantities: [45] });
    const positions = (text: string) => [...text.matchAll(/id="ticket-(\d+)"/g)].map(([, nr]) => Number(nr));
    assert.deepEqual(
      positions((await get(reference)).text),
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
    const last = await get(reference, '?tickets=5');
    assert.deepEqual(positions(last.text), [41, 42, 43, 44, 45]);
    assert.match(last.text, /aria-current="page"\s*>41 to 45</);
    for (const odd of ['99', '-1', 'x', '', '1e9', '99999999999999999999']) {
      assert.notDeepEqual(positions((await get(reference, `?tickets=${odd}`)).text), [], odd);
    }
  });

  test('the page stays out of caches, frames, search engines and referrers', async () => {
    const { reference } = await on.order({ event: await freeEvent() });
    for (const rest of ['', '/state', '/calendar.ics', '/tickets.pdf']) {
      const { status, headers } = await get(reference, rest);
      assert.equal(status, 200, rest);
      assert.equal(headers.get('cache-control'), 'no-store', rest);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', rest);
      assert.equal(headers.get('x-robots-tag'), 'noindex', rest);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', rest);
    }
    for (const page of [reference, NOBODYS_REFERENCE]) {
      const policy = (await get(page)).headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe/);
    }
  });

  test('HEAD answers as GET does, without the body', async () => {
    const { reference } = await on.order({ event: await freeEvent() });
    for (const rest of ['', '/state', '/calendar.ics', '/tickets.pdf']) {
      const asked = await get(reference, rest);
      const head = await get(reference, rest, { method: 'HEAD' });
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('content-type'), asked.headers.get('content-type'));
      assert.equal(head.headers.get('cache-control'), 'no-store');
    }
    assert.equal((await get(reference, '/resend', { method: 'HEAD' })).status, 404);
  });

  test('a malformed reference and one of nobody’s get the same page', async () => {
    const unknown = await get(NOBODYS_REFERENCE);
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /We can’t find this order/);
    for (const malformed of [
      NOT_A_REFERENCE,
      'x',
      'tsr-0000-0000-0000-0000',
      "TSR-0000'--",
      '%00',
      '%3Cscript%3E',
      'A'.repeat(5_000),
    ]) {
      const answer = await get(malformed);
      assert.equal(answer.status, 404);
      assert.equal(answer.text, unknown.text);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    }
    for (const rest of ['/calendar.ics', '/tickets.pdf']) {
      const [one, other] = [await get(NOBODYS_REFERENCE, rest), await get('x', rest)];
      assert.equal(one.status, 404);
      assert.deepEqual([other.status, other.text], [one.status, one.text]);
    }
    const [one, other] = [await get(NOBODYS_REFERENCE, '/state'), await get('x', '/state')];
    assert.equal(one.status, 404);
    assert.equal(other.text, one.text);
    const posted = await get('x', '/resend', { method: 'POST' });
    assert.equal(posted.status, 404);
    assert.match(posted.text, /We can’t find this order/);
  });

  test('the state is told in one word, and follows the order', async () => {
    const { orderId, reference, totalMinor } = await on.order({ event: await paidEvent() });
    await on.link(orderId);
    assert.deepEqual(JSON.parse((await get(reference, '/state')).text), { status: 'pending_payment' });
    await on.settle(orderId, totalMinor);
    assert.deepEqual(JSON.parse((await get(reference, '/state')).text), { status: 'confirmed' });
  });

  test('the calendar file leads back to the receipt', async () => {
    const event = await freeEvent({ name: 'Highlife Revival', startsAt: new Date(Date.now() + A_DAY_MS) });
    const { reference } = await on.order({ event });
    const { headers, text } = await get(reference, '/calendar.ics');
    assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.equal(headers.get('content-disposition'), `attachment; filename="${event.slug}.ics"`);
    const unfolded = text.replaceAll(/\r\n[ \t]/g, '');
    assert.match(unfolded, /^BEGIN:VCALENDAR/);
    assert.match(unfolded, /SUMMARY:Highlife Revival/);
    assert.ok(unfolded.includes(`URL:${on.receiptUrl(reference)}`));
  });

  test('the PDF is one', async () => {
    const event = await freeEvent();
    const { reference } = await on.order({ event });
    const response = await fetch(on.receiptUrl(reference, '/tickets.pdf'));
    assert.equal(response.headers.get('content-type'), 'application/pdf');
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="${event.slug}-tickets.pdf"`,
    );
    assert.equal(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5), '%PDF-');
  });

  const resend = (reference: string) =>
    get(reference, '/resend', { method: 'POST', body: new URLSearchParams() });

  test('tickets are sent again five times an hour, and each press of the button is answered on the page', async () => {
    const { orderId, reference } = await on.order({ event: await freeEvent() });
    for (let press = 1; press <= 5; press++) {
      const { status, headers } = await resend(reference);
      assert.equal(status, 303);
      assert.equal(headers.get('location'), `../${reference}?notice=resent`);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    const sixth = await resend(reference);
    assert.equal(sixth.status, 303);
    assert.equal(sixth.headers.get('location'), `../${reference}?notice=too_often`);
    const { rows } = await on.database.query<{ count: number }>(
      `SELECT count(*)::integer FROM jobs WHERE kind = 'send_mail' AND payload ->> 'orderId' = $1 AND payload ? 'resendKey'`,
      [orderId],
    );
    assert.equal(rows[0]?.count, 5);

    assert.match((await get(reference, '?notice=resent')).text, /role="status"[^]*on their way once more/);
    assert.match((await get(reference, '?notice=too_often')).text, /role="status"[^]*try again in an hour/);
    for (const odd of ['toString', '__proto__', '<script>', '']) {
      assert.doesNotMatch((await get(reference, `?notice=${odd}`)).text, /role="status"/);
    }
  });

  test('a body that no form of ours sends is refused', async () => {
    const { reference } = await on.order({ event: await freeEvent() });
    const form = new FormData();
    form.set('x', 'y');
    assert.equal((await get(reference, '/resend', { method: 'POST', body: form })).status, 415);
    const long = new URLSearchParams({ x: 'y'.repeat(2_000) });
    assert.equal((await get(reference, '/resend', { method: 'POST', body: long })).status, 413);
  });

  test('an order without tickets has nothing to send', async () => {
    const { reference } = await on.order({ event: await paidEvent() });
    const { headers } = await resend(reference);
    assert.equal(headers.get('location'), `../${reference}?notice=nothing_to_send`);
  });

  test('the page says which mails went out, and which never will', async () => {
    const chi = { email: 'chi@example.org', firstName: 'Chi', lastName: 'Eze', phone: null };
    const { orderId, reference } = await on.order({
      event: await freeEvent(),
      quantities: [2],
      recipients: [BUYER, chi],
    });
    await on.database.query(
      `INSERT INTO mails (id, order_id, kind, recipient, sent_at, message_id, refused_at)
       VALUES (new_id(), $1, 'tickets', 'ada@example.com', now(), 'm@x', NULL),
              (new_id(), $1, 'tickets', 'chi@example.org', NULL, NULL, now())`,
      [orderId],
    );
    const { text } = await get(reference);
    assert.match(text, /Sent to a…@example.com\. c…@example.org can’t be reached/);
  });

  test('what hosts and buyers write is text, wherever it is shown', async () => {
    for (const payload of XSS) {
      const event = await freeEvent({
        name: payload,
        hostMessage: payload,
        street: payload,
        directions: payload,
        lga: payload,
        ticketTypes: [{ priceMinor: 0, name: payload }],
      });
      const { reference } = await on.order({
        event,
        buyer: {
          firstName: payload,
          lastName: payload,
          email: `"${payload.replaceAll(' ', '')}"@example.com`,
        },
      });
      const { status, text } = await get(reference);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /<script>|<img src=x|<svg\/onload|onerror=alert\(1\)>/);
      assert.doesNotMatch(text, /href="javascript/);
    }
  });

  test('with the database away the page asks for a moment’s patience, and the script’s question gets a 503', async () => {
    const away = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
    const database = connectDatabase({ url: away, poolSize: 1, onIdleError: () => {} });
    const { http, url } = await serveReceipts({ database, secretKey: on.secretKey });
    try {
      for (const [rest, assets] of [
        ['', '../assets'],
        ['/tickets.pdf', '../../assets'],
      ] as const) {
        const response = await fetch(`${url}/checkout/orders/${NOBODYS_REFERENCE}${rest}`);
        assert.equal(response.status, 503);
        assert.equal(response.headers.get('retry-after'), '2');
        assert.equal(response.headers.get('cache-control'), 'no-store');
        const text = await response.text();
        assert.match(text, /One moment, please/);
        assert.ok(text.includes(`href="${assets}/receipt.css"`));
      }
      const state = await fetch(`${url}/checkout/orders/${NOBODYS_REFERENCE}/state`);
      assert.equal(state.status, 503);
    } finally {
      await http.close();
      await database.close();
    }
  });

  test('the stylesheet and the script are there', async () => {
    for (const [name, type] of [
      ['receipt.css', 'text/css; charset=utf-8'],
      ['receipt.js', 'text/javascript; charset=utf-8'],
    ]) {
      const response = await fetch(`${on.url}/checkout/assets/${name}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), type);
      assert.ok((await response.text()).length > 100);
    }
  });
});
