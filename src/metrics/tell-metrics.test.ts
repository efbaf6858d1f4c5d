import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { buy, endPaymentWindow, hold, pay, untilStatus } from '../../test/harness/buy.ts';
import { ask } from '../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { ownPort } from '../../test/harness/own-port.ts';
import { scrape, sumOf } from '../../test/harness/scrape.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { refundOrder } from '../orders/refund-order.ts';
import { OPERATOR } from '../audit/actor.ts';
import { ROUTES } from '../routes.ts';
import { VERSION } from '../version.ts';

const HOLDS = ROUTES.api.createReservation.path;

suite('the metrics for operators', () => {
  let on: TestApp;
  let port: number;
  let host: TestHost;
  let event: { slug: string; skus: string[] };

  before(async () => {
    port = await ownPort();
    on = await startTestApp({ environment: { METRICS_PORT: String(port) } });
    host = await makeHost(on);
    event = await makeEvent(on, host, { ticketTypes: [{}, { priceMinor: 0 }] });
  });
  after(() => on.close());

  const read = async (name: string, labels: Record<string, string> = {}): Promise<number> =>
    sumOf((await scrape(port)).series, name, labels);
  const reads = (path: string, status = '2xx'): Promise<number> =>
    read('tessera_http_requests_total', { route: path, status });
  const cart = () => ({ slug: event.slug, items: [{ sku: event.skus[0], quantity: 1 }] });

  test('requests are counted once each, whoever answers them, by the pattern of their route', async () => {
    for (const path of ['/events', `/events/${event.slug}`, `/events/${event.slug}/tickets`])
      // The first is answered by the framework, the others ahead of it.
      for (let times = 0; times < 3; times++) assert.equal((await ask(on, path, { key: host })).status, 200);
    for (let times = 0; times < 3; times++) await hold(on, host, cart());
    const tooMany = { items: [{ sku: event.skus[0], quantity: 1_000_000 }] };
    const path = `/events/${event.slug}/reservations`;
    assert.equal((await ask(on, path, { key: host, method: 'POST', body: tooMany })).status, 400);
    assert.equal((await ask(on, path, { method: 'POST', body: tooMany })).status, 401);
    assert.equal((await ask(on, `/nowhere-${event.slug}`, { key: host })).status, 404);

    // The framework's answers are counted once they have been sent.
    await until('all to be counted', async () => (await reads('none', '4xx')) === 1);
    await until('the refused one to be counted', async () => (await reads(HOLDS, '4xx')) === 2);
    const { text, series } = await scrape(port);
    for (const { path: route } of [ROUTES.api.listEvents, ROUTES.api.getEvent, ROUTES.api.listTickets])
      assert.equal(sumOf(series, 'tessera_http_requests_total', { method: 'GET', route, status: '2xx' }), 3);
    assert.equal(sumOf(series, 'tessera_http_requests_total', { route: HOLDS, status: '2xx' }), 3);
    assert.equal(sumOf(series, 'tessera_http_request_duration_seconds_count', { route: HOLDS }), 5);
    const infinite = { route: HOLDS, le: '+Inf' };
    assert.equal(sumOf(series, 'tessera_http_request_duration_seconds_bucket', infinite), 5);
    assert.ok(sumOf(series, 'tessera_batch_size_sum', { batch: 'holds' }) >= 3);
    for (const secret of [event.slug, host.hostId, host.publicKey, event.skus[0] ?? ''])
      assert.ok(!text.includes(secret), 'no label names anything of a host');
  });

  test('orders are counted by what became of them, and so are refunds, jobs and mails', async () => {
    const free = { slug: event.slug, items: [{ sku: event.skus[1], quantity: 2 }] };
    assert.equal((await buy(on, host, free)).status, 'confirmed');
    const paid = await buy(on, host, cart());
    await pay(paid.checkoutUrl);
    const { id } = await untilStatus(on, paid.reference, 'confirmed');
    const left = await buy(on, host, cart());
    await endPaymentWindow(on, left.reference);
    await untilStatus(on, left.reference, 'expired');
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId: id,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'test',
      }),
    );
    await untilStatus(on, paid.reference, 'refunded');

    const orders = (outcome: string) => read('tessera_orders_total', { outcome });
    await until('the expired one', async () => (await orders('expired')) === 1);
    await until(
      'the refund',
      async () => (await read('tessera_refunds_total', { outcome: 'paid_back' })) === 1,
    );
    assert.deepEqual(
      await Promise.all(['free', 'opened', 'paid', 'payment_returned'].map(orders)),
      [1, 2, 1, 0],
    );
    assert.equal(await read('tessera_refunds_total', { outcome: 'refused' }), 0);
    // Tickets twice, and the refund.
    await until('the mails', async () => (await read('tessera_mails_total', { outcome: 'sent' })) >= 3);
    const done = { kind: 'send_mail', outcome: 'done' };
    await until('their jobs', async () => (await read('tessera_job_runs_total', done)) >= 3);
  });

  test('the database is asked what waits', async () => {
    await hold(on, host, cart());
    await until('a cart to be held', async () => (await read('tessera_holds_live')) >= 1);
    await on.app.database.query(
      // One that another process runs, one that was given up, and a webhook of a receiver that nobody knows.
      `WITH running AS (
         INSERT INTO jobs (id, kind, run_at, leased_by, leased_until)
         VALUES (new_id(), 'gather_recipients', now() - interval '1 hour', 'elsewhere', now() + interval '1 hour')
       ), given_up AS (
         INSERT INTO jobs (id, kind, set_aside_at, last_error) VALUES (new_id(), 'send_mail', now(), 'no')
       )
       INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference, next_attempt_at)
       VALUES (new_id(), new_id(), 'WEBHOOK_TEST', '', now() - interval '1 hour')`,
    );
    await until('the job that was given up', async () => (await read('tessera_jobs_set_aside')) === 1);
    const rests = { kind: 'forget_mails' };
    await until('a job that was done to rest', async () => (await read('tessera_jobs_later', rests)) === 1);
    const { series } = await scrape(port);
    assert.ok(sumOf(series, 'tessera_database_answer_seconds') > 0);
    assert.equal(sumOf(series, 'tessera_database_up'), 1);
    assert.equal(sumOf(series, 'tessera_cache_up'), 1);
    assert.equal(sumOf(series, 'tessera_refunds_needing_attention'), 0);
    assert.equal(sumOf(series, 'tessera_deliveries_waiting'), 1);
    assert.ok(sumOf(series, 'tessera_deliveries_oldest_due_seconds') >= 3_600);
    assert.equal(sumOf(series, 'tessera_jobs_due', { kind: 'gather_recipients' }), 1);
    assert.equal(sumOf(series, 'tessera_jobs_oldest_due_seconds', { kind: 'gather_recipients' }), 0);
    assert.equal(sumOf(series, 'tessera_database_pool_size', { pool: 'main' }), 10);
    assert.ok(sumOf(series, 'tessera_tickets_issued_total') >= 0);
    assert.equal(sumOf(series, 'tessera_build_info', { version: VERSION }), 1);
    assert.ok(sumOf(series, 'process_resident_memory_bytes') > 1e6);
  });

  test('nothing of it is on the port that others reach, and nothing else on this one', async () => {
    for (const path of ['/metrics', '/api/v1/metrics'])
      assert.ok([401, 404].includes((await fetch(on.publicUrl + path)).status), path);
    for (const path of ['/', '/api/v1/health', '/metrics/x'])
      assert.equal((await fetch(`http://127.0.0.1:${port}${path}`)).status, 404, path);
    const posted = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST', body: 'x' });
    assert.equal(posted.status, 404);
  });
});
