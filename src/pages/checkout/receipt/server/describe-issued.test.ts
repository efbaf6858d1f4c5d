import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expectNothingUnhandled } from '../../../../../test/harness/unhandled.ts';
import { createSeats } from '../../../../inventory/seats/create-seats.ts';
import { loadOrderTickets } from '../../../../tickets/load-order-tickets.ts';
import { BUYER, startReceipts, type TestReceipts } from '../receipt.fixture.ts';

const NOBODYS_TOKEN = '00000000-0000-4000-8000-000000000000';
const JSON_WANTED = { accept: 'application/json' };

let on: TestReceipts;
expectNothingUnhandled();
before(async () => void (on = await startReceipts()));
after(() => on.close());

async function ask(receiptToken: string, rest: string, options: RequestInit = {}) {
  const response = await fetch(on.receiptUrl(receiptToken, rest), { redirect: 'manual', ...options });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
}
const resend = (receiptToken: string) =>
  ask(receiptToken, '/resend', { method: 'POST', headers: JSON_WANTED });

test('a confirmed order’s tickets come with their codes, seats and holders, and nobody’s whole e-mail address', async () => {
  const event = await on.makeEvent({
    kind: 'seat_map',
    ticketTypes: [{ kind: 'SEATED', name: 'Front', priceMinor: 0 }],
  });
  const seat = { ticketTypeId: event.skus[0] ?? '', section: 'Stalls', rowLabel: 'C', x: 0, y: 0 };
  await on.database.transaction((tx) =>
    createSeats(tx, event.eventId, [
      { ...seat, seatLabel: '12', isAccessible: false, isRestrictedView: false },
    ]),
  );
  const { rows } = await on.database.query<{ id: string }>('SELECT id FROM seats WHERE event_id = $1', [
    event.eventId,
  ]);
  const holder = { ...BUYER, firstName: '<b>Chi', email: 'chi@example.org' };
  const { orderId, reference, receiptToken } = await on.order({
    event,
    seatIds: rows.map(({ id }) => id),
    recipients: [holder],
  });
  const { status, headers, json } = await ask(receiptToken, '/tickets');
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  const loaded = await loadOrderTickets(on.database, on.secretKeys, { orderId });
  const { qrSvg, ...ticket } = json.data.tickets[0];
  assert.deepEqual(ticket, {
    position: 1,
    typeName: 'Front',
    seat: 'Stalls, row C, seat 12',
    seatPlace: { section: 'Stalls', row: 'C', seat: '12' },
    holder: '<b>Chi Obi',
    shortCode: loaded?.tickets[0]?.shortCode,
    applePassUrl: null,
    googlePassUrl: null,
  });
  assert.match(qrSvg, /^<svg[^]*<title>Front, &lt;b&gt;Chi Obi<\/title>/);
  const { tickets: _tickets, ...rest } = json.data;
  assert.deepEqual(rest, {
    reference,
    status: 'confirmed',
    sentTo: 'a…@example.com',
    ticketCount: 1,
    pdfUrl: on.receiptUrl(receiptToken, '/tickets.pdf'),
    calendarUrl: on.receiptUrl(receiptToken, '/calendar.ics'),
    receiptUrl: on.receiptUrl(receiptToken),
  });
  assert.doesNotMatch(JSON.stringify(json), /(ada|chi)@/);
});

test('of a very large order the first fifty tickets are drawn, and all are counted', async () => {
  const event = await on.makeEvent({ ticketTypes: [{ priceMinor: 0, maximumPerOrder: 100 }] });
  const { receiptToken } = await on.order({ event, quantities: [60] });
  const { json } = await ask(receiptToken, '/tickets');
  assert.deepEqual([json.data.tickets.length, json.data.ticketCount], [50, 60]);
});

test('an order that is not paid has no tickets to tell of, and none to send', async () => {
  const { orderId, receiptToken } = await on.order({ event: await on.makeEvent() });
  await on.link(orderId);
  const { json } = await ask(receiptToken, '/tickets');
  assert.deepEqual([json.data.status, json.data.tickets, json.data.ticketCount], ['pending_payment', [], 0]);
  const { status, json: refused } = await resend(receiptToken);
  assert.deepEqual([status, refused.error_code], [404, 'not_found']);
});

test('tickets are sent again for whoever asks in JSON, until it is too often', async () => {
  const { receiptToken } = await on.order({
    event: await on.makeEvent({ ticketTypes: [{ priceMinor: 0 }] }),
  });
  for (let n = 0; n < 5; n++) {
    const { status, headers, json } = await resend(receiptToken);
    assert.deepEqual([status, json], [200, { data: { sent: true }, status: true }]);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
  const { status, headers, json } = await resend(receiptToken);
  assert.deepEqual([status, json.error_code], [429, 'rate_limited']);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
});

test('a token of nobody’s is not found, in JSON', async () => {
  for (const { status, json } of [await ask(NOBODYS_TOKEN, '/tickets'), await resend(NOBODYS_TOKEN)]) {
    assert.deepEqual([status, json.error_code], [404, 'not_found']);
  }
});

test('a browser’s form still gets the page', async () => {
  const { receiptToken } = await on.order({
    event: await on.makeEvent({ ticketTypes: [{ priceMinor: 0 }] }),
  });
  const { status, headers } = await ask(receiptToken, '/resend', {
    method: 'POST',
    headers: { accept: 'text/html,application/xhtml+xml' },
    body: new URLSearchParams(),
  });
  assert.equal(status, 303);
  assert.equal(headers.get('location'), `../${receiptToken}?notice=resent`);
});
