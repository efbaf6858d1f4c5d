import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { makeHost } from '../../../test/harness/make-catalog.ts';
import { hasRedis, startRedis } from '../../../test/harness/redis.ts';
import { startSmtp } from '../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { readConfig } from '../../config/read-config.ts';
import { switchStream } from '../../stream/switch-stream.ts';
import { examine } from './examine.ts';
import type { Finding, Patient } from './finding.ts';
import { lookAtSettings } from './look-at-settings.ts';
import { lookAtTls } from './look-at-tls.ts';
import { openPatient } from './open-patient.ts';

const PASSWORD = 'canary-of-a-password';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

/** Looks at the running app with these settings beside its own. */
async function look(
  settings: Record<string, string> = {},
  { mailTo = null }: { mailTo?: string | null } = {},
): Promise<Finding[]> {
  const environment = {
    ENVIRONMENT: 'development',
    DATABASE_URL: on.testDatabase.url,
    SECRET_KEY: on.secretKey.toString('hex'),
    PUBLIC_URL: on.publicUrl,
    ...settings,
  };
  const config = readConfig(environment);
  const { open, trouble } = await openPatient(config);
  const patient: Patient = { config, environment, open, mailTo };
  try {
    const findings = await examine(patient);
    assert.doesNotMatch(JSON.stringify(findings), new RegExp(PASSWORD));
    assert.doesNotMatch(JSON.stringify(findings), new RegExp(on.secretKey.toString('hex')));
    return trouble ? [{ check: 'database', ...trouble }, ...findings] : findings;
  } finally {
    await open?.database.close();
  }
}

const of = (findings: Finding[], check: string): string[] =>
  findings.filter((one) => one.check === check).map(({ light, says }) => `${light}: ${says}`);

test('a product that is well has nothing red, and its address is known to be its own', async () => {
  const findings = await look({ REDIS_URI: 'redis://127.0.0.1' });
  // The tests' own server may lose what it likes, and is told so.
  const isOfTests = ({ says }: Finding): boolean =>
    /^(fsync|full_page_writes|synchronous_commit) is off/.test(says);
  const others = findings.filter((one) => !isOfTests(one));
  assert.deepEqual(
    others.filter(({ light }) => light === 'red'),
    [],
  );
  assert.match(of(findings, 'settings')[0] ?? '', /^yellow: REDIS_URI is not a setting/);
  assert.match(of(findings, 'addresses')[0] ?? '', /^green: .* from (::ffff:)?127\.0\.0\.1/);
  assert.match(of(findings, 'workers')[0] ?? '', /^green/);
  assert.match(of(findings, 'secret keys')[0] ?? '', /^green/);
  for (const { light, next } of findings) assert.equal(next !== null, light === 'yellow' || light === 'red');
});

test('dead parts are red lines, each with a next step, and no secret is in them', async () => {
  const findings = await look({
    SMTP_URL: `smtp://me:${PASSWORD}@127.0.0.1:1`,
    REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:1`,
    RABBITMQ_URL: `amqp://me:${PASSWORD}@127.0.0.1:1`,
    PUBLIC_URL: 'http://127.0.0.1:1',
  });
  for (const check of ['mail', 'Redis', 'event stream', 'addresses'])
    assert.match(of(findings, check)[0] ?? '', /^red: .*ECONNREFUSED/, check);
});

test('while the database is down, or only accepts connections, everything else is still looked at', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  for (const port of [1, (silent.address() as AddressInfo).port]) {
    const findings = await look({ DATABASE_URL: `postgres://me:${PASSWORD}@127.0.0.1:${port}/tessera` });
    assert.match(of(findings, 'database')[0] ?? '', /^red: The database at 127\.0\.0\.1:\d+ can’t be used/);
    assert.match(of(findings, 'workers')[0] ?? '', /^off: Not looked at/);
    assert.match(of(findings, 'addresses')[0] ?? '', /^green/);
  }
});

test('a test mail is sent to the address that was given, and to none without', async (t) => {
  const smtp = await startSmtp({ refuse: (address) => (address === 'no@example.com' ? 550 : null) });
  t.after(() => smtp.stop());
  const settings = { SMTP_URL: smtp.url };
  assert.match(of(await look(settings), 'mail')[0] ?? '', /^green: 127\.0\.0\.1 takes the connection/);
  assert.equal(smtp.received.length, 0);
  const sent = of(await look(settings, { mailTo: 'me@example.com' }), 'mail');
  assert.match(sent[1] ?? '', /^green: A test mail is on its way to me@example\.com/);
  assert.deepEqual(
    smtp.received.map(({ envelope, mail }) => [envelope.to, mail.subject]),
    [[['me@example.com'], 'Tessera: a test mail']],
  );
  const refused = of(await look(settings, { mailTo: 'no@example.com' }), 'mail');
  assert.match(refused[1] ?? '', /^red: The test mail to no@example\.com was not taken/);
});

test('a mail server without TLS behind smtps:// is told in a few words', async (t) => {
  const smtp = await startSmtp();
  t.after(() => smtp.stop());
  assert.deepEqual(of(await look({ SMTP_URL: smtp.url.replace('smtp:', 'smtps:') }), 'mail'), [
    'red: 127.0.0.1: wrong version number.',
  ]);
});

test('a check that hangs or throws is a red line after its time, and the others are told', async () => {
  const config = readConfig({ SMTP_URL: `smtp://me:${PASSWORD}@127.0.0.1` });
  const patient: Patient = { config, environment: {}, open: null, mailTo: null };
  const findings = await examine(patient, [
    { name: 'hangs', look: () => new Promise(() => {}), limitMs: 20 },
    { name: 'throws', look: () => Promise.reject(new Error(`login ${PASSWORD} refused`)), limitMs: 1_000 },
    { name: 'is well', look: async () => [{ light: 'green', says: 'Well.', next: null }], limitMs: 1_000 },
  ]);
  assert.deepEqual(
    findings.map(({ check, light, says }) => `${check} ${light} ${says}`),
    ['hangs red No answer within 0.02 s.', 'throws red login *** refused', 'is well green Well.'],
  );
});

test('a name that leads to another installation is told apart from our own', async (t) => {
  const other = await startTestApp();
  t.after(() => other.close());
  const findings = await look({ PUBLIC_URL: other.publicUrl });
  assert.match(of(findings, 'addresses')[0] ?? '', /^yellow: .* is a Tessera, but another one/);
});

test('a schema that is one release ahead is yellow; one that every start refuses is red, and so is one that is behind', async (t) => {
  const { database } = on.app;
  const lookAtIt = async (): Promise<string> =>
    of(await look(), 'database')
      .filter((line) => line.includes('chema') || line.includes('release'))
      .join();
  t.after(() => database.query(`DELETE FROM schema_migrations WHERE name = '9999_later.sql'`));
  await database.query(`INSERT INTO schema_migrations (name, sha256) VALUES ('9999_later.sql', '')`);
  assert.match(await lookAtIt(), /^yellow: Its schema is 1 migration ahead/);
  await database.query(`UPDATE schema_migrations SET is_required = true WHERE name = '9999_later.sql'`);
  assert.match(await lookAtIt(), /^red: The database is more than one release ahead of this program/);
  await database.query(`UPDATE schema_migrations SET name = 'x' WHERE name LIKE '0016%'`);
  t.after(() =>
    database.query(`UPDATE schema_migrations SET name = '0016_support_visits.sql' WHERE name = 'x'`),
  );
  assert.match(await lookAtIt(), /^red: Its schema lacks 1 migration/);
});

test('a database elsewhere without TLS is yellow', async () => {
  const config = readConfig({
    DATABASE_URL: on.testDatabase.url,
    ENVIRONMENT: 'development',
    SECRET_KEY: on.secretKey.toString('hex'),
  });
  const { open } = await openPatient(config);
  try {
    const elsewhere = { ...config, databaseUrl: 'postgres://db.internal/tessera' };
    const lights = await Promise.all(
      [config, elsewhere].map((one) => lookAtTls({ config: one, environment: {}, open, mailTo: null })),
    );
    assert.deepEqual(
      lights.flat().map(({ light }) => light),
      ['green', 'yellow'],
    );
  } finally {
    await open?.database.close();
  }
});

test('in production a dashboard beside the checkout and a sender at localhost are yellow; so is development at a public address', async () => {
  const settings = {
    DATABASE_URL: on.testDatabase.url,
    SECRET_KEY: on.secretKey.toString('hex'),
    PUBLIC_URL: 'https://tickets.example',
    DASHBOARD_URL: 'https://tickets.example/dashboard',
    SMTP_URL: 'smtp://127.0.0.1',
  };
  const lookAt = async (more: Record<string, string>): Promise<string[]> =>
    (
      await lookAtSettings({
        config: readConfig({ ...settings, ...more }),
        environment: {},
        open: null,
        mailTo: null,
      })
    ).map(({ light, says }) => `${light}: ${says}`);
  const production = { ENVIRONMENT: 'production' };
  const [origin, sender, ...none] = await lookAt(production);
  assert.match(origin ?? '', /^yellow: The dashboard has the same origin/);
  assert.match(sender ?? '', /^yellow: MAIL_FROM is an address at localhost/);
  assert.deepEqual(none, []);
  const good = { DASHBOARD_URL: 'https://dash.tickets.example/dashboard', MAIL_FROM: 'a@tickets.example' };
  assert.deepEqual(await lookAt({ ...production, ...good }), [
    'green: Production; every setting can be used.',
  ]);
  assert.match(
    (await lookAt({ ENVIRONMENT: 'development' })).join(),
    /^yellow: Development at a public address/,
  );
});

test('events that are recorded and that nobody publishes are red', async (t) => {
  const { database } = on.app;
  t.after(() => switchStream(database, { isOn: false }));
  assert.match(of(await look(), 'event stream').join(), /^off: RABBITMQ_URL is not set: there is no/);
  await switchStream(database, { isOn: true });
  assert.match(
    of(await look(), 'event stream').join(),
    /^red: RABBITMQ_URL is not set, and events are still recorded: 0/,
  );
  await switchStream(database, { isOn: false, isFull: true });
  assert.match(of(await look(), 'event stream').join(), /^red: .* that no more are recorded/);
});

test('a change of secret keys is yellow until its end, and a key that opens nothing is red', async () => {
  await makeHost(on);
  const old = on.secretKey.toString('hex');
  const next = randomBytes(32).toString('hex');
  const lookAtIt = async (settings: Record<string, string>): Promise<string> =>
    of(await look(settings), 'secret keys').join();
  assert.match(await lookAtIt({ SECRET_KEY: next }), /^red/);
  assert.match(
    await lookAtIt({ SECRET_KEY: next, ACCEPTED_SECRET_KEYS: old }),
    /^yellow: \d+ secrets? .* still sealed/,
  );
  assert.match(await lookAtIt({ ACCEPTED_SECRET_KEYS: next }), /^yellow: 1 earlier key .* seals nothing/);
});

test('a job that was set aside is yellow, and a bucket that does not answer red', async (t) => {
  const { database } = on.app;
  t.after(() => database.query(`DELETE FROM jobs WHERE kind = 'of this test'`));
  await database.query(`INSERT INTO jobs (id, kind, set_aside_at) VALUES (new_id(), 'of this test', now())`);
  const findings = await look({
    MEDIA_URL: 's3://pictures?endpoint=http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: PASSWORD,
  });
  assert.match(of(findings, 'workers')[1] ?? '', /^yellow: 1 job is set aside/);
  assert.match(of(findings, 'pictures').join(), /^red: The bucket can’t be used/);
});

test(
  'a Redis that runs is green',
  { skip: (await hasRedis()) ? false : 'redis-server is not installed' },
  async (t) => {
    const redis = await startRedis();
    t.after(() => redis.stop());
    assert.deepEqual(of(await look({ REDIS_URL: redis.url }), 'Redis'), ['green: It answers.']);
  },
);
