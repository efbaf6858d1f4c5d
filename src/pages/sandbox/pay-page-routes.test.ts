import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GatewayRefused } from '../../payments/gateway.ts';
import { waitUntil } from '../../jobs/test-runner.fixture.ts';
import { submit, startSandbox, type TestSandbox } from './sandbox.fixture.ts';
import { groupDigits, TEST_CARDS } from './server/test-cards.ts';

async function statusOf(on: TestSandbox, reference: string): Promise<string | undefined> {
  const { rows } = await on.database.query<{ status: string }>(
    'SELECT status FROM sandbox_payments WHERE reference = $1',
    [reference],
  );
  return rows[0]?.status;
}

/** How each card leaves the payment, and what the browser is answered. */
const OUTCOMES = {
  success: { status: 'paid', answer: 303 },
  declined: { status: 'declined', answer: 402 },
  insufficient_funds: { status: 'declined', answer: 402 },
  late: { status: 'processing', answer: 200 },
  leave: { status: 'left', answer: 303 },
  callback_lost: { status: 'paid', answer: 303 },
  callback_twice: { status: 'paid', answer: 303 },
};

for (const { behaviour, number, name } of TEST_CARDS) {
  test(`the card “${name}” does what it says, chosen or typed`, async (t) => {
    const on = await startSandbox(t);
    for (const form of [
      { card: behaviour, number: '' },
      { card: 'typed', number: groupDigits(number) },
      { number: number.replace(/(....)/g, '$1-') },
    ]) {
      const { reference, page } = await on.open();
      const answer = await submit(page, form);
      assert.equal(answer.status, OUTCOMES[behaviour].answer);
      assert.equal(await statusOf(on, reference), OUTCOMES[behaviour].status);
      const mark = behaviour === 'leave' ? '&status=cancelled' : '';
      const back = `${on.url}/back?order=7&reference=${reference}${mark}`;
      if (answer.status === 303) assert.equal(answer.headers.get('location'), back);
      if (behaviour === 'late') assert.equal(answer.headers.get('refresh'), `6;url=${back}`);
    }
  });
}

test('the page shows what is bought, for how much and by whom, and every card', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open();
  const answer = await fetch(page);
  const text = await answer.text();
  assert.equal(answer.status, 200);
  for (const expected of [
    '₦15,000.00',
    '2 × Regular, Lagos Jazz Night',
    'Ada Obi',
    'ada@example.com',
    reference,
  ]) {
    assert.ok(text.includes(expected), expected);
  }
  assert.match(text, /Sandbox: no real money/);
  for (const { number } of TEST_CARDS) assert.ok(text.includes(groupDigits(number)), number);
  assert.match(text, /role="timer" data-seconds-left="(1800|17\d\d)"/);
});

test('each currency is written as its country writes it', async (t) => {
  const on = await startSandbox(t);
  const amounts = { NGN: '₦12,345.67', GHS: 'GH₵12,345.67', ZAR: 'R 12 345,67' };
  for (const [currency, amount] of Object.entries(amounts)) {
    const { page } = await on.open({ currency, amountMinor: 1_234_567 });
    const text = (await (await fetch(page)).text()).replace(/[\u00a0\u202f]/g, ' ');
    assert.ok(text.includes(`Pay ${amount}`), currency);
  }
});

test('after a card that was declined another one pays', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open();
  const declined = await (await submit(page, { card: 'declined' })).text();
  assert.match(declined, /role="alert"[^]*The card was declined[^]*You weren’t charged/);
  assert.match(declined, /<form method="post"/);
  const poor = await (await submit(page, { card: 'insufficient_funds' })).text();
  assert.match(poor, /role="alert"[^]*Insufficient funds/);
  assert.equal((await submit(page, { card: 'success' })).status, 303);
  assert.equal(await statusOf(on, reference), 'paid');
});

test('a buyer who left without paying can come back and pay', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open();
  await submit(page, { card: 'leave' });
  assert.match(await (await fetch(page)).text(), /<form method="post"/);
  await submit(page, { card: 'success' });
  assert.equal(await statusOf(on, reference), 'paid');
});

test('a number that is no test card is refused and never shown again', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open();
  for (const form of [
    { card: 'typed', number: '4111 1111 1111 1111' },
    { card: 'typed', number: '' },
    { card: 'typed', number: '<script>4242424242424242' },
    { card: 'free_money' },
    {},
  ]) {
    const answer = await submit(page, form);
    const text = await answer.text();
    assert.equal(answer.status, 422);
    assert.match(text, /role="alert"[^]*This is not a test card/);
    assert.doesNotMatch(text, /4111|<script>4|free_money/);
  }
  assert.equal(await statusOf(on, reference), 'open');
});

test('a payment that is paid says so and is not taken twice', async (t) => {
  const on = await startSandbox(t);
  const { page } = await on.open();
  const answers = await Promise.all(Array.from({ length: 10 }, () => submit(page, { card: 'success' })));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [303, ...Array.from({ length: 9 }, () => 409)],
  );
  const text = await (await fetch(page)).text();
  assert.match(text, /This payment is complete[^]*Continue to the shop/);
  assert.doesNotMatch(text, /name="(card|number)"/);
  const { rows } = await on.database.query('SELECT attempts FROM sandbox_payments');
  assert.deepEqual(rows, [{ attempts: 1 }]);
});

test('once the time is over no card is taken', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open({ payBy: new Date(Date.now() - 60_000) });
  const text = await (await fetch(page)).text();
  assert.match(text, /The time to pay is over/);
  assert.doesNotMatch(text, /<form/);
  for (const { behaviour } of TEST_CARDS) {
    assert.equal((await submit(page, { card: behaviour })).status, 409);
  }
  assert.equal(await statusOf(on, reference), 'open');
});

test('while a transfer is under way no other card is taken', async (t) => {
  const on = await startSandbox(t);
  const { reference, page } = await on.open();
  assert.match(await (await submit(page, { card: 'late' })).text(), /bank transfer is under way/);
  assert.equal((await submit(page, { card: 'success' })).status, 409);
  assert.equal(await statusOf(on, reference), 'processing');
});

test('text from outside stays text', async (t) => {
  const on = await startSandbox(t);
  const attack = `"><script src="https://evil.example/x.js"></script><img src=x onerror='alert(1)'>`;
  const { page } = await on.open({
    description: attack,
    email: `${attack}@example.com`,
    firstName: attack.slice(0, 100),
    lastName: '</title></style>',
    returnUrl: `${on.url}/back?next=%22%3E%3Cscript%3E&a='onclick=alert(1)`,
  });
  const hostile = /<script src="https|<img|<\/title><\/style>|"><script|'onclick/;
  for (const answer of [
    await fetch(page),
    await submit(page, { card: 'declined' }),
    await submit(page, { card: 'late' }),
  ]) {
    const text = await answer.text();
    assert.match(text, /&quot;>&lt;script src=/);
    assert.doesNotMatch(text, hostile);
  }
});

test('the page may be framed, runs nothing but its own file, and is not kept or passed on', async (t) => {
  const on = await startSandbox(t);
  const { page } = await on.open();
  const answer = await fetch(page);
  const { headers } = answer;
  const text = await answer.text();
  assert.equal(
    headers.get('content-security-policy'),
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action *; base-uri 'none'; frame-ancestors *",
  );
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  for (const [file, type] of [
    [/<link rel="stylesheet" href="([^"]+)"/, 'text/css; charset=utf-8'],
    [/<script type="module" src="([^"]+)"/, 'text/javascript; charset=utf-8'],
  ] as const) {
    const asset = await fetch(new URL(file.exec(text)?.[1] ?? '', page));
    assert.equal(asset.status, 200);
    assert.equal(asset.headers.get('content-type'), type);
  }
});

test('an address that is no payment’s is told kindly', async (t) => {
  const on = await startSandbox(t);
  for (const id of ['pay_none', 'x'.repeat(100), '%22%3E']) {
    for (const answer of [
      await fetch(`${on.url}/checkout/pay/${id}`),
      await submit(`${on.url}/checkout/pay/${id}`, { card: 'success' }),
    ]) {
      assert.equal(answer.status, 404);
      assert.match(await answer.text(), /There is no such payment/);
    }
  }
});

test('a payment that is complete can be disputed once, and is won or lost; the shop is told, and no refund is taken meanwhile', async (t) => {
  for (const end of ['won', 'lost'] as const) {
    const on = await startSandbox(t);
    await on.runJobs();
    const { reference, page } = await on.open();
    assert.equal((await submit(page, { dispute: 'open' })).status, 409, 'nobody has paid');
    await submit(page, { card: 'callback_lost' });
    const [taken] = (await on.gateway.lookUp({ reference, sessionId: null, checkoutUrl: null })).taken;
    assert.ok(taken);
    const { gatewayPaymentId, amountMinor, currency } = taken;
    const find = () => on.gateway.findDisputes?.({ gatewayPaymentId, reference, currency });
    assert.deepEqual(await find(), []);
    assert.match(await (await submit(page, { dispute: 'open' })).text(), /The host wins/);
    assert.equal((await submit(page, { dispute: 'open' })).status, 409, 'once');
    const [open] = (await find()) ?? [];
    assert.deepEqual([open?.state, open?.amountMinor, open?.endedAt], ['open', amountMinor, null]);
    await waitUntil('the shop is told', () => on.callbacks.received.length === 1);
    const [callback] = on.callbacks.received;
    assert.deepEqual(callback && on.gateway.readCallback(callback), { reference, isOfDispute: true });
    const refund = on.gateway.refund({
      gatewayPaymentId,
      reference,
      refundId: 'refund',
      amountMinor: 1,
      currency,
      gatewayRefundId: null,
      mayBeThere: false,
      retries: 0,
      earlierRefundIds: [],
      otherRefundIds: [],
    });
    await assert.rejects(refund, GatewayRefused);
    assert.equal((await submit(page, { dispute: end })).status, 200);
    assert.equal((await find())?.[0]?.state, end);
  }
});
