import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { ConfigError } from '../../src/config/config-error.ts';
import { readConfig } from '../../src/config/read-config.ts';
import type { SETTINGS } from '../../src/config/settings.ts';
import { ACCOUNT_GATEWAYS, urlSettingOf, type GatewayUrlSetting } from '../../src/rules/gateway-accounts.ts';
import { VERSION } from '../../src/version.ts';
import { ownPort } from '../harness/own-port.ts';
import { launch, makeDataDir, type Program } from '../harness/program.ts';
import { databaseUrl } from '../harness/test-database.ts';
import { until } from '../harness/until.ts';

const SECRET_KEY = '0123456789abcdef'.repeat(4);
const PASSWORD = 'canary-of-a-password';

const { dataDir, remove } = await makeDataDir();
const parent = path.dirname(dataDir);
const running = new Set<Program>();
after(async () => {
  for (const program of running) program.child.kill('SIGKILL');
  await remove();
});

/** Starts the program, which is to give up with code 1 and one line; resolves to that line. */
async function complaint(environment: Record<string, string>, words?: string[]): Promise<string> {
  const program = await launch({ DATA_DIR: dataDir, ...environment }, words);
  running.add(program);
  await until('the program to give up', () => program.child.exitCode !== null);
  assert.equal(await program.exited, 1, `${JSON.stringify(environment)} ${program.output()}`);
  running.delete(program);
  const output = program.output();
  assert.doesNotMatch(output, /^ {4}at /m, 'no stack trace');
  assert.doesNotMatch(output, new RegExp(PASSWORD));
  assert.doesNotMatch(output, new RegExp(SECRET_KEY));
  const lines = output.split('\n').filter((line) => line.trim() && !/^ {2}(Tessera \d|…)/.test(line));
  assert.equal(lines.length, 1, output);
  assert.match(lines[0] ?? '', /^tessera: \S/);
  return lines[0] ?? '';
}

const BAD_VALUES: Record<keyof typeof SETTINGS, string[]> = {
  APPLE_PASS_FILE: ['no-such-file.pem'],
  APPLE_PUSH_URL: ['api.push.apple.com'],
  GOOGLE_WALLET_FILE: ['no-such-file.json'],
  GOOGLE_WALLET_ISSUER_ID: ['issuer', '12 34'],
  GOOGLE_WALLET_URL: ['walletobjects'],
  GOOGLE_TOKEN_URL: ['oauth2'],
  PORT: ['65536', '0', '80a', '-1', '8e3', '0x50'],
  HOST: ['not a host', 'http://localhost'],
  MAX_CONNECTIONS: ['0', 'all'],
  DRAIN_SECONDS: ['-1', '61', 'five'],
  METRICS_PORT: ['0', '65536', '3000', 'on'],
  METRICS_HOST: ['not a host', 'http://localhost'],
  DATA_DIR: [],
  MEDIA_URL: [
    'pictures',
    's3://',
    'https://s3.example/pictures',
    's3://Pictures',
    's3://pictures/a b',
    's3://pictures?endpoint=s3.example',
    's3://pictures?endpoint=https://s3.example/path',
    's3://pictures?zone=eu',
    `s3://key:${PASSWORD}@pictures`,
  ],
  AWS_ACCESS_KEY_ID: [`${PASSWORD} and more`],
  AWS_SECRET_ACCESS_KEY: [`${PASSWORD} and more`],
  DATABASE_URL: [`mysql://tessera:${PASSWORD}@127.0.0.1/tessera`, `tessera:${PASSWORD}@127.0.0.1`],
  DATABASE_POOL_SIZE: ['1', '501', 'many'],
  REDIS_URL: [`http://:${PASSWORD}@127.0.0.1`, '127.0.0.1:6379'],
  RABBITMQ_URL: [
    `http://:${PASSWORD}@127.0.0.1`,
    '127.0.0.1:5672',
    'amqp://127.0.0.1,127.0.0.2',
    'amqp://127.0.0.1,',
  ],
  OPENSEARCH_URL: ['127.0.0.1:9200', `tcp://:${PASSWORD}@127.0.0.1`],
  NEO4J_URL: ['http://127.0.0.1:7474', '127.0.0.1:7687'],
  MONGODB_URL: [`postgres://:${PASSWORD}@127.0.0.1`, 'mongodb://', '127.0.0.1:27017'],
  PUBLIC_URL: ['tickets.example', 'https://tickets.example/?q=1', 'https://me:pw@tickets.example'],
  CHECKOUT_URL: ['javascript:alert(1)', 'https://tickets.example/#x'],
  DASHBOARD_URL: ['ftp://tickets.example'],
  PAYMENT_FRAME_URL: ['ftp://pay.example', 'https://pay.example/frames'],
  HOME_URL: ['our-site.example', 'https://our-site.example/?from=tickets'],
  TRUST_PROXY: ['10.0.0.0/99', 'everyone', '10.0.0.300', '10.0.0.1,,::1'],
  RATE_LIMIT_PER_KEY: ['0', '-5'],
  RATE_LIMIT_PER_ADDRESS: ['1.5', 'Infinity'],
  HOLD_LIMIT_PER_ADDRESS: ['0', 'none'],
  HOST_MAILS_PER_DAY: ['0', 'none'],
  MESSAGE_MAILS_PER_SECOND: ['0', '1001', 'none'],
  LOG_LEVEL: ['loud', 'DEBUG'],
  SECRET_KEY: [SECRET_KEY.slice(1), 'z'.repeat(64)],
  ACCEPTED_SECRET_KEYS: [`${SECRET_KEY},${SECRET_KEY.slice(1)}`, `${SECRET_KEY},`],
  ENVIRONMENT: ['prod', 'Production'],
  ALLOW_HTTP: ['yes', 'true'],
  PAYMENT_WINDOW_MINUTES: ['0', '1441'],
  SMTP_URL: ['http://mail', 'mail.example:25'],
  MAIL_FROM: ['tickets', 'A <b'],
  SIGN_UP: ['yes', 'Open'],
  STATUS_PAGE: ['yes', 'true'],
  WEBHOOK_ALLOW: ['localhost', 'http://localhost:80'],
  ...(Object.fromEntries(
    ACCOUNT_GATEWAYS.map((name) => [urlSettingOf(name), [`ftp://${name}`, name]]),
  ) as Record<GatewayUrlSetting, string[]>),
  DEMO: ['yes', '1'],
};

// How the program ends does not depend on the variable. It is tried with one that can be shown, and with those that can't.
const TRIED_WITH = ['PORT', 'DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'ACCEPTED_SECRET_KEYS'] as const;

test('a bad value in the environment: one line that names the variable, and nothing is made', async () => {
  await Promise.all(
    TRIED_WITH.map(async (name) => {
      const [value = ''] = BAD_VALUES[name];
      assert.match(await complaint({ [name]: value }), new RegExp(`^tessera: ${name} must be `));
    }),
  );
  assert.deepEqual(await readdir(parent), []);
  for (const [name, values] of Object.entries(BAD_VALUES)) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error) => error instanceof ConfigError && isFitToPrint(error.message, name),
        `${name}=${value}`,
      );
    }
  }
});

const isFitToPrint = (message: string, name: string): boolean =>
  message.startsWith(`${name} must be `) &&
  !message.includes('\n') &&
  !message.includes(PASSWORD) &&
  !message.includes(SECRET_KEY.slice(1));

test('a port that is in use: one line that names PORT, and nothing is made', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = holder.address() as AddressInfo;
    assert.match(await complaint({ PORT: String(port) }), new RegExp(`PORT ${port} is in use`));
  } finally {
    holder.close();
  }
  assert.match(
    await complaint({ HOST: '192.0.2.1', ENVIRONMENT: 'development' }),
    /HOST 192\.0\.2\.1, PORT \d+: can't listen/,
  );
  assert.deepEqual(await readdir(parent), []);
});

test('a bucket that cannot be used: one line that names MEDIA_URL, or the key that is missing', async () => {
  const MEDIA_URL = `s3://pictures?endpoint=http://127.0.0.1:${await ownPort()}`;
  const [away, noKey] = await Promise.all([
    complaint({ MEDIA_URL, AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: PASSWORD }),
    complaint({ MEDIA_URL, AWS_ACCESS_KEY_ID: 'key' }),
  ]);
  assert.match(away, /^tessera: MEDIA_URL: 127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)\.$/);
  assert.match(noKey, /AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are required with MEDIA_URL/);
  assert.deepEqual(await readdir(parent), []);
});

test('a database that cannot be used: one line that names DATABASE_URL and hides its password', async () => {
  const nobody = await ownPort();
  const ENVIRONMENT = 'development';
  const missing = new URL(databaseUrl('no_such_database'));
  const [away, unknown, noKey, noSuchDatabase] = await Promise.all([
    complaint({
      DATABASE_URL: `postgres://tessera:${PASSWORD}@127.0.0.1:${nobody}/tessera`,
      ENVIRONMENT,
      SECRET_KEY,
    }),
    complaint({
      DATABASE_URL: `postgres://tessera:${PASSWORD}@nowhere.invalid/tessera`,
      ENVIRONMENT,
      SECRET_KEY,
    }),
    complaint({ DATABASE_URL: `postgres://tessera:${PASSWORD}@127.0.0.1:${nobody}/tessera`, ENVIRONMENT }),
    complaint({ DATABASE_URL: missing.href, ENVIRONMENT, SECRET_KEY }),
  ]);
  assert.match(
    away,
    new RegExp(`DATABASE_URL: the database at 127\\.0\\.0\\.1:${nobody} can't be used: .*ECONNREFUSED`),
  );
  assert.match(
    unknown,
    /DATABASE_URL: the database at nowhere\.invalid:5432 can't be used: .*nowhere\.invalid/,
  );
  assert.match(noKey, /SECRET_KEY is required with DATABASE_URL/);
  assert.match(noSuchDatabase, /DATABASE_URL: .*"no_such_database" does not exist/);
  if (missing.password) assert.doesNotMatch(noSuchDatabase, new RegExp(missing.password));
  assert.deepEqual(await readdir(parent), []);
});

test('a program that others could reach, without a word on the environment: one line, whatever the command', async () => {
  const exposed = { DATABASE_URL: databaseUrl('no_such_database'), SECRET_KEY };
  const lines = await Promise.all([
    complaint(exposed),
    complaint(exposed, ['migrate']),
    complaint(exposed, ['orders', 'show', 'TSR-0000-0000-0000-0000']),
    complaint({ HOST: '0.0.0.0' }),
    complaint({ PUBLIC_URL: 'https://tickets.example' }),
  ]);
  for (const line of lines) assert.match(line, /^tessera: ENVIRONMENT is required where /);
  assert.deepEqual(await readdir(parent), []);
});

test('production seeds no demo, whoever asks for it', async () => {
  const production = {
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://tickets.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  const [start, command] = await Promise.all([
    complaint({ ...production, DEMO: 'on' }),
    complaint(production, ['seed']),
  ]);
  assert.match(start, /^tessera: DEMO is for development and tests: unset it in production\.$/);
  assert.match(command, /^tessera: ENVIRONMENT is production: the demo is only for development/);
  assert.deepEqual(await readdir(parent), []);
});

test('a data folder that cannot be one: one line that names DATA_DIR', async (t) => {
  const { dataDir: folder, remove: removeFolder } = await makeDataDir();
  t.after(removeFolder);
  const file = path.join(path.dirname(folder), 'a-file');
  await writeFile(file, 'not a folder');
  // Root may write everywhere but where the system itself says no.
  const isRoot = process.getuid?.() === 0;
  const readOnly = isRoot ? '/proc/sys' : folder;
  if (!isRoot) {
    await mkdir(folder);
    await chmod(folder, 0o500);
  }
  const lines = await Promise.all([
    complaint({ DATA_DIR: file }),
    complaint({ DATA_DIR: path.join(file, 'below') }),
    complaint({ DATA_DIR: readOnly }),
    complaint({ DATA_DIR: file }, ['seed']),
  ]);
  for (const line of lines) assert.match(line, /^tessera: DATA_DIR \/.* can't be (made|written to)/);
});

test('a command where no product is says so in one line, and makes none', async () => {
  const reference = 'TSR-0000-0000-0000-0000';
  const lines = await Promise.all(
    [
      ['orders', 'show', reference],
      ['orders', 'refund', reference],
      ['payments', 'list', 'host@example.com'],
      ['webhooks', 'list', 'some-event'],
      ['check'],
      ['migrate'],
    ].map((words) => complaint({}, words)),
  );
  for (const line of lines) {
    assert.equal(
      line,
      `tessera: No Tessera data in ${dataDir}: run this in the folder where you started Tessera, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  assert.deepEqual(await readdir(parent), []);
});

test('an unknown command or a bad option is answered with help, and exit code 1', async () => {
  const program = await launch({ DATA_DIR: dataDir }, ['sell']);
  assert.equal(await program.exited, 1);
  assert.match(program.output(), /There is no command "sell"/);
  for (const command of ['start', 'migrate', 'seed'])
    assert.match(program.output(), new RegExp(`^ +${command} `, 'm'));
  assert.doesNotMatch(program.output(), /^ {4}at /m);
  const help = await launch({ DATA_DIR: dataDir }, ['--help']);
  assert.equal(await help.exited, 0);
  assert.match(await complaint({}, ['seed', '--events', 'many']), /--events must be a whole number/);
  assert.match(await complaint({}, ['seed', '--evnets', '5']), /--evnets/);
  assert.deepEqual(await readdir(parent), []);
});

test('a word too many, or a backup without its file, is refused before anything is done; --version says the version', async () => {
  for (const words of [
    ['migrate', 'now'],
    ['check', '--all'],
    ['seed', '5'],
    ['start', 'now'],
    ['backup'],
    // This would be the folder that one is in.
    ['backup', ''],
    ['backup', 'one', 'two'],
    ['restore'],
    ['version', 'one'],
  ])
    assert.match(await complaint({}, words), new RegExp(`^tessera: ${words[0]} takes `));
  assert.deepEqual(await readdir(parent), []);
  const program = await launch({ DATA_DIR: dataDir }, ['--version']);
  assert.equal(await program.exited, 0);
  assert.equal(program.output().trim(), VERSION);
});
