import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import { makeKey } from '../../src/hosts/keys/key-text.ts';
import { createPublicKey } from '../../src/hosts/keys/public-keys.ts';
import { ask, type Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { hasRedis, startRedis } from '../harness/redis.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { inOneMinute } from '../harness/in-one-minute.ts';
import { assertDocumented, assertRefusal, fetchDocument, operationsOf } from './document.ts';

const PER_KEY = 12;
const PER_ADDRESS = 8;
const LIMITS = {
  RATE_LIMIT_PER_KEY: String(PER_KEY),
  RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS),
};

// The short way counts a question for tickets before it looks for them, and the route it is passed on to counts it too.

let on: TestApp;
before(async () => {
  on = await startTestApp({ environment: LIMITS });
});
after(() => on.close());

async function askTimes(
  app: TestApp,
  times: number,
  options: Parameters<typeof ask>[2] & { path?: string },
): Promise<Answer[]> {
  const { path = '/events', ...rest } = options;
  const answers: Answer[] = [];
  for (let n = 0; n < times; n++) answers.push(await ask(app, path, rest));
  return answers;
}

const statusesOf = (answers: Answer[]): number[] => answers.map(({ status }) => status);
const repeat = (status: number, times: number): number[] => Array.from({ length: times }, () => status);

async function newKey(host: TestHost): Promise<string> {
  const { publicKey } = await on.app.database.transaction((tx) =>
    createPublicKey(tx, { actor: OPERATOR, hostId: host.hostId, name: 'Another' }),
  );
  return publicKey;
}

test('beyond the limit every read is refused with 429, its envelope and when to come back', async () => {
  const host = await makeHost(on);
  await makeEvent(on, host, { slug: 'limited' });
  await inOneMinute();
  const answers = await askTimes(on, PER_ADDRESS + 2, { key: host });
  assert.deepEqual(statusesOf(answers), [...repeat(200, PER_ADDRESS), 429, 429]);
  const document = await fetchDocument(on);
  for (const { operation, path, method, needsKey } of operationsOf(document)) {
    if (method !== 'get') continue;
    const answer = await ask(on, path.replace('{slug}', 'limited'), { key: host });
    assertDocumented(document, operation, answer);
    if (!needsKey) {
      assert.equal(answer.status, 200, 'health is not counted');
      continue;
    }
    assertRefusal(answer, { status: 429, codes: ['rate_limited'] });
    const seconds = Number(answer.headers.get('retry-after'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds} s`);
    assert.equal(answer.headers.get('ratelimit'), `"address";r=0;t=${seconds}`);
    assert.equal(
      answer.headers.get('ratelimit-policy'),
      `"key";q=${PER_KEY};w=60, "address";q=${PER_ADDRESS};w=60`,
    );
    assert.equal(answer.body.message, `Too many requests: try again in ${seconds} s.`);
  }
});

test('every answer counts down what is left, also a refusal and a 304', async () => {
  const host = await makeHost(on);
  await makeEvent(on, host, { slug: 'counted' });
  await inOneMinute();
  const paths = [
    '/events',
    '/events/counted',
    '/events/counted/tickets',
    '/events?limit=0',
    '/events',
    '/nothing',
  ];
  const left: number[] = [];
  for (const path of paths) {
    const { headers } = await ask(on, path, { key: host, headers: { 'if-none-match': '*' } });
    left.push(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  }
  assert.deepEqual(
    left,
    paths.map((_, n) => PER_ADDRESS - 1 - n),
  );
});

test('an event that is not there costs one request on every route', async () => {
  const host = await makeHost(on);
  for (const path of ['/events/unknown', '/events/unknown/gallery', '/events/unknown/tickets']) {
    const key = await newKey(host);
    await inOneMinute();
    const answers = await askTimes(on, PER_ADDRESS + 1, { key, path });
    assert.deepEqual(statusesOf(answers), [...repeat(404, PER_ADDRESS), 429], path);
  }
});

test('one key’s use leaves another key of the same host alone', async () => {
  const host = await makeHost(on);
  const second = await newKey(host);
  await inOneMinute();
  assert.equal((await askTimes(on, PER_ADDRESS + 1, { key: host })).at(-1)?.status, 429);
  assert.equal((await ask(on, '/events', { key: second })).status, 200);
});

test('guessing keys is limited by address, and does not touch those who have one', async (t) => {
  const guessed = await startTestApp({ on, environment: LIMITS });
  t.after(() => guessed.close());
  const host = await makeHost(on);
  assert.equal((await ask(guessed, '/events', { key: host })).status, 200);
  await inOneMinute();
  const guesses = await askTimes(guessed, PER_ADDRESS + 5, { key: 'pk_guess' });
  assert.deepEqual([...new Set(statusesOf(guesses))], [401, 429]);
  assert.equal((await ask(guessed, '/events', { key: host })).status, 200);
  // The process forgets what it knows of every key; not that this one was good.
  await newKey(host);
  assert.equal((await ask(guessed, '/events', { key: host })).status, 200);
  assert.equal((await ask(guessed, '/health')).status, 200);
});

test('a guess too many costs no look-up, and a good key is not counted as a guess', async (t) => {
  const proxied = await startTestApp({ environment: { ...LIMITS, TRUST_PROXY: 'loopback' } });
  t.after(() => proxied.close());
  const { database } = proxied.app;
  const from = (address: string, key: string) =>
    ask(proxied, '/events', { key, headers: { 'x-forwarded-for': address } });
  const hosts = [await makeHost(proxied), await makeHost(proxied), await makeHost(proxied)];
  await inOneMinute();
  // Each is new to the process: counted as a guess until it is known to be good, and then on its key.
  for (const { publicKey } of hosts) {
    const { status, headers } = await from('198.51.100.1', publicKey);
    assert.deepEqual([status, headers.get('ratelimit')?.split(';t')[0]], [200, '"address";r=7']);
  }
  for (let n = 1; n <= PER_ADDRESS; n++) {
    const { status, headers } = await from('198.51.100.1', makeKey(n % 2 === 0 ? 'public' : 'private'));
    assert.deepEqual([status, headers.get('ratelimit')?.split(';t')[0]], [401, `"address";r=${8 - n}`]);
  }
  // With these gone every look-up fails: whoever is answered was not looked up.
  await database.query('ALTER TABLE public_keys RENAME TO public_keys_away');
  for (let n = 0; n < 3; n++) assert.equal((await from('198.51.100.1', makeKey('public'))).status, 429);
  assert.equal((await from('198.51.100.2', makeKey('public'))).status, 500, 'the control');
  await database.query('ALTER TABLE public_keys_away RENAME TO public_keys');
  const [status, left] = await from('198.51.100.2', makeKey('public')).then(({ status: code, headers }) => [
    code,
    headers.get('ratelimit')?.split(';t')[0],
  ]);
  assert.deepEqual([status, left], [401, '"address";r=7'], 'a look-up that failed was no guess');
});

test('X-Forwarded-For does not make another client, since no proxy is trusted', async () => {
  const host = await makeHost(on);
  await inOneMinute();
  const statuses: number[] = [];
  for (let n = 0; n <= PER_ADDRESS; n++) {
    const headers = {
      'x-forwarded-for': `198.51.100.${n}`,
      forwarded: `for=198.51.100.${n}`,
      'x-real-ip': `198.51.100.${n}`,
    };
    statuses.push((await ask(on, '/events', { key: host, headers })).status);
  }
  assert.deepEqual(statuses, [...repeat(200, PER_ADDRESS), 429]);
});

test('behind a trusted proxy each client has a limit of its own, and the key one for all', async (t) => {
  const proxied = await startTestApp({ on, environment: { ...LIMITS, TRUST_PROXY: 'loopback' } });
  t.after(() => proxied.close());
  const host = await makeHost(on);
  await inOneMinute();
  const from = (address: string, times: number) =>
    askTimes(proxied, times, { key: host, headers: { 'x-forwarded-for': address } });
  // A client's claim in front of the proxy's own entry is not believed.
  assert.deepEqual(statusesOf(await from('198.51.100.1', PER_ADDRESS)), repeat(200, PER_ADDRESS));
  assert.deepEqual(statusesOf(await from('203.0.113.50, 198.51.100.1', 1)), [429]);
  const rest = PER_KEY - PER_ADDRESS;
  const answers = await from('198.51.100.2', rest + 1);
  assert.deepEqual(statusesOf(answers), [...repeat(200, rest), 429]);
  assert.match(answers.at(-1)?.headers.get('ratelimit') ?? '', /^"key";r=0;/);
});

test('two processes with one Redis refuse what goes beyond the limit over both', async (t) => {
  if (!(await hasRedis())) return t.skip('redis-server is not installed: apt-get install redis-server');
  const redis = await startRedis();
  t.after(() => redis.stop());
  const environment = {
    RATE_LIMIT_PER_KEY: '1000',
    RATE_LIMIT_PER_ADDRESS: '200',
    REDIS_URL: redis.url,
  };
  const [one, two] = [await startTestApp({ on, environment }), await startTestApp({ on, environment })];
  t.after(() => one.close());
  t.after(() => two.close());
  const host = await makeHost(on);
  await inOneMinute();
  let allowed = 0;
  const askCounted = async (app: TestApp): Promise<Answer> => {
    const answer = await ask(app, '/events', { key: host });
    if (answer.status === 200) allowed += 1;
    return answer;
  };
  // So many that the second hears of all of them long before it has let through as many itself.
  for (let n = 0; n < 100; n++) await askCounted(one);
  await until('the second to hear of the first', async () => {
    const { headers } = await askCounted(two);
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]) === 200 - allowed;
  });
  await until('the second to refuse', async () => (await askCounted(two)).status === 429);
  assert.equal(allowed, 200);
  await until('the first to refuse too', async () => (await askCounted(one)).status === 429);
  // Each may let a few through before it hears of the other, and no more than it had left itself.
  assert.ok(allowed <= 300, `${allowed} were let through`);
});
