import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxApiKey } from '../../payments/sandbox/sandbox-api-key.ts';
import { startSandbox, type TestSandbox } from './sandbox.fixture.ts';

const GOOD = {
  reference: 'TSR-1',
  amount_minor: 100,
  currency: 'NGN',
  email: 'ada@example.com',
  name: 'Ada Obi',
  description: 'A ticket',
  return_url: 'https://shop.example/back',
  callback_url: 'https://shop.example/callback',
  pay_by: '2099-01-01T00:00:00Z',
};

async function post(on: TestSandbox, path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${on.url}/sandbox/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandboxApiKey(on.secretKeys.current)}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const start = (on: TestSandbox, change: object) =>
  post(on, '/payments', JSON.stringify({ ...GOOD, ...change }));

test('a payment is created with 201 and found again with 200', async (t) => {
  const on = await startSandbox(t);
  const created = await start(on, {});
  assert.equal(created.status, 201);
  assert.equal(created.body['checkout_url'], `${on.url}/checkout/pay/${String(created.body['id'])}`);
  const again = await start(on, {});
  assert.equal(again.status, 200);
  assert.deepEqual(again.body, created.body);
});

test('without the key every route answers 401 and an error', async (t) => {
  const on = await startSandbox(t);
  const key = sandboxApiKey(on.secretKeys.current);
  for (const [method, path] of [
    ['POST', '/payments'],
    ['GET', '/payments/TSR-1'],
    ['POST', '/payments/TSR-1/close'],
    ['POST', '/refunds'],
    ['GET', '/refunds/ref_1'],
  ] as const) {
    for (const authorization of [
      undefined,
      '',
      `Bearer ${key}x`,
      `Basic ${key}`,
      `Bearer ${key.slice(0, -1)}é`,
    ]) {
      const response = await fetch(`${on.url}/sandbox/v1${path}`, {
        method,
        ...(authorization !== undefined && {
          headers: { authorization: Buffer.from(authorization).toString('latin1') },
        }),
      });
      assert.equal(response.status, 401, `${method} ${path} ${authorization}`);
      assert.deepEqual(await response.json(), { error: 'The API key is missing or wrong.' });
    }
  }
});

test('a field that breaks its rules is refused by name', async (t) => {
  const on = await startSandbox(t);
  const bad: [string, unknown][] = [
    ['reference', 'a reference with spaces'],
    ['reference', 'R'.repeat(101)],
    ['amount_minor', 0],
    ['amount_minor', -5],
    ['amount_minor', 1.5],
    ['amount_minor', '100'],
    ['amount_minor', 2 ** 53],
    ['currency', 'euro'],
    ['email', ''],
    ['email', 'a'.repeat(255)],
    ['name', 'a\0b'],
    ['description', 'a'.repeat(501)],
    ['return_url', 'javascript:alert(1)'],
    ['return_url', 'data:text/html,x'],
    ['return_url', '/back'],
    ['callback_url', 'file:///etc/passwd'],
    ['callback_url', null],
    ['pay_by', 'tomorrow'],
    ['pay_by', '2099-13-01T00:00:00Z'],
    ['surprise', true],
  ];
  for (const [field, value] of bad) {
    const { status, body } = await start(on, { [field]: value });
    assert.equal(status, 400, `${field}: ${JSON.stringify(value)}`);
    assert.match(String(body['error']), new RegExp(field));
    assert.deepEqual(Object.keys(body), ['error']);
  }
});

test('a body that is not a JSON object is refused', async (t) => {
  const on = await startSandbox(t);
  for (const text of ['', '{', '[]', 'null', '"text"']) {
    const { status, body } = await post(on, '/payments', text);
    assert.equal(status, 400, text);
    assert.deepEqual(Object.keys(body), ['error']);
  }
  assert.equal((await post(on, '/payments', 'a=b', { 'content-type': 'text/plain' })).status, 415);
  assert.equal(
    (await post(on, '/payments', JSON.stringify({ ...GOOD, name: 'a'.repeat(70_000) }))).status,
    413,
  );
});
