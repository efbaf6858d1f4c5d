import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, test, type TestContext } from 'node:test';
import { PICTURE_BODY } from '../../src/routes/route.ts';
import { ownPort } from '../harness/own-port.ts';
import { until } from '../harness/until.ts';
import { PROXY_KINDS, startProxy, whyNoProxy, type Proxy } from './start-proxy.ts';

const CHANGES = ['POST', 'DELETE'];
const READS = ['GET', 'HEAD'];

type Got = { method: string; host: string | undefined; forwardedFor: string; bytes: number };

/** Stands for a start of the product. Whether it answers what it has read, or dies of it, is up to the test. */
async function startUpstream(t: TestContext, port = 0) {
  const got: Got[] = [];
  const state = { dies: false };
  const server: Server = createServer(async (asked, response) => {
    if (asked.url === '/ready') return response.end('ready\n');
    let bytes = 0;
    for await (const chunk of asked as AsyncIterable<Buffer>) bytes += chunk.length;
    const { method = '', headers } = asked;
    got.push({ method, host: headers.host, forwardedFor: String(headers['x-forwarded-for']), bytes });
    if (state.dies) return asked.socket.resetAndDestroy();
    return response.setHeader('content-type', 'text/plain').end('sold');
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => (server.closeAllConnections(), server.close()));
  return { got, state, port: (server.address() as AddressInfo).port };
}

async function send(proxy: Proxy, method: string, body?: Buffer): Promise<number> {
  const sent = request({
    host: '127.0.0.1',
    port: proxy.port,
    servername: 'tickets.example',
    ca: proxy.certificate ?? undefined,
    method,
    path: '/api/v1/events/x/reservations',
    headers: { host: `dash.tickets.example:${proxy.port}`, 'x-forwarded-for': '203.0.113.9' },
    agent: false,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

for (const kind of PROXY_KINDS) {
  describe(`the sample for ${kind}`, { skip: await whyNoProxy(kind) }, () => {
    test('passes the largest picture on, with the host that was asked for and the client’s address', async (t) => {
      const [one, two] = [await startUpstream(t), await startUpstream(t)];
      const proxy = await startProxy(t, kind, { upstreams: [one.port, two.port], hasTls: true });
      assert.equal(await send(proxy, 'POST', Buffer.alloc(PICTURE_BODY.maxBodyBytes)), 200);
      const [picture] = [...one.got, ...two.got];
      assert.equal(picture?.bytes, PICTURE_BODY.maxBodyBytes);
      assert.equal(picture.host, `dash.tickets.example:${proxy.port}`);
      assert.match(picture.forwardedFor, /(^|, )127\.0\.0\.1$/);
      // Both are asked.
      await until('the other to be asked', async () => {
        assert.equal(await send(proxy, 'GET'), 200);
        return one.got.length > 0 && two.got.length > 0;
      });
    });

    test('sends GET and HEAD again when a start dies of them, and nothing else', async (t) => {
      const [dying, well] = [await startUpstream(t), await startUpstream(t)];
      dying.state.dies = true;
      const proxy = await startProxy(t, kind, { upstreams: [dying.port, well.port], hasTls: true });
      for (const method of [...READS, ...CHANGES]) {
        const isOfDying = ({ got }: typeof dying) => got.some((one) => one.method === method);
        let failed = 0;
        await until(`the dying one to get a ${method}`, async () => {
          failed += (await send(proxy, method)) === 200 ? 0 : 1;
          return isOfDying(dying);
        });
        const lost = dying.got.filter((one) => one.method === method).length;
        assert.equal(failed, READS.includes(method) ? 0 : lost, method);
      }
    });

    test('sends every request to the other start when one refuses the connection', async (t) => {
      const well = await startUpstream(t);
      const proxy = await startProxy(t, kind, { upstreams: [await ownPort(), well.port], hasTls: true });
      for (const method of [...READS, ...CHANGES, ...READS, ...CHANGES])
        assert.equal(await send(proxy, method), 200, method);
      assert.equal(well.got.length, 2 * (READS.length + CHANGES.length));
    });
  });
}
