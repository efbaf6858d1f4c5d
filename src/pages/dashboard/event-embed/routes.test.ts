import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Answer } from '../../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { writePreviewToken } from '../../../events/preview-token.ts';
import { previewKeysOf } from '../../../secrets/preview-keys.ts';

suite('the embed of an event, in the dashboard', () => {
  let on: TestApp;
  let second: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    second = await startTestApp({ on });
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await second.close();
    await on.close();
  });

  const embedOf = (eventId: string): string => `/hosts/${host.hostId}/events/${eventId}/embed`;
  const see = async (eventId: string) => (await askDashboard(on, embedOf(eventId), { as: owner })).body.data;
  const change = async (eventId: string, body: object): Promise<Answer> =>
    askDashboard(on, embedOf(eventId), {
      as: owner,
      method: 'PATCH',
      body: { version: 1, theme: null, color: null, origins: null, ...body },
    });
  const openPage = async (address: string, at = on) => {
    const { pathname, search } = new URL(address);
    const response = await fetch(at.publicUrl + pathname + search);
    const text = await response.text();
    return {
      status: response.status,
      policy: response.headers.get('content-security-policy') ?? '',
      robots: response.headers.get('x-robots-tag'),
      theme: /data-theme="?(\w+)/.exec(text)?.[1],
      accent: /--accent:#(\w+)/.exec(text)?.[1],
      isMarked: text.includes('This is a preview'),
    };
  };

  test('the settings count more than the address, in every process at once, and are on record', async () => {
    const { eventId } = await makeEvent(on, host);
    const { checkoutUrl } = await see(eventId);
    const asked = `${checkoutUrl}?theme=light&colorScheme=0000ff`;
    assert.deepEqual(
      [(await openPage(asked, second)).theme, (await openPage(asked, second)).accent],
      ['light', '0000ff'],
    );
    const set = {
      theme: 'dark',
      color: '#B8431C',
      origins: ['https://Shop.Example/', 'https://shop.example'],
    };
    const { status, body } = await change(eventId, set);
    assert.equal(status, 200);
    assert.deepEqual(body.settings, {
      version: 2,
      theme: 'dark',
      color: '#b8431c',
      origins: ['https://shop.example'],
    });
    await until('the other process to show it', async () => (await openPage(asked, second)).theme === 'dark');
    const page = await openPage(asked, second);
    assert.equal(page.accent, 'b8431c');
    assert.match(page.policy, /frame-ancestors https:\/\/shop\.example$/);
    const { rows } = await on.app.database.query(
      'SELECT action, before, after FROM audit_log WHERE subject_id = $1',
      [eventId],
    );
    assert.deepEqual(rows, [
      {
        action: 'event.change_embed',
        before: { embedTheme: null, embedColor: null, embedOrigins: null },
        after: { embedTheme: 'dark', embedColor: 'b8431c', embedOrigins: 'https://shop.example' },
      },
    ]);
    assert.equal((await change(eventId, {})).body.error_code, 'changed_meanwhile');
    assert.equal((await change(eventId, { version: 2 })).status, 200);
    assert.deepEqual((await see(eventId)).settings, { version: 3, theme: null, color: null, origins: null });
  });

  test('a value that can’t be used is refused at its field', async () => {
    const { eventId } = await makeEvent(on, host);
    for (const { body, field } of [
      { body: { theme: 'blue' }, field: 'theme' },
      { body: { color: 'b8431' }, field: 'color' },
      { body: { color: '"><b>0' }, field: 'color' },
      { body: { origins: [] }, field: 'origins' },
      { body: { origins: ['https://shop.example/path'] }, field: 'origins[0]' },
      { body: { origins: ["https://a.example; script-src 'unsafe-inline'"] }, field: 'origins[0]' },
      { body: { more: 1 }, field: 'more' },
    ]) {
      const { status, body: said } = await change(eventId, body);
      assert.deepEqual([status, said.field], [400, field], JSON.stringify(said));
    }
  });

  test('the preview shows a draft to who has its address, and what is not saved yet', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const { previewUrl, checkoutUrl } = await see(draft.eventId);
    assert.equal((await openPage(checkoutUrl)).status, 404);
    const page = await openPage(`${previewUrl}&theme=dark&colorScheme=b8431c`, second);
    assert.deepEqual(
      [page.status, page.theme, page.accent, page.isMarked, page.robots],
      [200, 'dark', 'b8431c', true, 'noindex'],
    );
  });

  test('the dashboard may frame the preview whatever sites are named, and nobody else', async () => {
    const { eventId } = await makeEvent(on, host);
    await change(eventId, { theme: 'dark', color: 'b8431c', origins: ['https://shop.example'] });
    const { previewUrl } = await see(eventId);
    const page = await openPage(`${previewUrl}&theme=light`);
    assert.match(page.policy, /frame-ancestors http:\/\/localhost:\d+$/);
    assert.deepEqual([page.theme, page.isMarked], ['light', false]);
  });

  test('an address that is over, or another event’s, previews nothing', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const other = await makeEvent(on, host, { status: 'DRAFT' });
    const { checkoutUrl } = await see(draft.eventId);
    const { current } = previewKeysOf(on.secretKeys);
    const tokenFor = (eventId: string, inMs: number): string =>
      writePreviewToken(current, {
        eventId,
        bearerId: owner.personId,
        expiresAt: new Date(Date.now() + inMs),
      });
    const statusOf = async (token: string): Promise<number> =>
      (await openPage(`${checkoutUrl}?preview=${token}`)).status;
    assert.equal(await statusOf(tokenFor(draft.eventId, 3_600_000)), 200);
    assert.equal(await statusOf(tokenFor(draft.eventId, -60_000)), 404);
    assert.equal(await statusOf(tokenFor(other.eventId, 3_600_000)), 404);
    assert.equal(await statusOf('x'.repeat(5_000)), 404);
  });

  test('an address ends with the membership of whom it was made for, and with the event among their own', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const manager = await signInAs(on, host, { role: 'manager', eventIds: [draft.eventId] });
    const { previewUrl } = (await askDashboard(on, embedOf(draft.eventId), { as: manager })).body.data;
    const memberOfManager = 'member_id = (SELECT id FROM members WHERE person_id = $1)';
    assert.equal((await openPage(previewUrl)).status, 200);
    await on.app.database.query(`DELETE FROM member_events WHERE ${memberOfManager}`, [manager.personId]);
    assert.equal((await openPage(previewUrl)).status, 404);
    await on.app.database.query('UPDATE members SET has_all_events = true WHERE person_id = $1', [
      manager.personId,
    ]);
    assert.equal((await openPage(previewUrl)).status, 200);
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [manager.personId]);
    assert.equal((await openPage(previewUrl)).status, 404);
  });
});
