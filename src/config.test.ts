import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

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
  DATABASE_URL: ['localhost', 'mysql://a:canary@b/c', 'http://a', 'postgres', 'canary'],
  DATABASE_POOL_SIZE: ['1', '501', 'many', '2.5'],
  REDIS_URL: ['localhost:6379', 'http://:canary@a', 'canary'],
  PUBLIC_URL: ['tickets.example', 'ftp://a', 'http://a/?x=1', 'http://a/#x', 'http://user:canary@a'],
  CHECKOUT_URL: ['x', '//a', 'javascript:alert(1)'],
  DASHBOARD_URL: ['x', 'http://'],
  TRUST_PROXY: ['example.com', '10.0.0.0/8,', 'true', 'all', '*'],
  RATE_LIMIT_PER_KEY: ['0', '-1', 'none', '1.5', '1000000001'],
  RATE_LIMIT_PER_ADDRESS: ['0', 'unlimited'],
  HOLD_LIMIT_PER_ADDRESS: ['0', 'none'],
  LOG_LEVEL: ['verbose', 'DEBUG', 'trace'],
  SECRET_KEY: ['canary', SECRET.slice(1), `${SECRET}ab`, 'zz'.repeat(32)],
  ENVIRONMENT: ['prod', 'Production'],
  PAYMENT_WINDOW_MINUTES: ['0', '1441'],
  SMTP_URL: ['http://mail', 'mail.example:25'],
  MAIL_FROM: ['tickets', 'A <b'],
  WEBHOOK_ALLOW: ['localhost', 'http://localhost:80'],
  PAYSTACK_URL: ['ftp://paystack', 'paystack'],
  FLUTTERWAVE_URL: ['ftp://flutterwave', 'flutterwave'],
  STRIPE_URL: ['ftp://stripe', 'stripe'],
  DEMO: ['yes', 'true', '1', 'ON'],
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
  assert.deepEqual(untested, ['DATA_DIR']);
});

test('what could be a secret is never shown', () => {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY', 'PUBLIC_URL']) {
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
    dataDir: path.resolve('.tessera'),
    databaseUrl: null,
    databasePoolSize: 10,
    redisUrl: null,
    publicUrl: 'http://localhost:3000',
    baseUrl: 'http://localhost:3000/api/v1',
    checkoutUrl: 'http://localhost:3000/checkout',
    dashboardUrl: 'http://localhost:3000/dashboard',
    trustedProxies: [],
    rateLimitPerKey: 60_000,
    rateLimitPerAddress: 3_000,
    holdLimitPerAddress: 200,
    logLevel: 'info',
    secretKey: null,
    isProduction: false,
    paymentWindowMinutes: 30,
    smtpUrl: null,
    mailFrom: 'Tessera <tickets@localhost>',
    webhookAllow: [],
    gatewayUrls: {
      paystack: 'https://api.paystack.co',
      flutterwave: 'https://api.flutterwave.com/v3',
      stripe: 'https://api.stripe.com',
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

test('every good value is taken as it was meant', () => {
  const config = readConfig({
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
    seedsDemo: true,
  });
});

test('an external database needs a secret key, and is not filled with the demo by itself', () => {
  const DATABASE_URL = 'postgres://db/tessera';
  assert.match(
    refusal({ DATABASE_URL }),
    /^SECRET_KEY is required with DATABASE_URL: .*openssl rand -hex 32/,
  );
  assert.equal(readConfig({ DATABASE_URL, SECRET_KEY: SECRET }).seedsDemo, false);
  assert.equal(readConfig({ DEMO: 'off' }).seedsDemo, false);
});

test('production needs a mail server, and lets no webhook into a private network', () => {
  const production = { ENVIRONMENT: 'production', SMTP_URL: 'smtp://mail' };
  assert.equal(readConfig(production).isProduction, true);
  assert.match(refusal({ ENVIRONMENT: 'production' }), /^SMTP_URL is required in production/);
  assert.match(refusal({ ...production, WEBHOOK_ALLOW: '127.0.0.1:1' }), /^WEBHOOK_ALLOW is for development/);
});
