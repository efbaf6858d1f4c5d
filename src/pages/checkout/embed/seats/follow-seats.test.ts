import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { EventSource } from 'undici';
import { until } from '../../../../../test/harness/until.ts';
import { followSeats, type LiveSeats } from './follow-seats.ts';

// Stands in for the browser's own.
Object.assign(globalThis, { EventSource });

const ALL = (taken: number[]): string => `event: taken\ndata: ${JSON.stringify({ taken, free: [] })}\n\n`;

/** A page that follows a hall of three seats; what it is answered, by the number of its visit. */
async function follow(t: TestContext, answers: ((response: ServerResponse) => void)[]) {
  let visits = 0;
  let otherMaps = 0;
  const server = createServer((_request, response) => {
    const answer = answers[Math.min(visits, answers.length - 1)];
    visits += 1;
    answer?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const live: LiveSeats = followSeats(`http://127.0.0.1:${port}/seats/live`, 3, {
    onTaken: () => {},
    onOtherMap: () => (otherMaps += 1),
  });
  t.after(() => {
    live.stop();
    server.closeAllConnections();
    server.close();
  });
  return { live, visits: () => visits, otherMaps: () => otherMaps };
}

const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' });

test('a page that is told to come later knows all seats, comes again by itself, and warns of nothing', async (t) => {
  const warnings: boolean[] = [];
  const told = (seat: number) => (response: ServerResponse) =>
    stream(response).end(`retry: 20\n\n${ALL([seat])}event: later\ndata: {}\n\n`);
  const { live, visits } = await follow(t, [
    told(0),
    told(1),
    (response) => void stream(response).write(ALL([2])),
  ]);
  live.isConnected.subscribe((isConnected) => warnings.push(!isConnected));
  await until('the third visit to tell', () => live.isTaken(2));
  assert.deepEqual([live.isTaken(0), live.isTaken(1)], [false, false], 'each visit tells of all seats');
  assert.equal(visits(), 3);
  assert.deepEqual(warnings, [false]);
});

test('a page whose stream ends for no reason warns until it is back', async (t) => {
  let goOn = (): void => {};
  const { live } = await follow(t, [
    (response) => stream(response).end(`retry: 20\n\n${ALL([0])}`),
    (response) => {
      stream(response).flushHeaders();
      goOn = () => response.write(ALL([1]));
    },
  ]);
  await until('the warning', () => live.isTaken(0) && !live.isConnected.value);
  await until('it to be back', () => {
    goOn();
    return live.isTaken(1);
  });
  assert.equal(live.isConnected.value, true);
});

const NAMED = (map: string, taken: number[]): string => `id: ${map}\n${ALL(taken)}`;

test('a page is told of another map once, and what is said of that one changes nothing of the one it has', async (t) => {
  const { live, otherMaps, visits } = await follow(t, [
    (response) => {
      const text = `${NAMED('one', [0])}event: map\ndata: {}\n\n${NAMED('two', [1, 2])}`;
      stream(response).write(`retry: 20\n\n${text}`);
    },
  ]);
  await until('the news', () => otherMaps() > 0);
  assert.deepEqual([live.isTaken(0), live.isTaken(1), live.isTaken(2)], [true, false, false]);
  assert.deepEqual([otherMaps(), visits()], [1, 1]);
});

test('a page that was away while the map changed is told when it is back', async (t) => {
  const { live, otherMaps } = await follow(t, [
    (response) => stream(response).end(`retry: 20\n\n${NAMED('one', [0])}event: later\ndata: {}\n\n`),
    (response) => void stream(response).write(NAMED('two', [2])),
  ]);
  await until('the other map', () => otherMaps() > 0);
  assert.deepEqual([live.isTaken(0), live.isTaken(2)], [true, false]);
});
