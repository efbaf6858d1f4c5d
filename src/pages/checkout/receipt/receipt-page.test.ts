import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { connectDatabase } from '../../../db/database.ts';
import { ownPort } from '../../../../test/harness/own-port.ts';
import { CHI, startReceiptOrders } from './receipt-orders.fixture.ts';
import { BUYER, serveReceipts } from './receipt.fixture.ts';

const NOBODYS_TOKEN = '00000000-0000-4000-8000-000000000000';
const XSS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</title><script>alert(1)</script>',
  'javascript:alert(1)//${alert(1)}{{alert(1)}}',
];

expectNothingUnhandled();

const { on, get, freeEvent, paidEvent } = await startReceiptOrders();
after(() => on.close());

test('the page stays out of caches, frames, search engines and referrers', async () => {
  const { receiptToken } = await on.order({ event: await freeEvent() });
  for (const rest of ['', '/state', '/calendar.ics', '/tickets.pdf']) {
    const { status, headers } = await get(receiptToken, rest);
    assert.equal(status, 200, rest);
    assert.equal(headers.get('cache-control'), 'no-store', rest);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', rest);
    assert.equal(headers.get('x-robots-tag'), 'noindex', rest);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', rest);
  }
  for (const page of [receiptToken, NOBODYS_TOKEN]) {
    const policy = (await get(page)).headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
  }
});

test('HEAD answers as GET does, without the body', async () => {
  const { receiptToken } = await on.order({ event: await freeEvent() });
  for (const rest of ['', '/state', '/calendar.ics', '/tickets.pdf']) {
    const asked = await get(receiptToken, rest);
    const head = await get(receiptToken, rest, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers.get('content-type'), asked.headers.get('content-type'));
    assert.equal(head.headers.get('cache-control'), 'no-store');
  }
  assert.equal((await get(receiptToken, '/resend', { method: 'HEAD' })).status, 404);
});

test('a malformed token and one of nobody’s get the same page', async () => {
  const unknown = await get(NOBODYS_TOKEN);
  assert.equal(unknown.status, 404);
  assert.match(unknown.text, /We can’t find this order/);
  for (const malformed of [
    'TSR-0000-0000-0000-000',
    'x',
    `${NOBODYS_TOKEN}0`,
    "00000000'--",
    '%00',
    '%3Cscript%3E',
    'A'.repeat(5_000),
  ]) {
    const answer = await get(malformed);
    assert.equal(answer.status, 404);
    assert.equal(answer.text, unknown.text);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
  for (const rest of ['/calendar.ics', '/tickets.pdf']) {
    const [one, other] = [await get(NOBODYS_TOKEN, rest), await get('x', rest)];
    assert.equal(one.status, 404);
    assert.deepEqual([other.status, other.text], [one.status, one.text]);
  }
  const [one, other] = [await get(NOBODYS_TOKEN, '/state'), await get('x', '/state')];
  assert.equal(one.status, 404);
  assert.equal(other.text, one.text);
  const posted = await get('x', '/resend', { method: 'POST' });
  assert.equal(posted.status, 404);
  assert.match(posted.text, /We can’t find this order/);
});

test('hosts’ and buyers’ words are text, wherever they are shown', async () => {
  for (const payload of XSS) {
    const event = await freeEvent({
      name: payload,
      hostMessage: payload,
      street: payload,
      directions: payload,
      lga: payload,
      ticketTypes: [{ priceMinor: 0, name: payload }],
    });
    const { receiptToken } = await on.order({
      event,
      buyer: {
        firstName: payload,
        lastName: payload,
        email: `"${payload.replaceAll(' ', '')}"@example.com`,
      },
    });
    const { status, text } = await get(receiptToken);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /<script>|<img src=x|<svg\/onload|<[^>]+onerror=alert/);
    assert.doesNotMatch(text, /href="javascript/);
  }
});

test('with the database away the page asks for a moment’s patience, and the script’s question gets a 503', async () => {
  const away = `postgres://nobody@127.0.0.1:${await ownPort()}/nothing`;
  const database = connectDatabase({ url: away, poolSize: 1, onIdleError: () => {} });
  const { http, url } = await serveReceipts({ database, secretKeys: on.secretKeys });
  try {
    for (const rest of ['', '/tickets.pdf']) {
      const response = await fetch(`${url}/checkout/orders/${NOBODYS_TOKEN}${rest}`);
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('retry-after'), '2');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.match(await response.text(), /One moment, please/);
    }
    const state = await fetch(`${url}/checkout/orders/${NOBODYS_TOKEN}/state`);
    assert.equal(state.status, 503);
  } finally {
    await http.close();
    await database.close();
  }
});

test('the stylesheet and the script are where the page says, an address below the order’s own too', async () => {
  for (const rest of ['', '/tickets.pdf']) {
    const { text } = await get(NOBODYS_TOKEN, rest);
    for (const [file, type] of [
      [/<link rel="stylesheet" href="([^"]+)"/, 'text/css; charset=utf-8'],
      [/<script type="module" src="([^"]+)"/, 'text/javascript; charset=utf-8'],
    ] as const) {
      const response = await fetch(new URL(file.exec(text)?.[1] ?? '', on.receiptUrl(NOBODYS_TOKEN, rest)));
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), type);
      assert.ok((await response.text()).length > 100);
    }
  }
});

const resend = (receiptToken: string) =>
  get(receiptToken, '/resend', { method: 'POST', body: new URLSearchParams() });

test('tickets are sent again five times an hour, and each press of the button is answered on the page', async () => {
  const { orderId, receiptToken } = await on.order({ event: await freeEvent() });
  for (let press = 1; press <= 5; press++) {
    const { status, headers } = await resend(receiptToken);
    assert.equal(status, 303);
    assert.equal(headers.get('location'), `../${receiptToken}?notice=resent`);
    assert.equal(headers.get('cache-control'), 'no-store');
  }
  const sixth = await resend(receiptToken);
  assert.equal(sixth.status, 303);
  assert.equal(sixth.headers.get('location'), `../${receiptToken}?notice=too_often`);
  const { rows } = await on.database.query<{ count: number }>(
    `SELECT count(*)::integer FROM jobs WHERE kind = 'send_mail' AND payload ->> 'orderId' = $1 AND payload ? 'resendKey'`,
    [orderId],
  );
  assert.equal(rows[0]?.count, 5);

  assert.match(
    (await get(receiptToken, '?notice=resent')).text,
    /role="status"[^]*We sent your tickets again/,
  );
  assert.match((await get(receiptToken, '?notice=too_often')).text, /role="status"[^]*try again in an hour/);
  for (const odd of ['toString', '__proto__', '<script>', '']) {
    assert.doesNotMatch((await get(receiptToken, `?notice=${odd}`)).text, /class="notice /);
  }
});

test('a body that no form of ours sends is refused', async () => {
  const { receiptToken } = await on.order({ event: await freeEvent() });
  const form = new FormData();
  form.set('x', 'y');
  assert.equal((await get(receiptToken, '/resend', { method: 'POST', body: form })).status, 415);
  const long = new URLSearchParams({ x: 'y'.repeat(2_000) });
  assert.equal((await get(receiptToken, '/resend', { method: 'POST', body: long })).status, 413);
});

test('an order without tickets has nothing to send', async () => {
  const { receiptToken } = await on.order({ event: await paidEvent() });
  const { headers } = await resend(receiptToken);
  assert.equal(headers.get('location'), `../${receiptToken}?notice=nothing_to_send`);
});

test('the page says which mails went out, and which never will', async () => {
  const { orderId, receiptToken } = await on.order({
    event: await freeEvent(),
    quantities: [2],
    recipients: [BUYER, CHI],
  });
  await on.database.query(
    `INSERT INTO mails (id, order_id, kind, recipient, sent_at, message_id, refused_at)
     VALUES (new_id(), $1, 'tickets', 'ada@example.com', now(), 'm@x', NULL),
            (new_id(), $1, 'tickets', 'chi@example.org', NULL, NULL, now())`,
    [orderId],
  );
  const { text } = await get(receiptToken);
  assert.match(text, /Sent to a…@example.com\. We can’t deliver to c…@example.org/);
});
