import {
  createOrder,
  createReservation,
  getEvent,
  listEvents,
  listGallery,
  listTickets,
  releaseReservation,
} from './client/index.js';
import { client } from './client/client.gen.js';

const { TESSERA_API = '', TESSERA_KEY = '', FREE_SLUG = '', PAID_SLUG = '' } = process.env;
client.setConfig({ baseUrl: TESSERA_API, auth: TESSERA_KEY });
const BUYER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };

function good<Data>({ data, error }: { data: Data | undefined; error: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function hold(slug: string, quantity: number) {
  const path = { slug };
  const tickets = good(await listTickets({ path })).data;
  const sku = tickets.find(({ status }) => status === 'AVAILABLE')?.id ?? '';
  const headers = { 'X-Device-ID': crypto.randomUUID() };
  return good(await createReservation({ path, headers, body: { items: [{ sku, quantity }] } })).data;
}

async function buy(slug: string, quantity: number) {
  const { reservationToken, quoteReference } = await hold(slug, quantity);
  const headers = { 'X-Device-ID': reservationToken };
  return good(await createOrder({ path: { slug }, headers, body: { quoteReference, ...BUYER } })).data;
}

const listed = good(await listEvents({ query: { limit: 100 } })).data;
const event = good(await getEvent({ path: { slug: PAID_SLUG } })).data;
const pictures = good(await listGallery({ path: { slug: PAID_SLUG } })).data;

const free = await buy(FREE_SLUG, 1);
const paid = await buy(PAID_SLUG, 2);

const { reservationToken } = await hold(PAID_SLUG, 1);
const held = { path: { slug: PAID_SLUG }, headers: { 'X-Device-ID': reservationToken } };
const { released } = good(await releaseReservation(held)).data;
const again = await releaseReservation(held);
const nowhere = await getEvent({ path: { slug: 'no-such-event' } });

process.stdout.write(
  JSON.stringify({
    events: listed.items.map(({ slug }) => slug),
    headliners: event.headliners.map(({ name }) => name),
    pictures: pictures.length,
    free: { status: free.status, reference: free.reference, receiptUrl: free.receiptUrl },
    paid: {
      status: paid.status,
      reference: paid.reference,
      total: paid.total,
      checkoutUrl: paid.checkoutUrl ?? null,
    },
    released,
    refusals: [again.error?.error_code, nowhere.error?.error_code],
  }),
);
