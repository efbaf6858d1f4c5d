import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { signBody } from './delivery/sign-body.ts';
import { verifyWebhook } from './verify-webhook.mjs';

type Vector = { name: string; key: string; body: string; signature: string; valid: boolean };

const FILE = path.join(import.meta.dirname, '../../examples/test-vectors.json');
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

test('it needs nothing but WebCrypto', async () => {
  const source = await readFile(path.join(import.meta.dirname, 'verify-webhook.mjs'), 'utf8');
  assert.doesNotMatch(source, /\bimport\b .*from|require\(|node:/);
});
