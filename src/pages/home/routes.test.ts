import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost } from '../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer, type HttpServer } from '../../http/server.ts';
import { createLogger } from '../../log/logger.ts';
import { loadWeb } from '../serving/load-web.ts';
import { createSendPage } from '../serving/send-page.ts';
import { registerHome, type HomeDeps } from './routes.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

async function framedBy(path: string): Promise<string | undefined> {
  const response = await fetch(`${on.publicUrl}${path}`);
  return /frame-ancestors ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
}

test('an event’s checkout may be framed by other sites, and the pages around it by nobody', async () => {
  const { slug } = await makeEvent(on, await makeHost(on));
  assert.equal(await framedBy(`/checkout/${slug}`), '*');
  for (const path of ['/checkout', '/dashboard', '/dashboard/sign-up', '/docs', '/mailbox'])
    assert.equal(await framedBy(path), "'none'", path);
});

const BROWSER = { accept: 'text/html,*/*;q=0.8' };

test('the front page leads hosts, integrators and buyers on, in their language, to addresses that are there', async () => {
  const page = await (await fetch(on.publicUrl, { headers: BROWSER })).text();
  assert.match(page, /<h1>Tickets, sold wherever your guests are\.<\/h1>/);
  const links = [...page.matchAll(/<a [^>]*href="(http[^"]+)"/g)].map(([, address = '']) => address);
  for (const address of ['/dashboard', '/dashboard/sign-up', '/docs', '/api/v1/openapi.json', '/mailbox'])
    assert.ok(
      links.some((link) => link.endsWith(address)),
      address,
    );
  for (const link of new Set(links)) assert.equal((await fetch(link)).status, 200, link);
  const french = await (await fetch(`${on.publicUrl}/?lang=fr`, { headers: BROWSER })).text();
  assert.match(french, /<html lang="fr"[^]*J’ai un événement/);
});

test('in production the front page shows nothing of development; whose service it is may have another', async () => {
  const web = await loadWeb();
  const serve = async (deps: Partial<HomeDeps>): Promise<HttpServer> => {
    const logger = createLogger('silent', { write: () => undefined });
    const http = createHttpServer({ requestIds: createRequestIds('test'), logger });
    await registerHome(http, {
      sendPage: createSendPage(web, { checkoutUrl: 'https://tickets.example/checkout' }),
      publicUrl: 'https://tickets.example',
      dashboardUrl: 'https://dash.example/dashboard',
      homeUrl: null,
      hasStatusPage: false,
      signUp: 'closed',
      isProduction: true,
      smtpUrl: 'smtp://mail.example',
      mailFrom: 'Tickets <tickets@mail.example>',
      seedsDemo: false,
      dataDir: '/nowhere',
      ...deps,
    });
    return http;
  };
  const { body } = await (await serve({})).inject('/');
  assert.match(body, /Search your mail for tickets@mail\.example/);
  assert.match(body, /href="https:\/\/dash\.example\/dashboard"/);
  assert.doesNotMatch(body, /mailbox|demo|sign-up/i);
  const own = await serve({ homeUrl: 'https://our-site.example' });
  const led = await own.inject('/');
  assert.deepEqual([led.statusCode, led.headers.location], [302, 'https://our-site.example']);
  const atDashboard = await own.inject({ url: '/', headers: { host: 'dash.example' } });
  assert.equal(atDashboard.headers.location, 'https://dash.example/dashboard');
});

test('the checkout without an event says what it is, for buyers and for who builds a site', async () => {
  const page = await (await fetch(`${on.publicUrl}/checkout`)).text();
  assert.match(page, /<h1>Which event\?<\/h1>[^]*<code>\/checkout\/my-event<\/code>/);
  const icon = await fetch(`${on.publicUrl}/favicon.ico`);
  assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
});
