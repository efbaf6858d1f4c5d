import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { clientGone } from './client-gone.ts';

async function ask(t: TestContext) {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = get({ port, host: '127.0.0.1' });
  client.on('error', () => {});
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return { client, response };
}

test('a client that disconnects before its answer is gone', async (t) => {
  const { client, response } = await ask(t);
  const signal = clientGone(response);
  client.destroy();
  await once(signal, 'abort');
  assert.match(String(signal.reason), /has disconnected/);
  assert.ok(clientGone(response).aborted, 'also for whoever asks later');
});

test('a client that has its answer and closes the connection is not', async (t) => {
  const { client, response } = await ask(t);
  const signal = clientGone(response);
  const closed = once(response, 'close');
  client.on('response', (answer) => answer.resume());
  response.setHeader('connection', 'close').end('all of it');
  await closed;
  assert.equal(signal.aborted, false);
});
