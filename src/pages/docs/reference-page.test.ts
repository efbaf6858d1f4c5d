import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { loadWeb, type Web } from '../serving/load-web.ts';
import type { Docs } from './contract.ts';
import type { OpenApiDocument, Operation, Schema } from '../../values/openapi-document.ts';

let web: Web;
before(async () => {
  web = await loadWeb();
});

const DOCS = {
  guides: [],
  dashboardUrl: 'https://dash.example/dashboard',
  isProduction: false,
  demoKeyPath: null,
};

function renderReference(description: OpenApiDocument, parts: Partial<Docs> = {}): string {
  const { style, scripts } = web.build.pages.reference;
  const shell = { assetsPath: '/assets', style: { file: style }, scripts, isSecret: false };
  return web.renderPage('reference', { ...DOCS, ...parts, description }, shell);
}

const TOKEN = '0197c1f2-6f0a-7c3e-9d52-4b8e1a7f2c60';

const createReservation: Operation = {
  operationId: 'createReservation',
  summary: 'Hold tickets',
  description: 'Holds stock.\n\nThe same `X-Device-ID` **refreshes** its hold.',
  tags: ['Reservations'],
  parameters: [
    { $ref: '#/components/parameters/Slug' },
    { name: 'X-Device-ID', in: 'header', schema: { type: 'string', format: 'uuid' }, example: TOKEN },
    {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', examples: ['documented-but-not-sent'] },
    },
  ],
  requestBody: {
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Cart' },
        example: { promoCode: "LET'S GO", quantity: 2 },
      },
    },
  },
  responses: {
    '201': {
      description: 'A new hold.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Reservation' } } },
    },
    '400': {
      description: 'Refused.',
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { properties: { error_code: { enum: ['tickets_unavailable', 'seat_map_event'] } } },
            ],
          },
        },
      },
      'x-error-codes': [{ code: 'tickets_unavailable', when: 'Not enough left.' }],
    },
    '409': {
      description: 'Too late.',
      content: {
        'application/json': { schema: { properties: { error_code: { enum: ['order_exists'] } } } },
      },
    },
  },
};

const getHealth: Operation = {
  summary: 'Check readiness',
  security: [],
  responses: { '200': { description: 'Ready.' } },
};

function sampleDocument(schemas: Readonly<Record<string, Schema>> = {}): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Tessera API', version: '1.0.0', description: 'Sell tickets.' },
    servers: [{ url: 'https://tickets.example/api/v1/' }],
    security: [{ publicKey: [] }],
    paths: {
      '/health': { get: getHealth },
      '/events/{slug}/reservations': { post: createReservation },
    },
    components: {
      securitySchemes: { publicKey: { type: 'http', scheme: 'bearer' } },
      parameters: {
        Slug: { name: 'slug', in: 'path', required: true, schema: { type: 'string', examples: ['jazz'] } },
      },
      schemas: {
        Cart: {
          type: 'object',
          required: ['quantity'],
          properties: {
            quantity: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
            promoCode: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          },
        },
        Reservation: {
          type: 'object',
          properties: { quoteReference: { type: 'string', examples: ['q_1'] } },
        },
        Error: {
          type: 'object',
          properties: { message: { type: 'string' }, error_code: { type: 'string' } },
        },
        ...schemas,
      },
    },
  };
}

/** The text that a reader sees, with tags dropped and entities read back. */
function textOf(page: string): string {
  const entities: Record<string, string> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
  return page
    .replace(/<\/t[hd]>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

test('every operation has one anchor and a link to it in the contents', () => {
  const page = renderReference(sampleDocument());
  for (const anchor of ['createReservation', 'get-health']) {
    assert.equal(page.split(` id="${anchor}"`).length - 1, 1);
    assert.match(page, new RegExp(`<nav class="wide"[^]*href="#${anchor}"[^]*</nav>`));
  }
});

test('every link within the page leads somewhere, and no id is used twice', () => {
  const page = renderReference(sampleDocument());
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
  assert.equal(new Set(ids).size, ids.length);
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g))
    assert.ok(ids.includes(target), `#${target} is missing`);
});

test('every section that can be read has its mark in the contents', () => {
  const page = renderReference(sampleDocument());
  const links = new Set(Array.from(page.matchAll(/href="#([^"]+)"/g), ([, anchor]) => anchor));
  const sections = [...page.matchAll(/<(?:section|article|div)[^>]* data-section(?:="([^"]*)")?[^>]*>/g)];
  assert.ok(sections.length >= 5);
  for (const [tag, name] of sections) {
    // As the script reads it: the attribute's own value, or the element's id.
    const anchor = name || / id="([^"]+)"/.exec(tag)?.[1];
    assert.ok(links.has(anchor), tag);
  }
});

test('text that looks like markup is inert wherever a document can carry it', () => {
  const attack = '"><img src=x onerror=alert(1)>`<b>`**<i>**';
  const page = renderReference({
    ...sampleDocument(),
    info: { title: attack, version: attack, description: attack },
    servers: [{ url: attack, description: attack }],
    tags: [{ name: attack, description: attack }],
    paths: {
      [`/${attack}`]: {
        get: {
          operationId: attack,
          summary: attack,
          description: attack,
          tags: [attack],
          parameters: [
            {
              name: attack,
              in: 'query',
              description: attack,
              schema: { enum: [attack, 'b'] },
              example: attack,
            },
          ],
          responses: {
            '200': {
              description: attack,
              headers: { [attack]: { description: attack } },
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { [attack]: { type: 'string', pattern: attack } } },
                  examples: { [attack]: { value: { [attack]: attack } } },
                },
              },
            },
            '400': { description: attack, 'x-error-codes': [{ code: attack, when: attack }] },
          },
        },
      },
    },
  });
  assert.doesNotMatch(page, /<(?:img|b|i)\b/);
});

test('the page keeps to a strict content policy: no style attribute, no inline script, no handler', () => {
  const page = renderReference(sampleDocument());
  assert.doesNotMatch(page, /\sstyle=/);
  assert.doesNotMatch(page, /<style|\son\w+=|javascript:/);
  for (const [, attributes = '', body] of page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
    // Data: nothing runs it.
    if (attributes.includes('type="application/json"')) continue;
    assert.match(attributes, / src="\/assets\//);
    assert.equal(body, '');
  }
  const { assetsFolder, pages } = web.build;
  const stylesheet = readFileSync(path.join(assetsFolder, pages.reference.style), 'utf8');
  assert.doesNotMatch(stylesheet, /url\(|@import/);
});

test('a reference is followed, in parameters, bodies and responses alike', () => {
  const text = textOf(renderReference(sampleDocument()));
  assert.match(text, /slug\s+string\s+pathrequired/);
  assert.match(text, /quantity\s+integer\s+required\s+1 to 100default 20/);
  assert.match(text, /promoCode\s+string or null/);
  assert.match(text, /"quoteReference": "q_1"/);
});

test('a reference that points at nothing is a bug in the document and says so', () => {
  const document = sampleDocument({ Cart: { $ref: '#/components/schemas/Missing' } });
  assert.throws(() => renderReference(document), /#\/components\/schemas\/Missing points at nothing/);
});

test('a schema that contains itself is shown once and then cut off', () => {
  const Category: Schema = {
    type: 'object',
    properties: {
      label: { type: 'string' },
      parent: { anyOf: [{ $ref: '#/components/schemas/Category' }, { type: 'null' }] },
      children: { type: 'array', items: { $ref: '#/components/schemas/Category' } },
    },
  };
  const page = renderReference(
    sampleDocument({ Category, Reservation: { $ref: '#/components/schemas/Category' } }),
  );
  const text = textOf(page.slice(0, page.indexOf(' id="models"')));
  assert.equal(text.match(/label\s+string/g)?.length, 1);
  assert.equal(text.match(/Nested: the same fields again\./g)?.length, 2);
});

test('a schema that is nothing but itself is refused instead of looping', () => {
  const loop = sampleDocument({ Cart: { $ref: '#/components/schemas/Cart' } });
  assert.throws(() => renderReference(loop), /leads back to itself/);
  const wrapped = sampleDocument({ Cart: { allOf: [{ $ref: '#/components/schemas/Cart' }] } });
  assert.throws(() => renderReference(wrapped), /only in terms of itself/);
});

test('the curl sample runs as it stands: key, sent headers and a body quoted for the shell', () => {
  const text = textOf(renderReference(sampleDocument()));
  const expected = [
    'curl -X POST https://tickets.example/api/v1/events/jazz/reservations \\',
    '  -H "Authorization: Bearer $TESSERA_KEY" \\',
    `  -H 'X-Device-ID: ${TOKEN}' \\`,
    "  -H 'Content-Type: application/json' \\",
    "  -d '{",
    `  "promoCode": "LET'\\''S GO",`,
    '  "quantity": 2',
    "}'",
  ].join('\n');
  assert.ok(text.includes(expected));
});

test('an operation without security shows no key', () => {
  const { paths, ...rest } = sampleDocument();
  const page = renderReference({ ...rest, paths: { '/health': paths['/health'] ?? {} } });
  const health = page.slice(page.indexOf('id="get-health"'));
  assert.match(health, /No key needed/);
  assert.doesNotMatch(health, /Authorization/);
});

test('a refusal lists its codes with their reason; where it explains none, those that its schema allows', () => {
  const text = textOf(renderReference(sampleDocument()));
  assert.match(text, /400 Bad Request/);
  assert.match(text, /tickets_unavailable\s+Not enough left\./);
  assert.doesNotMatch(text, /seat_map_event/);
  assert.match(text, /order_exists/);
});

test('descriptions may use code, bold and paragraphs', () => {
  const page = renderReference(sampleDocument());
  const rendered =
    '<p>Holds stock.</p><p>The same <code>X-Device-ID</code> <strong>refreshes</strong> its hold.</p>';
  assert.ok(page.includes(rendered));
});

test('an order that is tried in production is called a real one, and elsewhere one of the sandbox', () => {
  const { paths, ...rest } = sampleDocument();
  const post = { ...createReservation, operationId: 'createOrder' };
  const description = { ...rest, paths: { ...paths, '/orders': { post } } };
  const real = textOf(renderReference(description, { isProduction: true }));
  assert.match(real, /This makes a real order/);
  assert.match(real, /Make a real order/);
  assert.doesNotMatch(real, /sandbox/);
  const inSandbox = textOf(renderReference(description));
  assert.match(inSandbox, /This makes an order in the sandbox: no money moves/);
  assert.doesNotMatch(inSandbox, /real order/);
});

test('the demo’s key is offered where there is a demo', () => {
  const description = sampleDocument();
  assert.doesNotMatch(renderReference(description), /demo-key/);
  assert.match(
    renderReference(description, { demoKeyPath: '/demo/config.json' }),
    /data-from="\/demo\/config\.json"/,
  );
});

test('a literal has what each language wants: texts that would end it are escaped', () => {
  const text = textOf(renderReference(sampleDocument()));
  assert.ok(text.includes(`    promoCode: 'LET\\'S GO',`));
  assert.ok(text.includes(`        "promoCode": "LET'S GO",`));
  assert.ok(text.includes(`        'promoCode' => 'LET\\'S GO',`));
  assert.ok(text.includes(`strings.NewReader(\`{\n  "promoCode": "LET'S GO",`));
});
