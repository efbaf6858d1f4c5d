import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createLogger } from '../../log/logger.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer } from '../../http/server.ts';
import { loadWeb, type Web } from './load-web.ts';
import { createSendPage, type PageAnswer } from './send-page.ts';
import { serveAssets } from './serve-assets.ts';

let web: Web;
before(async () => {
  web = await loadWeb();
});

const NOTICE: PageAnswer<'notice'> = {
  page: 'notice',
  data: { about: 'trouble', language: 'fr', theme: 'dark' },
};
const HOME: PageAnswer<'home'> = {
  page: 'home',
  data: {
    language: 'en',
    dashboard: '/dashboard',
    status: null,
    signUp: null,
    docs: { quickstart: '/', reference: '/', embed: '/', webhooks: '/', document: '/' },
    ticketSender: null,
    demo: null,
  },
  isFixed: true,
};

/** A server that answers every address with the page. */
async function serve(answer: PageAnswer, checkoutUrl = 'https://tickets.example/buy') {
  const logger = createLogger('silent', { write: () => undefined });
  const http = createHttpServer({ requestIds: createRequestIds('test'), logger });
  const sendPage = createSendPage(web, { checkoutUrl });
  await serveAssets(http, web.build);
  http.get('/*', async (_request, reply) => sendPage(reply, answer));
  return {
    get: (url: string, headers: Record<string, string> = {}) => http.inject({ method: 'GET', url, headers }),
  };
}

test('a page says what it is, and that nobody may keep, frame or guess at it', async () => {
  const { get } = await serve({ ...NOTICE, status: 503 });
  const { statusCode, headers, body } = await get('/somewhere');
  assert.equal(statusCode, 503);
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['x-robots-tag'], undefined);
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'$/);
  assert.match(
    body,
    /^<!doctype html><html lang="fr" dir="ltr" data-theme="dark"><head><meta charset="utf-8"\/>/,
  );
});

test('a page may be kept by caches, or kept out of search engines, where that is said', async () => {
  const { get } = await serve({ ...HOME, cacheControl: 'no-cache', isSecret: true });
  const { headers, body } = await get('/');
  assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-cache', 'noindex']);
  assert.ok(body.includes('<meta name="robots" content="noindex"/>'));
});

test('a style within the page counts by a secret of this one answer', async () => {
  const { get } = await serve(NOTICE);
  const nonces = [];
  for (const _ of [1, 2]) {
    const { headers, body } = await get('/');
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '';
    assert.ok(body.includes(`<style nonce="${nonce}">`));
    nonces.push(nonce);
  }
  assert.notEqual(nonces[0], nonces[1]);
});

test('a page’s files are below its own path, as buyers reach it', async () => {
  const { get } = await serve(HOME);
  const file = /<link rel="stylesheet" href="([^"]+)"\/>/.exec((await get('/dashboard')).body)?.[1] ?? '';
  assert.match(file, /^\/assets\/home-\w{8}\.css$/);
  assert.equal((await get(file)).headers['content-type'], 'text/css; charset=utf-8');
  assert.equal((await get(`/checkout${file}`)).headers['content-type'], 'text/css; charset=utf-8');

  const buyers = await serve({ ...HOME, isFixed: false });
  assert.ok((await buyers.get('/checkout')).body.includes(`href="/buy${file}"`));
});

test('a page is compressed by the best that the browser takes, a fixed one too', async () => {
  for (const answer of [NOTICE, HOME]) {
    const { get } = await serve(answer);
    const plain = await get('/');
    const [br, gzip] = [
      await get('/', { 'accept-encoding': 'gzip, br' }),
      await get('/', { 'accept-encoding': 'gzip' }),
    ];
    assert.deepEqual(
      [plain, br, gzip].map(({ headers }) => [headers['content-encoding'], headers.vary]),
      [
        [undefined, 'Accept-Encoding'],
        ['br', 'Accept-Encoding'],
        ['gzip', 'Accept-Encoding'],
      ],
    );
    for (const markup of [brotliDecompressSync(br.rawPayload), gunzipSync(gzip.rawPayload)]) {
      assert.equal(markup.toString().replace(/nonce="[^"]+"/, ''), plain.body.replace(/nonce="[^"]+"/, ''));
    }
  }
});

test('a page with its style within it can’t be a fixed one: its secret would be the same in every answer', async () => {
  const { get } = await serve({ ...NOTICE, isFixed: true });
  assert.equal((await get('/')).statusCode, 500);
});

test('a page names the files that it can’t start without in its header: they are asked for while it is on its way', async () => {
  const { get } = await serve(HOME);
  const home = await get('/');
  assert.match(String(home.headers['link']), /^<\/assets\/home-\w{8}\.css>; rel=preload; as=style$/);
  const notice = await serve(NOTICE);
  assert.equal((await notice.get('/')).headers['link'], undefined);
});
