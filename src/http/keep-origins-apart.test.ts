import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { speak, type RawAnswer } from '../../test/harness/raw-socket.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { matchHost } from './keep-origins-apart.ts';

const PRODUCTION = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://tickets.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
};

test('a Host header names an address by host and port, in any spelling, and nothing else does', () => {
  const plain = 'https://dash.example/dashboard';
  for (const host of ['dash.example', 'DASH.Example', 'dash.example:443'])
    assert.ok(matchHost(plain)(host), host);
  for (const host of [
    undefined,
    '',
    'dash.example:80',
    'dash.example:3000',
    'dash.example.',
    'dash.example/x',
    'x@dash.example',
    'dash.example#',
    'tickets.example',
    'notdash.example',
    'a.dash.example',
    'dash.example, tickets.example',
  ])
    assert.ok(!matchHost(plain)(host), host);
  assert.ok(matchHost('https://dash.example:8443/dashboard')('dash.example:8443'));
  assert.ok(!matchHost('https://dash.example:8443/dashboard')('dash.example'));
  assert.ok(matchHost('http://[0:0::1]:3000')('[::1]:3000'));
});

/** A request as a proxy passes it on, with the headers that it adds. */
async function get(on: TestApp, path: string, host: string | null, more = ''): Promise<RawAnswer> {
  const head = host === null ? `GET ${path} HTTP/1.0\r\n` : `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
  const [answer] = await speak(on.publicUrl, `${head}${more}Accept: text/html\r\nConnection: close\r\n\r\n`);
  assert(answer);
  return answer;
}

describe('in production, with a host of its own for the dashboard', () => {
  let on: TestApp;
  let host: TestHost;
  let slug: string;
  const status = async (path: string, at: string | null, more?: string) =>
    (await get(on, path, at, more)).status;
  before(async () => {
    on = await startTestApp({
      environment: {
        ...PRODUCTION,
        DASHBOARD_URL: 'https://dash.example/dashboard',
        TRUST_PROXY: 'loopback',
      },
    });
    host = await makeHost(on);
    ({ slug } = await makeEvent(on, host));
  });
  after(() => on.close());

  test('the dashboard answers there, in whatever spelling of the host, and nowhere else', async () => {
    for (const at of ['dash.example', 'DASH.EXAMPLE', 'dash.example:443']) {
      const { status: found, headers } = await get(on, '/dashboard', at);
      assert.deepEqual([found, headers.get('location')], [303, '/dashboard/sign-in?next=%2Fdashboard'], at);
    }
    for (const at of ['tickets.example', 'dash.example:8443', 'localhost', '127.0.0.1'])
      assert.equal(await status('/dashboard', at), 404, at);
    assert.equal(await status('/dashboard', null), 404, 'no Host at all');
  });

  test('a proxy, though trusted, does not speak for the browser: Host counts, and not what is forwarded', async () => {
    const forwarded = 'X-Forwarded-Host: dash.example\r\nForwarded: host=dash.example\r\n';
    assert.equal(await status('/dashboard', 'tickets.example', forwarded), 404);
    assert.equal(await status('/dashboard', '127.0.0.1:3000', forwarded), 404);
    assert.equal(await status('/dashboard', 'dash.example', 'X-Forwarded-Host: tickets.example\r\n'), 303);
  });

  test('no other page is there, the checkout least of all, and the front door leads in', async () => {
    const pages = [`/checkout/${slug}`, '/checkout', '/docs', '/checkout/orders/x', '/media/x.png'];
    for (const path of pages) {
      assert.equal(await status(path, 'dash.example'), 404, path);
      assert.equal(await status(path, 'DASH.example:443'), 404, path);
    }
    assert.equal(await status(`/checkout/${slug}`, 'tickets.example'), 200);
    assert.equal(await status('/docs', 'tickets.example'), 200);
    const front = await get(on, '/', 'dash.example');
    assert.deepEqual([front.status, front.headers.get('location')], [302, 'https://dash.example/dashboard']);
    assert.equal(await status('/', 'tickets.example'), 200);
    assert.equal(await status('/favicon.ico', 'dash.example'), 200);
  });

  test('services without pages answer at either: the API and the health of the service', async () => {
    const key = `Authorization: Bearer ${host.publicKey}\r\n`;
    for (const at of ['dash.example', 'tickets.example', '10.0.0.7:3000']) {
      assert.equal(await status('/api/v1/health', at), 200);
      assert.equal(await status('/api/v1/events', at, key), 200);
    }
  });
});

test('in production on one origin everything is there, for want of another', async (t) => {
  const on = await startTestApp({ environment: PRODUCTION });
  t.after(() => on.close());
  const { slug } = await makeEvent(on, await makeHost(on));
  for (const [path, status] of [
    ['/dashboard', 303],
    [`/checkout/${slug}`, 200],
    ['/docs', 200],
  ] as const)
    assert.equal((await get(on, path, 'tickets.example')).status, status, path);
  assert.equal((await get(on, '/dashboard', 'elsewhere.example')).status, 404);
});

test('a checkout with a host of its own leaves the rest where it was', async (t) => {
  const on = await startTestApp({
    environment: { ...PRODUCTION, CHECKOUT_URL: 'https://pay.example/checkout' },
  });
  t.after(() => on.close());
  const { slug } = await makeEvent(on, await makeHost(on));
  for (const [path, at, status] of [
    [`/checkout/${slug}`, 'pay.example', 200],
    [`/checkout/${slug}`, 'tickets.example', 404],
    ['/docs', 'tickets.example', 200],
    ['/dashboard', 'tickets.example', 303],
    ['/dashboard', 'pay.example', 404],
  ] as const)
    assert.equal((await get(on, path, at)).status, status, `${path} at ${at}`);
});
