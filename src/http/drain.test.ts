import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { openRaw, readAnswers, type RawConnection } from '../../test/harness/raw-socket.ts';
import { until, untilDone } from '../../test/harness/until.ts';
import { createLogger } from '../log/logger.ts';
import { createDrain } from './drain.ts';
import { createRequestIds } from './request-id.ts';
import { createHttpServer } from './server.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

async function serve(t: TestContext, { balancerMs }: { balancerMs: number }) {
  const drain = createDrain({ balancerMs });
  const slow = Promise.withResolvers<string>();
  const http = createHttpServer({
    requestIds: createRequestIds('test'),
    logger: createLogger('silent'),
    drain,
  });
  http.get('/', async () => 'here');
  http.get('/slow', () => slow.promise);
  await http.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => http.close());
  const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
  return { http, url, drain, slow };
}

const answersOf = async (connection: RawConnection): Promise<[number, string | undefined][]> => {
  await connection.closed;
  return readAnswers(connection.received()).map(({ status, headers }) => [status, headers.get('connection')]);
};

const hasAnswer = (connection: RawConnection) => (): boolean =>
  connection.received().includes('\r\n\r\nhere');

test('until balancers have noticed, all goes on as before, but for the readiness', async (t) => {
  const { url, drain } = await serve(t, { balancerMs: 600_000 });
  assert.equal(drain.isReady(), true);
  const hurry = new AbortController();
  const noticed = drain.untilNoticed(hurry.signal);
  assert.equal(drain.isReady(), false);
  const connection = openRaw(url);
  connection.socket.write(REQUEST);
  await until('an answer', hasAnswer(connection));
  assert.equal(readAnswers(connection.received())[0]?.headers.get('connection'), 'keep-alive');
  hurry.abort();
  await noticed;
  connection.socket.destroy();
});

test('connections that wait to be accepted when the end begins are accepted and answered', async (t) => {
  const { http, url } = await serve(t, { balancerMs: 1 });
  // All of these are in the system's queue before the server looks at any.
  const waiting = Array.from({ length: 100 }, () => openRaw(url));
  for (const { socket } of waiting) socket.write(REQUEST);
  await untilDone('the server to be closed', http.close());
  for (const connection of waiting) assert.deepEqual(await answersOf(connection), [[200, 'close']]);
  await assert.rejects(fetch(url), 'nobody new comes in');
});

test('a request on a connection that was kept alive, or has said nothing yet, is answered after the port is closed, once', async (t) => {
  const { http, url } = await serve(t, { balancerMs: 1 });
  const keptAlive = openRaw(url);
  keptAlive.socket.write(REQUEST);
  await until('an answer', hasAnswer(keptAlive));
  const silent = openRaw(url);
  await until('both to be accepted', async () => (await connectionsOf(http)) === 2);
  const closed = http.close();
  await until('the port to be closed', () => !http.server.listening);
  for (const { socket } of [keptAlive, silent]) socket.write(REQUEST);
  assert.deepEqual(await answersOf(keptAlive), [
    [200, 'keep-alive'],
    [200, 'close'],
  ]);
  assert.deepEqual(await answersOf(silent), [[200, 'close']]);
  await closed;
});

test('an answer that was under way ends its connection; one that nobody uses is ended at last', async (t) => {
  const { http, url, slow } = await serve(t, { balancerMs: 1 });
  const [underWay, unused, silent] = [openRaw(url), openRaw(url), openRaw(url)];
  underWay.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  unused.socket.write(REQUEST);
  await until('an answer', hasAnswer(unused));
  const closed = http.close();
  await Promise.all([unused.closed, silent.closed]);
  slow.resolve('late');
  assert.deepEqual(await answersOf(underWay), [[200, 'close']]);
  await untilDone('the server to be closed', closed);
});

const connectionsOf = (http: Awaited<ReturnType<typeof serve>>['http']): Promise<number> =>
  new Promise((resolve, reject) =>
    http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
