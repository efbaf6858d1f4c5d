import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

expectNothingUnhandled();
const on = await startTestApp({
  isHasty: true,
  environment: { DATABASE_POOL_SIZE: '2', RATE_LIMIT_PER_ADDRESS: '1000000' },
});
after(() => on.close());

/**
 * The connection that hears of changes, by its heartbeats. One that answers late is replaced, and all that is kept is then read anew.
 * It has heard of all that was committed before `since` once its second heartbeat after that has begun.
 */
async function findListener(since = '-infinity'): Promise<number | undefined> {
  const { rows } = await on.testDatabase.database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND query LIKE 'SELECT (extract(epoch FROM clock_timestamp())%'
        AND query_start > $1::timestamptz + interval '2 seconds'
      ORDER BY backend_start DESC`,
    [since],
  );
  return rows[0]?.pid;
}

async function readDatabaseClock(): Promise<string | undefined> {
  const { rows } = await on.testDatabase.database.query<{ now: string }>('SELECT now()::text AS now');
  return rows[0]?.now;
}

test('every connection held: new reads are told to come back, kept ones go on, health tells the truth', async (t) => {
  const host = await makeHost(on);
  const event = await makeEvent(on, host);
  const kept = `/events/${event.slug}`;
  assert.equal((await ask(on, '/health')).status, 200);

  // Word of the event that was just made, heard only now, would drop what is kept of it.
  const madeAt = await readDatabaseClock();
  const listener = await until('the heartbeat', () => findListener(madeAt));
  assert.equal((await ask(on, kept, { key: host })).status, 200);

  const outside = new pg.Client({ connectionString: on.testDatabase.url });
  await outside.connect();
  const released = new AbortController();
  const release = async () => {
    if (released.signal.aborted) return;
    released.abort();
    await outside.end();
  };
  t.after(release);
  await outside.query('BEGIN');
  await outside.query('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');

  // Pages that nobody has asked for before, so that each needs the database: more askers than connections.
  let count = 0;
  const refused: { retryAfter: string | null; body: Record<string, unknown> }[] = [];
  const askers = Array.from({ length: 8 }, async () => {
    while (!released.signal.aborted) {
      count += 1;
      const { status, headers, body } = await ask(on, `/events?category=none-${count}`, { key: host });
      // The last ones are answered after the lock is gone.
      if (status === 200 && released.signal.aborted) return;
      assert.equal(status, 503);
      refused.push({ retryAfter: headers.get('retry-after'), body });
    }
  });
  const everybody = Promise.all(askers);
  everybody.catch(() => {});

  // While the lock lasts, and it lasts until the end: nobody waits for it.
  await until('the first refusals', () => refused.length > 8);
  // A lock that times out frees a connection for an instant, in which health may find it.
  const health = await until('health to say so', async () => {
    const answer = await ask(on, '/health');
    return answer.status === 503 && answer;
  });
  assert.equal(health.body.data.data.postgres, false);
  // No answer can be read while the lock lasts: a 200 is one that was kept.
  await until('a kept answer', async () => {
    const { status } = await ask(on, kept, { key: host });
    return status === 200 || (await findListener()) !== listener;
  });
  const unknown = await ask(on, '/events', { key: 'pk_nobody' });
  assert.equal(unknown.status, 401, 'what needs no database is answered as ever');

  await release();
  await everybody;
  for (const { retryAfter, body } of refused) {
    assert.equal(retryAfter, '1');
    assert.deepEqual(body, { ...body, status: 503, error_code: 'unavailable' });
    assert.equal(Object.keys(body).length, 3);
  }
  await until('recovery', async () => {
    const paths = [kept, `/events?category=none-${(count += 1)}`, `${kept}/tickets`, '/health'];
    const answers = await Promise.all(paths.map((path) => ask(on, path, { key: host })));
    return answers.every(({ status }) => status === 200);
  });
});
