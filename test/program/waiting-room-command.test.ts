import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { hashOf, makeSeed, rankOf } from '../../src/waiting-room/draw.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { openTestRoom } from '../harness/open-test-room.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { verifyInPython, withoutPython } from '../harness/verify-in-python.ts';
import { ownPort } from '../harness/own-port.ts';
import { refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const seed = makeSeed();
const hash = hashOf(seed).toString('hex');
const COUNT = 20_000;

const entries = Array.from({ length: COUNT }, (): string => randomUUID())
  .map((entry) => ({ entry, rank: rankOf(seed, entry).toString('hex') }))
  .sort((one, other) => (one.rank < other.rank ? -1 : 1))
  .map(({ entry }) => entry);
const listOf = (drawn: string[], head: Partial<Record<'seed' | 'hash' | 'count', string>> = {}): string => {
  const { seed: told = seed.toString('hex'), hash: promised = hash, count = String(drawn.length) } = head;
  return `seed ${told}\nhash ${promised}\ncount ${count}\n${drawn.map((entry) => `${entry}\n`).join('')}`;
};
const at = (index: number): string => entries[index] ?? '';

describe('the waiting-room command', () => {
  let folder: string;
  let answer: (response: ServerResponse) => void = (response) => response.end();
  const server = createServer((_request, response) => answer(response));
  let url: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tessera-draw-'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkout/a-concert/room/draw`;
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  // With nothing in the environment: whoever verifies runs no Tessera.
  const verify = (...words: string[]): Promise<Run> => runCommand({}, ['waiting-room', 'verify', ...words]);
  const inFile = async (text: string | Buffer): Promise<string> => {
    const file = path.join(folder, `${randomUUID()}.txt`);
    await writeFile(file, text);
    return file;
  };
  /** Its words about a list that is not as drawn, and that it says nothing else. */
  const problemOf = ({ code, stdout, stderr }: Run): string => {
    assert.deepEqual([code, stderr], [2, ''], stdout);
    const [, problem] = /^(?: {2}[✓…].*\n)+ {2}The draw does NOT match its seed\. (.*)\n$/.exec(stdout) ?? [];
    assert.ok(problem, stdout);
    return problem;
  };

  test('a list that follows from its seed is as drawn, from a file and from an address', async () => {
    const file = await inFile(listOf(entries));
    answer = (response) => response.end(listOf(entries));
    for (const source of [file, url]) {
      assert.equal(
        saidBy(await verify(source)),
        `  The draw matches its seed: 20,000 entries, each in its place by rank.\n  Its hash is ${hash}. Compare it with the hash that the waiting room showed before the draw.\n`,
      );
    }
    const known = saidBy(await verify(file, '--hash', hash.toUpperCase(), '--entry', at(1_234)));
    assert.match(known, /\n {2}The seed matches the hash you gave\.\n/);
    assert.match(known, new RegExp(`\\n {2}Entry ${at(1_234)} has place 1,235\\.\\n$`));
    const stranger = randomUUID();
    const left = saidBy(await verify(file, '--entry', stranger));
    assert.ok(left.endsWith(`  Entry ${stranger} was not in the draw: it joined later, or was left out.\n`));
    assert.match(saidBy(await verify(await inFile(listOf([])))), /matches its seed: 0 entries/);
  });

  test('a program that shares nothing with ours finds the same', { skip: withoutPython }, () => {
    const swapped = entries.with(70, at(71)).with(71, at(70));
    assert.equal(verifyInPython(listOf(entries), hash), '');
    assert.match(verifyInPython(listOf(swapped), hash), /not in the order/);
    assert.match(verifyInPython(listOf([...entries, at(0)]), hash), /not as long/);
    assert.match(verifyInPython(listOf(entries), hashOf(makeSeed()).toString('hex')), /another seed/);
  });

  test('the draw of a real room is as its seed says, by the hash that was there before it', async () => {
    const on = await startTestApp({ environment: { TRUST_PROXY: 'loopback' } });
    try {
      const { slug, eventId } = await makeEvent(on, await makeHost(on));
      const address = `${on.publicUrl}/checkout/${slug}/room`;
      const drawsAt = new Date(Date.now() + 3_600_000);
      await openTestRoom({ ...on, database: on.app.database }, slug, { drawsAt });
      const mine: string = randomUUID();
      const others = Array.from({ length: 40 }, (): string => randomUUID());
      for (const entry of [...others, mine]) {
        const joined = await fetch(`${address}/entries`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ entry }),
        });
        assert.equal(joined.status, 201);
      }
      const state = (await (await fetch(`${address}/state`)).json()) as {
        data: { seedHash: string; seed: null };
      };
      assert.equal(state.data.seed, null);
      assert.match(
        refusalOf(await verify(`${address}/draw`)),
        /answered 409: The draw has not been made yet\.$/,
      );

      await on.app.database.query('UPDATE waiting_rooms SET draws_at = now() WHERE event_id = $1', [eventId]);
      await until('the line to be drawn', async () => (await fetch(`${address}/draw`)).status === 200);
      const said = saidBy(await verify(`${address}/draw`, '--hash', state.data.seedHash, '--entry', mine));
      assert.match(said, /matches its seed: 41 entries, each in its place by rank\.\n {2}The seed matches/);
      assert.match(said, new RegExp(`\\n {2}Entry ${mine} has place \\d+\\.\\n$`));
    } finally {
      await on.close();
    }
  });

  test('every change in it is named, with its place, and ends with 2', async () => {
    const swapped = entries.with(70, at(71)).with(71, at(70));
    assert.match(problemOf(await verify(await inFile(listOf(swapped)))), /^Place 72: /);
    assert.match(problemOf(await verify(await inFile(listOf([randomUUID(), ...entries])))), /^Place [12]: /);
    const twice = entries.toSpliced(9, 0, at(9));
    assert.match(problemOf(await verify(await inFile(listOf(twice)))), /^Place 11: .* twice/);
    const cut = await inFile(listOf(entries.slice(0, -1), { count: String(COUNT) }));
    assert.match(problemOf(await verify(cut)), /19999 .*20000/);
    assert.match(problemOf(await verify(await inFile(listOf(['not-an-entry'])))), /^Place 1: "not-an-entry"/);

    const other = makeSeed();
    const otherSeed = await inFile(listOf(entries, { seed: other.toString('hex') }));
    assert.match(problemOf(await verify(otherSeed)), /seed does not match the hash/);
    const file = await inFile(listOf(entries));
    const promised = hashOf(other).toString('hex');
    assert.match(problemOf(await verify(file, '--hash', promised)), /its seed is not the promised one/);
  });

  test('a file that is not a list is refused with 1 and one sentence, however long it is', async () => {
    const missing = refusalOf(await verify(path.join(folder, 'none.txt')));
    assert.match(missing, /^There is no file /);
    assert.match(refusalOf(await verify(folder)), /^There is no file /);
    for (const text of ['', '<!doctype html>\n', `hash ${hash}\n`, 'seed xyz\n'])
      assert.match(refusalOf(await verify(await inFile(text))), /is not a draw list: "seed" is missing/);
    const endless = await inFile(Buffer.alloc(5 * 1024 * 1024, 'x'));
    assert.match(refusalOf(await verify(endless)), /has a line of more than 200 characters/);

    answer = (response) =>
      response
        .writeHead(409, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ message: 'The line is drawn later.', status: 409, error_code: 'wrong_state' }));
    assert.equal(refusalOf(await verify(url)), `${url} answered 409: The line is drawn later.`);
    answer = (response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    assert.equal(refusalOf(await verify(url)), `${url} answered 502.`);
    answer = (response) => {
      response.write(listOf(entries.slice(0, 2_000)), () => response.destroy());
    };
    assert.match(refusalOf(await verify(url)), /can't be read: /, 'a half of a list is no verdict');
    const nobody = `http://127.0.0.1:${await ownPort()}/room/draw`;
    assert.match(refusalOf(await verify(nobody)), /can't be read: .*ECONNREFUSED/);
  });

  test('it says what it does not take', async () => {
    const help = await runCommand({}, ['waiting-room', 'help']);
    assert.equal((await runCommand({}, ['waiting-room'])).stdout, help.stdout);
    for (const word of ['verify <file|url>', '--hash', '--entry'])
      assert.ok(help.stdout.includes(word), word);
    assert.match((await runCommand({}, ['help'])).stdout, /^ {2}waiting-room <command> /m);
    const other = await runCommand({}, ['waiting-room', 'draw']);
    assert.deepEqual(
      [other.code, other.stderr],
      [1, `\ntessera: There is no such command.\n\n${help.stdout}`],
    );
    assert.match(refusalOf(await verify()), /takes one file or address/);
    assert.match(refusalOf(await verify('a', 'b')), /takes one file or address/);
    assert.match(refusalOf(await verify('a', '--hash', 'abc')), /^--hash takes the 64/);
    assert.match(refusalOf(await verify('a', '--entry', '7')), /^--entry takes/);
    assert.match(refusalOf(await verify('a', '--all')), /^Unknown option '--all'/);
  });
});
