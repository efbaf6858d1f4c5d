import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { openRaw, readAnswers, speak, type RawConnection } from '../../test/harness/raw-socket.ts';
import { until } from '../../test/harness/until.ts';
import { createLogger } from '../log/logger.ts';
import { createRequestIds } from './request-id.ts';
import { createHttpServer, type HttpServer } from './server.ts';

async function serve(
  t: TestContext,
  options: { maxConnections?: number } = {},
): Promise<{ http: HttpServer; url: string; logged: string[] }> {
  const logged: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void logged.push(line) });
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger, ...options });
  http.get('/', async () => 'here');
  await http.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => http.close());
  return { http, url: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`, logged };
}

test('a target whose host can’t be one is not there, in the envelope and with the headers of all answers', async (t) => {
  const { url } = await serve(t);
  for (const target of ['http:///x', 'http://?x', 'http://[/x', 'http://a:99999/x', 'HTTP://%zz/x']) {
    const [answer] = await speak(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.equal(answer?.status, 404, target);
    assert.equal(JSON.parse(answer.body).error_code, 'not_found');
    assert.ok(answer.headers.get('x-request-id'));
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  }
});

const UNREADABLE: { raw: string; status: number; code: string }[] = [
  { raw: 'GET / HTTP/1.1\r\n', status: 400, code: 'bad_request' },
  { raw: 'garbage\r\n', status: 400, code: 'bad_request' },
  { raw: 'FOO / HTTP/1.1\r\nHost: x\r\n', status: 400, code: 'bad_request' },
  { raw: 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n', status: 417, code: 'expectation_failed' },
  {
    raw: `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  { raw: 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n', status: 404, code: 'not_found' },
  { raw: 'TRACE / HTTP/1.1\r\nHost: x\r\n', status: 404, code: 'not_found' },
  { raw: 'QUERY / HTTP/1.1\r\nHost: x\r\n', status: 404, code: 'not_found' },
  {
    raw: 'QUERY /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n',
    status: 404,
    code: 'not_found',
  },
  { raw: 'SEARCH / HTTP/1.1\r\nHost: x\r\n', status: 404, code: 'not_found' },
];

test('a request that can’t be read, or has an unknown method, is answered in the envelope too', async (t) => {
  const { url } = await serve(t);
  for (const { raw, status, code } of UNREADABLE) {
    const [answer, ...more] = await speak(url, `${raw}Connection: close\r\n\r\n`);
    assert.equal(answer?.status, status, raw.slice(0, 100));
    assert.deepEqual(more, []);
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    assert.deepEqual(Object.keys(body), ['message', 'status', 'error_code']);
    assert.equal(body['status'], status);
    assert.equal(body['error_code'], code);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.ok(answer.headers.get('x-request-id'));
  }
});

test('a client that asks to CONNECT is answered and let go, also if it ends otherwise or not at all', async (t) => {
  const { url, http } = await serve(t);
  const ask = 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n';
  for (let round = 0; round < 20; round++) {
    const { socket, closed } = openRaw(url);
    await once(socket, 'connect');
    socket.write(ask, () => socket.resetAndDestroy());
    await closed;
  }
  // This one never closes its own side: the server does not wait for it.
  const staying = connect({ host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true });
  staying.on('error', () => {});
  t.after(() => staying.destroy());
  staying.write(ask);
  staying.resume();
  await once(staying, 'end');
  await until(
    'nobody to be connected',
    async () => (await promisify(http.server.getConnections.bind(http.server))()) === 0,
  );
  const [answer] = await speak(url, ask);
  assert.equal(answer?.status, 404);
});

test('HTTP/1.0 needs no Host, and 100-continue is an expectation that is met', async (t) => {
  const { url } = await serve(t);
  const old = await speak(url, 'GET / HTTP/1.0\r\n\r\n');
  assert.deepEqual(
    old.map(({ status }) => status),
    [200],
  );
  const waiting = await speak(
    url,
    'GET / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
  );
  assert.deepEqual(
    waiting.map(({ status }) => status),
    [100, 200],
  );
});

const MOST = 3;

/** Asks on a connection that stays open, and waits for the answer or the end. */
async function askOn(connection: RawConnection): Promise<number | 'closed'> {
  const before = readAnswers(connection.received()).length;
  connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const answered = (): number => connection.received().split('\r\n\r\nhere').length - 1;
  await until('an answer, or the end', () => connection.socket.destroyed || answered() > before);
  return readAnswers(connection.received())[before]?.status ?? 'closed';
}

test('beyond the most connections further ones are closed unread; those that are open go on, and whoever goes makes room', async (t) => {
  const { http, url, logged } = await serve(t, { maxConnections: MOST });
  const countOpen = () =>
    new Promise<number>((resolve, reject) =>
      http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const kept = Array.from({ length: MOST }, () => openRaw(url));
  for (const connection of kept) assert.equal(await askOn(connection), 200);

  const further = Array.from({ length: 50 }, () => openRaw(url));
  for (const connection of further) {
    connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.closed;
    assert.equal(connection.received(), '');
  }
  assert.equal(await countOpen(), MOST, 'nothing is kept of them');
  assert.equal(
    logged.filter((line) => line.includes('MAX_CONNECTIONS')).length,
    1,
    'told, and not fifty times',
  );
  assert.equal(await askOn(kept[1] as RawConnection), 200);

  kept[0]?.socket.destroy();
  await until('the server to know', async () => (await countOpen()) < MOST);
  const late = openRaw(url);
  assert.equal(await askOn(late), 200);
  for (const { socket } of [...kept, late]) socket.destroy();
});

test('without a most, as many as come are served', async (t) => {
  const { url } = await serve(t);
  const all = Array.from({ length: 4 * MOST }, () => openRaw(url));
  for (const connection of all) assert.equal(await askOn(connection), 200);
  for (const { socket } of all) socket.destroy();
});
