import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';

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

test('the checkout without an event says what it is, and the front door leads to the reference', async () => {
  const page = await (await fetch(`${on.publicUrl}/checkout`)).text();
  assert.match(page, /<title>Checkout · Tessera<\/title>[^]*<h1>Checkout<\/h1>/);
  const front = await fetch(on.publicUrl, { redirect: 'manual' });
  assert.deepEqual([front.status, front.headers.get('location')], [302, '/docs']);
  const reference = await (await fetch(`${on.publicUrl}/docs`)).text();
  assert.match(reference, /<a href="http:\/\/localhost:\d+\/dashboard">dashboard<\/a>/);
  const icon = await fetch(`${on.publicUrl}/favicon.ico`);
  assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
});
