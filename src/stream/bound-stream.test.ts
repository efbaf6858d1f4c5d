import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buy } from '../../test/harness/buy.ts';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { boundStreamJob } from './bound-stream.ts';
import { readStreamState, switchStream, type StreamState } from './switch-stream.ts';

// Of a free order with one ticket: created, confirmed, issued.
const EVENTS_OF_AN_ORDER = 3;
const MAX_WAITING = 2 * EVENTS_OF_AN_ORDER;

let on: TestApp;
let buyOnce: () => Promise<unknown>;
before(async () => {
  on = await startTestApp();
  const host = await makeHost(on);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  buyOnce = () => buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
});
after(() => on.close());

const state = (): Promise<StreamState> => readStreamState(on.app.database);
const logged: string[] = [];
const logger = {
  info: (message: string) => void logged.push(message),
  error: (_fields: object, message: string) => void logged.push(message),
} as unknown as Parameters<typeof boundStreamJob>[0]['logger'];
const bound = (): Promise<void> =>
  boundStreamJob({ database: on.app.database, logger }, { maxWaiting: MAX_WAITING }).run(
    {},
    { jobId: '', attempt: 1, signal: new AbortController().signal },
  );
const publish = (count: number): Promise<unknown> =>
  on.app.database.query(
    'DELETE FROM stream_events WHERE sequence IN (SELECT sequence FROM stream_events ORDER BY sequence LIMIT $1)',
    [count],
  );

test('too many events wait: no more are recorded, sales go on, and the time without them is on record', async () => {
  await switchStream(on.app.database, { isOn: true });
  await buyOnce();
  await buyOnce();
  await bound();
  assert.partialDeepStrictEqual(await state(), { isOn: true, isFull: false, waiting: MAX_WAITING, gaps: [] });
  await buyOnce();
  await bound();
  await bound();
  assert.deepEqual(logged, [
    'the event stream is full: no event is recorded until RabbitMQ takes those that wait',
  ]);
  await buyOnce();
  const full = await state();
  assert.deepEqual(
    [full.isOn, full.isFull, full.waiting, full.gaps.map(({ to }) => to)],
    [false, true, 3 * EVENTS_OF_AN_ORDER, [null]],
  );
  // Half of them must be gone: it would else be switched with every few events.
  await publish(EVENTS_OF_AN_ORDER + 1);
  await bound();
  assert.equal((await state()).isOn, false);
  await publish(MAX_WAITING - EVENTS_OF_AN_ORDER);
  await bound();
  await buyOnce();
  const again = await state();
  assert.partialDeepStrictEqual(again, { isOn: true, isFull: false });
  assert.equal(again.gaps.length, 1);
  const [gap] = again.gaps;
  assert.ok(gap?.to && gap.from < gap.to);
  assert.equal(logged.length, 2);
});

test('switched off by the operator while it is full, it stays off', async () => {
  await publish(100);
  await buyOnce();
  await buyOnce();
  await buyOnce();
  await bound();
  assert.equal((await state()).isFull, true);
  await switchStream(on.app.database, { isOn: false });
  await publish(100);
  await bound();
  assert.partialDeepStrictEqual(await state(), { isOn: false, isFull: false, waiting: 0 });
});
