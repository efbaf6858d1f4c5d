import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { METHODS, resolve, type OpenApiDocument } from '../../src/docs/openapi-document.ts';
import { makeKey } from '../../src/hosts/key-text.ts';
import { REFUSALS } from '../../src/http/refusal.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import {
  askAsDocumented,
  assertDocumented,
  assertMatches,
  assertRefusal,
  constantHeaders,
  fetchDocument,
  operationsOf,
  parametersOf,
  type DocumentedOperation,
} from './document.ts';
import { FOUND_BY_SLUG, LISTED, NOT_PUBLIC, seedCatalog } from './seed-catalog.ts';

let on: TestApp;
let host: TestHost;
let other: TestHost;
let document: OpenApiDocument;
let operations: DocumentedOperation[];

before(async () => {
  on = await startTestApp();
  ({ host, other } = await seedCatalog(on));
  document = await fetchDocument(on);
  operations = operationsOf(document);
});
after(() => on.close());

const reads = () => operations.filter(({ method }) => method === 'get');
const readsOfAnEvent = () => reads().filter(({ path }) => path.includes('{slug}'));

function operationOf(operationId: string): DocumentedOperation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  assert.ok(found, `${operationId} is not documented`);
  return found;
}

async function list(query: string, key: TestHost | string = host): Promise<Answer> {
  const answer = await ask(on, `/events${query}`, { key });
  assertDocumented(document, operationOf('listEvents').operation, answer);
  return answer;
}

describe('the API document', () => {
  test('is OpenAPI 3.1.0 for the address that the API is at', () => {
    assert.equal(document.openapi, '3.1.0');
    assert.match(document.servers?.[0]?.url ?? '', /\/api\/v1$/);
    assert.deepEqual(document.security, [{ publicKey: [] }]);
    assert.equal(document.components?.securitySchemes?.['publicKey']?.scheme, 'bearer');
  });

  test('has the read endpoints of the specification, and health alone takes no key', () => {
    const routes = new Set(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    for (const path of [
      '/health',
      '/events',
      '/events/{slug}',
      '/events/{slug}/gallery',
      '/events/{slug}/tickets',
    ]) {
      assert.ok(routes.has(`GET ${path}`), path);
    }
    assert.deepEqual(
      operations.filter(({ needsKey }) => !needsKey).map(({ path }) => path),
      ['/health'],
    );
  });

  test('names every operation once, and tells what each is for', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const { operation } of operations) {
      assert.ok(operation.operationId && operation.summary && operation.description);
      const tags = document.tags?.map(({ name }) => name) ?? [];
      assert.ok(operation.tags?.length === 1 && tags.includes(operation.tags[0] ?? ''));
    }
  });

  test('has each path parameter of a path, required, and no other', () => {
    for (const { operation, path } of operations) {
      const inPath = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map(({ name }) => name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      assert.ok(inPath.every(({ required }) => required));
    }
  });

  test('knows every error code it names, under the status of that code', () => {
    for (const { operation, needsKey } of operations) {
      for (const [status, written] of Object.entries(operation.responses)) {
        const codes = resolve(document, 'responses', written)['x-error-codes'] ?? [];
        for (const { code } of codes) {
          assert.ok(code in REFUSALS, code);
          assert.equal(REFUSALS[code as keyof typeof REFUSALS].status, Number(status));
        }
      }
      for (const status of needsKey ? [401, 403, 429, 500, 503] : [503]) {
        assert.ok(operation.responses[status], `${operation.operationId} can answer ${status}`);
      }
    }
  });

  test('has examples that keep to their own schemas', () => {
    let count = 0;
    for (const { operation } of operations) {
      for (const [status, written] of Object.entries(operation.responses)) {
        const media = resolve(document, 'responses', written).content?.['application/json'];
        if (media?.example === undefined) continue;
        assert.ok(media.schema);
        assertMatches(media.schema, media.example, `the example of ${operation.operationId} ${status}`);
        count++;
      }
      for (const { name, example, schema } of parametersOf(document, operation)) {
        if (example === undefined || !schema) continue;
        assertMatches(schema, example, `the example of ${name}`);
        count++;
      }
      if (!operation.requestBody) continue;
      const media = resolve(document, 'requestBodies', operation.requestBody).content['application/json'];
      if (media?.example !== undefined && media.schema)
        assertMatches(media.schema, media.example, `the body of ${operation.operationId}`);
    }
    assert.ok(count > 20, `${count} examples`);
  });

  test('is shown to any site without a key', async () => {
    const answer = await ask(on, '/openapi.json');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  });
});

describe('answers to good requests', () => {
  test('every read with its documented example is a documented 200', async () => {
    for (const documented of reads()) {
      const answer = await askAsDocumented(on, document, documented, { slug: 'full', key: host });
      assert.equal(answer.status, 200, documented.path);
      assertDocumented(document, documented.operation, answer);
      assert.equal(answer.body.status, true);
    }
  });

  test('every read of every sort of public event is a documented 200', async () => {
    for (const slug of FOUND_BY_SLUG) {
      for (const documented of readsOfAnEvent()) {
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

  test('what a host left out is null, and the event says how it stands', async () => {
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

  test('what is held or sold is no longer left', async () => {
    const { skus } = await makeEvent(on, other, { slug: 'selling', country: 'GHANA' });
    const left = async (): Promise<unknown> =>
      (await ask(on, '/events/selling/tickets', { key: other })).body.data[0].quantityLeft;
    assert.equal(await left(), 100);
    await on.app.database.query('UPDATE ticket_types SET sold = 3, held = 2 WHERE id = ANY ($1)', [skus]);
    assert.equal(await left(), 95);
  });

  test('an answer that is given again is the same, header by header', async () => {
    for (const documented of reads()) {
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

  test('an empty filter is not taken for none, whichever was asked first', async () => {
    assert.deepEqual((await list('?category=&limit=50')).body.data.items, []);
    assert.equal((await list('?limit=50')).body.data.items.length, LISTED.length);
    assert.deepEqual((await list('?category=&limit=50')).body.data.items, []);
    assertRefusal(await list('?cursor=&limit=50'), { status: 400, codes: ['invalid_cursor'] });
  });
});

describe('answers to bad requests', () => {
  test('no good key: 401 everywhere, and 403 for the private key', async () => {
    const garbage = [
      '',
      'x',
      'pk_',
      `${host.publicKey}x`,
      host.publicKey.slice(0, -1),
      'pk_' + '0'.repeat(38),
    ];
    for (const documented of operations.filter(({ needsKey }) => needsKey)) {
      const send = (headers: Record<string, string>) =>
        askAsDocumented(on, document, documented, { slug: 'full', headers });
      const without = [await send({})];
      for (const key of [...garbage, makeKey('public'), makeKey('private')])
        without.push(await send({ authorization: `Bearer ${key}` }));
      for (const text of [
        host.publicKey,
        `Basic ${host.publicKey}`,
        `Bearer ${host.publicKey} x`,
        'x'.repeat(5000),
      ])
        without.push(await send({ authorization: text }));
      for (const answer of without) {
        assertDocumented(document, documented.operation, answer);
        assertRefusal(answer, { status: 401, codes: ['unauthorized'] });
      }
      const answer = await send({ authorization: `Bearer ${host.privateKey}` });
      assertDocumented(document, documented.operation, answer);
      assertRefusal(answer, { status: 403, codes: ['wrong_key_type'] });
    }
  });

  test('a key is good behind any spelling of the scheme', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      assert.equal(
        (await ask(on, '/events', { headers: { authorization: `${scheme} ${host.publicKey}` } })).status,
        200,
      );
  });

  test('a slug that is none, or not public, or not this host’s: 404 on every read of an event', async () => {
    const slugs = [
      ...NOT_PUBLIC,
      'other-hosts',
      'unknown',
      'FULL',
      'full%00',
      'a%2Fb',
      '%2e%2e%2ffull',
      'full%20',
      encodeURIComponent('жаз-🎭'),
      encodeURIComponent(`'; DROP TABLE events; --`),
      '%25',
      '%ff',
      '%zz',
      'a'.repeat(100),
      'a'.repeat(101),
      'a'.repeat(300),
      'a'.repeat(8_000),
      '-',
      'full-',
      '__proto__',
      'constructor',
    ];
    for (const slug of slugs) {
      for (const documented of readsOfAnEvent()) {
        const answer = await askAsDocumented(on, document, documented, { slug, key: host });
        assertDocumented(document, documented.operation, answer);
        assertRefusal(answer, { status: 404, codes: ['not_found'] });
      }
    }
  });

  test('a parameter out of its rules: 400 with a message that names it', async () => {
    for (const limit of [
      '0',
      '101',
      'abc',
      '1.5',
      '-1',
      '',
      '1&limit=2',
      '9'.repeat(30),
      'NaN',
      'true',
      '١',
    ]) {
      const answer = await list(`?limit=${limit}`);
      assertRefusal(answer, { status: 400, codes: ['validation_failed'] });
      assert.equal(answer.body.message, 'limit must be a whole number from 1 to 100.');
    }
    for (const name of ['q', 'category', 'cursor']) {
      const answers = [await list(`?${name}=${'a'.repeat(201)}`), await list(`?${name}=a&${name}=b`)];
      if (name !== 'cursor') answers.push(await list(`?${name}=a%00b`));
      for (const answer of answers) {
        assertRefusal(answer, { status: 400, codes: ['validation_failed'] });
        assert.match(String(answer.body.message), new RegExp(`^${name} `));
      }
    }
    assert.equal((await list(`?q=${'a'.repeat(200)}`)).status, 200);
    assert.equal((await list('?q=%zz%ff')).status, 200);
  });

  test('a cursor that was never issued: 400', async () => {
    for (const cursor of ['x', 'null', 'AAAA', '%00', '==', 'A'.repeat(50), encodeURIComponent('é'), '1']) {
      assertRefusal(await list(`?cursor=${cursor}`), { status: 400, codes: ['invalid_cursor'] });
    }
  });

  test('a method that a path does not have: 404 with the envelope, 401 without a key', async () => {
    for (const path of Object.keys(document.paths)) {
      const address = path.replace('{slug}', 'full');
      const item = document.paths[path];
      for (const method of METHODS.filter((name) => !item?.[name])) {
        for (const body of [undefined, {}, 'text']) {
          const request = { method: method.toUpperCase(), ...(method !== 'get' && { body }) };
          assertRefusal(await ask(on, address, { ...request, key: host }), {
            status: 404,
            codes: ['not_found'],
          });
        }
      }
    }
    for (const path of [
      '/events/full/',
      '/events/full/x',
      '/events/full/tickets/tickets',
      '/events/full/tickets/',
    ]) {
      // Before and after the event itself was asked for: what is known of it must not stand in for these.
      await ask(on, '/events/full/tickets', { key: host });
      assertRefusal(await ask(on, path, { key: host }), { status: 404, codes: ['not_found'] });
    }
    assertRefusal(await ask(on, '/events', { method: 'PUT' }), { status: 401, codes: ['unauthorized'] });
    assertRefusal(await ask(on, '/nothing', { key: host }), { status: 404, codes: ['not_found'] });
    assertRefusal(await ask(on, '/nothing'), { status: 401, codes: ['unauthorized'] });
  });
});

describe('HEAD and OPTIONS', () => {
  test('HEAD answers as GET does, without the body', async () => {
    for (const documented of reads()) {
      const get = await askAsDocumented(on, document, documented, { slug: 'full', key: host });
      const head = await askAsDocumented(on, document, documented, {
        slug: 'full',
        key: host,
        method: 'HEAD',
      });
      assert.equal(head.status, get.status);
      assert.equal(head.body, '');
      for (const name of ['etag', 'cache-control', 'content-type', 'content-length', 'vary'])
        assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${documented.path}`);
    }
    const missing = await ask(on, '/events/unknown', { key: host, method: 'HEAD' });
    assert.deepEqual([missing.status, missing.body], [404, '']);
  });

  test('a browser may ask beforehand on any path, without a key', async () => {
    for (const path of [...Object.keys(document.paths), '/nothing']) {
      const answer = await ask(on, path.replace('{slug}', 'full'), {
        method: 'OPTIONS',
        headers: {
          origin: 'https://shop.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,x-device-id',
        },
      });
      assert.equal(answer.status, 204);
      assert.equal(answer.body, '');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.equal(answer.headers.get('access-control-allow-credentials'), null);
      assert.equal(
        answer.headers.get('access-control-allow-headers'),
        'Authorization, Content-Type, X-Device-ID, If-None-Match, Idempotency-Key',
      );
    }
  });

  test('a browser may read what the answers’ headers say', async () => {
    for (const path of ['/events', '/events/unknown', '/health']) {
      const { headers } = await ask(on, path, { key: host });
      assert.equal(
        headers.get('access-control-expose-headers'),
        'ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
      );
    }
  });
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
];
