import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readStreamState, type StreamState } from '../../src/stream/switch-stream.ts';
import { buy } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { ownPort } from '../harness/own-port.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

// Of a free order with two tickets: created, confirmed, and each ticket.
const EVENTS_OF_AN_ORDER = 4;

const OFF = { isOn: false, isFull: false, gaps: [], waiting: 0, oldestWaitsSeconds: null };

// Nobody listens where RabbitMQ should be: what the commands do needs none.
describe('the stream command, while RabbitMQ is away', () => {
  let rabbit: { RABBITMQ_URL: string };
  let on: TestApp;
  let host: TestHost;
  let event: { slug: string; skus: string[] };
  before(async () => {
    on = await startTestApp();
    rabbit = { RABBITMQ_URL: `amqp://guest:guest@127.0.0.1:${await ownPort()}` };
    host = await makeHost(on);
    event = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  });
  after(() => on.close());

  const stream = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['stream', ...words]);
  const state = (): Promise<StreamState> => readStreamState(on.app.database);
  const statusAsJson = async (): Promise<StreamState> => {
    const { code, stdout, stderr } = await stream('status', '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as StreamState;
  };
  const buyOnce = async (): Promise<void> => {
    const cart = { slug: event.slug, items: [{ sku: event.skus[0], quantity: 2 }] };
    assert.equal((await buy(on, host, cart)).status, 'confirmed');
  };

  test('before anybody has switched it on it is off, and to switch it off changes nothing', async () => {
    await buyOnce();
    assert.equal(
      saidBy(await stream('status')),
      '  The event stream is off.\n  No events are waiting for RabbitMQ.\n',
    );
    assert.deepEqual(await statusAsJson(), OFF);
    assert.equal(saidBy(await stream('off')), '  It was off; 0 events that waited are dropped.\n');
  });

  test('a process that starts with RABBITMQ_URL switches it on for all; status tells what waits; off drops it and writes none', async () => {
    const publisher = await startTestApp({ on, environment: rabbit });
    try {
      assert.equal(
        saidBy(await stream('status')),
        '  The event stream is on.\n  No events are waiting for RabbitMQ.\n',
      );
      // By the process that was started without it.
      await buyOnce();
      await buyOnce();
      const waiting = 2 * EVENTS_OF_AN_ORDER;
      assert.match(
        saidBy(await stream('status')),
        new RegExp(
          `^ {2}The event stream is on\\.\\n {2}${waiting} events are waiting for RabbitMQ, the oldest for \\d+ s\\.\\n$`,
        ),
      );
      const told = await statusAsJson();
      assert.deepEqual([told.isOn, told.waiting], [true, waiting]);
      await until('the oldest to have waited', async () => {
        const { oldestWaitsSeconds } = await statusAsJson();
        return Number(oldestWaitsSeconds) > Number(told.oldestWaitsSeconds);
      });
      const health = await ask(publisher, '/health');
      assert.equal(health.body.data.data.rabbitmq, false);
      const reason = 'RabbitMQ does not take events: they wait in the database';
      await until('the log to say why', () => publisher.logLines().some((line) => line.includes(reason)));

      assert.equal(saidBy(await stream('off')), `  It is off; ${waiting} events that waited are dropped.\n`);
      await buyOnce();
      assert.deepEqual(await state(), OFF);
      assert.equal(saidBy(await stream('off')), '  It was off; 0 events that waited are dropped.\n');
    } finally {
      await publisher.close();
    }
    const again = await startTestApp({ on, environment: rabbit });
    try {
      assert.equal((await state()).isOn, true, 'one that starts with it switches it on again');
    } finally {
      await again.close();
    }
    await buyOnce();
    assert.equal((await state()).waiting, EVENTS_OF_AN_ORDER, 'to take RABBITMQ_URL away is not enough');
  });

  test('it says what it can’t do, and nothing is changed', async () => {
    const first = await state();
    const [none, help, switchOn, json, more, option] = await Promise.all([
      stream(),
      stream('help'),
      stream('on'),
      stream('off', '--json'),
      stream('off', 'now'),
      stream('off', '--all'),
    ]);
    assert.equal(none.stdout, help.stdout);
    for (const word of ['status', 'off', '--json', 'RABBITMQ_URL'])
      assert.ok(help.stdout.includes(word), word);
    for (const run of [switchOn, json, more])
      assert.deepEqual([run.code, run.stderr], [1, `\ntessera: There is no such command.\n\n${help.stdout}`]);
    assert.match(refusalOf(option), /^Unknown option '--all': see tessera stream help/);
    const { isOn, waiting } = await state();
    assert.deepEqual([isOn, waiting], [first.isOn, first.waiting]);
  });
});
