import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { ALL_ROUTES, type Route } from '../../src/routes.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import {
  addressOf,
  bodyOf,
  ENVIRONMENT,
  furnishHost,
  written,
  type Furnished,
} from './good-requests.fixture.ts';
import { digestTables } from './whole-database.fixture.ts';

const UNSAFE = ALL_ROUTES.filter(({ path, method }) => path.startsWith('/dashboard') && method !== 'GET');
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

suite('nothing in the dashboard changes at another site’s wish', () => {
  let on: TestApp;
  let mine: Furnished;
  before(async () => {
    on = await startTestApp({ environment: ENVIRONMENT });
    mine = await furnishHost(on);
  });
  after(() => on.close());

  /** The headers that browsers send when a page of another site asks; and those of other programs. */
  const strangers = (): Record<string, Record<string, string>> => ({
    'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    'another site that lies about its origin': {
      'sec-fetch-site': 'cross-site',
      origin: new URL(on.publicUrl).origin,
    },
    'another port of this machine': { 'sec-fetch-site': 'same-site', origin: 'http://localhost:1' },
    'the address bar': { 'sec-fetch-site': 'none' },
    'an old browser at another site': { origin: 'https://evil.example' },
    'a page without an origin': { origin: 'null' },
    'a site whose name begins like ours': { origin: `${new URL(on.publicUrl).origin}.evil.example` },
    'nobody who says where from': {},
  });

  const send = (route: Route, headers: Record<string, string>): Promise<Response> =>
    fetch(`${on.publicUrl}/dashboard${addressOf(route, { ...mine.ids, token: 'A'.repeat(43) })}`, {
      method: route.method,
      redirect: 'manual',
      headers: { cookie: mine.owner.cookie, accept: 'application/json', ...headers },
      body: JSON.stringify(bodyOf(route, mine.ids)),
    });

  test('every route that changes something refuses everybody else, whatever they call the body', async () => {
    assert.ok(UNSAFE.length >= TYPES.length);
    const untouched = await digestTables(on.app.database);
    for (const [nr, route] of UNSAFE.entries()) {
      for (const [nth, [who, headers]] of Object.entries(strangers()).entries()) {
        // Each of them calls it otherwise at the next route: at four together everybody has said everything.
        const type = TYPES[(nr + nth) % TYPES.length] ?? '';
        const answer = await send(route, { ...headers, 'content-type': type });
        const { error_code: code } = (await answer.json()) as { error_code: string };
        assert.deepEqual([answer.status, code], [403, 'other_site'], `${written(route)} by ${who}, ${type}`);
        assert.equal(answer.headers.get('access-control-allow-origin'), null);
      }
    }
    assert.deepEqual(await digestTables(on.app.database), untouched);
  });

  test('no answer can be loaded, framed or guessed at by another site', async () => {
    for (const route of ALL_ROUTES.filter(
      ({ path, isStream }) => path.startsWith('/dashboard') && !isStream,
    )) {
      for (const cookie of [mine.owner.cookie, 'none=1']) {
        const answer = await fetch(
          `${on.publicUrl}/dashboard${addressOf(route, { ...mine.ids, token: 'A'.repeat(43) })}`,
          { method: route.method, redirect: 'manual', headers: { cookie } },
        );
        await answer.body?.cancel();
        const { headers } = answer;
        assert.deepEqual(
          [
            headers.get('cross-origin-resource-policy'),
            headers.get('cross-origin-opener-policy'),
            headers.get('x-content-type-options'),
            headers.get('cache-control'),
          ],
          ['same-origin', 'same-origin', 'nosniff', 'no-store'],
          `${written(route)} ${answer.status}`,
        );
        if (headers.get('content-type')?.startsWith('text/html'))
          assert.match(
            headers.get('content-security-policy') ?? '',
            // The preview of a message is framed by the dashboard itself, in a sandbox.
            /^sandbox allow-popups .*default-src 'none'.*frame-ancestors 'self'$|default-src 'none'.*frame-ancestors 'none'/,
          );
      }
    }
  });

  test('the dashboard’s own page is let in, by either word of the browser', async () => {
    const route = UNSAFE.find((one) => written(one) === 'POST /dashboard/hosts/:hostId/keys');
    assert.ok(route);
    const type = { 'content-type': 'application/json' };
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: new URL(on.publicUrl).origin }])
      assert.equal((await send(route, { ...type, ...headers })).status, 201);
  });
});
