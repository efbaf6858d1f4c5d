import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sandboxApiKey } from '../../src/payments/sandbox/sandbox-api-key.ts';
import { SIGNATURE_HEADER, signCallback } from '../../src/payments/sandbox/sandbox-callback-signature.ts';
import { BUYER, buy, hold, storedOrder } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

let on: TestApp;
let host: TestHost;
let event: { slug: string; skus: string[] };

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  event = await makeEvent(on, host);
});
after(() => on.close());

async function post(
  address: string,
  body: string | Buffer,
  headers: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${on.publicUrl}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A good body of each route that takes one, with a place in one of its texts for what is to be tried. */
const cart = () => ({ items: [{ sku: event.skus[0], quantity: 1 }] });
const ROUTES: Record<
  string,
  () => Promise<{ address: string; headers: Record<string, string>; body: object; status: number }>
> = {
  'a reservation by the API': async () => ({
    address: `/api/v1/events/${event.slug}/reservations`,
    headers: { authorization: `Bearer ${host.publicKey}`, 'x-device-id': randomUUID() },
    body: { ...cart(), promoCode: 'HERE' },
    status: 400,
  }),
  'an order by the API': async () => {
    const { token, quoteReference } = await hold(on, host, { slug: event.slug, ...cart() });
    return {
      address: `/api/v1/events/${event.slug}/orders`,
      headers: { authorization: `Bearer ${host.publicKey}`, 'x-device-id': token },
      body: { ...BUYER, quoteReference, metadata: { deep: [{ HERE: 'HERE' }] } },
      status: 201,
    };
  },
  'a reservation by the embed': async () => ({
    address: `/checkout/${event.slug}/reservations`,
    headers: { 'x-device-id': randomUUID() },
    body: { ...cart(), promoCode: 'HERE' },
    status: 400,
  }),
  'an order by the embed': async () => {
    const { token, quoteReference } = await hold(on, host, { slug: event.slug, ...cart() });
    return {
      address: `/checkout/${event.slug}/orders`,
      headers: { 'x-device-id': token },
      body: { ...BUYER, quoteReference, firstName: 'HERE', query: '' },
      status: 201,
    };
  },
  'a payment at the sandbox': async () => ({
    address: '/sandbox/v1/payments',
    headers: { authorization: `Bearer ${sandboxApiKey(on.secretKeys.current)}` },
    body: {
      reference: `TSR-${randomUUID()}`,
      amount_minor: 100,
      currency: 'NGN',
      email: 'ada@example.com',
      name: 'HERE',
      description: 'A ticket',
      return_url: 'https://shop.example/back',
      callback_url: 'https://shop.example/callback',
      pay_by: '2099-01-01T00:00:00Z',
    },
    status: 201,
  }),
};

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('a body that can’t be read exactly is refused as a whole', () => {
  for (const [name, make] of Object.entries(ROUTES)) {
    test(name, async () => {
      const { address, headers, body, status } = await make();
      const json = JSON.stringify(body);
      const put = (text: string): string => json.replaceAll('HERE', text);
      const refusals: [string | Buffer, Record<string, string>, RegExp][] = [
        [latin1(put('Z\u00eb')), {}, /not UTF-8/],
        [latin1(put('\xed\xa0\x80')), {}, /not UTF-8/],
        [latin1(put('\xc0\xaf')), {}, /not UTF-8/],
        [latin1(put('\xe2\x82')), {}, /not UTF-8/],
        [
          Buffer.from(put('Ada'), 'utf16le'),
          { 'content-type': 'application/json; charset=utf-16le' },
          /charset/,
        ],
        [put('Ada'), { 'content-type': 'application/json; charset=iso-8859-1' }, /charset/],
        [put('\\ud800'), {}, /half a character/],
        [put('\\uDFFFx'), {}, /half a character/],
        [put('Ada') + '}', {}, /^The body is not valid JSON\.$/],
      ];
      for (const [bytes, more, message] of refusals) {
        const answer = await post(address, bytes, { ...headers, ...more });
        assert.equal(answer.status, 400, String(bytes));
        // The sandbox is a gateway, with an envelope of its own.
        const isSandbox = address.startsWith('/sandbox');
        if (!isSandbox) assert.equal(answer.body['error_code'], 'malformed_body', String(bytes));
        assert.match(String(answer.body[isSandbox ? 'error' : 'message']), message, String(bytes));
      }
      const good = await post(address, put('Z\u00eb\\ud83c\\udf9f'), headers);
      assert.equal(good.status, status, JSON.stringify(good.body));
      if (status === 400) assert.equal(good.body['error_code'], 'invalid_promo_code');
    });
  }
});

test('a gateway’s callback counts whatever its other bytes are: its signature is over them', async () => {
  const bought = await buy(on, host, { slug: event.slug, ...cart() });
  const followed = async (): Promise<number> => {
    const { rows } = await on.app.database.query<{ count: number }>(
      `SELECT count(*) FROM jobs WHERE kind = 'follow_payment' AND payload ->> 'orderId' = $1`,
      [(await storedOrder(on, bought.reference)).id],
    );
    return rows[0]?.count ?? 0;
  };
  const body = latin1(`{"data":{"reference":"${bought.reference}","name":"Zo\xeb \\ud800"}}`);
  const signed = { [SIGNATURE_HEADER]: signCallback(sandboxApiKey(on.secretKeys.current), body) };
  const forged = {
    [SIGNATURE_HEADER]: signCallback(sandboxApiKey(on.secretKeys.current), body.toString('utf8')),
  };
  assert.equal((await post('/payments/sandbox/callback', body, forged)).status, 401);
  assert.equal(await followed(), 0);
  const answer = await post('/payments/sandbox/callback', body, signed);
  assert.deepEqual(answer, { status: 200, body: { received: true } });
  // Not paid yet, it will be asked for again.
  assert.equal(await followed(), 1);
});
