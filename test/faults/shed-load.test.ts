import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { buy, order } from '../harness/buy.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import { UNLIMITED } from './payments-shop.fixture.ts';

expectNothingUnhandled();

// Each with several queries, of which a hundred may wait.
const VISITORS = 120;

suite('more pages are asked for than the database can fill', () => {
  let on: TestApp;
  let host: TestHost;
  let sale: { slug: string; sku: string };
  let receiptUrl: string;
  const over = new AbortController();
  let visitors: Promise<void>[] = [];

  before(async () => {
    on = await startTestApp({ environment: UNLIMITED, isHasty: true });
    host = await makeHost(on);
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    sale = { slug, sku: skus[0] ?? '' };
    const bought = await buy(on, host, { slug, items: [{ sku: sale.sku, quantity: 1 }] });
    receiptUrl = bought.receiptUrl ?? '';
    await until('the tickets to be mailed', async () => {
      const { rowCount } = await on.app.database.query('SELECT 1 FROM mails WHERE sent_at IS NOT NULL');
      return rowCount;
    });
    // Receipts say what became of the mails: each takes a connection for a while.
    await on.app.database.query('ALTER TABLE mails RENAME TO quick_mails');
    await on.app.database.query(
      'CREATE VIEW mails AS SELECT m.* FROM (SELECT pg_sleep(0.05)) AS wait, quick_mails AS m',
    );
    visitors = Array.from({ length: VISITORS }, async () => {
      while (!over.signal.aborted) await fetch(receiptUrl).then((answer) => answer.arrayBuffer());
    });
    await until('a page to be turned away', () =>
      on.logLines().some((line) => line.includes('try again later')),
    );
  });
  after(async () => {
    over.abort();
    await Promise.all(visitors);
    await on.close();
  });

  test('receipts and the embed’s page are told to come back, in words for a buyer', async () => {
    for (const url of [receiptUrl, `${on.publicUrl}/checkout/${sale.slug}`]) {
      const page = await until('a page to be turned away', async () => {
        const answer = await fetch(url);
        const text = await answer.text();
        return answer.status === 503 && { answer, text };
      });
      assert.match(page.answer.headers.get('retry-after') ?? '', /^[1-5]$/);
      assert.match(page.answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(page.text, /One moment|moment/);
    }
  });

  test('the API reads, holds and orders go on', async () => {
    // Each asks the database who they are, or where to pay, in turn with the pages that were let in.
    const answered = (what: string, go: () => Promise<Answer>): Promise<Answer> =>
      until(what, async () => {
        const answer = await go();
        return answer.status !== 503 && answer;
      });
    const read = await answered('the event', () => ask(on, `/events/${sale.slug}`, { key: host }));
    assert.equal(read.status, 200);
    const token = randomUUID();
    const held = await answered('a hold', () =>
      ask(on, `/events/${sale.slug}/reservations`, {
        method: 'POST',
        key: host,
        headers: { 'x-device-id': token },
        body: { items: [{ sku: sale.sku, quantity: 1 }] },
      }),
    );
    assert.ok(held.status === 201 || held.status === 200, JSON.stringify(held.body));
    const { quoteReference } = held.body.data;
    const ordered = await answered('an order', () =>
      order(on, host, { slug: sale.slug, token, quoteReference }),
    );
    assert.equal(ordered.status, 201, JSON.stringify(ordered.body));
    assert.equal((await answered('health', () => ask(on, '/health'))).status, 200);
  });

  test('it is logged now and then, not once for each', async () => {
    const told = on.logLines().filter((line) => line.includes('try again later'));
    assert.ok(told.length <= 20, `${told.length} lines`);
    assert.ok(!on.logLines().some((line) => line.includes('Too many requests')));
  });

  test('when the stampede is over, everybody is served', async () => {
    over.abort();
    await Promise.all(visitors);
    for (const url of [receiptUrl, `${on.publicUrl}/checkout/${sale.slug}`])
      assert.equal((await fetch(url)).status, 200);
  });
});
