import assert from 'node:assert/strict';
import { createServer as createHttp } from 'node:http';
import net from 'node:net';
import { test, type TestContext } from 'node:test';
import { ask } from '../../test/harness/client.ts';
import { ownPort } from '../../test/harness/own-port.ts';
import { startTestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { askOptionalServices } from './ask-optional-services.ts';

// Debian has no packages of OpenSearch, Neo4j and MongoDB: these servers say the few bytes that theirs say first.

type Talk = (socket: net.Socket, heard: Buffer) => void;

/** Listens for as long as the test runs, and counts who came. */
async function listen(t: TestContext, talk: Talk): Promise<{ port: number; count: () => number }> {
  const sockets = new Set<net.Socket>();
  let count = 0;
  const server = net.createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    let heard = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      talk(socket, heard);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as net.AddressInfo).port, count: () => count };
}

const silent: Talk = () => {};

/** Chooses Bolt 5.4 if it is offered a range that has it. */
const speakBolt: Talk = (socket, heard) => {
  if (heard.length < 20) return;
  const isBolt = heard.readUInt32BE(0) === 0x6060b017;
  const [, back = 0, minor = 0, major = 0] = heard.subarray(4, 8);
  const isOffered = major === 5 && minor >= 4 && minor - back <= 4;
  socket.write(Buffer.from(isBolt && isOffered ? [0, 0, 4, 5] : [0, 0, 0, 0]));
};

/** Answers `hello` by an OP_MSG whose document says { ok: 1.0 }, or 0.0, in two pieces. */
const speakMongo =
  (ok: number): Talk =>
  (socket, heard) => {
    if (heard.length < 16 || heard.length < heard.readInt32LE(0)) return;
    assert.equal(heard.length, heard.readInt32LE(0));
    assert.equal(heard.readInt32LE(12), 2013, 'OP_MSG');
    const document = heard.subarray(21);
    assert.equal(document.length, document.readInt32LE(0));
    assert.equal(document.at(-1), 0);
    assert.ok(document.includes(Buffer.from('\u0010hello\0\u0001\0\0\0')));
    assert.ok(document.includes(Buffer.from('\u0002$db\0\u0006\0\0\0admin\0')));
    const answer = Buffer.alloc(16 + 5 + 4 + 12 + 1);
    answer.writeInt32LE(answer.length, 0);
    answer.writeInt32LE(heard.readInt32LE(4), 8);
    answer.writeInt32LE(2013, 12);
    answer.writeInt32LE(17, 21);
    answer.write('\u0001ok\0', 25, 'latin1');
    answer.writeDoubleLE(ok, 29);
    socket.write(answer.subarray(0, 20));
    socket.write(answer.subarray(20));
  };

async function listenHttp(t: TestContext, status: number, body: string): Promise<string> {
  const server = createHttp((_request, response) => void response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

// A noisy machine may need longer than health waits.
const LONG_TIMEOUTS = { timeoutMs: 60_000 };
const NONE = { opensearch: null, neo4j: null, mongodb: null };
const OPENSEARCH = JSON.stringify({ version: { distribution: 'opensearch', number: '2.19.0' } });

test('without a URL nothing is asked, and the answer is no', async () => {
  const services = askOptionalServices(NONE);
  assert.deepEqual(
    [await services.opensearch(), await services.neo4j(), await services.mongodb()],
    [false, false, false],
  );
});

test('OpenSearch is there if it tells its version', async (t) => {
  const asked = async (status: number, body: string): Promise<boolean> =>
    askOptionalServices(
      { ...NONE, opensearch: await listenHttp(t, status, body) },
      LONG_TIMEOUTS,
    ).opensearch();
  assert.equal(await asked(200, OPENSEARCH), true);
  assert.equal(await asked(200, '{"hello":"world"}'), false);
  assert.equal(await asked(200, '<html>'), false);
  assert.equal(await asked(503, OPENSEARCH), false);
  assert.equal(await asked(200, `{"version":{"number":"1"},"x":"${'x'.repeat(100_000)}"}`), false);
});

test('Neo4j is there if it chooses a version of Bolt', async (t) => {
  const asked = async (talk: Talk): Promise<boolean> =>
    askOptionalServices(
      { ...NONE, neo4j: `neo4j://neo4j:secret@127.0.0.1:${(await listen(t, talk)).port}` },
      LONG_TIMEOUTS,
    ).neo4j();
  assert.equal(await asked(speakBolt), true);
  assert.equal(await asked((socket) => socket.write(Buffer.alloc(4))), false);
  assert.equal(await asked((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')), false);
  assert.equal(await asked((socket) => socket.end(Buffer.from([0, 0]))), false);
});

test('MongoDB is there if one of its hosts says hello', async (t) => {
  const good = await listen(t, speakMongo(1));
  const bad = await listen(t, speakMongo(0));
  const dead = await ownPort();
  const asked = (hosts: string): Promise<boolean> =>
    askOptionalServices(
      { ...NONE, mongodb: `mongodb://me:a%40b@${hosts}/tickets?replicaSet=rs0` },
      LONG_TIMEOUTS,
    ).mongodb();
  assert.equal(await asked(`127.0.0.1:${good.port}`), true);
  assert.equal(await asked(`127.0.0.1:${dead},127.0.0.1:${good.port}`), true);
  assert.equal(await asked(`127.0.0.1:${bad.port}`), false);
  assert.equal(await asked(`127.0.0.1:${dead}`), false);
  const garbage = await listen(t, (socket) => socket.write(Buffer.alloc(200_000, 0x41)));
  assert.equal(await asked(`127.0.0.1:${garbage.port}`), false);
});

test('one that takes a connection and says nothing is not waited for', async (t) => {
  const { port } = await listen(t, silent);
  const services = askOptionalServices(
    {
      opensearch: `http://127.0.0.1:${port}`,
      neo4j: `bolt://127.0.0.1:${port}`,
      mongodb: `mongodb://127.0.0.1:${port}`,
    },
    { timeoutMs: 300 },
  );
  const asked = [services.opensearch(), services.neo4j(), services.mongodb()];
  assert.deepEqual(await Promise.all(asked), [false, false, false]);
});

test('however many ask at once, a service is asked once', async (t) => {
  const { port, count } = await listen(t, speakBolt);
  const { neo4j } = askOptionalServices({ ...NONE, neo4j: `bolt://127.0.0.1:${port}` }, LONG_TIMEOUTS);
  const answers = await Promise.all(Array.from({ length: 100 }, () => neo4j()));
  assert.ok(answers.every(Boolean));
  assert.equal(count(), 1);
});

test('health tells of them, and stands by the database and the cache alone', async (t) => {
  const [bolt, hanging] = [await listen(t, speakBolt), await listen(t, silent)];
  const dead = await ownPort();
  const on = await startTestApp({
    environment: {
      OPENSEARCH_URL: await listenHttp(t, 200, OPENSEARCH),
      NEO4J_URL: `bolt://127.0.0.1:${bolt.port}`,
      MONGODB_URL: `mongodb://127.0.0.1:${hanging.port}`,
      RABBITMQ_URL: `amqp://127.0.0.1:${dead}`,
    },
  });
  t.after(() => on.close());
  // On a noisy machine one that is there may be late once.
  const components = await until('those that are there to be seen', async () => {
    const { status, body } = await ask(on, '/health');
    assert.equal(status, 200);
    const told = body.data.data as Record<string, boolean>;
    return told['opensearch'] && told['neo4j'] ? told : null;
  });
  assert.deepEqual(components, {
    postgres: true,
    redis: true,
    opensearch: true,
    rabbitmq: false,
    neo4j: true,
    mongodb: false,
  });
});
