import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { startReceiver } from './receiver.ts';
import { FAST, makeWorld, untilEnded, type World } from './world.ts';

const ROOT = path.join(import.meta.dirname, '../..');

type Run = { code: number; stdout: string; stderr: string };

const environmentOf = (world: World, allow: string) => ({
  PATH: process.env['PATH'],
  ENVIRONMENT: 'development',
  DATABASE_URL: world.url,
  SECRET_KEY: world.secretKeys.current.bytes.toString('hex'),
  WEBHOOK_ALLOW: allow,
});

/** As `npm run -s tessera -- webhooks …` beside a running program. */
function tessera(world: World, allow: string, words: string[]): Promise<Run> {
  const env = environmentOf(world, allow);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['src/bin/tessera.ts', 'webhooks', ...words],
      { cwd: ROOT, env },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test('the webhooks command does all that a host can do with receivers, for people and for programs', async (t) => {
  const world = await makeWorld(t);
  let isUp = true;
  const receiver = await startReceiver(t, (response) => response.writeHead(isUp ? 200 : 500).end());
  const event = await world.sell(0);
  await world.startDeliverer({ allow: [receiver.address], schedule: { ...FAST, retryDelaysMs: [] } });
  const run = (...words: string[]) => tessera(world, receiver.address, words);
  const ask = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(...words, '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };

  const added = await ask('add', event.slug, `${receiver.url}#x`);
  assert.equal(added.url, receiver.url);
  assert.partialDeepStrictEqual(await ask('list', event.slug), [
    { id: added.subscriptionId, url: receiver.url, isEnabled: true },
  ]);
  assert.match((await run('list', event.slug)).stdout, new RegExp(`on  ${receiver.url}`));

  assert.partialDeepStrictEqual(await ask('test', event.slug, receiver.url), {
    eventType: 'WEBHOOK_TEST',
    status: 'delivered',
    attempts: [{ statusCode: 200 }],
  });

  isUp = false;
  const { reference } = await world.buy(event);
  await untilEnded(world.database);
  const [failed] = await ask('deliveries', event.slug, '--status', 'failed');
  assert.partialDeepStrictEqual(failed, {
    reference,
    status: 'failed',
    attempts: [{ attempt: 1, statusCode: 500 }],
  });
  assert.match((await run('deliveries', event.slug, '--limit', '1')).stdout, /The receiver answered 500\./);

  isUp = true;
  const { deliveryId } = await ask('redeliver', event.slug, failed.id);
  await untilEnded(world.database);
  const [latest] = await ask('deliveries', event.slug, '--limit', '1');
  assert.partialDeepStrictEqual(latest, {
    id: deliveryId,
    redeliveryOf: failed.id,
    status: 'delivered',
    reference,
  });
  assert.deepEqual(await ask('redeliver', event.slug, '--failed'), { count: 0, hasMore: false });

  await ask('disable', event.slug, added.subscriptionId);
  assert.partialDeepStrictEqual(await ask('list', event.slug), [{ isEnabled: false }]);
  await ask('enable', event.slug, receiver.url);
  assert.partialDeepStrictEqual(await ask('list', event.slug), [{ isEnabled: true }]);
  await ask('remove', event.slug, receiver.url);
  assert.deepEqual(await ask('list', event.slug), []);
});

test('failed deliveries of all events of a host, or of all hosts, are sent again in one go', async (t) => {
  const world = await makeWorld(t);
  const receivers = [];
  for (let nr = 0; nr < 3; nr += 1)
    receivers.push(await startReceiver(t, (response) => response.writeHead(500).end()));
  const allow = receivers.map(({ address }) => address);
  const mine = await world.sell(0);
  const events = [mine, await world.sell(0, { host: mine.host }), await world.sell(0)];
  for (const [nr, event] of events.entries()) {
    const receiver = receivers[nr];
    assert.ok(receiver);
    await world.subscribe(event, receiver);
  }
  const deliverer = await world.startDeliverer({ allow, schedule: { ...FAST, retryDelaysMs: [] } });
  for (const event of events) await world.buy(event);
  await world.buy(mine);
  await untilEnded(world.database);
  await deliverer.stop();
  const run = (...words: string[]) => tessera(world, allow.join(','), words);
  const slugs = events.map(({ slug }) => slug);

  const ofHost = await run('redeliver', '--failed', '--host', mine.host.hostId, '--json');
  assert.deepEqual(JSON.parse(ofHost.stdout), {
    count: 3,
    events: [
      { slug: slugs[0], count: 2 },
      { slug: slugs[1], count: 1 },
    ].sort((a, b) => ((a.slug ?? '') < (b.slug ?? '') ? -1 : 1)),
  });
  const ofAll = await run('redeliver', '--failed', '--all');
  assert.match(ofAll.stdout, new RegExp(`^ {2}1 of ${slugs[2]}\n {2}1 on their way again\\.$`, 'm'));
  assert.match((await run('redeliver', '--failed', '--all')).stdout, /^ {2}0 on their way again\.$/m);
  const { rows } = await world.database.query<{ host_id: string }>(
    `SELECT host_id FROM audit_log WHERE action = 'webhook.redeliver_failed' ORDER BY id`,
  );
  const [own, other] = [mine.host.hostId, events[2]?.host.hostId];
  assert.deepEqual(
    rows.map((row) => row.host_id),
    [own, own, other],
    'a line in the log of each host, for each event',
  );
  for (const words of [
    ['redeliver', slugs[0] ?? '', '--failed', '--all'],
    ['redeliver', '--all'],
    ['deliveries', '--all'],
    ['redeliver', '--failed', '--all', '--host', own],
  ])
    assert.match((await run(...words)).stderr, /^\ntessera: --host and --all are for webhooks redeliver/);
});

test('the command says in one line what it can’t do, and ends with a code of its own', async (t) => {
  const world = await makeWorld(t);
  const event = await world.sell(0);
  const refused = [
    [['add', event.slug, 'http://93.184.216.34/'], /url must use HTTPS/],
    [['add', event.slug, 'https://10.0.0.1/'], /url must point to a public address/],
    [['add', 'no-such-event', 'https://93.184.216.34/'], /There is no event "no-such-event"/],
    [['enable', event.slug, 'https://93.184.216.34/'], /The event has no receiver/],
    [['redeliver', event.slug, 'x'], /There is no such delivery/],
    [['deliveries', event.slug, '--status', 'lost'], /--status takes one of/],
    [['redeliver', event.slug, '--failed', '--from', 'yesterday'], /--from takes a time/],
    [['redeliver', event.slug, 'x', '--failed'], /webhooks redeliver takes fewer words/],
    [['list', event.slug, 'more'], /webhooks list takes fewer words/],
    [['dance', event.slug], /There is no such command/],
    [['list'], /needs an event's slug/],
  ] as const;
  const runs = await Promise.all(refused.map(([words]) => tessera(world, '127.0.0.1:1', [...words])));
  for (const [index, [words, message]] of refused.entries()) {
    const { code, stderr = '' } = runs[index] ?? {};
    assert.equal(code, 1, words.join(' '));
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\.ts:\d/);
  }
  const help = await tessera(world, '127.0.0.1:1', ['help']);
  assert.equal(help.code, 0);
  for (const word of ['add', 'list', 'enable', 'disable', 'remove', 'test', 'deliveries', 'redeliver'])
    assert.match(help.stdout, new RegExp(`\\b${word}\\b`));
});

/** With a standard output that nobody reads: it is closed before the command starts, which waits for a line until then. */
async function tesseraUnread(world: World, words: string[]): Promise<{ code: number; stderr: string }> {
  const child = spawn(
    'sh',
    ['-c', 'read go && exec "$@"', 'sh', process.execPath, 'src/bin/tessera.ts', ...words],
    { cwd: ROOT, env: environmentOf(world, '127.0.0.1:1') },
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'close');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.end('go\n');
  const [code] = await ended;
  return { code, stderr };
}

test('a command whose output nobody reads to its end does its work and ends quietly', async (t) => {
  const world = await makeWorld(t);
  const event = await world.sell(0);
  const commands = [
    ['help'],
    ['check'],
    ['webhooks', 'add', event.slug, 'http://127.0.0.1:1/'],
    ['webhooks', 'list', event.slug],
    ['webhooks', 'list', event.slug, '--json'],
  ];
  for (const words of commands) {
    const { code, stderr } = await tesseraUnread(world, words);
    assert.doesNotMatch(stderr, /EPIPE|\.ts:\d|node:/, words.join(' '));
    assert.equal(code, 0, words.join(' '));
  }
  const { rows } = await world.database.query('SELECT url FROM webhook_subscriptions');
  assert.deepEqual(rows, [{ url: 'http://127.0.0.1:1/' }]);
});
