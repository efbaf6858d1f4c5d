import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../harness/client.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { startCatalog } from './catalog.fixture.ts';
import { askAsDocumented, assertDocumented, constantHeaders } from './document.ts';
import { FOUND_BY_SLUG, LISTED } from './seed-catalog.ts';

const catalog = await startCatalog();
const { on, host, other, document, reads, readsOfAnEvent, list } = catalog;
after(() => catalog.close());

test('every read with its documented example is a documented 200', async () => {
  for (const documented of reads) {
    const answer = await askAsDocumented(on, document, documented, { slug: 'full', key: host });
    assert.equal(answer.status, 200, documented.path);
    assertDocumented(document, documented.operation, answer);
    assert.equal(answer.body.status, true);
  }
});

test('every read of every sort of public event is a documented 200', async () => {
  for (const slug of FOUND_BY_SLUG) {
    for (const documented of readsOfAnEvent) {
      const answer = await askAsDocumented(on, document, documented, { slug, key: host });
      assert.equal(answer.status, 200, `${documented.path} of ${slug}`);
      assertDocumented(document, documented.operation, answer);
    }
  }
});

test('the list shows the live public events, newest first, with every field of the specification', async () => {
  const { body } = await list('');
  assert.deepEqual(
    body.data.items.map((item: { slug: string }) => item.slug),
    LISTED.toReversed(),
  );
  for (const item of body.data.items) assert.deepEqual(Object.keys(item as object), SUMMARY_FIELDS);
});

test('an event has every field of the specification and its headliners in order', async () => {
  const { body } = await ask(on, '/events/full', { key: host });
  assert.deepEqual(Object.keys(body.data as object), [...SUMMARY_FIELDS, 'headliners']);
  assert.partialDeepStrictEqual(body.data, {
    slug: 'full',
    posterAspectRatio: 0.75,
    category: { name: 'Music', slug: 'music' },
    cheapestTicketPrice: 1_500_000,
    formattedCheapestPrice: '₦15,000.00',
    status: 'LIVE',
    country: 'NIGERIA',
    street: '12 Marina Road',
    lng: 3.4219,
    lat: 6.4281,
  });
  assert.match(String(body.data.posterImageURL), /^http.*\/media\/poster\.png$/);
  assert.deepEqual(
    body.data.headliners.map((headliner: { name: string }) => headliner.name),
    ['Ọlá', 'DJ Ama'],
  );
  for (const headliner of body.data.headliners)
    assert.deepEqual(Object.keys(headliner as object), ['id', 'name', 'role', 'imageURL']);
  for (const field of ['date', 'closingDate', 'createdAt']) assert.match(String(body.data[field]), UTC);
});

test('fields that a host left out are null, and the event tells its state', async () => {
  const plain = (await ask(on, '/events/plain', { key: host })).body.data;
  const nulls = SUMMARY_FIELDS.filter((field) => plain[field] === null);
  assert.deepEqual(nulls, NULL_WHERE_LEFT_OUT);
  const bare = (await ask(on, '/events/no-tickets', { key: host })).body.data;
  assert.deepEqual([bare.cheapestTicketPrice, bare.formattedCheapestPrice], [null, null]);
  const statuses = { closed: 'ENDED', ended: 'ENDED', cancelled: 'CANCELLED', 'coming-soon': 'LIVE' };
  for (const [slug, status] of Object.entries(statuses)) {
    const { body } = await ask(on, `/events/${slug}`, { key: host });
    assert.equal(body.data.status, status, slug);
    assert.equal(body.data.isComingSoon, slug === 'coming-soon');
  }
});

test('a hidden place is told in the large only, in the list as well as by slug', async () => {
  const one = (await ask(on, '/events/hidden', { key: host })).body.data;
  const listed = (await list('')).body.data.items.find((item: { slug: string }) => item.slug === 'hidden');
  for (const event of [one, listed]) {
    assert.partialDeepStrictEqual(event, {
      hideLocation: true,
      street: null,
      directions: null,
      lng: null,
      lat: null,
      state: 'Lagos',
    });
  }
});

test('a free event reads Free, its ticket FREE', async () => {
  const { data } = (await ask(on, '/events/free', { key: host })).body;
  assert.deepEqual([data.cheapestTicketPrice, data.formattedCheapestPrice], [0, 'Free']);
  const [ticket] = (await ask(on, '/events/free/tickets', { key: host })).body.data;
  assert.partialDeepStrictEqual(ticket, {
    price: 0,
    fees: 0,
    formattedPrice: 'FREE',
    formattedFees: '₦0.00',
  });
});

test('tickets have every field of the specification, the price with its fee and where they stand', async () => {
  const { data } = (await ask(on, '/events/full/tickets', { key: host })).body;
  for (const ticket of data) {
    for (const field of TICKET_FIELDS) assert.ok(field in ticket, field);
  }
  const [regular] = data;
  assert.partialDeepStrictEqual(regular, {
    name: 'Regular',
    price: 1_500_000,
    fees: 85_000,
    formattedPrice: '₦15,000.00',
    formattedFees: '₦850.00',
    currency: 'NGN',
    quantityLeft: 100,
    maximumPurchasableTicketCount: 10,
  });
  assert.deepEqual(
    data.map((ticket: { name: string; status: string }) => [ticket.name, ticket.status]),
    [
      ['Regular', 'AVAILABLE'],
      ['VIP', 'AVAILABLE'],
      ['Gone', 'SOLD_OUT'],
      ['Early', 'SALE_ENDED'],
      ['Door', 'COMING_SOON'],
      ['Seat', 'AVAILABLE'],
    ],
  );
  for (const [slug, status] of [
    ['coming-soon', 'COMING_SOON'],
    ['closed', 'SALE_ENDED'],
    ['cancelled', 'SALE_ENDED'],
  ]) {
    const [ticket] = (await ask(on, `/events/${slug}/tickets`, { key: host })).body.data;
    assert.equal(ticket.status, status, slug);
  }
});

test('held or sold tickets are no longer left', async () => {
  const { skus } = await makeEvent(on, other, { slug: 'selling', country: 'GHANA' });
  const left = async (): Promise<unknown> =>
    (await ask(on, '/events/selling/tickets', { key: other })).body.data[0].quantityLeft;
  assert.equal(await left(), 100);
  await on.app.database.query('UPDATE ticket_types SET sold = 3, held = 2 WHERE id = ANY ($1)', [skus]);
  assert.equal(await left(), 95);
});

test('an answer that is given again is the same, header by header', async () => {
  for (const documented of reads) {
    const answers = [];
    for (let n = 0; n < 3; n++)
      answers.push(await askAsDocumented(on, document, documented, { slug: 'hidden', key: host }));
    const [first, ...again] = answers.map((answer) => ({ ...answer, headers: constantHeaders(answer) }));
    for (const answer of again) assert.deepEqual(answer, first);
  }
});

test('the gallery is in the order of its host', async () => {
  const { data } = (await ask(on, '/events/full/gallery', { key: host })).body;
  assert.deepEqual(
    data.map((image: { position: number }) => image.position),
    [0, 1],
  );
  assert.deepEqual((await ask(on, '/events/plain/gallery', { key: host })).body.data, []);
});

test('limit and category narrow the list, unknown parameters do nothing', async () => {
  assert.equal((await list('?limit=1')).body.data.items.length, 1);
  assert.equal((await list('?limit=100')).body.data.items.length, LISTED.length);
  assert.equal((await list('?category=music')).body.data.items.length, LISTED.length);
  assert.deepEqual((await list('?category=theatre')).body.data.items, []);
  assert.deepEqual((await list('?category=nothing')).body.data.items, []);
  const plain = await list('');
  const unknown = await list('?page=2&__proto__=1&constructor=2&Limit=1&slug=x&keyId=x');
  assert.deepEqual(unknown.body, plain.body);
  // Twice, since what was answered once may take a shorter way.
  for (let n = 0; n < 2; n++) assert.deepEqual((await list(`?hostId=${other.hostId}`)).body, plain.body);
});

test('an empty filter is as if left out, as a plain form sends it, whichever was asked first', async () => {
  const { body } = await list('?limit=50');
  assert.equal(body.data.items.length, LISTED.length);
  // Twice, since what was answered once may take a shorter way.
  for (const query of ['category=', 'q=', 'cursor=', 'category=&q=&cursor='])
    for (let n = 0; n < 2; n++) assert.deepEqual((await list(`?${query}&limit=50`)).body, body);
});

test('health names its six components in order', async () => {
  const { status, body } = await ask(on, '/health');
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body as object).sort(), ['data', 'status']);
  assert.deepEqual(Object.keys(body.data.data as object), [
    'postgres',
    'redis',
    'opensearch',
    'rabbitmq',
    'neo4j',
    'mongodb',
  ]);
  assert.deepEqual(
    [body.status, body.data.status, body.data.data.postgres, body.data.data.redis],
    [true, true, true, true],
  );
});

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const SUMMARY_FIELDS = [
  'id',
  'name',
  'slug',
  'posterImageURL',
  'posterAspectRatio',
  'category',
  'cheapestTicketPrice',
  'formattedCheapestPrice',
  'description',
  'previewDescription',
  'date',
  'closingDate',
  'timezone',
  'status',
  'isComingSoon',
  'instagram',
  'website',
  'xAccount',
  'country',
  'state',
  'lga',
  'street',
  'directions',
  'lng',
  'lat',
  'hideLocation',
  'hostMessage',
  'createdAt',
];

const NULL_WHERE_LEFT_OUT = [
  'posterImageURL',
  'posterAspectRatio',
  'instagram',
  'website',
  'xAccount',
  'street',
  'directions',
  'lng',
  'lat',
  'hostMessage',
];

const TICKET_FIELDS = [
  'id',
  'name',
  'description',
  'currency',
  'kind',
  'status',
  'quantityLeft',
  'price',
  'fees',
  'formattedPrice',
  'formattedFees',
  'maximumPurchasableTicketCount',
  'saleStartsAt',
  'saleEndsAt',
  'backOnSaleAt',
];
