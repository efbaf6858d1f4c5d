import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import {
  startRestartablePostgres,
  type RestartablePostgres,
} from '../../../test/harness/restartable-postgres.ts';
import { until } from '../../../test/harness/until.ts';
import { readConfig } from '../../config/read-config.ts';
import { lookAtReplication } from './look-at-replication.ts';
import { openPatient } from './open-patient.ts';

let primary: RestartablePostgres;
let standby: RestartablePostgres;

before(async () => {
  primary = await startRestartablePostgres(['archive_mode=on']);
  await archiveBy('true');
  standby = await primary.addStandby('hall');
});
after(async () => {
  await standby.remove();
  await primary.remove();
});

async function run(text: string, on: RestartablePostgres = primary): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: on.url, options: '-c synchronous_commit=local' });
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows.map((row) => Object.values(row)[0]))
    .finally(() => client.end());
}

async function archiveBy(command: string): Promise<void> {
  await run(`ALTER SYSTEM SET archive_command = '${command}'`);
  await run('SELECT pg_reload_conf()');
}

const untilFollowed = (): Promise<unknown> =>
  until('the standby to be up to date', async () => {
    const [isThere] = await run('SELECT replay_lsn = pg_current_wal_lsn() FROM pg_stat_replication');
    return isThere === true;
  });

/** A piece of the log is 16 MB, and is done with at once. */
async function write(pieces: number): Promise<void> {
  for (let n = 0; n < pieces; n++) {
    await run(`SELECT pg_logical_emit_message(false, 'test', 'a line')`);
    await run('SELECT pg_switch_wal()');
  }
}

async function look(user = 'tessera'): Promise<string[]> {
  const config = readConfig({
    ENVIRONMENT: 'development',
    DATABASE_URL: primary.url.replace('tessera@', `${user}@`),
    SECRET_KEY: 'ab'.repeat(32),
  });
  const { open } = await openPatient(config);
  assert.ok(open);
  try {
    const seen = await lookAtReplication({ config, environment: {}, open, mailTo: null });
    return seen.map(({ light, says, next }) => `${light}: ${says}${next === null ? '' : ` ${next}`}`);
  } finally {
    await open.database.close();
  }
}

test('a standby that follows is green', async () => {
  await untilFollowed();
  assert.deepEqual(await look(), ['green: 1 standby, 0 of them synchronous.']);
});

test('a standby that is far behind is yellow; a user who may not see it is told which right is missing', async () => {
  await run('SELECT pg_wal_replay_pause()', standby);
  await write(6);
  assert.match((await look()).join(' '), /^yellow: A standby is \d\d MB behind\. See pg_stat_replication/);
  await run('CREATE ROLE shop LOGIN');
  assert.match((await look('shop')).join(' '), /^off: 1 standby\..*can’t be seen.*GRANT pg_monitor TO shop/);
  await run('GRANT pg_monitor TO shop');
  assert.match((await look('shop')).join(' '), /^yellow: A standby is \d\d MB behind/);
  await run('SELECT pg_wal_replay_resume()', standby);
  await untilFollowed();
});

test('commits that wait for a standby are red, also while another standby is there, unless it is the one', async (t) => {
  t.after(() =>
    run('ALTER SYSTEM RESET synchronous_standby_names').then(() => run('SELECT pg_reload_conf()')),
  );
  const waitFor = async (name: string): Promise<void> => {
    await run(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await run('SELECT pg_reload_conf()');
    await until('the server to wait', async () => (await run('SHOW synchronous_standby_names'))[0] === name);
  };
  await waitFor('another');
  assert.match(
    (await look()).join(' '),
    /^red: Every commit waits for a synchronous standby, and none is connected/,
  );
  await waitFor('hall');
  await until('the standby to be synchronous', async () =>
    (await look())[0]?.includes('1 of them synchronous'),
  );
});

test('a standby that is gone is yellow by its slot, with what that keeps of the log', async () => {
  await untilFollowed();
  await standby.end('SIGINT');
  await until(
    'the slot to be left',
    async () => (await run('SELECT active FROM pg_replication_slots'))[0] === false,
  );
  await write(3);
  assert.match(
    (await look()).join(' '),
    /^yellow: Nobody reads the replication slot hall, which keeps \d\d MB of the log\./,
  );
  assert.match((await look('shop')).join(' '), /^yellow: Nobody reads the replication slot hall/);
  await run(`SELECT pg_drop_replication_slot('hall')`);
  assert.match((await look()).join(' '), /^off: No standby/);
});

test('an archive that fails is red, beside whatever is told of standbys', async () => {
  await archiveBy('false');
  await write(1);
  await until(
    'the archive to fail',
    async () => (await run('SELECT failed_count > 0 FROM pg_stat_archiver'))[0] === true,
  );
  assert.match((await look()).join(' '), /^red: The archive of the log fails/);
});
