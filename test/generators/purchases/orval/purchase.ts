import {
  createOrder,
  createReservation,
  getEvent,
  listEvents,
  listGallery,
  listTickets,
  releaseReservation,
} from './client.js';

const { TESSERA_KEY = '', FREE_SLUG = '', PAID_SLUG = '' } = process.env;
const AUTH = { headers: { Authorization: `Bearer ${TESSERA_KEY}` } };
const BUYER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };

function wrong(answer: { status: number; data: unknown }): Error {
  return new Error(`${answer.status}: ${JSON.stringify(answer.data)}`);
}

async function hold(slug: string, quantity: number) {
  const tickets = await listTickets(slug, undefined, undefined, AUTH);
  if (tickets.status !== 200) throw wrong(tickets);
  const sku = tickets.data.data.find(({ status }) => status === 'AVAILABLE')?.id ?? '';
  const headers = { 'X-Device-ID': crypto.randomUUID() };
  const held = await createReservation(slug, { items: [{ sku, quantity }] }, headers, AUTH);
  if (held.status !== 201) throw wrong(held);
  return held.data.data;
}

async function buy(slug: string, quantity: number) {
  const { reservationToken, quoteReference } = await hold(slug, quantity);
  const headers = { 'X-Device-ID': reservationToken };
  const ordered = await createOrder(slug, { quoteReference, ...BUYER }, headers, AUTH);
  if (ordered.status !== 201) throw wrong(ordered);
  return ordered.data.data;
}

const listed = await listEvents({ limit: 100 }, undefined, AUTH);
if (listed.status !== 200) throw wrong(listed);
const event = await getEvent(PAID_SLUG, undefined, undefined, AUTH);
if (event.status !== 200) throw wrong(event);
const pictures = await listGallery(PAID_SLUG, undefined, AUTH);
if (pictures.status !== 200) throw wrong(pictures);

const free = await buy(FREE_SLUG, 1);
const paid = await buy(PAID_SLUG, 2);

const { reservationToken } = await hold(PAID_SLUG, 1);
const headers = { 'X-Device-ID': reservationToken };
const released = await releaseReservation(PAID_SLUG, headers, AUTH);
if (released.status !== 200) throw wrong(released);
const again = await releaseReservation(PAID_SLUG, headers, AUTH);
if (again.status !== 400) throw wrong(again);
const nowhere = await getEvent('no-such-event', undefined, undefined, AUTH);
if (nowhere.status !== 404) throw wrong(nowhere);

process.stdout.write(
  JSON.stringify({
    events: listed.data.data.items.map(({ slug }) => slug),
    headliners: event.data.data.headliners.map(({ name }) => name),
    pictures: pictures.data.data.length,
    free: { status: free.status, reference: free.reference, receiptUrl: free.receiptUrl },
    paid: {
      status: paid.status,
      reference: paid.reference,
      total: paid.total,
      checkoutUrl: paid.checkoutUrl ?? null,
    },
    released: released.data.data.released,
    refusals: [again.data.error_code, nowhere.data.error_code],
  }),
);
