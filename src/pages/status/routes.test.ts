import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';

let on: TestApp;
let without: TestApp;
before(async () => {
  on = await startTestApp({ environment: { STATUS_PAGE: 'on' } });
  without = await startTestApp({ on });
});
after(async () => {
  await without.close();
  await on.close();
});

const BROWSER = { accept: 'text/html,*/*;q=0.8' };

test('without the setting there is no status page', async () => {
  const answer = await fetch(`${without.publicUrl}/status`, { headers: BROWSER });
  assert.equal(answer.status, 404);
  assert.match(await answer.text(), /There is no page at this address/);
});

test('with it, people read in their language that everything works, and since when', async () => {
  const english = await fetch(`${on.publicUrl}/status`, { headers: BROWSER });
  assert.equal(english.status, 200);
  const page = await english.text();
  assert.match(
    page,
    /<html lang="en"[^]*<h1>Everything is working<\/h1>[^]*Since \d+ \w+ \d{4}, \d\d:\d\d (UTC|GMT)/,
  );
  assert.match(page, /No incidents\./);
  const french = await (await fetch(`${on.publicUrl}/status?lang=fr`, { headers: BROWSER })).text();
  assert.match(french, /<html lang="fr"[^]*<h1>Tout fonctionne<\/h1>[^]*Depuis le /);
});

test('it is small, has no script, and is the same for all: caches keep it, and who has it gets 304', async () => {
  const first = await fetch(`${on.publicUrl}/status`, { headers: { ...BROWSER, 'accept-encoding': 'br' } });
  assert.equal(first.headers.get('content-encoding'), 'br');
  assert.match(first.headers.get('cache-control') ?? '', /^public, max-age=\d+/);
  const body = await first.text();
  assert.doesNotMatch(body, /<script/);
  assert.ok(body.length < 20_000, `${body.length}`);
  const etag = first.headers.get('etag') ?? '';
  const again = await fetch(`${on.publicUrl}/status`, { headers: { ...BROWSER, 'if-none-match': etag } });
  assert.equal(again.status, 304);
});
