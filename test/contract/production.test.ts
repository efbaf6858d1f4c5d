import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { buy, hold, order } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { speak } from '../harness/raw-socket.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

const PRODUCTION = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://tickets.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
};
const HSTS = 'max-age=31536000';

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp({ environment: PRODUCTION });
  host = await makeHost(on);
});
after(async () => {
  assert.deepEqual(await checkInvariants(on.app.database), []);
  await on.close();
});

test('production has no sandbox to pay in and no mailbox to read', async () => {
  const addresses = [
    ['POST', '/sandbox/v1/payments'],
    ['GET', '/checkout/pay/pay_anything'],
    ['GET', '/mailbox'],
  ] as const;
  for (const [method, address] of addresses) {
    const response = await fetch(`${on.publicUrl}${address}`, { method });
    assert.equal(response.status, 404, address);
  }
});

test('production takes no sign-ups and shows the dashboard at its own address alone', async () => {
  const ask = async (path: string, at: string): Promise<number | undefined> => {
    const request = `GET ${path} HTTP/1.1\r\nHost: ${at}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`;
    return (await speak(on.publicUrl, request))[0]?.status;
  };
  assert.equal(await ask('/dashboard/sign-up', 'tickets.example'), 403);
  assert.equal(await ask('/dashboard/sign-in', 'tickets.example'), 200);
  for (const path of ['/dashboard', '/dashboard/sign-in', '/dashboard/sign-up', '/dashboard/nothing'])
    assert.equal(await ask(path, '127.0.0.1'), 404, path);
});

test('a host without a gateway sells what is free; what is not stays held, and says why it can’t be paid', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }, {}] });
  const free = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  assert.equal(free.status, 'confirmed');
  const held = await hold(on, host, { slug, items: [{ sku: skus[1], quantity: 1 }] });
  for (let time = 1; time <= 2; time++) {
    const { status, body } = await order(on, host, held);
    assert.deepEqual([status, body.error_code], [502, 'payment_gateway_error']);
    assert.match(body.message, /NGN/);
  }
});

test('with test credentials, from before it was production, a host can’t take payments', async () => {
  const seller = await makeHost(on);
  const { slug, skus } = await makeEvent(on, seller, { ticketTypes: [{}] });
  await on.app.database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      {
        hostId: seller.hostId,
        currency: 'NGN',
        gateway: 'paystack',
        credentials: { secretKey: 'sk_test_forgotten' },
      },
    ),
  );
  const held = await hold(on, seller, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  const { status, body } = await order(on, seller, held);
  assert.deepEqual([status, body.error_code], [502, 'payment_gateway_error']);
  assert.match(body.message, /can’t take payments in NGN yet/);
});

/** One request of each kind of answer: by the fast lane, by a route, of a file, of an error, of no route at all. */
const requestsOf = (slug: string, publicKey: string): string[] => {
  const api = (path: string, more = ''): string =>
    `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${publicKey}\r\n${more}Connection: close\r\n\r\n`;
  const plain = (method: string, path: string): string =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  return [
    api('/events'),
    api('/events'),
    api(`/events/${slug}`),
    api(`/events/${slug}`),
    api(`/events/${slug}/tickets`),
    api('/events/no-such-event'),
    api('/events?limit=0'),
    plain('GET', '/api/v1/health'),
    plain('GET', '/api/v1/events'),
    plain('OPTIONS', '/api/v1/events'),
    plain('GET', '/docs'),
    plain('GET', '/media/nothing.png'),
    plain('GET', '/media/%'),
    plain('GET', `/checkout/${slug}`),
    plain('GET', '/nowhere'),
    'not HTTP at all\r\n\r\n',
  ];
};

test('every answer of production says to come by https, and none of development does', async (t) => {
  const development = await startTestApp({ on });
  t.after(() => development.close());
  const { slug } = await makeEvent(on, host, { ticketTypes: [{}] });
  for (const request of requestsOf(slug, host.publicKey)) {
    const [answer] = await speak(on.publicUrl, request);
    assert.equal(answer?.headers.get('strict-transport-security'), HSTS, request);
    const [plain] = await speak(development.publicUrl, request);
    assert.equal(plain?.headers.get('strict-transport-security'), undefined, request);
  }
});

test('production that is reached by http says nothing of https', async (t) => {
  const plain = await startTestApp({
    on,
    environment: { ...PRODUCTION, PUBLIC_URL: 'http://tickets.example', ALLOW_HTTP: 'on' },
  });
  t.after(() => plain.close());
  const { headers } = await fetch(`${plain.publicUrl}/api/v1/health`);
  assert.equal(headers.get('strict-transport-security'), null);
});

test('a proxy that nobody told us to trust is told of in the log, once', async () => {
  const told = () => on.logLines().filter((line) => line.includes('TRUST_PROXY'));
  for (let time = 1; time <= 3; time++) {
    const { status } = await fetch(`${on.baseUrl}/events`, {
      headers: { authorization: `Bearer ${host.publicKey}`, 'x-forwarded-for': '198.51.100.7' },
    });
    assert.equal(status, 200);
  }
  assert.equal(told().length, 1);
  assert.match(told()[0] ?? '', /"peer":"(::ffff:)?127\.0\.0\.1"/);
});
