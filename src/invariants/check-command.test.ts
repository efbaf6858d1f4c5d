import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { launch, makeSeededDataDir, untilHealthy } from '../../test/harness/program.ts';
import { PROMISE_COUNT } from './check-invariants.ts';

test('`tessera check` beside a running program says 0 for a healthy database, and 1 for a broken one', async (t) => {
  const { dataDir, remove } = await makeSeededDataDir();
  const program = await launch({ DATA_DIR: dataDir });
  t.after(async () => {
    program.child.kill('SIGINT');
    await program.exited;
    await remove();
  });
  await untilHealthy(program);
  const check = async () => {
    const { exited, output } = await launch({ DATA_DIR: dataDir }, ['check']);
    return { code: await exited, text: output() };
  };
  const healthy = await check();
  assert.equal(healthy.code, 0, healthy.text);
  assert.match(healthy.text, new RegExp(`${PROMISE_COUNT} promises checked`));
  assert.doesNotMatch(healthy.text, /BROKEN|attention|set aside/);

  const client = new pg.Client({
    connectionString: await readFile(path.join(dataDir, 'postgres.url'), 'utf8'),
  });
  await client.connect();
  await client.query(
    `INSERT INTO jobs (id, kind, set_aside_at, last_error) SELECT new_id(), 'test', now(), 'broken' FROM generate_series(1, 2)`,
  );
  const waiting = await check();
  assert.equal(waiting.code, 0, 'what waits for a person is no broken promise');
  assert.match(waiting.text, /^ {2}! 2 jobs are set aside: see tessera jobs list$/m);
  await client.query(
    `UPDATE ticket_types SET held = held + 1 WHERE id = (SELECT id FROM ticket_types WHERE capacity > sold + held LIMIT 1)`,
  );
  await client.end();
  const broken = await check();
  assert.equal(broken.code, 1, broken.text);
  assert.match(broken.text, /BROKEN: what a ticket type has held is the sum of its holds/);
  assert.equal((await fetch(`${program.baseUrl}/health`)).status, 200);
});
