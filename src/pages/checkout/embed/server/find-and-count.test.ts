import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost } from '../../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../../test/harness/unhandled.ts';
import { until } from '../../../../../test/harness/until.ts';
import { inOneMinute } from '../../../../../test/harness/in-one-minute.ts';
import { ask } from '../../../../../test/harness/client.ts';
import { askEmbed, makeHall, postHold } from '../embed.fixture.ts';

const PER_ADDRESS = 6;

let on: TestApp;
expectNothingUnhandled();
before(async () => {
  on = await startTestApp({
    environment: { RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS), TRUST_PROXY: 'loopback' },
  });
});
after(() => on.close());

test('one address asks so often and no more: every route says so in its own way, and other addresses go on', async () => {
  const host = await makeHost(on, { name: 'Few' });
  await on.app.database.query(`UPDATE hosts SET contact_email = 'ask@few.example' WHERE id = $1`, [
    host.hostId,
  ]);
  const { slug, skus } = await makeEvent(on, host, { name: 'Busy Night' });
  const hall = await makeHall(on, host);
  await inOneMinute();
  for (let left = PER_ADDRESS - 1; left >= 0; left--) {
    const { status, headers } = await askEmbed(on, `/${slug}/tickets`);
    assert.equal(status, 200);
    assert.match(headers.get('ratelimit') ?? '', new RegExp(`^"address";r=${left};t=\\d+$`));
  }
  const device = { 'x-device-id': randomUUID() };
  for (const askAgain of [
    () => askEmbed(on, `/${slug}/tickets`),
    () => postHold(on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }] }),
    () => askEmbed(on, `/${slug}/orders`, { method: 'POST', headers: device, body: {} }),
    () => askEmbed(on, `/${hall.slug}/seats`),
    () => askEmbed(on, `/${hall.slug}/seats/live`),
  ]) {
    const { status, headers, body } = await askAgain();
    assert.deepEqual([status, body.status, body.error_code], [429, 429, 'rate_limited']);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  }
  const page = await askEmbed(on, `/${slug}`);
  assert.equal(page.status, 429);
  assert.match(page.body, /<h1>Too many requests<\/h1>/);
  assert.match(page.headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(page.body, /Ask Few: <a href="mailto:ask@few\.example\?subject=Busy%20Night">/);

  const elsewhere = { 'x-forwarded-for': '203.0.113.7' };
  assert.equal((await askEmbed(on, `/${slug}`, { headers: elsewhere })).status, 200);
  assert.equal((await ask(on, `/events/${slug}`, { key: host })).status, 200, 'the API counts for itself');
  const other = await makeEvent(on, await makeHost(on));
  assert.equal((await askEmbed(on, `/${other.slug}`)).status, 200, 'and so does every host');
});

test('guessing at addresses is limited too', async () => {
  await inOneMinute();
  const headers = { 'x-forwarded-for': '203.0.113.8' };
  const statuses: number[] = [];
  for (let n = 0; n <= PER_ADDRESS; n++) {
    statuses.push((await askEmbed(on, `/guess-${n}`, { headers })).status);
  }
  assert.deepEqual(statuses, [...Array.from({ length: PER_ADDRESS }, () => 404), 429]);
});

test('a guess too many costs no look-up, and an event that is there is not counted as a guess', async (t) => {
  const guessed = await startTestApp({
    environment: { RATE_LIMIT_PER_ADDRESS: String(PER_ADDRESS), TRUST_PROXY: 'loopback' },
  });
  t.after(() => guessed.close());
  const { slug } = await makeEvent(guessed, await makeHost(guessed));
  const from = (address: string, path: string) =>
    askEmbed(guessed, path, { headers: { 'x-forwarded-for': address } });
  await inOneMinute();
  assert.equal((await from('203.0.113.9', `/${slug}`)).status, 200);
  for (let n = 0; n < PER_ADDRESS; n++) {
    assert.equal((await from('203.0.113.9', `/guess-${n}`)).status, 404, `guess ${n}`);
  }
  // With these gone every look-up fails: whoever is answered was not looked up.
  await guessed.app.database.query('ALTER TABLE hosts RENAME TO hosts_away');
  assert.equal((await from('203.0.113.9', '/guess-again')).status, 429);
  const preview = `/guess-again?preview=zzzzzz.${'A'.repeat(43)}`;
  assert.equal((await from('203.0.113.9', preview)).status, 429, 'nor does a token make it look');
  assert.equal((await from('203.0.113.10', '/guess-again')).status, 500, 'the control');
  await guessed.app.database.query('ALTER TABLE hosts_away RENAME TO hosts');
  assert.equal((await from('203.0.113.9', `/${slug}/tickets`)).status, 200);
});

test('while the database fails, a page that was shown before says whom to ask; an unlisted one to who has seen it', async (t) => {
  const failing = await startTestApp({ on, environment: { TRUST_PROXY: 'loopback' } });
  t.after(() => failing.close());
  const host = await makeHost(failing, { name: 'Fewer' });
  const query = (sql: string) => failing.app.database.query(sql);
  await query(`UPDATE hosts SET contact_email = 'ask@fewer.example' WHERE name = 'Fewer'`);
  const [listed, unlisted] = [
    await makeEvent(failing, host, { name: 'Busy Night' }),
    await makeEvent(failing, host, { name: 'Quiet Night', isUnlisted: true }),
  ];
  const open = async (path: string, from = '203.0.113.11') => {
    const headers = { 'x-forwarded-for': from };
    const response = await fetch(`${failing.publicUrl}${path}`, { headers });
    return { status: response.status, body: await response.text() };
  };
  const pages = (slug: string): string[] => [`/checkout/${slug}`, `/events/${slug}`];
  const own = [...pages(listed.slug), ...pages(unlisted.slug), '/hosts/fewer'];
  for (const path of own) assert.equal((await open(path)).status, 200, path);
  await query('ALTER TABLE ticket_types RENAME TO ticket_types_away');
  await query('ALTER TABLE hosts RENAME TO hosts_away');
  // Word of a change: what was cached is dropped.
  await query(`SELECT pg_notify('catalog_changed', '${host.hostId}')`);
  try {
    for (const path of own) {
      await until('what was cached to be dropped', async () => (await open(path)).status === 500);
      assert.match((await open(path)).body, /Ask Fewer: <a href="mailto:ask@fewer\.example\?subject=/, path);
    }
    for (const path of pages(listed.slug))
      assert.match((await open(path, '203.0.113.12')).body, /Ask Fewer/, 'anybody may know a listed event');
    for (const path of [...pages(unlisted.slug), ...pages('never-was')]) {
      const { status, body } = await open(path, '203.0.113.12');
      assert.equal(status, 500);
      assert.doesNotMatch(body, /mailto|Fewer/);
      assert.match(body, /Tickets you bought are in your e-mail, too\./);
    }
  } finally {
    await query('ALTER TABLE hosts_away RENAME TO hosts');
    await query('ALTER TABLE ticket_types_away RENAME TO ticket_types');
  }
});
