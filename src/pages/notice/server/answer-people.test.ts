import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createRequestIds } from '../../../http/request-id.ts';
import { createHttpServer } from '../../../http/server.ts';
import { createLogger } from '../../../log/logger.ts';
import { loadWeb, type Web } from '../../serving/load-web.ts';
import { createSendPage } from '../../serving/send-page.ts';
import { Refusal } from '../../../refusal.ts';
import { createAnswerToPeople } from './answer-people.ts';
import { betterAddress } from './better-address.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ERRORS: Record<string, Error> = {
  '/broken': new Error('a secret of the house'),
  '/busy': new Refusal('unavailable', 'Later.', { retryAfterSeconds: 5 }),
  '/often': new Refusal('rate_limited', 'Too many.', { retryAfterSeconds: 17 }),
  '/wallet/passes/:pass/:key/ticket.pkpass': new Refusal('not_found', 'There is no such ticket.'),
  '/bad': new Refusal('validation_failed', 'Not like this.'),
};

let web: Web;
before(async () => {
  web = await loadWeb();
});

/** A server whose routes all fail. */
function serve() {
  const logged: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void logged.push(line) });
  const publicUrl = 'https://tickets.example';
  const sendPage = createSendPage(web, { checkoutUrl: `${publicUrl}/checkout` });
  const deps = { sendPage, logger, publicUrl, dashboardUrl: `${publicUrl}/dashboard`, hasStatusPage: true };
  const http = createHttpServer({
    requestIds: createRequestIds('test'),
    logger,
    answerPeople: createAnswerToPeople(deps),
  });
  for (const [address, error] of Object.entries(ERRORS))
    http.get(address, async () => {
      throw error;
    });
  const ask = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') =>
    http.inject({ method, url, headers: { accept: BROWSER, ...headers } });
  return { ask, failures: () => logged.filter((line) => line.includes('request failed')).length };
}

test('a person at an unknown address reads a page, in the language of the browser, with ways on', async () => {
  const { ask } = serve();
  const { statusCode, headers, body } = await ask('/nowhere', { 'accept-language': 'fr-SN, en;q=0.5' });
  assert.equal(statusCode, 404);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['x-robots-tag'], 'noindex');
  assert.match(body, /<html lang="fr"[^]*Il n’y a pas de page à cette adresse/);
  for (const way of ['/', '/dashboard', '/docs'])
    assert.ok(body.includes(`href="https://tickets.example${way}"`), way);
  assert.match((await ask('/%zz')).body, /There is no page at this address/);
});

test('a mailed link to a pass that is no more says what has become of it, to a person', async () => {
  const { ask } = serve();
  const { statusCode, body } = await ask('/wallet/passes/one/key/ticket.pkpass');
  assert.equal(statusCode, 404);
  assert.match(body, /This ticket can’t be put into a wallet any more/);
});

test('a script gets JSON: below the API, by another method, or where it does not ask for a page first', async () => {
  const { ask } = serve();
  for (const answer of [
    await ask('/api/v1/nowhere'),
    await ask('/api'),
    await ask('/payments/nowhere'),
    await ask('/nowhere', {}, 'POST'),
    await ask('/nowhere', { accept: '*/*' }),
    await ask('/nowhere', { accept: 'application/json, text/plain, */*' }),
    await ask('/nowhere', { accept: 'text/html;q=0.5, application/json' }),
    await ask('/nowhere', { accept: 'text/html;q=0, */*' }),
    await ask('/nowhere', { accept: '' }),
  ]) {
    assert.equal(answer.statusCode, 404);
    assert.deepEqual(Object.keys(answer.json<object>()), ['message', 'status', 'error_code']);
  }
});

test('if something fails, the page says when to come back and nothing of what it was', async () => {
  const { ask, failures } = serve();
  const broken = await ask('/broken');
  assert.equal(broken.statusCode, 500);
  assert.match(broken.body, /One moment, please/);
  assert.doesNotMatch(broken.body, /secret of the house| at .*\.ts/);
  assert.match(broken.body, /href="https:\/\/tickets\.example\/status">Service status/);
  assert.equal(failures(), 1);
  const [busy, often, bad] = [await ask('/busy'), await ask('/often'), await ask('/bad')];
  assert.deepEqual([busy.statusCode, busy.headers['retry-after']], [503, '5']);
  assert.deepEqual([often.statusCode, often.headers['retry-after']], [429, '17']);
  assert.match(often.body, /Too many requests/);
  assert.equal(bad.statusCode, 400);
});

test('nobody may frame such a page, but below the checkout any site may: it is there that its mistake shows', async () => {
  const { ask } = serve();
  const framedBy = async (url: string) =>
    /frame-ancestors ([^;]+)/.exec(String((await ask(url)).headers['content-security-policy']))?.[1];
  assert.equal(await framedBy('/nowhere'), "'none'");
  assert.equal(await framedBy('/checkout/a/b'), '*');
});

test('an address with a slash too many or in capitals leads to the page that was meant, and nowhere else', () => {
  for (const [typed, meant] of [
    ['/checkout/', '/checkout'],
    ['/Docs', '/docs'],
    ['/DASHBOARD/Sign-In/', '/dashboard/sign-in'],
    ['/events/Jazz-Night/?lang=fr&x=A', '/events/jazz-night?lang=fr&x=A'],
    ['/hosts/harmattan//', '/hosts/harmattan'],
    ['/Scan/', '/scan'],
  ] as const)
    assert.equal(betterAddress(typed), meant, typed);
  for (const typed of [
    '/docs',
    '/nowhere/',
    '//evil.example/',
    '//evil.example/docs/',
    '/\\evil.example/',
    '/api/v1/events/',
    '/API/v1/health',
    '/checkout/orders/Token/',
    '/events/a/b/',
    '/events/%2e%2e/',
  ])
    assert.equal(betterAddress(typed), null, typed);
});

test('the one who typed it is led there, and a script is not', async () => {
  const { ask } = serve();
  const led = await ask('/Docs/?lang=fr');
  assert.deepEqual([led.statusCode, led.headers.location], [302, '/docs?lang=fr']);
  assert.equal((await ask('/Docs/', { accept: '*/*' })).statusCode, 404);
});
