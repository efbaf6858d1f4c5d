import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { gzipSync } from 'node:zlib';
import { createLogger } from '../../src/log/logger.ts';
import { createRequestIds } from '../../src/http/request-id.ts';
import { Exactly } from '../../src/http/schema.ts';
import { createHttpServer } from '../../src/http/server.ts';

/** The house rules on bodies, on a server with one route that takes one. */
const app = createHttpServer({ requestIds: createRequestIds('test'), logger: createLogger('silent') });
const received: unknown[] = [];
app.post(
  '/carts',
  {
    schema: {
      body: Exactly({
        items: Type.Array(
          Exactly({
            sku: Type.String({ minLength: 1, maxLength: 40 }),
            quantity: Type.Integer({ minimum: 1, maximum: 10 }),
          }),
          {
            minItems: 1,
            maxItems: 3,
          },
        ),
        promoCode: Type.Optional(Type.String({ maxLength: 50 })),
        metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      }),
    },
  },
  (request, reply) => {
    received.push(request.body);
    reply.send({ data: { taken: true }, status: true });
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
after(() => app.close());
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/carts`;

const CART = { items: [{ sku: 'a', quantity: 1 }] };
const cleanPrototype = Object.getOwnPropertyNames(Object.prototype);

async function post(
  body: string | Buffer | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Posts what is to be refused, and checks that the envelope is right and the handler never saw it. */
async function assertRefused(
  body: string | Buffer | null,
  expected: { code: string; status?: number; message?: string | RegExp },
  headers?: Record<string, string>,
): Promise<void> {
  const countBefore = received.length;
  const answer = await post(body, headers);
  const shown = String(body).slice(0, 80);
  assert.equal(answer.status, expected.status ?? 400, shown);
  assert.deepEqual(Object.keys(answer.body), ['message', 'status', 'error_code'], shown);
  assert.equal(answer.body['status'], answer.status, shown);
  assert.equal(answer.body['error_code'], expected.code, shown);
  if (typeof expected.message === 'string') assert.equal(answer.body['message'], expected.message);
  else if (expected.message) assert.match(String(answer.body['message']), expected.message);
  assert.equal(received.length, countBefore, shown);
  assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), cleanPrototype);
}

test('a good body arrives as it was sent', async () => {
  const cart = { ...CART, promoCode: 'SAVE', metadata: { note: 'é\u0000 🎟', deep: [[{}]] } };
  const { status } = await post(JSON.stringify(cart));
  assert.equal(status, 200);
  assert.deepEqual(received.at(-1), cart);
});

test('a body that is not JSON, or not an object, is malformed_body', async () => {
  for (const body of [
    '{',
    '{"items":[}',
    "{'items':[]}",
    'NaN',
    '{"a":1}{"b":2}',
    '\u0000',
    'undefined',
    '<a/>',
  ]) {
    await assertRefused(body, { code: 'malformed_body', message: 'The body is not valid JSON.' });
  }
  for (const body of ['[]', '"text"', '1', 'true', 'null', JSON.stringify([CART])]) {
    await assertRefused(body, { code: 'malformed_body', message: 'The body must be a JSON object.' });
  }
  await assertRefused('', { code: 'malformed_body', message: /empty/ });
  await assertRefused(null, { code: 'malformed_body' }, {});
});

test('a field that breaks its rule is named, with what it takes', async () => {
  const item = { sku: 'a', quantity: 1 };
  for (const [body, message] of [
    [{}, 'items is required.'],
    [{ items: [{ quantity: 1 }] }, 'items[0].sku is required.'],
    [{ items: [] }, 'items must have at least one entry.'],
    [{ items: [item, item, item, item] }, 'items must have at most 3 entries.'],
    [{ items: [{ ...item, sku: '' }] }, 'items[0].sku must not be empty.'],
    [{ items: [item, { ...item, quantity: 11 }] }, 'items[1].quantity must be a whole number from 1 to 10.'],
    [{ items: [{ ...item, quantity: 1.5 }] }, 'items[0].quantity must be a whole number from 1 to 10.'],
    [{ ...CART, promoCode: 'x'.repeat(51) }, 'promoCode must have at most 50 characters.'],
    [{ ...CART, metadata: [] }, 'metadata must be an object.'],
  ] as const) {
    await assertRefused(JSON.stringify(body), { code: 'validation_failed', message });
  }
});

test('no type is taken for another', async () => {
  for (const quantity of ['1', '', true, null, [1], { valueOf: 1 }, '1e0']) {
    await assertRefused(JSON.stringify({ items: [{ sku: 'a', quantity }] }), {
      code: 'validation_failed',
      message: /^items\[0\]\.quantity must be a whole number/,
    });
  }
  for (const sku of [1, null, true, ['a'], {}]) {
    await assertRefused(JSON.stringify({ items: [{ sku, quantity: 1 }] }), {
      code: 'validation_failed',
      message: 'items[0].sku must be a string.',
    });
  }
  await assertRefused(JSON.stringify({ items: { sku: 'a', quantity: 1 } }), {
    code: 'validation_failed',
    message: 'items must be an array.',
  });
  await assertRefused('{"items":[{"sku":"a","quantity":1e400}]}', { code: 'validation_failed' });
});

test('an unknown field is refused rather than dropped', async () => {
  await assertRefused(JSON.stringify({ ...CART, promocode: 'SAVE' }), {
    code: 'validation_failed',
    message: 'promocode is not a known field.',
  });
  await assertRefused(JSON.stringify({ items: [{ sku: 'a', quantity: 1, price: 0 }] }), {
    code: 'validation_failed',
    message: 'items[0].price is not a known field.',
  });
  // The name comes back in the message: cut short, and as JSON, it can do no harm.
  await assertRefused(JSON.stringify({ ...CART, ['x'.repeat(10_000)]: 1 }), {
    code: 'validation_failed',
    message: /^x{1,200} is not/,
  });
});

test('prototypes cannot be poisoned', async () => {
  for (const body of [
    '{"__proto__":{"isAdmin":true},"items":[{"sku":"a","quantity":1}]}',
    '{"items":[{"sku":"a","quantity":1,"__proto__":{"isAdmin":true}}]}',
    '{"items":[{"sku":"a","quantity":1}],"metadata":{"__proto__":{"isAdmin":true}}}',
    '{"items":[{"sku":"a","quantity":1}],"metadata":{"\\u005f_proto__":{"isAdmin":true}}}',
    '{"items":[{"sku":"a","quantity":1}],"metadata":{"constructor":{"prototype":{"isAdmin":true}}}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
  ]) {
    await assertRefused(body, { code: 'malformed_body', message: /must not contain the key "__proto__"/ });
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
  }
});

test('half a character is refused, in a value and in a name, and a whole one is taken however it is written', async () => {
  const withNote = (note: string) => `{"items":[{"sku":"a","quantity":1}],"metadata":{"note":${note}}}`;
  for (const note of [
    '"\\ud800"',
    '"\\uDBFF"',
    '"\\udc00"',
    '"\\ud800\\ud800\\udc00"',
    '"\\udc00\\ud800"',
    '"\\ud83c x \\udf9f"',
    '"\\ud83c\\\\udf9f"',
    '"\\\\\\ud800"',
    '["a",{"\\ud800":1}]',
    // Of a name that is written twice the last counts, and both would be kept.
    '1,"twice":"\\ud800","twice":1',
  ]) {
    await assertRefused(withNote(note), { code: 'malformed_body', message: /half a character/ });
  }
  for (const [note, text] of [
    ['"\\ud83c\\udf9f"', '🎟'],
    ['"\\uD83C\\uDF9F"', '🎟'],
    ['"🎟"', '🎟'],
    ['"\\\\ud800"', '\\ud800'],
    ['"\\\\\\ud83c\\udf9f"', '\\🎟'],
    ['"\\ud7ff\\ue000"', '\ud7ff\ue000'],
  ] as const) {
    assert.equal((await post(withNote(note))).status, 200, note);
    assert.deepEqual(received.at(-1), { ...CART, metadata: { note: text } });
  }
});

test('bytes that are not UTF-8, and a charset that is another, are refused', async () => {
  const body = JSON.stringify({ ...CART, promoCode: 'é' });
  await assertRefused(Buffer.from(body, 'latin1'), { code: 'malformed_body', message: /not UTF-8/ });
  await assertRefused(Buffer.from(body).subarray(0, -3), { code: 'malformed_body', message: /not UTF-8/ });
  for (const type of [
    'application/json; charset=iso-8859-1',
    'application/json;charset="us-ascii"',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=utf-16',
    'Application/JSON; version=1; CHARSET = windows-1252',
  ]) {
    await assertRefused(body, { code: 'malformed_body', message: /charset/ }, { 'content-type': type });
  }
  for (const type of [
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; profile=charset',
  ]) {
    assert.equal((await post(body, { 'content-type': type })).status, 200, type);
    assert.deepEqual(received.at(-1), { ...CART, promoCode: 'é' });
  }
});

test('a byte order mark ahead of the body is passed over, and only there', async () => {
  assert.equal((await post(`\uFEFF${JSON.stringify({ ...CART, promoCode: '\uFEFF' })}`)).status, 200);
  assert.deepEqual(received.at(-1), { ...CART, promoCode: '\uFEFF' });
  await assertRefused(`\uFEFF\uFEFF${JSON.stringify(CART)}`, {
    code: 'malformed_body',
    message: /not valid JSON/,
  });
  await assertRefused(`${JSON.stringify(CART)}\uFEFF`, { code: 'malformed_body', message: /not valid JSON/ });
  await assertRefused('\uFEFF', { code: 'malformed_body', message: /not valid JSON/ });
});

test('nesting without end is refused, and does no harm', async () => {
  const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
  await assertRefused(nested('[', ']', 100_000), { code: 'body_too_large', status: 413 });
  await assertRefused('['.repeat(60_000), { code: 'malformed_body' });
  await assertRefused(nested('[', ']', 30_000), { code: 'malformed_body' });
  await assertRefused(`{"items":${nested('[', ']', 30_000)}}`, { code: 'validation_failed' });
  await assertRefused(`{"items":${'{"items":'.repeat(6_000)}1${'}'.repeat(6_000)}}`, {
    code: 'validation_failed',
  });
  // With the one name that makes the reader look into every level.
  await assertRefused(`{"metadata":${'{"a":'.repeat(9_000)}{"__proto__":{}}${'}'.repeat(9_000)}}`, {
    code: 'malformed_body',
  });
});

test('a body beyond 64 KiB is body_too_large, whether its length was told or not', async () => {
  const large = JSON.stringify({ ...CART, metadata: { note: 'x'.repeat(64 * 1024) } });
  await assertRefused(large, { code: 'body_too_large', status: 413 });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(large));
        controller.close();
      },
    }),
    duplex: 'half',
  });
  assert.equal(response.status, 413);
  assert.equal(((await response.json()) as { error_code: string }).error_code, 'body_too_large');
});

test('any other kind of body is unsupported_media_type', async () => {
  const body = JSON.stringify(CART);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'text/json',
    'x',
    ',',
  ]) {
    await assertRefused(body, { code: 'unsupported_media_type', status: 415 }, { 'content-type': type });
  }
  assert.equal((await post(body, { 'content-type': 'Application/JSON; charset=UTF-8' })).status, 200);
});

test('a packed body is not unpacked', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  await assertRefused(gzipSync(JSON.stringify(CART)), { code: 'malformed_body' }, headers);
  await assertRefused(gzipSync(Buffer.alloc(20 * 1024 * 1024, ' ')), { code: 'malformed_body' }, headers);
});
