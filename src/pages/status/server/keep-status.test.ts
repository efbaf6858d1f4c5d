import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, onServer, type TestDatabase } from '../../../../test/harness/test-database.ts';
import { until } from '../../../../test/harness/until.ts';
import { addNote, closeIncident, deleteIncident, openIncident } from '../../../status/write-incidents.ts';
import { keepStatus } from './keep-status.ts';

let on: TestDatabase;
before(async () => {
  on = await createTestDatabase();
});
after(() => on.drop());

function keep(t: { after(work: () => void): void }) {
  const keeper = keepStatus(on.database, { everyMs: 20 });
  t.after(() => keeper.close());
  return keeper;
}

test('an incident is told while it goes on, with its notes, and afterwards the service is sound since its end', async (t) => {
  const keeper = keep(t);
  assert.equal((await keeper.current()).state, 'sound');
  const id = await openIncident(on.database, {
    title: { en: 'Cards fail', fr: 'Cartes refusées' },
    beganAt: null,
  });
  assert.equal(await addNote(on.database, { id, text: { en: 'We ask the gateway.' } }), true);
  await until('the incident to be told', async () => (await keeper.current()).state === 'incident');
  await until('its note to be told', async () => (await keeper.current()).current[0]?.notes.length === 1);
  const { since, current } = await keeper.current();
  assert.deepEqual([since, current[0]?.title.fr], [current[0]?.beganAt, 'Cartes refusées']);
  assert.equal(await closeIncident(on.database, { id, endedAt: null }), 'closed');
  await until('the end to be told', async () => (await keeper.current()).state === 'sound');
  const ended = await keeper.current();
  assert.deepEqual([ended.since, ended.current], [ended.past[0]?.endedAt, []]);
  assert.equal(await deleteIncident(on.database, id), true);
  assert.equal(await deleteIncident(on.database, id), false);
});

test('planned work changes nothing before its time, and no incident ends before it began or in the future', async (t) => {
  const later = new Date(Date.now() + 86_400_000);
  const id = await openIncident(on.database, { title: { en: 'New servers' }, beganAt: later });
  const { state, planned } = await keep(t).current();
  assert.deepEqual([state, planned[0]?.id], ['sound', id]);
  assert.equal(await closeIncident(on.database, { id, endedAt: null }), 'bad_end');
  await deleteIncident(on.database, id);
  const past = await openIncident(on.database, { title: { en: 'Slow' }, beganAt: null });
  assert.equal(await closeIncident(on.database, { id: past, endedAt: later }), 'bad_end');
  assert.equal(await closeIncident(on.database, { id: past + 1, endedAt: null }), 'not_there');
  assert.equal(await addNote(on.database, { id: past + 1, text: { en: 'Nothing.' } }), false);
  await deleteIncident(on.database, past);
});

test('mails of ten minutes ago that still wait are told, and a single one is not', async (t) => {
  const keeper = keep(t);
  const write = (count: number) =>
    on.database.query(
      `INSERT INTO jobs (id, kind, payload, run_at, created_at)
       SELECT gen_random_uuid(), 'send_mail', '{}', now() + interval '1 hour', now() - interval '20 minutes' FROM generate_series(1, $1)`,
      [count],
    );
  await write(1);
  assert.equal((await keeper.current()).state, 'sound');
  await write(5);
  await until('the delay to be told', async () => (await keeper.current()).state === 'late');
  await on.database.query('DELETE FROM jobs');
  await until('the end of the delay', async () => (await keeper.current()).state === 'sound');
});

test('while the database is away, the last incidents are still told; back again, it is sound since then', async (t) => {
  const id = await openIncident(on.database, { title: { en: 'Earlier' }, beganAt: null });
  await closeIncident(on.database, { id, endedAt: null });
  const keeper = keep(t);
  const earlier = await keeper.current();
  const name = new URL(on.url).pathname.slice(1);
  await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  await until('the outage to be told', async () => (await keeper.current()).state === 'down');
  const down = await keeper.current();
  assert.ok(down.since);
  assert.deepEqual(down.past, earlier.past);
  await onServer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  await until('the end of the outage', async () => (await keeper.current()).state === 'sound');
  const { since } = await keeper.current();
  assert.ok(since && earlier.since && since > earlier.since);
});
