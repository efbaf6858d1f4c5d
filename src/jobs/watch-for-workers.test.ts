import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownPort } from '../../test/harness/own-port.ts';
import { scrape, sumOf } from '../../test/harness/scrape.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { until } from '../../test/harness/until.ts';
import { createLogger } from '../log/logger.ts';
import type { JobKind } from './job-kind.ts';
import { watchForWorkers } from './watch-for-workers.ts';

expectNothingUnhandled();

const kindOf = (kind: string, everyMs?: number): JobKind<unknown> => ({
  kind,
  retryDelaysMs: [],
  leaseMs: 1_000,
  concurrency: 1,
  ...(everyMs !== undefined && { everyMs }),
  run: async () => {},
});

test('a web process without any worker tells how long the oldest job of each kind waits, and of no mail server', async (t) => {
  const port = await ownPort();
  const on = await startTestApp({ environment: { METRICS_PORT: String(port) }, role: 'web' });
  t.after(() => on.close());
  // Nobody has ever taken a job of this database: the web process has written those that recur.
  await on.app.database.query(
    `UPDATE jobs SET run_at = now() - interval '1 hour' WHERE kind = 'give_back_lapsed'`,
  );
  const waiting = { kind: 'give_back_lapsed' };
  const series = await until('the job to be told', async () => {
    const scraped = await scrape(port);
    return sumOf(scraped.series, 'tessera_jobs_oldest_due_seconds', waiting) >= 3_600 && scraped.series;
  });
  assert.equal(sumOf(series, 'tessera_jobs_due', waiting), 1);
  assert.ok(Number.isNaN(sumOf(series, 'tessera_mail_up')));
});

test('a line is logged while recurring jobs wait for minutes, and none once somebody takes them', async (t) => {
  const on = await startTestApp({ role: 'web' });
  t.after(() => on.close());
  const { database } = on.app;
  const lines: string[] = [];
  let looks = 0;
  const watch = watchForWorkers({
    database: {
      ...database,
      prepared: {
        query(text, values) {
          looks += 1;
          return database.prepared.query(text, values);
        },
      },
    },
    kinds: [kindOf('recurs', 1_000), kindOf('mailing')],
    logger: createLogger('info', { write: (line) => void lines.push(line) }),
    everyMs: 10,
  });
  t.after(() => watch.stop());
  await watch.start();
  const lookAgain = async (): Promise<void> => {
    const from = looks;
    await until('a look to end', () => looks >= from + 3);
  };
  const waitsFor = (kind: string, time: string) =>
    database.query(
      `INSERT INTO jobs (id, kind, unique_key, run_at) VALUES (new_id(), $1, 'recurring', now() - $2::interval)
       ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL AND set_aside_at IS NULL DO UPDATE SET run_at = excluded.run_at`,
      [kind, time],
    );
  // Due since just now; and mailings wait for each other, for hours perhaps.
  await waitsFor('mailing', '1 hour');
  await lookAgain();
  assert.deepEqual(lines, []);
  await waitsFor('recurs', '10 minutes');
  await until('a line', () => lines.length > 0);
  assert.match(lines[0] ?? '', /"oldestDueSeconds":6\d\d,.*jobs are due and nobody takes them/);
  await database.query(
    `UPDATE jobs SET leased_by = 'elsewhere', leased_until = now() + interval '1 hour' WHERE kind = 'recurs'`,
  );
  await lookAgain();
  const told = lines.length;
  await lookAgain();
  assert.equal(lines.length, told);
});
