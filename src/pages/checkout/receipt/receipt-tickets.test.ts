import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { createSeats } from '../../../inventory/seats/create-seats.ts';
import { refundOrder } from '../../../orders/refund-order.ts';
import { MAX_WORD_CHARS } from '../../../tickets/break-text.ts';
import { loadOrderTickets } from '../../../tickets/load-order-tickets.ts';
import { createTicketPrinter } from '../../../tickets/ticket-printer.ts';
import { CHI, startReceiptOrders } from './receipt-orders.fixture.ts';
import { loadReceipt } from './server/load-receipt.ts';
import { BUYER, serveReceipts } from './receipt.fixture.ts';

const A_DAY_MS = 24 * 60 * 60_000;

expectNothingUnhandled();

const { on, get, freeEvent, paidEvent, paidOrder } = await startReceiptOrders();
after(() => on.close());

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
  const { orderId, receiptToken } = await paidOrder({
    event,
    quantities: [1, 1],
    recipients: [BUYER, CHI],
    discountMinor: 200_000,
  });
  const { status, text } = await get(receiptToken);
  assert.equal(status, 200);
  assert.match(text, /<h1>You’re going!<\/h1>/);
  const loaded = await loadOrderTickets(on.database, on.secretKeys, { orderId });
  assert.equal(loaded?.tickets.length, 2);
  for (const ticket of loaded?.tickets ?? []) {
    assert.match(ticket.shortCode, /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    assert.ok(text.includes(ticket.shortCode));
    assert.ok(!text.includes(ticket.code), 'nobody types 130 letters');
  }
  assert.match(text, /aria-label="QR code of Ticket 1 of 2: Regular, Ada Obi"/);
  assert.match(text, /aria-label="QR code of Ticket 2 of 2: VIP, Chi Eze"/);
  assert.match(text, /Saturday,? 4 May 2030/);
  assert.match(text, /19:00 WAT/);
  assert.match(text, /12 Marina Road/);
  assert.match(text, /Doors open at six\./);
  assert.match(text, /On the way to a…@example.com and c…@example.org\./);
  assert.match(text, /Discount\s+<span class="soft">HARMATTAN<\/span>/);
  assert.match(text, /-₦2,000.00/);
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
  const { receiptToken } = await on.order({ event, seatIds: rows.map(({ id }) => id) });
  const { text } = await get(receiptToken);
  assert.match(text, /Section<\/dt>\s*<dd>Left wing</);
  assert.match(text, /Row<\/dt>\s*<dd>C</);
  assert.match(text, /Seat<\/dt>\s*<dd>12</);
});

test('a hidden place is shown to those who have a ticket, and to nobody else', async () => {
  const place = { hideLocation: true, street: '7 Secret Lane', directions: 'Knock twice.' };
  const free = await on.order({ event: await freeEvent(place) });
  assert.match((await get(free.receiptToken)).text, /7 Secret Lane[^]*Knock twice\./);

  const waiting = await on.order({ event: await paidEvent(place) });
  const { text } = await get(waiting.receiptToken);
  assert.match(text, /Ikeja, Lagos[^]*Only ticket holders see the exact location\./);
  assert.doesNotMatch(text, /Secret Lane|Knock twice/);
  const calendar = await get(waiting.receiptToken, '/calendar.ics');
  assert.equal(calendar.status, 404);
  assert.doesNotMatch(calendar.text, /Secret Lane|Knock twice/);

  await on.database.transaction((tx) =>
    refundOrder(tx, {
      actor: OPERATOR,
      orderId: free.orderId,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'all',
    }),
  );
  assert.doesNotMatch((await get(free.receiptToken)).text, /Secret Lane|Knock twice/);
});

test('an online event has no door: its receipt says how to join', async () => {
  const event = await freeEvent({ hideLocation: true, state: '', lga: '' });
  const { receiptToken } = await on.order({ event });
  assert.match((await get(receiptToken)).text, /Show at the door/);
  await on.database.query(`UPDATE events SET is_online = true, directions = 'Open the link.' WHERE id = $1`, [
    event.eventId,
  ]);
  const { text } = await get(receiptToken);
  assert.match(text, /How to join <strong dir="auto">[^<]*<\/strong> is below\.[^]*Open the link\./);
  assert.doesNotMatch(text, /at the door/);
});

test('a used ticket says so in place of its code', async () => {
  const { orderId, receiptToken } = await on.order({ event: await freeEvent(), quantities: [2] });
  await on.database.query(
    `UPDATE tickets SET used_at = '2026-02-03T18:04:00Z' WHERE order_id = $1 AND position = 1`,
    [orderId],
  );
  const { text } = await get(receiptToken);
  assert.match(
    text,
    /class="ticket used" id="ticket-1"[^]*<strong>Used<\/strong>\s*<span>Let in on 3 Feb, 19:04 WAT/,
  );
  assert.doesNotMatch(text, /QR code of Ticket 1/);
  assert.match(text, /QR code of Ticket 2/);
  assert.match(text, /href="#ticket-2"[^>]*>\s*Show at the door/);
});

test('a cancelled event is told of, and an event that is over is not looked forward to', async () => {
  const cancelled = await freeEvent();
  const one = await on.order({ event: cancelled });
  await on.database.query(`UPDATE events SET status = 'CANCELLED' WHERE id = $1`, [cancelled.eventId]);
  assert.match((await get(one.receiptToken)).text, /This event was cancelled by Harmattan Nights\./);

  const past = await freeEvent();
  const two = await on.order({ event: past });
  await on.database.query(
    `UPDATE events SET starts_at = now() - interval '2 days', closes_at = now() - interval '1 day' WHERE id = $1`,
    [past.eventId],
  );
  const { text } = await get(two.receiptToken);
  assert.match(text, /<h1>Your ticket<\/h1>/);
  assert.doesNotMatch(text, /You’re going/);
});

test('a large order shows its tickets a page at a time', async () => {
  const event = await freeEvent({ ticketTypes: [{ priceMinor: 0, maximumPerOrder: 100 }] });
  const { receiptToken } = await on.order({ event, quantities: [45] });
  const positions = (text: string) => [...text.matchAll(/id="ticket-(\d+)"/g)].map(([, nr]) => Number(nr));
  assert.deepEqual(
    positions((await get(receiptToken)).text),
    Array.from({ length: 10 }, (_, index) => index + 1),
  );
  const last = await get(receiptToken, '?tickets=5');
  assert.deepEqual(positions(last.text), [41, 42, 43, 44, 45]);
  assert.match(last.text, /aria-current="page"\s*>41 to 45</);
  for (const odd of ['99', '-1', 'x', '', '1e9', '99999999999999999999']) {
    assert.notDeepEqual(positions((await get(receiptToken, `?tickets=${odd}`)).text), [], odd);
  }
});

test('the buyer changes the name on a ticket: its code stays, all hear of it, and so often a day', async () => {
  const event = await freeEvent();
  const order = await on.order({ event, quantities: [2], recipients: [{ ...BUYER }, CHI] });
  const { receiptToken, orderId } = order;
  const rename = async (position: number, firstName: string, lastName = 'Bello'): Promise<string | null> => {
    const body = new URLSearchParams({ position: `${position}`, firstName, lastName });
    const { status, headers } = await get(receiptToken, '/rename', { method: 'POST', body });
    assert.equal(status, 303);
    return new URL(headers.get('location') ?? '', 'http://x/').searchParams.get('notice');
  };
  const ticketsOf = async () =>
    (await loadReceipt(on.database, on.secretKeys, { receiptToken, language: null }))?.tickets.map(
      ({ code, recipient }) => ({
        code,
        name: `${recipient.firstName} ${recipient.lastName}`,
      }),
    );
  const before = await ticketsOf();
  assert.match((await get(receiptToken)).text, /<summary>Change the name<\/summary>/);
  assert.equal(await rename(2, '  Zainab '), 'renamed');
  // A second press of the same button changes nothing, and sends nothing.
  assert.equal(await rename(2, 'Zainab'), 'renamed');
  assert.deepEqual(await ticketsOf(), [before?.[0], { code: before?.[1]?.code, name: 'Zainab Bello' }]);
  assert.match((await get(receiptToken, '?notice=renamed')).text, /Name changed\./);

  const { rows: history } = await on.database.query(
    `SELECT actor, cause FROM order_changes WHERE order_id = $1 ORDER BY id DESC LIMIT 1`,
    [orderId],
  );
  assert.deepEqual(history, [
    { actor: 'buyer', cause: 'the buyer changed the first name, last name on ticket 2' },
  ]);
  const { rows: log } = await on.database.query(
    `SELECT a.actor_kind, a.action, a.after FROM audit_log AS a JOIN tickets AS t ON t.id::text = a.subject_id::text
      WHERE t.order_id = $1`,
    [orderId],
  );
  assert.deepEqual(log, [
    {
      actor_kind: 'buyer',
      action: 'ticket.rename',
      after: { firstName: '(changed)', lastName: '(changed)' },
    },
  ]);
  const { rows: mails } = await on.database.query<{ recipient: string }>(
    `SELECT recipient FROM mails WHERE order_id = $1 AND occasion ~ '^(renamed|guest):' ORDER BY recipient`,
    [orderId],
  );
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [BUYER.email, CHI.email],
  );

  for (const name of ['', ' ', 'a\nb', 'www.evil.example', 'x'.repeat(101)])
    assert.equal(await rename(2, name), 'no_name', name);
  assert.equal(await rename(3, 'Nobody'), 'rename_refused');
  for (let times = 0; times < 9; times++) assert.equal(await rename(1, `Ada ${times}`), 'renamed');
  assert.equal(await rename(1, 'Once more'), 'rename_too_often');
});

test('no name is changed on a used or void ticket, where the host does not allow it, or where the event is over', async () => {
  const cases = {
    used: 'UPDATE tickets SET used_at = now() WHERE order_id = $1',
    void: 'UPDATE tickets SET voided_at = now() WHERE order_id = $1',
    'another’s': `UPDATE tickets SET email = 'zoe@example.com', passed_on_at = now() WHERE order_id = $1`,
    'switched off':
      'UPDATE events SET buyers_rename = false WHERE id = (SELECT event_id FROM orders WHERE id = $1)',
    over: `UPDATE events SET starts_at = now() - interval '2 hours', closes_at = now() WHERE id = (SELECT event_id FROM orders WHERE id = $1)`,
    cancelled: `UPDATE events SET status = 'CANCELLED' WHERE id = (SELECT event_id FROM orders WHERE id = $1)`,
  };
  for (const [what, sql] of Object.entries(cases)) {
    const { receiptToken, orderId } = await on.order({ event: await freeEvent() });
    await on.database.query(sql, [orderId]);
    assert.doesNotMatch((await get(receiptToken)).text, /Change the name/, what);
    const body = new URLSearchParams({ position: '1', firstName: 'Zainab', lastName: 'Bello' });
    const { headers } = await get(receiptToken, '/rename', { method: 'POST', body });
    assert.match(headers.get('location') ?? '', /notice=rename_refused/, what);
    const { rows } = await on.database.query('SELECT first_name FROM tickets WHERE order_id = $1', [orderId]);
    assert.deepEqual(rows, [{ first_name: BUYER.firstName }], what);
  }
});

test('the calendar file, which is shared with others, names the order and does not open it', async () => {
  const event = await freeEvent({ name: 'Highlife Revival', startsAt: new Date(Date.now() + A_DAY_MS) });
  const { receiptToken, reference } = await on.order({ event });
  const { headers, text } = await get(receiptToken, '/calendar.ics');
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
  assert.equal(headers.get('content-disposition'), `attachment; filename="${event.slug}.ics"`);
  const unfolded = text.replaceAll(/\r\n[ \t]/g, '');
  assert.match(unfolded, /^BEGIN:VCALENDAR/);
  assert.match(unfolded, /SUMMARY:Highlife Revival/);
  assert.ok(unfolded.includes(`URL:${on.receiptUrl(reference)}`));
  assert.ok(!unfolded.includes(receiptToken), unfolded);
});

test('the PDF is one', async () => {
  const event = await freeEvent();
  const { receiptToken } = await on.order({ event });
  const response = await fetch(on.receiptUrl(receiptToken, '/tickets.pdf'));
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="${event.slug}-tickets.pdf"`,
  );
  assert.equal(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5), '%PDF-');
});

test('the PDF of a French order has a French name', async () => {
  const event = await freeEvent();
  const { orderId, receiptToken } = await on.order({ event });
  await on.database.query(`UPDATE orders SET language = 'fr' WHERE id = $1`, [orderId]);
  const { headers } = await get(receiptToken, '/tickets.pdf');
  assert.equal(headers.get('content-disposition'), `attachment; filename="${event.slug}-billets.pdf"`);
});

test('a PDF is given up when its client disconnects, and where too many are printed people are told when to come back', async () => {
  const event = await on.makeEvent({ ticketTypes: [{ priceMinor: 0, maximumPerOrder: 100 }] });
  const { receiptToken } = await on.order({ event, quantities: [40] });
  const receipt = await loadReceipt(on.database, on.secretKeys, { receiptToken, language: null });
  assert(receipt);
  const printer = createTicketPrinter({ mediaDir: '/nowhere', pageLimitMs: 10 * 60_000 });
  const signals: (AbortSignal | undefined)[] = [];
  const { http, url } = await serveReceipts({
    database: on.database,
    secretKeys: on.secretKeys,
    printer: {
      ...printer,
      print: (tickets, options) => (signals.push(options.signal), printer.print(tickets, options)),
    },
  });
  const pdfUrl = `${url}/checkout/orders/${receiptToken}/tickets.pdf`;
  const crowd = new AbortController();
  // The first takes minutes, so that nobody behind it has a turn before the crowd has gone.
  const endless = `${'W'.repeat(MAX_WORD_CHARS)} `.repeat(10_000);
  const printFor = (nr: number) =>
    printer
      .print(
        {
          ...receipt,
          order: { ...receipt.order, id: `order ${nr}` },
          ...(nr === 0 && { event: { ...receipt.event, name: endless } }),
        },
        { queue: 'page', signal: crowd.signal },
      )
      .catch(String);
  try {
    const printing = Array.from({ length: 63 }, (_, nr) => printFor(nr));
    const leaving = new AbortController();
    const left = assert.rejects(fetch(pdfUrl, { signal: leaving.signal }), /abort/i);
    await until('the PDF to be asked for', () => signals.length === 1);
    leaving.abort();
    await left;
    await until('the printer to be told', () => signals[0]?.aborted);

    printing.push(printFor(63));
    const refused = await fetch(pdfUrl);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
    assert.match(await refused.text(), /<h1>One moment, please<\/h1>/);
    crowd.abort(new Error('gone'));
    assert.deepEqual([...new Set(await Promise.all(printing))], ['Error: gone']);
    assert.equal((await fetch(pdfUrl)).status, 200);
  } finally {
    crowd.abort();
    await http.close();
  }
});

test('if the record of the mails is forgotten, nobody is told that they are on the way', async () => {
  const { orderId, receiptToken } = await on.order({ event: await freeEvent() });
  await on.database.query(`UPDATE orders SET confirmed_at = now() - interval '2 days' WHERE id = $1`, [
    orderId,
  ]);
  await on.database.query('DELETE FROM mails WHERE order_id = $1', [orderId]);
  const { text } = await get(receiptToken);
  assert.match(text, /Your tickets are on this page\./);
  assert.doesNotMatch(text, /On the way/);
});

test('an order whose tickets were all passed on says so, and offers no money for them', async () => {
  const event = await paidEvent();
  const { orderId, receiptToken } = await paidOrder({ event, quantities: [1] });
  await on.database.query(
    `INSERT INTO event_postponements (id, event_id, created_at, old_starts_at, old_closes_at, new_starts_at, new_closes_at, message,
                                      refund_until)
     SELECT new_id(), id, clock_timestamp(), starts_at, closes_at, starts_at, closes_at, '', clock_timestamp() + interval '1 day'
       FROM events WHERE id = $1`,
    [event.eventId],
  );
  assert.match((await get(receiptToken)).text, /give-back/);
  await on.database.query('UPDATE tickets SET email = $2, passed_on_at = now() WHERE order_id = $1', [
    orderId,
    CHI.email,
  ]);
  const { text } = await get(receiptToken);
  assert.match(text, /<h1>Your ticket was passed on<\/h1>/);
  assert.doesNotMatch(text, /cancelled|give-back/);
});
