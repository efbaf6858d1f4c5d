import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { CHI, startReceiptOrders } from './receipt-orders.fixture.ts';
import { BUYER } from './receipt.fixture.ts';

const NOBODYS_REFERENCE = 'TSR-0000-0000-0000-0000';
const PAGES = ['', '/calendar.ics', '/tickets.pdf'];

expectNothingUnhandled();

const { on, get, freeEvent, paidOrder } = await startReceiptOrders();
after(() => on.close());

const askForLink = (reference: string, accept = 'text/html') =>
  get(reference, '/resend', { method: 'POST', headers: { accept }, body: new URLSearchParams() });

/** The same page for two references, but for the reference itself, which is the visitor's own. */
const without = (reference: string, text: string) => text.replaceAll(reference, '*');

async function mailsOf(orderId: string): Promise<string[]> {
  const { rows } = await on.database.query<{ recipient: string }>(
    `SELECT recipient FROM mails WHERE order_id = $1 ORDER BY created_at, recipient`,
    [orderId],
  );
  return rows.map(({ recipient }) => recipient);
}

test('a reference shows nothing of its order, and the same as one of nobody’s', async () => {
  const orders = [await paidOrder(), await on.order({ event: await freeEvent({ name: 'Secret Concert' }) })];
  for (const rest of PAGES) {
    const nobodys = await get(NOBODYS_REFERENCE, rest);
    assert.equal(nobodys.status, 404);
    assert.match(nobodys.text, /Open the link in your e-mail/);
    for (const { reference, receiptToken } of orders) {
      const { status, text, headers } = await get(reference, rest);
      assert.equal(status, 404);
      assert.equal(without(reference, text), without(NOBODYS_REFERENCE, nobodys.text));
      assert.ok(!text.includes(receiptToken));
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
    }
  }
});

test('a request for JSON with a reference finds nothing', async () => {
  const { reference } = await on.order({ event: await freeEvent() });
  const answers = [
    await get(reference, '/state'),
    await get(reference, '/tickets'),
    await askForLink(reference, 'application/json'),
  ];
  for (const { status, text } of answers) {
    assert.equal(status, 404);
    assert.equal((JSON.parse(text) as { error_code: string }).error_code, 'not_found');
  }
});

test('a reference typed in small letters is understood', async () => {
  const { reference } = await on.order({ event: await freeEvent() });
  assert.equal((await get(reference.toLowerCase())).text, (await get(reference)).text);
});

test('neither the return token nor the order’s id opens the receipt', async () => {
  const { orderId } = await on.order({ event: await freeEvent() });
  const { rows } = await on.database.query<{ token: string }>(
    'SELECT return_token AS token FROM orders WHERE id = $1',
    [orderId],
  );
  for (const key of [rows[0]?.token ?? '', orderId]) {
    for (const rest of ['', '/state', '/tickets', '/calendar.ics', '/tickets.pdf']) {
      assert.equal((await get(key, rest)).status, 404, rest);
    }
  }
});

test('the link is sent again to the buyer alone, and whoever asked learns nothing', async () => {
  const event = await freeEvent();
  const { orderId, reference } = await on.order({ event, quantities: [2], recipients: [BUYER, CHI] });
  const unpaid = await on.order({ event: await on.makeEvent() });
  for (const asked of [reference, unpaid.reference, NOBODYS_REFERENCE]) {
    const { status, headers, text } = await askForLink(asked);
    assert.deepEqual([status, text], [303, '']);
    assert.equal(headers.get('location'), `../${asked}?notice=asked`);
  }
  assert.deepEqual(await mailsOf(orderId), [BUYER.email]);
  assert.deepEqual(await mailsOf(unpaid.orderId), []);
  const page = await get(reference, '?notice=asked');
  assert.match(page.text, /role="status"[^]*sending them to the buyer/);
  const nobodys = await get(NOBODYS_REFERENCE, '?notice=asked');
  assert.equal(without(reference, page.text), without(NOBODYS_REFERENCE, nobodys.text));
});

test('nobody’s inbox is filled: the third asking in an hour is answered like the others, and sends nothing', async () => {
  const { orderId, reference, receiptToken } = await on.order({ event: await freeEvent() });
  for (let n = 0; n < 6; n++) {
    for (const asked of [reference, NOBODYS_REFERENCE]) {
      const { status, headers, text } = await askForLink(asked);
      assert.deepEqual([status, headers.get('location'), text], [303, `../${asked}?notice=asked`, '']);
    }
  }
  assert.equal((await mailsOf(orderId)).length, 2);
  for (let n = 0; n < 5; n++) {
    const { headers } = await askForLink(receiptToken);
    assert.equal(headers.get('location'), `../${receiptToken}?notice=resent`, 'the buyer has his own five');
  }
  assert.equal((await mailsOf(orderId)).length, 7);
});
