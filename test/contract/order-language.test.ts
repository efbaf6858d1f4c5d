import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { askEmbed, held } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { issueComplimentary } from '../../src/orders/issue-complimentary.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { resendTickets } from '../../src/tickets/mails/resend-tickets.ts';
import { BUYER, hold, order, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startSmtp, type TestSmtp } from '../harness/smtp.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

let on: TestApp;
let host: TestHost;
let smtp: TestSmtp;

before(async () => {
  smtp = await startSmtp();
  on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
  host = await makeHost(on);
});
after(async () => {
  await on.close();
  await smtp.stop();
});
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

const FRENCH = 'fr-CI,fr;q=0.9,en;q=0.5';

/** An order of the embed, as a browser with these settings makes it on a page with this query. */
async function orderOnPage(page: { query: string; header: string; priceMinor?: number; email?: string }) {
  const { query, header, priceMinor = 0, email = BUYER.email } = page;
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor }] });
  const token = randomUUID();
  const { quoteReference } = await held(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }, token);
  const { status, body } = await askEmbed(on, `/${slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token, 'accept-language': header },
    body: { ...BUYER, email, quoteReference, query },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { reference, checkoutUrl } = body.data as { reference: string; checkoutUrl?: string };
  return { slug, token, reference, checkoutUrl: checkoutUrl ?? '' };
}

async function languageOf(reference: string): Promise<string> {
  return (await storedOrder(on, reference)).language;
}

/** The languages of all mails to an address, once there are so many. */
function mailsTo(address: string, count: number): Promise<(string | undefined)[]> {
  return until(`${count} mails to ${address}`, () => {
    const found = smtp.received.filter(({ envelope }) => envelope.to.includes(address));
    return found.length >= count && found.map(({ mail }) => /<html lang="(\w+)"/.exec(mail.html ?? '')?.[1]);
  });
}

test('an order of the API is in the language that Accept-Language prefers, and in English without one', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  for (const [header, language] of [
    [FRENCH, 'fr'],
    ['en-NG,fr;q=0.1', 'en'],
    ['nl', 'en'],
    ['de', 'de'],
    ['*', 'en'],
    [`${'x'.repeat(5_000)},fr`, 'en'],
  ] as const) {
    const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const { status, body } = await order(on, host, cart, { headers: { 'accept-language': header } });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(await languageOf(body.data.reference as string), language, header);
  }
});

test('an order of the embed is in the language of its page: what the address asks for, or else the browser', async () => {
  for (const [query, header, language] of [
    ['?lang=fr', 'en', 'fr'],
    ['?theme=dark&lang=en', FRENCH, 'en'],
    ['', FRENCH, 'fr'],
    ['?lang=xx', 'en', 'en'],
  ] as const) {
    const { reference } = await orderOnPage({ query, header });
    assert.equal(await languageOf(reference), language, `${query} ${header}`);
  }
});

test('the same order again, by a browser that prefers another language, is the first order as it was', async () => {
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  const key = { 'idempotency-key': randomUUID() };
  const first = await order(on, host, cart, { headers: { ...key, 'accept-language': FRENCH } });
  const again = await order(on, host, cart, { headers: { ...key, 'accept-language': 'en' } });
  assert.deepEqual([again.status, again.body], [first.status, first.body]);
  assert.equal(await languageOf(first.body.data.reference as string), 'fr');
});

test('tickets that are given away are told of in the language that is asked for, or in English', async () => {
  const { skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const give = (email: string, language?: 'fr') =>
    on.app.database.transaction((tx) =>
      issueComplimentary(tx, {
        ...BUYER,
        email,
        ticketTypeId: skus[0] ?? '',
        quantity: 1,
        cause: 'a gift',
        ...(language && { language }),
      }),
    );
  await give('awa@example.com', 'fr');
  await give('ama@example.com');
  assert.deepEqual(await mailsTo('awa@example.com', 1), ['fr']);
  assert.deepEqual(await mailsTo('ama@example.com', 1), ['en']);
});

test('an order keeps its language when tickets are sent again, the address is corrected and money goes back', async () => {
  const [wrong, right] = ['koffi@gmial.example', 'koffi@gmail.example'];
  const page = { query: '?lang=fr', header: 'en', priceMinor: 1_000_000, email: wrong };
  const { slug, token, reference, checkoutUrl } = await orderOnPage(page);
  await pay(checkoutUrl);
  const { id: orderId } = await untilStatus(on, reference, 'confirmed');
  assert.deepEqual(await mailsTo(wrong, 1), ['fr']);
  const { status } = await askEmbed(on, `/${slug}/orders/${reference}/email`, {
    method: 'POST',
    headers: { 'x-device-id': token, 'accept-language': 'en' },
    body: { email: right },
  });
  assert.equal(status, 200);
  assert.deepEqual(await mailsTo(right, 1), ['fr']);
  await on.app.database.transaction((tx) =>
    resendTickets(tx, { orderId, askedBy: 'operator', actor: OPERATOR }),
  );
  assert.deepEqual(await mailsTo(right, 2), ['fr', 'fr']);
  await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'one',
    }),
  );
  assert.deepEqual(await mailsTo(right, 3), ['fr', 'fr', 'fr']);
});
