import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { ownPort } from '../harness/own-port.ts';
import { hashPassword } from '../../src/people/passwords/password-hash.ts';
import { makeKey } from '../../src/hosts/keys/key-text.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { createTestDatabase, onServer } from '../harness/test-database.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';

const canary = () => `canary${randomBytes(12).toString('hex')}`;

expectNothingUnhandled();
const role = canary();
const databasePassword = canary();
const redisPassword = canary();
await onServer(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD '${databasePassword}'`);
const testDatabase = await createTestDatabase();
const databaseUrl = new URL(testDatabase.url);
databaseUrl.username = role;
databaseUrl.password = databasePassword;
// Nobody listens there, so that the cache's errors are in the log too.
const redisUrl = `redis://:${redisPassword}@127.0.0.1:${await ownPort()}`;
const on = await startTestApp({
  databaseUrl: databaseUrl.href,
  environment: { REDIS_URL: redisUrl, LOG_LEVEL: 'debug' },
});
after(async () => {
  await on.close();
  await testDatabase.drop();
  await onServer(`DROP ROLE ${role}`);
});

const email = `${canary()}@test.example`;
const password = canary();
const passwordHash = await hashPassword(password);
const host = await makeHost(on, { email, passwordHash });
const event = await makeEvent(on, host);
const unknownKey = makeKey('public');
const unknownPrivateKey = makeKey('private');

const SECRETS = {
  'public key': host.publicKey,
  'private key': host.privateKey,
  'unknown public key': unknownKey,
  'unknown private key': unknownPrivateKey,
  'e-mail address': email,
  password,
  'password hash': passwordHash,
  'database password': databasePassword,
  'Redis password': redisPassword,
  'SECRET_KEY in hex': on.secretKey.toString('hex'),
  'SECRET_KEY in base64': on.secretKey.toString('base64'),
};

function assertNoSecretIn(text: string, where: string): void {
  for (const [name, secret] of Object.entries(SECRETS))
    assert.ok(!text.includes(secret), `the ${name} is in ${where}`);
}

const answered: Answer[] = [];
async function asked(
  ...parameters: Parameters<typeof ask> extends [unknown, ...infer Rest] ? Rest : never
): Promise<Answer> {
  const answer = await ask(on, ...parameters);
  answered.push(answer);
  return answer;
}

/** Makes the database fail for every request that needs a table, as a bug in a statement would. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<void> {
  await on.app.database.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  try {
    await work();
  } finally {
    await on.app.database.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  }
}

function assertInternalError({ status, body }: Answer): void {
  assert.equal(status, 500);
  assert.deepEqual(body, {
    message: 'Something went wrong on our side: try again.',
    status: 500,
    error_code: 'internal_error',
  });
}

test('requests of every kind, good, refused and failing, leave no secret in the log or in an answer', async () => {
  const paths = [
    '/events',
    `/events/${event.slug}`,
    `/events/${event.slug}/tickets`,
    `/events/${event.slug}/gallery`,
    '/health',
    '/openapi.json',
  ];
  for (const path of paths) {
    for (const key of [
      host.publicKey,
      host.privateKey,
      unknownKey,
      unknownPrivateKey,
      `${host.publicKey}x`,
      email,
      '',
    ]) {
      await asked(path, { key });
      await asked(path, { key, method: 'POST', body: { email, password, key: host.privateKey } });
    }
  }
  // People put secrets here, although they don't belong here.
  for (const secret of Object.values(SECRETS)) {
    const value = encodeURIComponent(secret);
    for (const query of [
      `q=${value}`,
      `cursor=${value}`,
      `limit=${value}`,
      `category=${value}`,
      `key=${value}`,
    ]) {
      await asked(`/events?${query}`, { key: host });
    }
    await asked('/events', {
      key: host,
      headers: {
        'x-device-id': secret,
        cookie: `key=${secret}`,
        'if-none-match': secret,
        referer: `http://a/?${value}`,
      },
    });
    // A slug is named in the answer to whoever asked for it, but not in the log.
    await ask(on, `/events/${value}`, { key: host });
  }

  await withoutTable('events', async () => {
    assertInternalError(await asked(`/events/${event.slug}/tickets`, { key: host }));
    assertInternalError(await asked(`/events?q=${encodeURIComponent(email)}-1`, { key: host }));
  });
  await withoutTable('public_keys', async () =>
    assertInternalError(await asked('/events', { key: makeKey('public') })),
  );
  await withoutTable('hosts', async () =>
    assertInternalError(await asked('/events', { key: makeKey('private') })),
  );

  const statuses = new Set(answered.map(({ status }) => status));
  for (const status of [200, 400, 401, 403, 404, 500, 503]) assert.ok(statuses.has(status), String(status));
  for (const { status, headers, body } of answered) {
    const text = JSON.stringify([...headers]) + JSON.stringify(body);
    assertNoSecretIn(text, `an answer ${status}`);
    if (status >= 500) assert.doesNotMatch(text, /SELECT|relation|\.ts:|node_modules|stack/i);
  }

  const log = on.logLines().join('');
  await until('the failures to be logged', () => on.logLines().join('').split('"request failed"').length > 4);
  assert.match(log, /relation \\"events\\" does not exist/, 'whoever runs it can see what went wrong');
  assert.match(log, /the cache does not answer/);
  assert.match(log, /"status":401/);
  assertNoSecretIn(on.logLines().join(''), 'the log');
});

test('the database cut off: the errors that are logged hold no password', async () => {
  // Nobody may log in with the old password any more.
  await onServer(`ALTER ROLE ${role} NOLOGIN PASSWORD '${canary()}'`);
  try {
    const { rowCount } = await testDatabase.database.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1`,
      [role],
    );
    assert.ok((rowCount ?? 0) >= 1);
    await until('the trouble to be logged', () =>
      on.logLines().some((line) => line.includes('waiting for the database')),
    );
    const { status, body } = await asked(`/events/${event.slug}/tickets`, { key: host });
    assert.ok(status >= 500);
    assertNoSecretIn(JSON.stringify(body), 'an answer');
  } finally {
    await onServer(`ALTER ROLE ${role} LOGIN PASSWORD '${databasePassword}'`);
  }
  await until(
    'recovery',
    async () => (await asked(`/events/${event.slug}/tickets`, { key: host })).status === 200,
  );
  assertNoSecretIn(on.logLines().join(''), 'the log');
});

test('a dump of the whole database gives away neither private keys nor passwords', async () => {
  const { rows: tables } = await testDatabase.database.query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dump: string[] = [];
  for (const { name } of tables) {
    const { rows } = await testDatabase.database.query<{ row: unknown }>(
      `SELECT row_to_json(t) AS row FROM ${name} AS t`,
    );
    dump.push(...rows.map(({ row }) => JSON.stringify(row)));
  }
  const text = dump.join('\n');
  assert.ok(text.includes(email) && text.includes(host.publicKey), 'the dump is of the right database');
  for (const secret of [host.privateKey, password, on.secretKey.toString('latin1')]) {
    const bytes = Buffer.from(secret, secret === host.privateKey || secret === password ? 'utf8' : 'latin1');
    for (const form of [
      secret,
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
    ]) {
      assert.ok(!text.includes(form));
    }
  }
});
