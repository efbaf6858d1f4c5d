import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { hasRedis, startRedis } from '../../../../test/harness/redis.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { inOneMinute } from '../../../../test/harness/in-one-minute.ts';

// The least an order may have is 30 pages a minute. A PDF counts as three of them at its address.
const PER_ADDRESS = 40;
const PER_ORDER = 30;
const ENVIRONMENT = { RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS), TRUST_PROXY: 'loopback' };

let on: TestApp;
expectNothingUnhandled();
before(async () => void (on = await startTestApp({ environment: ENVIRONMENT })));
after(() => on.close());

/** The token that opens an order with its tickets. */
async function makeOrder(): Promise<string> {
  const host = await makeHost(on, { name: 'Few' });
  await on.app.database.query(`UPDATE hosts SET contact_email = 'ask@few.example' WHERE id = $1`, [
    host.hostId,
  ]);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const { receiptUrl } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  return receiptUrl?.split('/').at(-1) ?? '';
}

async function open(
  path: string,
  options: { from?: string; headers?: Record<string, string>; method?: string; app?: TestApp } = {},
) {
  const { from = '198.51.100.1', headers, method = 'GET', app = on } = options;
  const response = await fetch(`${app.publicUrl}/checkout/orders/${path}`, {
    method,
    headers: { 'x-forwarded-for': from, ...headers },
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function openTimes(times: number, path: string, options: Parameters<typeof open>[1] = {}) {
  const answers = await Promise.all(Array.from({ length: times }, () => open(path, options)));
  return answers.map(({ status }) => status);
}

const JSON_WANTED = { accept: 'application/json' };

test('one order is opened so often and no more, from however many addresses; people read why, programs get JSON', async () => {
  const [token, other] = [await makeOrder(), await makeOrder()];
  await inOneMinute();
  for (const from of ['198.51.100.1', '198.51.100.2']) {
    assert.deepEqual([...new Set(await openTimes(PER_ORDER / 2, `${token}/state`, { from }))], [200]);
  }
  for (const rest of ['', '/calendar.ics']) {
    const { status, headers, text } = await open(`${token}${rest}`, { from: '198.51.100.3' });
    assert.equal(status, 429, rest);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(text, /<h1>One moment, please<\/h1>/);
    assert.match(text, new RegExp(`reload the page in ${headers.get('retry-after')} seconds`));
  }
  for (const answer of [
    await open(`${token}/state`),
    await open(`${token}/tickets`),
    await open(`${token}/resend`, { method: 'POST', headers: JSON_WANTED }),
  ]) {
    assert.equal(answer.status, 429);
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(answer.headers.get('ratelimit') ?? '', /^"order";r=0;t=\d+$/);
    assert.match(answer.headers.get('ratelimit-policy') ?? '', /"order";q=\d+;w=60/);
    assert.equal(JSON.parse(answer.text).error_code, 'rate_limited');
  }
  for (const path of [other, `${token}/tickets.pdf`])
    assert.equal((await open(path, { from: '198.51.100.3' })).status, 200, `${path} is counted apart`);
});

test('a reader who has seen an order and asks too often is told whom to ask; past the limit nobody else learns that it is there', async () => {
  const token = await makeOrder();
  const [from, stranger] = ['198.51.100.40', '198.51.100.41'];
  await inOneMinute();
  await openTimes(PER_ORDER, token, { from });
  for (const rest of ['', '/calendar.ics']) {
    const { status, text } = await open(`${token}${rest}`, { from });
    assert.equal(status, 429);
    assert.match(text, /Ask Few: <a href="mailto:ask@few\.example\?subject=Event%20\d+%20%C2%B7%20TSR-/);
    assert.match(text, /<a class="button main" href>Reload the page<\/a>/);
  }
  // A button's own address can't be opened: the way leads back to its page.
  const pressed = await open(`${token}/resend`, { from, method: 'POST' });
  assert.match(pressed.text, new RegExp(`href="../${token}">Reload the page`));
  assert.match(pressed.text, /mailto:ask@few/);
  const others = [await open(token, { from: stranger })];
  await openTimes(PER_ADDRESS, randomUUID(), { from: stranger });
  others.push(await open(token, { from: stranger }), await open(randomUUID(), { from: stranger }));
  for (const { status, text } of others) {
    assert.equal(status, 429);
    assert.doesNotMatch(text, /mailto|Few/);
    assert.match(text, /Your tickets are in your e-mail, too\./);
  }
});

test('one address opens so many pages, of whatever orders, and another address goes on', async () => {
  const token = await makeOrder();
  const from = '198.51.100.10';
  await inOneMinute();
  const guesses = await Promise.all(
    Array.from({ length: PER_ADDRESS - 1 }, () => open(randomUUID(), { from })),
  );
  assert.ok(guesses.every(({ status }) => status === 404));
  assert.equal((await open(`${randomUUID()}/return`, { from })).status, 303);
  const back = await open(`${randomUUID()}/return`, { from });
  assert.equal(back.status, 429);
  assert.match(back.text, /<h1>One moment, please<\/h1>/);
  assert.equal((await open(token, { from })).status, 429);
  assert.equal((await open(token, { from: '198.51.100.11' })).status, 200);
  const { text } = await open(token, { from });
  const file = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
  const style = await fetch(`${on.publicUrl}${file}`, { headers: { 'x-forwarded-for': from } });
  assert.equal(style.status, 200, 'what a page is dressed in is not counted');
});

test('one order has ten PDFs a minute, from however many addresses, and they take nothing from its pages', async () => {
  const [token, other] = [await makeOrder(), await makeOrder()];
  await inOneMinute();
  const statuses = [
    ...(await openTimes(6, `${token}/tickets.pdf`, { from: '198.51.100.20' })),
    ...(await openTimes(5, `${token}/tickets.pdf`, { from: '198.51.100.21' })),
  ];
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 1);
  const refused = await open(`${token}/tickets.pdf`, { from: '198.51.100.22' });
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(refused.text, /<h1>One moment, please<\/h1>/);
  assert.deepEqual([...new Set(await openTimes(PER_ORDER, token, { from: '198.51.100.23' }))], [200]);
  assert.equal((await open(`${other}/tickets.pdf`, { from: '198.51.100.22' })).status, 200);
});

test('at its address a PDF counts as several pages, of whatever orders', async () => {
  const from = '198.51.100.25';
  await inOneMinute();
  const path = () => `${randomUUID()}/tickets.pdf`;
  for (let nr = 1; nr <= 13; nr += 1) assert.equal((await open(path(), { from })).status, 404);
  assert.equal((await open(path(), { from })).status, 429);
});

test('a token that is not ours is counted by its address alone, however long it is', async () => {
  await inOneMinute();
  const long = 'x'.repeat(5_000);
  assert.deepEqual([...new Set(await openTimes(PER_ADDRESS, long, { from: '198.51.100.30' }))], [404]);
  assert.equal((await open(long, { from: '198.51.100.30' })).status, 429);
  assert.equal((await open(long, { from: '198.51.100.31' })).status, 404);
});

test('two processes with one Redis count together', async (t) => {
  if (!(await hasRedis())) return t.skip('redis-server is not installed: apt-get install redis-server');
  const redis = await startRedis();
  t.after(() => redis.stop());
  const environment = { ...ENVIRONMENT, REDIS_URL: redis.url };
  const [one, two] = [await startTestApp({ on, environment }), await startTestApp({ on, environment })];
  t.after(() => one.close());
  t.after(() => two.close());
  const token = await makeOrder();
  await inOneMinute();
  assert.deepEqual([...new Set(await openTimes(PER_ORDER, `${token}/state`, { app: one }))], [200]);
  await until('the second to hear of the first', async () => {
    return (await open(`${token}/state`, { app: two, from: '198.51.100.2' })).status === 429;
  });
});

test('a /48 of IPv6 opens orders as often as four addresses, however many /64 it asks from', async () => {
  const tokens: string[] = [];
  while (tokens.length < 8) tokens.push(await makeOrder());
  await inOneMinute();
  const answers: number[] = [];
  for (const [nr, token] of tokens.entries()) {
    answers.push(...(await openTimes(PER_ORDER, `${token}/state`, { from: `2001:db8:9:${nr}::1` })));
  }
  assert.equal(answers.filter((status) => status === 200).length, 4 * PER_ADDRESS);
});
