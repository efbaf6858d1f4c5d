import createClient from 'openapi-fetch';
import type { paths } from './client.d.ts';

const { TESSERA_API = '', TESSERA_KEY = '', FREE_SLUG = '', PAID_SLUG = '' } = process.env;
const api = createClient<paths>({
  baseUrl: TESSERA_API,
  headers: { Authorization: `Bearer ${TESSERA_KEY}` },
});
const BUYER = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };

function good<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

async function hold(slug: string, quantity: number) {
  const path = { slug };
  const tickets = good(await api.GET('/events/{slug}/tickets', { params: { path } })).data;
  const sku = tickets.find(({ status }) => status === 'AVAILABLE')?.id ?? '';
  const header = { 'X-Device-ID': crypto.randomUUID() };
  const body = { items: [{ sku, quantity }] };
  return good(await api.POST('/events/{slug}/reservations', { params: { path, header }, body })).data;
}

async function buy(slug: string, quantity: number) {
  const { reservationToken, quoteReference } = await hold(slug, quantity);
  const params = { path: { slug }, header: { 'X-Device-ID': reservationToken } };
  return good(await api.POST('/events/{slug}/orders', { params, body: { quoteReference, ...BUYER } })).data;
}

const listed = good(await api.GET('/events', { params: { query: { limit: 100 } } })).data;
const event = good(await api.GET('/events/{slug}', { params: { path: { slug: PAID_SLUG } } })).data;
const pictures = good(
  await api.GET('/events/{slug}/gallery', { params: { path: { slug: PAID_SLUG } } }),
).data;

const free = await buy(FREE_SLUG, 1);
const paid = await buy(PAID_SLUG, 2);

const { reservationToken } = await hold(PAID_SLUG, 1);
const held = { params: { path: { slug: PAID_SLUG }, header: { 'X-Device-ID': reservationToken } } };
const { released } = good(await api.DELETE('/events/{slug}/reservations', held)).data;
const again = await api.DELETE('/events/{slug}/reservations', held);
const nowhere = await api.GET('/events/{slug}', { params: { path: { slug: 'no-such-event' } } });

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
