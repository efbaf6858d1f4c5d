import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';

suite('people read pages about errors', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let door: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host);
    door = await signInAs(on, host, { role: 'door' });
  });
  after(() => on.close());

  /** Opens an address as a browser does. */
  async function open(path: string, as?: SignedIn, method = 'GET') {
    const response = await fetch(`${on.publicUrl}/dashboard${path}`, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        ...(as && { cookie: as.cookie }),
        ...(method === 'POST' && { 'sec-fetch-site': 'same-origin' }),
      },
    });
    const { headers } = response;
    return { status: response.status, headers, text: await response.text() };
  }
  const heading = (text: string): string | undefined => /<h1[^>]*>([^<]*)</.exec(text)?.[1];

  test('an address that is not there, with what is around every page', async () => {
    for (const path of ['/nothing/of/that/name', `/hosts/${host.hostId}/nothing`, '/hosts/0']) {
      const { status, headers, text } = await open(path, owner);
      assert.deepEqual([status, heading(text)], [404, 'Page not found'], path);
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
      assert.ok(text.includes('id="account-popover"'), path);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe|nonce/);
    }
  });

  test('an address that is not there, to somebody who is not signed in', async () => {
    const { status, text } = await open('/nothing/of/that/name');
    assert.deepEqual([status, heading(text)], [404, 'Page not found']);
    assert.ok(!text.includes('account-popover') && !text.includes('<script'));
  });

  test('a page that the role does not include, with the pages that it does', async () => {
    const { status, text } = await open(`/hosts/${host.hostId}/keys`, door);
    assert.deepEqual([status, heading(text)], [403, 'Your role does not include this']);
    assert.match(text, /\(door\)/);
    assert.ok(text.includes(`href="/dashboard/hosts/${host.hostId}"`));
    assert.ok(!text.includes(`href="/dashboard/hosts/${host.hostId}/keys"`));
  });

  test('a person who is not signed in is led to the sign-in, and back', async () => {
    const { status, headers } = await open(`/hosts/${host.hostId}/keys?x=1`);
    const next = encodeURIComponent(`/dashboard/hosts/${host.hostId}/keys?x=1`);
    assert.deepEqual([status, headers.get('location')], [303, `/dashboard/sign-in?next=${next}`]);
  });

  test('a page’s script gets JSON for all of these', async () => {
    for (const path of ['/nothing', `/hosts/${host.hostId}/keys`]) {
      const response = await fetch(`${on.publicUrl}/dashboard${path}`, {
        headers: { accept: 'application/json', cookie: door.cookie },
      });
      const body = (await response.json()) as { error_code: string };
      assert.equal(body.error_code, path === '/nothing' ? 'not_found' : 'not_allowed');
    }
  });

  test('a database that is away is told as trouble, without asking it who is signed in', async () => {
    await on.app.database.query('ALTER TABLE sessions RENAME TO sessions_elsewhere');
    try {
      const { status, text } = await open(`/hosts/${host.hostId}`, owner);
      assert.deepEqual([status, heading(text)], [500, 'Something went wrong on our side']);
      assert.ok(!text.includes('sessions'));
    } finally {
      await on.app.database.query('ALTER TABLE sessions_elsewhere RENAME TO sessions');
    }
  });
});
