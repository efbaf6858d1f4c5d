import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask } from '../../test/harness/client.ts';
import { openLossyProxy } from '../../test/harness/lossy-proxy.ts';
import { ownPort } from '../../test/harness/own-port.ts';
import { scrape, sumOf } from '../../test/harness/scrape.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { until } from '../../test/harness/until.ts';

expectNothingUnhandled();

test('with the database away the figures of the process are told, and that it is away', async () => {
  const testDatabase = await createTestDatabase();
  after(() => testDatabase.drop());
  const proxy = await openLossyProxy(testDatabase.url);
  after(() => proxy.close());
  const port = await ownPort();
  const on = await startTestApp({
    on: { testDatabase, secretKey: Buffer.alloc(32, 7) } as TestApp,
    databaseUrl: proxy.url,
    environment: { METRICS_PORT: String(port) },
  });
  after(() => on.close());
  const before = await until('the database to be up', async () => {
    const { series } = await scrape(port);
    return sumOf(series, 'tessera_database_up') === 1 && series;
  });
  assert.ok(sumOf(before, 'tessera_jobs_due') + sumOf(before, 'tessera_jobs_later') > 0);

  proxy.close();
  const series = await until('the database to be away', async () => {
    await ask(on, '/health');
    const scraped = await scrape(port);
    return sumOf(scraped.series, 'tessera_database_up') === 0 && scraped.series;
  });
  assert.ok(sumOf(series, 'tessera_http_requests_total', { status: '5xx' }) > 0);
  assert.ok(sumOf(series, 'process_resident_memory_bytes') > 0);
  // Unknown values are not shown as if they still held.
  for (const name of ['tessera_holds_live', 'tessera_jobs_due', 'tessera_deliveries_waiting'])
    assert.ok(Number.isNaN(sumOf(series, name)), name);
});
