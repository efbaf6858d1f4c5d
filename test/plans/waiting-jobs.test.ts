import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRowsRead } from '../../bench/rows-read.ts';
import { leaseDueJobs, msUntilNextDue } from '../../src/jobs/lease-jobs.ts';
import { databaseFor, jobKind } from '../../src/jobs/test-runner.fixture.ts';

const WAITING = 20_000;
const MAX_READ = 250;

test('however many jobs wait, few are read to learn when the next is due', async (t) => {
  const { database } = await databaseFor(t);
  await database.query('ALTER TABLE jobs SET (autovacuum_enabled = off)');
  await database.query(
    `INSERT INTO jobs (id, kind) SELECT new_id(), 'test' FROM generate_series(1, ${WAITING})`,
  );
  const wanted = [{ kind: jobKind({ run: async () => {} }), most: 10 }];
  for (const statistics of ['without', 'with']) {
    if (statistics === 'with') await database.query('ANALYZE jobs');
    assert.equal((await leaseDueJobs(database, { wanted, processId: 'p' })).length, 10);
    const { tx, take } = countRowsRead(database, ['jobs']);
    const ms = await msUntilNextDue(tx, ['test', 'other']);
    assert.ok(ms !== null && ms <= 0, `one is due in ${ms} ms`);
    const read = take();
    assert.ok(read <= MAX_READ, `${statistics} statistics ${read} jobs were read`);
  }
});
