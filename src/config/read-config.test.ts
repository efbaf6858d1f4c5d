import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigError } from './config-error.ts';
import { readConfig } from './read-config.ts';
import { ACCOUNT_GATEWAYS, urlSettingOf } from '../rules/gateway-accounts.ts';
import { GATEWAYS } from '../rules/gateways/all-gateways.ts';
import { SETTINGS } from './settings.ts';

const SECRET = 'ab'.repeat(32);

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  throw new assert.AssertionError({ message: `${JSON.stringify(environment)} was taken` });
}

const BAD: Record<string, string[]> = {
  PORT: ['0', '65536', '-1', 'abc', '80.5', '1e3', '0x50', '3000 3001', '99999999999999999999'],
  HOST: ['a b', 'http://localhost', 'a/b'],
  MAX_CONNECTIONS: ['0', 'none', '1000001'],
  DRAIN_SECONDS: ['-1', 'none', '1.5', '100000'],
  MEDIA_URL: ['pictures', 'https://a/pictures', 's3://', 's3://a:canary@pictures', 's3://pictures?zone=eu'],
  AWS_ACCESS_KEY_ID: ['canary and more'],
  AWS_SECRET_ACCESS_KEY: ['canary and more'],
  DATABASE_URL: ['localhost', 'mysql://a:canary@b/c', 'http://a', 'postgres', 'canary'],
  DATABASE_POOL_SIZE: ['1', '501', 'many', '2.5'],
  METRICS_PORT: ['0', '65536', 'abc'],
  METRICS_HOST: ['a b', 'http://localhost'],
  REDIS_URL: ['localhost:6379', 'http://:canary@a', 'canary', 'redis+sentinel://:canary@a'],
  RABBITMQ_URL: ['a:5672', 'amqp://', 'amqp://a,b', 'amqp://u:p,canary@a', 'http://:canary@a'],
  OPENSEARCH_URL: ['a:9200', 'tcp://:canary@a'],
  NEO4J_URL: ['a:7687', 'http://:canary@a'],
  MONGODB_URL: ['a:27017', 'mongodb://', 'mongodb://a b', 'http://:canary@a'],
  PUBLIC_URL: ['tickets.example', 'ftp://a', 'http://a/?x=1', 'http://a/#x', 'http://user:canary@a'],
  CHECKOUT_URL: ['x', '//a', 'javascript:alert(1)'],
  DASHBOARD_URL: ['x', 'http://'],
  PAYMENT_FRAME_URL: ['x', 'http://', 'http://pay.localhost/frames', 'ftp://pay'],
  HOME_URL: ['x', 'http://'],
  TRUST_PROXY: ['0.0.0.0/0', '::/0', 'example.com', '10.0.0.0/8,', 'true', 'all', '*'],
  RATE_LIMIT_PER_KEY: ['0', '-1', 'none', '1.5', '1000000001'],
  RATE_LIMIT_PER_ADDRESS: ['0', 'unlimited'],
  HOLD_LIMIT_PER_ADDRESS: ['0', 'none'],
  HOST_MAILS_PER_DAY: ['0', 'none'],
  MESSAGE_MAILS_PER_SECOND: ['0', '1001', 'none'],
  LOG_LEVEL: ['verbose', 'DEBUG', 'trace'],
  SECRET_KEY: ['canary', SECRET.slice(1), `${SECRET}ab`, 'zz'.repeat(32)],
  ACCEPTED_SECRET_KEYS: ['canary', `${SECRET},`, `${SECRET},canary`, `${SECRET} ${SECRET}`],
  ENVIRONMENT: ['prod', 'Production'],
  ALLOW_HTTP: ['yes', 'true', '1', 'ON'],
  PAYMENT_WINDOW_MINUTES: ['0', '1441'],
  SMTP_URL: ['http://mail', 'mail.example:25'],
  MAIL_FROM: ['tickets', 'A <b'],
  SIGN_UP: ['on', 'Open', 'anybody'],
  STATUS_PAGE: ['yes', 'true'],
  WEBHOOK_ALLOW: ['localhost', 'http://localhost:80'],
  ...Object.fromEntries(ACCOUNT_GATEWAYS.map((name) => [urlSettingOf(name), [`ftp://${name}`, name]])),
  DEMO: ['yes', 'true', '1', 'ON'],
  APPLE_PUSH_URL: ['ftp://a', 'apple'],
  GOOGLE_WALLET_ISSUER_ID: ['mine', '-1', '1'.repeat(31)],
  GOOGLE_WALLET_URL: ['ftp://a', 'google'],
  GOOGLE_TOKEN_URL: ['ftp://a', 'google'],
};

test('each value that can’t be used gives one line that names its variable and what it takes', () => {
  for (const [name, values] of Object.entries(BAD)) {
    for (const value of values) {
      const message = refusal({ [name]: value });
      const { takes } = SETTINGS[name as keyof typeof SETTINGS];
      assert.ok(message.startsWith(`${name} must be ${takes}`), `${name}=${value}: ${message}`);
      assert.ok(!message.includes('\n') && message.endsWith('.'), message);
    }
  }
});

test('every variable has a bad value above, or takes any text', () => {
  const untested = Object.keys(SETTINGS).filter((name) => !(name in BAD));
  assert.deepEqual(untested, ['DATA_DIR', 'APPLE_PASS_FILE', 'GOOGLE_WALLET_FILE']);
});

test('a value that could be a secret is never shown', () => {
  for (const name of [
    'DATABASE_URL',
    'REDIS_URL',
    'RABBITMQ_URL',
    'MEDIA_URL',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'SECRET_KEY',
    'ACCEPTED_SECRET_KEYS',
    'PUBLIC_URL',
  ]) {
    for (const value of BAD[name] ?? [])
      assert.ok(!refusal({ [name]: value }).includes('canary'), `${name}=${value}`);
  }
  assert.ok(!refusal({ DATABASE_URL: 'postgres://user:canary@db/tessera' }).includes('canary'));
});

test('a value with line breaks stays on its one line, and a long one is cut', () => {
  assert.ok(!refusal({ HOST: 'a\nb' }).includes('\n'));
  assert.ok(refusal({ HOST: 'a/'.repeat(10_000) }).length < 200);
});

test('an empty environment gives the defaults that the documentation names', () => {
  const { processId, ...config } = readConfig({});
  assert.match(processId, /^[\w-]{8,}$/);
  assert.deepEqual(config, {
    port: 3000,
    host: '127.0.0.1',
    maxConnections: 10_000,
    drainSeconds: 0,
    dataDir: path.resolve('.tessera'),
    mediaBucket: null,
    databaseUrl: null,
    databasePoolSize: 10,
    redisUrl: null,
    metricsPort: null,
    metricsHost: '127.0.0.1',
    rabbitUrls: null,
    optionalUrls: { opensearch: null, neo4j: null, mongodb: null },
    publicUrl: 'http://localhost:3000',
    baseUrl: 'http://localhost:3000/api/v1',
    checkoutUrl: 'http://localhost:3000/checkout',
    dashboardUrl: 'http://localhost:3000/dashboard',
    paymentFrameUrl: null,
    homeUrl: null,
    trustedProxies: [],
    rateLimitPerKey: 60_000,
    rateLimitPerAddress: 3_000,
    holdLimitPerAddress: 200,
    hostMailsPerDay: 2_000,
    messageMailsPerSecond: 10,
    logLevel: 'info',
    secretKey: null,
    acceptedSecretKeys: [],
    isProduction: false,
    sendsHsts: false,
    paymentWindowMinutes: 30,
    smtpUrl: null,
    mailFrom: 'Tessera <tickets@localhost>',
    hasStatusPage: false,
    signUp: 'open',
    webhookAllow: [],
    gatewayUrls: Object.fromEntries(
      ACCOUNT_GATEWAYS.map((name) => [name, GATEWAYS[name].testUrl ?? GATEWAYS[name].url]),
    ),
    wallets: {
      apple: null,
      applePushUrl: 'https://api.push.apple.com',
      google: null,
      googleUrl: 'https://walletobjects.googleapis.com',
      googleTokenUrl: 'https://oauth2.googleapis.com/token',
    },
    seedsDemo: true,
  });
});

test('variables that are empty or blank count as not set', () => {
  const blank = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '  ']));
  const { processId: _one, ...config } = readConfig(blank);
  const { processId: _two, ...defaults } = readConfig({});
  assert.deepEqual(config, defaults);
});

test('quotes around a value are those of a file of settings, and no part of it', () => {
  assert.equal(readConfig({ MAIL_FROM: "'Shop <a@b.example>'" }).mailFrom, 'Shop <a@b.example>');
  assert.equal(readConfig({ PORT: '"4000"' }).port, 4_000);
  assert.equal(readConfig({ PORT: "''" }).port, 3_000);
  assert.match(refusal({ PORT: `'4000"` }), /^PORT must be /);
});

test('every good value is taken as it was meant', () => {
  const config = readConfig({
    ENVIRONMENT: 'development',
    PORT: ' 8080 ',
    HOST: '::1',
    DATA_DIR: 'data',
    DATABASE_URL: 'postgresql://a:b@db/tessera',
    DATABASE_POOL_SIZE: '500',
    REDIS_URL: 'rediss://cache',
    PUBLIC_URL: 'https://tickets.example/',
    TRUST_PROXY: '10.0.0.0/8, loopback,fd00::/8',
    RATE_LIMIT_PER_KEY: '1',
    RATE_LIMIT_PER_ADDRESS: '2',
    LOG_LEVEL: 'silent',
    SECRET_KEY: SECRET.toUpperCase(),
    ACCEPTED_SECRET_KEYS: `${'cd'.repeat(32)}, ${'EF'.repeat(32)}`,
    DEMO: 'on',
  });
  assert.partialDeepStrictEqual(config, {
    port: 8080,
    host: '::1',
    dataDir: path.resolve('data'),
    databaseUrl: 'postgresql://a:b@db/tessera',
    databasePoolSize: 500,
    redisUrl: 'rediss://cache',
    publicUrl: 'https://tickets.example',
    baseUrl: 'https://tickets.example/api/v1',
    checkoutUrl: 'https://tickets.example/checkout',
    trustedProxies: ['10.0.0.0/8', 'loopback', 'fd00::/8'],
    rateLimitPerKey: 1,
    rateLimitPerAddress: 2,
    logLevel: 'silent',
    secretKey: Buffer.from(SECRET, 'hex'),
    acceptedSecretKeys: [Buffer.alloc(32, 0xcd), Buffer.alloc(32, 0xef)],
    seedsDemo: true,
  });
});

test('an external database needs a secret key, and is not filled with the demo by itself', () => {
  const external = { ENVIRONMENT: 'development', DATABASE_URL: 'postgres://db/tessera' };
  assert.match(refusal(external), /^SECRET_KEY is required with DATABASE_URL: .*openssl rand -hex 32/);
  assert.equal(readConfig({ ...external, SECRET_KEY: SECRET }).seedsDemo, false);
  assert.equal(readConfig({ ...external, SECRET_KEY: SECRET, DEMO: 'on' }).seedsDemo, true);
  assert.equal(readConfig({ DEMO: 'off' }).seedsDemo, false);
});

const EXPOSED: [string, Record<string, string>][] = [
  ['DATABASE_URL is set', { DATABASE_URL: 'postgres://127.0.0.1/tessera', SECRET_KEY: SECRET }],
  ['HOST is not loopback', { HOST: '0.0.0.0' }],
  ['HOST is not loopback', { HOST: '::' }],
  ['HOST is not loopback', { HOST: '10.0.0.5' }],
  ['HOST is not loopback', { HOST: 'localhost.example' }],
  ['PUBLIC_URL is not localhost', { PUBLIC_URL: 'https://tickets.example' }],
  ['PUBLIC_URL is not localhost', { PUBLIC_URL: 'http://192.168.1.20:3000' }],
  ['CHECKOUT_URL is not localhost', { CHECKOUT_URL: 'https://checkout.example' }],
  ['DASHBOARD_URL is not localhost', { DASHBOARD_URL: 'https://dashboard.example' }],
];

test('a program that others can reach must name its environment: one line says so, and why', () => {
  for (const [why, settings] of EXPOSED) {
    const line = `ENVIRONMENT is required where ${why}: set it to production or development.`;
    assert.equal(refusal(settings), line);
    assert.equal(refusal({ ...settings, ENVIRONMENT: ' ' }), line);
    assert.equal(readConfig({ ...settings, ENVIRONMENT: 'development' }).isProduction, false);
  }
});

test('a program that nobody else can reach needs no environment', () => {
  const alone = [
    { HOST: '127.0.0.1' },
    { HOST: '127.8.8.8' },
    { HOST: '::1' },
    { HOST: 'localhost' },
    { PUBLIC_URL: 'http://localhost:4000' },
    { PUBLIC_URL: 'https://tickets.LOCALHOST' },
    { PUBLIC_URL: 'http://127.0.0.1:3000/below' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { REDIS_URL: 'redis://cache', TRUST_PROXY: 'loopback', SECRET_KEY: SECRET },
  ];
  for (const settings of alone) assert.equal(readConfig(settings).isProduction, false);
});

const PRODUCTION = {
  ENVIRONMENT: 'production',
  SMTP_URL: 'smtp://mail',
  PUBLIC_URL: 'https://tickets.example',
};

test('production needs a mail server, lets no webhook into a private network, and has no demo', () => {
  assert.partialDeepStrictEqual(readConfig(PRODUCTION), { isProduction: true, seedsDemo: false });
  assert.match(refusal({ ...PRODUCTION, SMTP_URL: '' }), /^SMTP_URL is required in production/);
  assert.match(refusal({ ...PRODUCTION, WEBHOOK_ALLOW: '127.0.0.1:1' }), /^WEBHOOK_ALLOW is for development/);
  assert.match(refusal({ ...PRODUCTION, DEMO: 'on' }), /^DEMO is for development/);
  assert.equal(readConfig({ ...PRODUCTION, DEMO: 'off' }).seedsDemo, false);
});

test('production is reached by https, unless one setting says otherwise', () => {
  const plain = {
    PUBLIC_URL: 'http://a.example',
    CHECKOUT_URL: 'http://b.example',
    DASHBOARD_URL: 'http://c.example',
  };
  for (const [name, url] of [...Object.entries(plain), ['PUBLIC_URL', '']] as [string, string][]) {
    const settings = { ...PRODUCTION, [name]: url };
    assert.match(
      refusal(settings),
      new RegExp(`^${name} must begin with https:// in production, or ALLOW_HTTP must be on`),
    );
    assert.equal(readConfig({ ...settings, ALLOW_HTTP: 'on' }).sendsHsts, false);
  }
  assert.equal(readConfig({ ...PRODUCTION, PUBLIC_URL: 'HTTPS://tickets.example' }).sendsHsts, true);
  assert.equal(readConfig({ ...PRODUCTION, ENVIRONMENT: 'development' }).sendsHsts, false);
});

test('gateways’ scripts have an origin that nothing else of ours has; in production, a host name', () => {
  const another = /^PAYMENT_FRAME_URL must be another (origin|host name) than/;
  for (const PAYMENT_FRAME_URL of ['http://localhost:3000', 'http://LOCALHOST:3000/'])
    assert.match(refusal({ PAYMENT_FRAME_URL }), another);
  const read = (PAYMENT_FRAME_URL: string): string | null =>
    readConfig({ PAYMENT_FRAME_URL }).paymentFrameUrl;
  assert.equal(read('http://pay.localhost:3000/'), 'http://pay.localhost:3000');
  assert.equal(read('http://localhost:4000'), 'http://localhost:4000');
  const production = { ...PRODUCTION, PUBLIC_URL: 'https://tickets.example' };
  assert.match(refusal({ ...production, PAYMENT_FRAME_URL: 'https://tickets.example:8443' }), another);
  assert.match(
    refusal({ ...production, PAYMENT_FRAME_URL: 'http://pay.example' }),
    /^PAYMENT_FRAME_URL must begin/,
  );
  const { paymentFrameUrl, sendsHsts } = readConfig({
    ...production,
    PAYMENT_FRAME_URL: 'https://pay.example',
  });
  assert.deepEqual([paymentFrameUrl, sendsHsts], ['https://pay.example', true]);
});

test('RABBITMQ_URL names one node, or several of a cluster', () => {
  const read = (RABBITMQ_URL: string) => readConfig({ RABBITMQ_URL }).rabbitUrls;
  assert.deepEqual(read('amqp://a'), ['amqp://a']);
  assert.deepEqual(read('amqps://u:p%2Cw@a:5671/v, amqps://u:p%2Cw@[::1]/v'), [
    'amqps://u:p%2Cw@a:5671/v',
    'amqps://u:p%2Cw@[::1]/v',
  ]);
});

test('production takes the payments of PayPal at its live address, and development at its sandbox', () => {
  const sandbox = 'https://api-m.sandbox.paypal.com';
  assert.equal(readConfig(PRODUCTION).gatewayUrls.paypal, 'https://api-m.paypal.com');
  assert.equal(readConfig({}).gatewayUrls.paypal, sandbox);
  assert.equal(
    refusal({ ...PRODUCTION, PAYPAL_URL: sandbox }),
    'PAYPAL_URL is where nobody pays money: unset it in production.',
  );
});
