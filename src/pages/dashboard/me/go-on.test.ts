import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';

suite('after a factor was set up', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
  });
  after(() => on.close());

  async function linksOf(next: string): Promise<string[]> {
    const as = await signInAs(on, host, { hasFactor: true });
    const { status, body } = await askDashboard(on, `/me/security?next=${encodeURIComponent(next)}`, {
      as,
      headers: { accept: 'text/html' },
    });
    assert.equal(status, 200);
    return Array.from(String(body).matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g), ([, href = '']) => href);
  }

  test('people go on where they came from', async () => {
    const next = `/dashboard/hosts/${host.hostId}/keys`;
    assert.ok((await linksOf(next)).includes(next));
  });

  test('no link leads to a script or to another site, whatever the address says', async () => {
    for (const next of [
      'javascript:alert(1)',
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
    ]) {
      const links = await linksOf(next);
      assert.ok(links.length > 0);
      for (const link of links) assert.match(link, /^(\/(?![/\\])|#|\?|$)/, `${next} became ${link}`);
    }
  });
});
