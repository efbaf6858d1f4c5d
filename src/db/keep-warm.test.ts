import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test, type TestContext } from 'node:test';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import { openLossyProxy } from '../../test/harness/lossy-proxy.ts';
import { expectNothingUnhandled } from '../../test/harness/unhandled.ts';
import { until } from '../../test/harness/until.ts';
import { connectDatabase } from './database.ts';

expectNothingUnhandled();
const testDatabase = await createTestDatabase();
const proxy = await openLossyProxy(testDatabase.url);
const database = connectDatabase({ url: proxy.url, poolSize: 1, onIdleError: () => {} });
after(async () => {
  await database.close();
  proxy.close();
  await testDatabase.drop();
});

/** Two connections that beat all the time, by a statement that nobody else has. */
function openWarmPool(t: TestContext) {
  const beat = `SELECT '${randomUUID()}'`;
  const pool = database.dedicatedPool({ size: 2, settings: {}, beat: { text: beat }, beatEveryMs: 5 });
  t.after(() => pool.end());
  const pids = async (): Promise<number[]> => {
    const { rows } = await testDatabase.database.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE query = $1 ORDER BY pid',
      [beat],
    );
    return rows.map(({ pid }) => pid);
  };
  /** Both, once they are there and none of them is one of these. */
  const untilBoth = (without: number[] = []): Promise<number[]> =>
    until('both connections', async () => {
      const found = (await pids()).filter((pid) => !without.includes(pid));
      return found.length === 2 && found;
    });
  return { pool, pids, untilBoth };
}

test('dedicated connections are there before anybody asks, and stay', async (t) => {
  const { pool, pids, untilBoth } = openWarmPool(t);
  const both = await untilBoth();
  assert.equal(pool.options.idleTimeoutMillis, 0);
  assert.equal(pool.totalCount, 2);
  assert.deepEqual(await pids(), both);
});

test('a dedicated connection that the server ends is replaced', async (t) => {
  const { untilBoth } = openWarmPool(t);
  const [first = 0] = await untilBoth();
  await testDatabase.database.query('SELECT pg_terminate_backend($1)', [first]);
  await untilBoth([first]);
});

test('dedicated connections that are dead without a word are replaced before anybody needs them', async (t) => {
  const { pool, untilBoth } = openWarmPool(t);
  const both = await untilBoth();
  proxy.fallSilent();
  const others = await untilBoth(both);
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  assert.ok(others.includes(rows[0]?.pid ?? 0));
});
