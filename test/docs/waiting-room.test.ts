import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { WAITING_ROOM_LIMITS } from '../../src/rules/waiting-room.ts';
import { hashOf, makeSeed, rankOf } from '../../src/waiting-room/draw.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { openTestRoom } from '../harness/open-test-room.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const page = await readFile(path.join(ROOT, 'docs/waiting-room.md'), 'utf8');
const blockOf = (language: string): string => {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page) ?? [];
  assert.ok(code, `docs/waiting-room.md has ${language}`);
  return code;
};

// A script waits for its turn for some seconds; on a busy machine everything takes longer.
const PATIENCE_MS = 120_000;

let on: TestApp;
let host: TestHost;
let folder: string;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-reader-'));
});
after(async () => {
  await on.close();
  await rm(folder, { recursive: true, force: true });
});

async function eventWithRoom(settings: Parameters<typeof openTestRoom>[2] = {}) {
  const event = await makeEvent(on, host);
  await openTestRoom({ ...on, database: on.app.database }, event.slug, settings);
  return event;
}

async function run(name: string, code: string, words: string[] = []): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, code);
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { timeout: PATIENCE_MS });
  return stdout;
}

test('the settings have the limits that the product has', () => {
  const limits = [...page.matchAll(/^\| ([\w ]+), (\d[\d,]*) to (\d[\d,]*) \|/gm)].map(
    ([, name, min = '', max = '']) => [name, ...[min, max].map((text) => Number(text.replaceAll(',', '')))],
  );
  const { perMinute, mostInside, admissionMinutes } = WAITING_ROOM_LIMITS;
  assert.deepEqual(limits, [
    ['people a minute', perMinute.min, perMinute.max],
    ['most inside', mostInside.min, mostInside.max],
    ['minutes', admissionMinutes.min, admissionMinutes.max],
  ]);
});

test('the refusal of the page is the one that is answered', async () => {
  const { slug, skus } = await eventWithRoom({ drawsAt: new Date(Date.now() + 3_600_000) });
  const answer = await ask(on, `/events/${slug}/reservations`, {
    method: 'POST',
    key: host,
    headers: { 'x-device-id': randomUUID() },
    body: { items: [{ sku: skus[0], quantity: 1 }] },
  });
  const [head = '', body = ''] = (/^```\n(HTTP\/1\.1 429.*?)^```/ms.exec(page)?.[1] ?? '').split('\n\n');
  const told = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual(answer.body, { ...told, message: answer.body.message });
  const [start, ...headers] = head.split('\n');
  assert.equal(start, `HTTP/1.1 ${answer.status} Too Many Requests`);
  const shapeOf = (text: string): string =>
    text
      .replace(/\d+$/, 'N')
      .replace(/localhost:\d+/, 'localhost')
      .replace(/checkout\/[^/]+/, 'checkout/<slug>')
      .replace(/device=[^>]*/, 'device=…');
  assert.deepEqual(
    headers.map(shapeOf),
    ['Retry-After', 'Link'].map((name) => shapeOf(`${name}: ${answer.headers.get(name)}`)),
  );
});

test('the script with the client is in line, and holds when it is let in', async () => {
  const { slug } = await eventWithRoom();
  const client = pathToFileURL(path.join(ROOT, 'packages/client/src/client.ts')).href;
  const script = blockOf('js')
    .replace('http://localhost:3000', on.publicUrl)
    .replace('pk_…', host.publicKey)
    .replace('@tessera-tickets/client', client)
    .replace('lagos-rooftop-sessions', slug);
  const said = await run('shop.mjs', script);
  assert.match(said, /^(waiting: http\S+\/room\?device=\S+, again in \d+ s\n)+held: q_\w+\n$/);
});

test('the script that needs nothing of Tessera tells a draw that is fair from one that is not', async () => {
  const seed = makeSeed();
  const entries = Array.from({ length: 50 }, (): string => randomUUID()).sort((one, other) =>
    Buffer.compare(rankOf(seed, one), rankOf(seed, other)),
  );
  const hash = hashOf(seed).toString('hex');
  const verify = async (drawn: string[], published: string): Promise<string> => {
    const list = path.join(folder, 'draw.txt');
    const head = [`seed ${seed.toString('hex')}`, `hash ${hash}`, `count ${drawn.length}`];
    await writeFile(list, [...head, ...drawn, ''].join('\n'));
    return run('verify.mjs', blockOf('mjs'), [list, published]);
  };
  assert.equal(await verify(entries, hash), 'as drawn\n');
  const [first = '', second = '', ...others] = entries;
  assert.equal(await verify([second, first, ...others], hash), 'not as drawn\n');
  assert.equal(await verify(entries, hashOf(makeSeed()).toString('hex')), 'not as drawn\n');
});
