import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { signBody } from '../../../src/webhooks/delivery/sign-body.ts';
import { readWebhook, verifyWebhook } from './webhooks.ts';

type Vector = { name: string; key: string; body: string; signature: string; valid: boolean };

const FILE = path.join(import.meta.dirname, '../../../examples/test-vectors.json');
const VECTORS = JSON.parse(await readFile(FILE, 'utf8')) as Vector[];

for (const { name, key, body, signature, valid } of VECTORS) {
  test(`${name}: ${valid ? 'genuine' : 'refused'}`, async () => {
    assert.equal(await verifyWebhook(body, signature, key), valid);
    assert.equal(await verifyWebhook(Buffer.from(body), signature, key), valid);
    assert.equal(signBody(key, Buffer.from(body)) === signature, valid);
  });
}

test('a missing header is refused', async () => {
  assert.equal(await verifyWebhook('', undefined, 'sk_any'), false);
  assert.equal(await verifyWebhook('', null, 'sk_any'), false);
});

test('while a key is replaced, the old one and the new one fit', async () => {
  const genuine = VECTORS.find(({ valid }) => valid);
  assert.ok(genuine);
  const { body, signature, key } = genuine;
  assert.equal(await verifyWebhook(body, signature, ['sk_new', key]), true);
  assert.equal(await verifyWebhook(body, signature, ['sk_new', 'sk_newer']), false);
  assert.equal(await verifyWebhook(body, signature, []), false);
});

// Some are nested deeper than a comparison bears.
const asText = (webhook: unknown): string | null => (webhook === null ? null : JSON.stringify(webhook));

test('a webhook is read from a request of Node and of the web alike, and only where it is genuine', async (t) => {
  const found: (string | null)[] = [];
  const keys = VECTORS[0]?.key ?? '';
  const server = createServer(async (request, response) => {
    found.push(asText(await readWebhook(request, keys)));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const { body, signature, valid } of VECTORS) {
    const init = { method: 'POST', body, headers: { 'x-service-signature': signature } };
    const expected = valid && body !== '' ? asText(JSON.parse(body)) : null;
    assert.equal(asText(await readWebhook(new Request(address, init), keys)), expected);
    await fetch(address, init);
    assert.equal(found.pop(), expected);
  }
  await fetch(address, { method: 'POST', body: '{}' });
  assert.equal(found.pop(), null, 'no signature');
});

/** Node's request, as far as it is read. */
const inChunks = (chunks: Uint8Array[], signature: string) => ({
  headers: { 'x-service-signature': signature },
  async *[Symbol.asyncIterator]() {
    yield* chunks;
  },
});

test('a body is read in as many pieces as it comes in, up to five megabytes', async () => {
  const purchase = VECTORS.find(({ valid, body }) => valid && body !== '');
  assert.ok(purchase);
  const { body, signature, key } = purchase;
  const bytes = Buffer.from(body);
  const pieces = [bytes.subarray(0, 7), bytes.subarray(7, 8), bytes.subarray(8)];
  assert.equal(asText(await readWebhook(inChunks(pieces, signature), key)), asText(JSON.parse(body)));

  const megabyte = Buffer.alloc(1024 * 1024, ' ');
  const signed = (blanks: number) => {
    const chunks = [bytes, ...Array.from({ length: blanks }, () => megabyte)];
    return inChunks(chunks, signBody(key, Buffer.concat(chunks)));
  };
  assert.ok(await readWebhook(signed(4), key));
  assert.equal(await readWebhook(signed(5), key), null);
});

test('it needs nothing but Web Crypto', async () => {
  const source = await readFile(path.join(import.meta.dirname, 'webhooks.ts'), 'utf8');
  assert.doesNotMatch(source, /\bimport\b .*from|require\(|node:/);
});
