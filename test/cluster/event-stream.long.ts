import { connect } from 'amqplib';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { OPERATOR } from '../../src/audit/actor.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { makeMessage } from '../../src/stream/make-message.ts';
import { readOutbox, type OutboxRow } from '../../src/stream/outbox.ts';
import { STREAM_EXCHANGE, STREAM_QUEUE } from '../../src/stream/stream-names.ts';
import { readStreamState } from '../../src/stream/switch-stream.ts';
import { signTicketCode } from '../../src/tickets/ticket-code.ts';
import { buy, pay, storedOrder, untilStatus } from '../harness/buy.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { hasRabbit, startRabbitCluster, type RabbitCluster } from '../harness/rabbit-cluster.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilEqual } from '../harness/until.ts';
import { besideOf, runCommand, saidBy } from '../program/run-command.ts';
import { openCrashStage } from './crash-stage.ts';

// A cluster that has lost a node elects a leader, and a process that was turned away waits up to half a minute.
const PATIENCE_MS = 180_000;
const BUYERS = 4;

type Event = Awaited<ReturnType<typeof makeEvent>>;
type Read = { id: string; sequence: number; routingKey: string; body: string };

/** All that was published of a host, from the first message on, by a plain consumer: up to one that is put behind all that was confirmed. */
async function readStream(url: string, { hostId }: TestHost): Promise<Read[]> {
  const connection = await connect(url);
  try {
    const channel = await connection.createConfirmChannel();
    const end = randomUUID();
    channel.sendToQueue(STREAM_QUEUE, Buffer.from('{}'), { messageId: end });
    await channel.waitForConfirms();
    await channel.prefetch(200);
    const read: Read[] = [];
    let isRead = false;
    await channel.consume(
      STREAM_QUEUE,
      (message) => {
        assert(message, 'the stream was taken away');
        channel.ack(message);
        const { messageId, headers } = message.properties;
        const { routingKey } = message.fields;
        if (messageId === end) isRead = true;
        else if (routingKey.startsWith(`${hostId}.`))
          read.push({
            id: String(messageId),
            sequence: Number(headers?.['sequence']),
            routingKey,
            body: message.content.toString(),
          });
      },
      { arguments: { 'x-stream-offset': 'first' } },
    );
    await until('the end of the stream', () => isRead, PATIENCE_MS);
    return read;
  } finally {
    await connection.close();
  }
}

const timesRead = (read: Read[]): Map<string, number> => {
  const times = new Map<string, number>();
  for (const { id } of read) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
};

const skip = (await hasRabbit())
  ? false
  : "Debian's rabbitmq-server is not installed: nothing was published to a real cluster";

suite('the event stream to a cluster of three RabbitMQ nodes', { skip }, () => {
  let cluster: RabbitCluster;
  let on: TestApp;
  let second: TestApp;
  let host: TestHost;
  let event: Event;

  before(async () => {
    cluster = await startRabbitCluster();
    const environment = { RABBITMQ_URL: cluster.nodes.map(({ url }) => url).join(',') };
    on = await startTestApp({ environment });
    second = await startTestApp({ on, environment });
    host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
    event = await makeEvent(on, host, {
      ticketTypes: [
        { priceMinor: 500_000, capacity: 5_000 },
        { priceMinor: 0, capacity: 5_000 },
      ],
    });
    // Published rows are deleted: the stream is compared with a copy of all that was ever written.
    await on.app.database.query('CREATE TABLE all_events AS SELECT * FROM stream_events');
    await on.app.database.query(`CREATE FUNCTION keep_event() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO all_events SELECT new.*; RETURN NULL; END $$`);
    await on.app.database.query(
      'CREATE TRIGGER kept AFTER INSERT ON stream_events FOR EACH ROW EXECUTE FUNCTION keep_event()',
    );
  });
  after(async () => {
    await second?.close();
    await on?.close();
    await cluster?.stop();
  });

  const connected = (which: TestApp) => async (): Promise<boolean> =>
    (await ask(which, '/health')).body.data.data.rabbitmq;

  /** The ids of what waits, in order. */
  const outbox = async (): Promise<string[]> =>
    (await readOutbox(on.app.database, 10_000)).map(({ id }) => id);

  const published = (): Promise<unknown> =>
    until(
      'everything to be published',
      async () => (await readStreamState(on.app.database)).waiting === 0,
      PATIENCE_MS,
    );

  /** A purchase, an admission of each ticket, and of every other order a refund. */
  const serveBuyer = async (nr: number): Promise<void> => {
    const isPaid = nr % 2 === 0;
    const at = nr % 3 === 0 ? second : on;
    const bought = await buy(at, host, {
      slug: event.slug,
      items: [{ sku: event.skus[isPaid ? 0 : 1], quantity: 2 }],
    });
    if (isPaid) await pay(bought.checkoutUrl);
    await untilStatus(on, bought.reference, 'confirmed');
    const { id: orderId } = await storedOrder(on, bought.reference);
    const { rows } = await on.app.database.query<{ serial: string }>(
      'SELECT serial FROM tickets WHERE order_id = $1 ORDER BY position',
      [orderId],
    );
    for (const { serial } of rows)
      await on.app.database.transaction((tx) =>
        admitTicket(tx, on.secretKeys, {
          eventId: event.eventId,
          code: signTicketCode(on.secretKeys.current, { eventId: event.eventId, serial }),
        }),
      );
    if (!isPaid) return;
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    await untilStatus(on, bought.reference, 'refunded');
  };

  const serveBuyers = async (count: number): Promise<void> => {
    const numbers = Array.from({ length: count }, (_, nr) => nr);
    const serve = async (): Promise<void> => {
      for (let nr = numbers.pop(); nr !== undefined; nr = numbers.pop()) await serveBuyer(nr);
    };
    await Promise.all(Array.from({ length: BUYERS }, serve));
  };

  const written = async (): Promise<OutboxRow[]> =>
    (await on.app.database.query<OutboxRow>('SELECT * FROM all_events ORDER BY sequence')).rows;

  /** Every event at least once and as it was written, nothing else, and what is of one order in its order. */
  const assertWhole = async (read: Read[]): Promise<void> => {
    const first = new Map<string, Read>();
    for (const message of read) if (!first.has(message.id)) first.set(message.id, message);
    const expected = (await written()).map(makeMessage);
    assert.deepEqual([...first.keys()].toSorted(), expected.map(({ id }) => id).toSorted());
    for (const { id, routingKey, sequence, body } of expected)
      assert.deepEqual(first.get(id), { id, routingKey, sequence, body: body.toString() });
    // Sent again, it is the same.
    for (const message of read) assert.equal(message.body, first.get(message.id)?.body);
    const lastOf = new Map<string, number>();
    for (const { sequence, body } of first.values()) {
      const { data } = JSON.parse(body) as { data: Record<string, string> };
      const of = data['orderId'] ?? data['ticketId'] ?? '';
      assert.ok(sequence > (lastOf.get(of) ?? 0), `${of} is out of order at ${sequence}`);
      lastOf.set(of, sequence);
    }
  };

  /** The copy itself is held against the tables. */
  const assertAllTold = async (): Promise<void> => {
    const { rows } = await on.app.database.query<{ kind: string; told: number; there: number }>(
      `SELECT kind, (SELECT count(*) FROM all_events AS e WHERE e.kind = wanted.kind) AS told, there
         FROM (VALUES ('order.created', (SELECT count(*) FROM orders)),
                      ('order.confirmed', (SELECT count(*) FROM orders WHERE confirmed_at IS NOT NULL)),
                      ('order.refunded', (SELECT count(*) FROM orders WHERE status = 'refunded')),
                      ('ticket.issued', (SELECT count(*) FROM tickets)),
                      ('ticket.voided', (SELECT count(*) FROM tickets WHERE voided_at IS NOT NULL)),
                      ('refund.requested', (SELECT count(*) FROM refunds)),
                      ('refund.made', (SELECT count(*) FROM refunds WHERE status = 'succeeded')),
                      ('check_in.admitted', (SELECT count(*) FROM scans))) AS wanted (kind, there)`,
    );
    for (const { kind, told, there } of rows) {
      assert.ok(there > 0, `there was no ${kind}`);
      assert.equal(told, there, kind);
    }
  };

  test('the node that the product is connected to is killed in mid-sale: nothing is lost, nothing is made up, all is in order', async () => {
    await until(
      'both processes to be connected',
      async () => (await connected(on)()) && connected(second)(),
      PATIENCE_MS,
    );
    await serveBuyers(12);
    const [killed, other] = cluster.nodes;
    assert(killed && other);
    const selling = serveBuyers(24);
    await until('more to be written', async () => (await written()).length > 150, PATIENCE_MS);
    await killed.kill();
    await selling;
    await serveBuyers(8);
    await published();
    await until(
      'both to be connected to another node',
      async () => (await connected(on)()) && connected(second)(),
      PATIENCE_MS,
    );
    await assertAllTold();
    await assertWhole(await readStream(other.url, host));
  });

  test('messages that no queue takes are kept, and the binding is made again', async () => {
    const [, other] = cluster.nodes;
    assert(other);
    const connection = await connect(other.url);
    const channel = await connection.createChannel();
    await channel.unbindQueue(STREAM_QUEUE, STREAM_EXCHANGE, '#');
    await serveBuyers(4);
    await published();
    await connection.close();
    await assertWhole(await readStream(other.url, host));
  });

  test('RabbitMQ is short of memory: tickets are sold, events wait, and are published once there is room again', async (t) => {
    const [, other] = cluster.nodes;
    assert(other);
    await cluster.control('set_vm_memory_high_watermark', '0');
    let isShort = true;
    const giveRoom = async (): Promise<void> => {
      if (isShort) await cluster.control('set_vm_memory_high_watermark', '0.4');
      isShort = false;
    };
    t.after(giveRoom);
    await until(
      'buyers to be served while no event is taken',
      async () => {
        const [waiting, told] = [await outbox(), (await written()).length];
        await serveBuyers(2);
        const [now, toldNow] = [await outbox(), (await written()).length];
        const isGrown = toldNow > told && now.length === waiting.length + toldNow - told;
        return waiting.length > 0 && isGrown && isDeepStrictEqual(now.slice(0, waiting.length), waiting);
      },
      PATIENCE_MS,
    );
    const waiting = (await outbox()).length;
    const said = saidBy(await runCommand(besideOf(on), ['stream', 'status']));
    assert.match(
      said,
      new RegExp(`is on\\.\\n {2}${waiting} events are waiting for RabbitMQ, the oldest for \\d+ s\\.`),
    );
    for (const app of [on, second])
      await untilEqual([200, true], async () => {
        const { status, body } = await ask(app, '/health');
        return [status, body.data.data.rabbitmq];
      });
    await giveRoom();
    await published();
    await assertWhole(await readStream(other.url, host));
  });

  test('messages that RabbitMQ refuses are kept, and sent again as they were', async () => {
    const [, other] = cluster.nodes;
    assert(other);
    const connection = await connect(other.url);
    try {
      const channel = await connection.createConfirmChannel();
      // Full, it refuses what every other queue has taken.
      const { queue } = await channel.assertQueue(randomUUID(), {
        durable: true,
        arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' },
      });
      channel.sendToQueue(queue, Buffer.from('{}'));
      await channel.waitForConfirms();
      await channel.bindQueue(queue, STREAM_EXCHANGE, '#');
      const earlier = new Set((await written()).map(({ id }) => id));
      await serveBuyers(4);
      const twice = await until(
        'what was refused to come twice',
        async () => {
          const times = timesRead(await readStream(other.url, host));
          const found = [...times].flatMap(([id, count]) => (count > 1 && !earlier.has(id) ? [id] : []));
          return found.length > 0 && found;
        },
        PATIENCE_MS,
      );
      const waiting = new Set(await outbox());
      for (const id of twice) assert.ok(waiting.has(id), `${id} was refused, and is forgotten`);
      await channel.deleteQueue(queue);
    } finally {
      await connection.close();
    }
    await published();
    await assertWhole(await readStream(other.url, host));
  });

  test('killed after RabbitMQ has confirmed and before the outbox has forgotten, the program sends the same again', async (t) => {
    const [, other] = cluster.nodes;
    assert(other);
    const stage = await openCrashStage(t, { RABBITMQ_URL: cluster.nodes.map(({ url }) => url).join(',') });
    await stage.start();
    await stage.buy();
    await stage.untilForgetting();
    const confirmed = await readStream(other.url, stage.host);
    assert.ok(confirmed.length > 0, 'what is to be forgotten is in the stream');
    // While the publisher is stuck, sales go on.
    await stage.buy();
    await stage.kill();
    const events = (await stage.outbox()).map(makeMessage);
    assert.equal(events.length, 2 * stage.eventsOfAnOrder, 'none was forgotten');

    await stage.start();
    await until('everything to be published', async () => (await stage.outbox()).length === 0, PATIENCE_MS);
    const read = await readStream(other.url, stage.host);
    const times = timesRead(read);
    assert.deepEqual([...times.keys()].toSorted(), events.map(({ id }) => id).toSorted());
    for (const { id } of confirmed) assert.ok(Number(times.get(id)) >= 2, `${id} came once`);
    const bodies = new Map(events.map(({ id, body }) => [id, body.toString()]));
    for (const { id, body } of read) assert.equal(body, bodies.get(id));
  });
});
