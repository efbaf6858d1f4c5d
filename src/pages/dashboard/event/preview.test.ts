import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { addGalleryImage } from '../../../events/headliners-and-gallery.ts';
import { pageDataIn } from '../../checkout/embed/embed.fixture.ts';

describe('the preview of a draft', () => {
  let on: TestApp;
  let second: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    second = await startTestApp({ on });
    host = await makeHost(on, { name: 'Harmattan Nights' });
    owner = await signInAs(on, host);
  });
  after(async () => {
    await second.close();
    await on.close();
  });

  const at = (eventId: string, path = ''): string => `/hosts/${host.hostId}/events/${eventId}${path}`;
  const see = async (eventId: string, as = owner) =>
    (await askDashboard(on, at(eventId), { as })).body.data.preview;
  const share = (eventId: string, body: object, as = owner) =>
    askDashboard(on, at(eventId, '/preview-link'), { as, method: 'POST', body });
  const revoke = (eventId: string, as = owner) =>
    askDashboard(on, at(eventId, '/preview-link'), { as, method: 'DELETE' });
  /** By a process that did not make the link, as somebody who has nothing but the address. */
  const open = async (address: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(address);
    const response = await fetch(second.publicUrl + pathname + search, { redirect: 'manual', ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const below = (address: string, path: string): string => {
    const { origin, pathname, search } = new URL(address);
    return origin + pathname + path + search;
  };

  test('a member sees page and checkout of a draft; without the token both are not there, nor in the API', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT', name: 'Highlife Night' });
    const { pageUrl, checkoutUrl, link } = await see(draft.eventId);
    assert.equal(link, null);
    for (const address of [pageUrl, checkoutUrl]) {
      const page = await open(address);
      assert.equal(page.status, 200, address);
      assert.match(page.text, /This is a preview: nothing is sold\./);
      assert.deepEqual(
        ['x-robots-tag', 'referrer-policy', 'cache-control'].map((name) => page.headers.get(name)),
        ['noindex', 'no-referrer', 'no-store'],
      );
      assert.equal((await open(address.split('?')[0] ?? '')).status, 404);
    }
    // It is not online for having no place yet.
    const bare = await makeEvent(on, host, { status: 'DRAFT', state: '', lga: '', street: null });
    const shown = await see(bare.eventId);
    for (const address of [shown.pageUrl, shown.checkoutUrl]) {
      const { text } = await open(address);
      assert.match(text, /Place to be announced/, address);
      assert.doesNotMatch(text, /Online/, address);
    }
    const api = await fetch(`${on.publicUrl}/api/v1/events/${draft.slug}${new URL(pageUrl).search}`, {
      headers: { authorization: `Bearer ${host.publicKey}` },
    });
    assert.equal(api.status, 404);
  });

  test('the page has its pictures and its other language, and nothing for search engines or to be shared', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    await on.app.database.transaction((tx) =>
      addGalleryImage(tx, {
        eventId: draft.eventId,
        file: 'wide.png',
        thumbnailFile: 'wide.png',
        widthPx: 1200,
        heightPx: 800,
        alt: 'The terrace',
        position: 1,
      }),
    );
    const { pageUrl } = await see(draft.eventId);
    const { text } = await open(pageUrl);
    assert.match(text, /alt="The terrace"/);
    for (const unwanted of ['application/ld+json', 'og:title', 'rel="canonical"', 'calendar.ics', 'wa.me'])
      assert.ok(!text.includes(unwanted), unwanted);
    const french = /hreflang="fr" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match((await open(new URL(french, pageUrl).href)).text, /Aperçu : rien n’est vendu/);
  });

  test('a hidden place stays hidden', async () => {
    const draft = await makeEvent(on, host, {
      status: 'DRAFT',
      street: '12 Secret Road',
      hideLocation: true,
    });
    const { pageUrl, checkoutUrl } = await see(draft.eventId);
    for (const address of [pageUrl, checkoutUrl])
      assert.ok(!(await open(address)).text.includes('Secret Road'), address);
  });

  test('the page may read tickets with the token; nothing is held or ordered', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const { checkoutUrl } = await see(draft.eventId);
    const token = new URL(checkoutUrl).searchParams.get('preview');
    const data = pageDataIn((await open(checkoutUrl)).text);
    assert.deepEqual([data.previewToken, data.event.hasPromoCodes], [token, false]);
    const tickets = await open(below(checkoutUrl, '/tickets'));
    assert.equal(tickets.status, 200);
    assert.deepEqual(
      (JSON.parse(tickets.text) as { data: { id: string }[] }).data.map(({ id }) => id),
      draft.skus,
    );
    const post = (path: string, body: object) =>
      open(below(checkoutUrl, path), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-device-id': crypto.randomUUID() },
        body: JSON.stringify(body),
      });
    assert.equal((await post('/reservations', { items: [{ sku: draft.skus[0], quantity: 1 }] })).status, 404);
    const buyer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };
    assert.equal((await post('/orders', { quoteReference: 'q_1', ...buyer })).status, 404);
    const { rows } = await on.app.database.query('SELECT FROM reservations WHERE event_id = $1', [
      draft.eventId,
    ]);
    assert.equal(rows.length, 0);
  });

  test('a link works for whoever has it, until it expires, is replaced or is revoked; all of it is on record', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    assert.equal((await share(draft.eventId, { days: 7 })).status, 200);
    const first = (await see(draft.eventId)).link;
    const inDays = (new Date(first.expiresAt).getTime() - Date.now()) / 86_400_000;
    assert.ok(inDays > 6.9 && inDays < 7.1, `${inDays} days`);
    assert.equal((await open(first.address)).status, 200);

    await share(draft.eventId, { days: 1 });
    const newer = (await see(draft.eventId)).link;
    const old = await open(first.address);
    assert.equal(old.status, 404);
    assert.match(old.text, /This preview has ended/);
    assert.equal((await open(newer.address)).status, 200);

    await on.app.database.query(
      `UPDATE preview_links SET created_at = created_at - interval '1 hour', expires_at = now() - interval '1 minute'
        WHERE event_id = $1`,
      [draft.eventId],
    );
    assert.equal((await open(newer.address)).status, 404, 'the database decides');
    assert.equal((await see(draft.eventId)).link, null);

    await share(draft.eventId, { days: 30 });
    const last = (await see(draft.eventId)).link;
    assert.equal((await revoke(draft.eventId)).status, 200);
    assert.equal((await revoke(draft.eventId)).body.error_code, 'wrong_state', 'done twice');
    assert.equal((await open(last.address)).status, 404);
    const { rows } = await on.app.database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY at, id',
      [draft.eventId],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['event.share_preview', 'event.share_preview', 'event.share_preview', 'event.revoke_preview'],
    );
  });

  test('a link opens its own event alone, and outlives the member who made it', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const other = await makeEvent(on, host, { status: 'DRAFT' });
    const manager = await signInAs(on, host, { role: 'manager' });
    await share(draft.eventId, { days: 7 }, manager);
    await share(other.eventId, { days: 7 });
    const { link } = await see(draft.eventId);
    const elsewhere = link.address.replace(draft.slug, other.slug);
    assert.equal((await open(elsewhere)).status, 404);
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [manager.personId]);
    assert.equal((await open(link.address)).status, 200);
  });

  test('once the event is public its preview leads to the page, and no link can be made', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    await share(draft.eventId, { days: 7 });
    const { link, pageUrl } = await see(draft.eventId);
    await on.app.database.query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [draft.eventId]);
    for (const address of [link.address, pageUrl]) {
      const page = await open(address);
      assert.deepEqual([page.status, page.headers.get('location')], [302, '?lang=en']);
    }
    assert.equal(await see(draft.eventId), null);
    assert.equal((await share(draft.eventId, { days: 7 })).body.error_code, 'wrong_state');
  });

  test('only members who may change the event make, see or revoke a link; its days are three choices', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const finance = await signInAs(on, host, { role: 'finance' });
    const stranger = await signInAs(on, await makeHost(on));
    assert.equal((await share(draft.eventId, { days: 7 }, finance)).status, 403);
    assert.equal((await revoke(draft.eventId, finance)).status, 403);
    assert.equal(await see(draft.eventId, finance), null);
    assert.equal((await share(draft.eventId, { days: 7 }, stranger)).status, 404);
    for (const days of [0, 2, 365, '7']) assert.equal((await share(draft.eventId, { days })).status, 400);
  });

  test('every page of a draft leads to its preview, for members who may change it; of a public event, to its page', async () => {
    const draft = await makeEvent(on, host, { status: 'DRAFT' });
    const follow = (as: SignedIn) =>
      fetch(`${on.publicUrl}/dashboard${at(draft.eventId, '/preview')}`, {
        redirect: 'manual',
        headers: { cookie: as.cookie },
      });
    const led = await follow(owner);
    assert.equal(led.status, 303);
    assert.equal((await open(led.headers.get('location') ?? '')).status, 200);
    const link = new RegExp(`<a [^>]*href="/dashboard${at(draft.eventId, '/preview')}"`);
    const page = async (as: SignedIn): Promise<string> => {
      const headers = { cookie: as.cookie, accept: 'text/html' };
      return (await fetch(`${on.publicUrl}/dashboard${at(draft.eventId, '/guests')}`, { headers })).text();
    };
    assert.match(await page(owner), link);
    const finance = await signInAs(on, host, { role: 'finance' });
    assert.doesNotMatch(await page(finance), link);
    assert.equal((await follow(finance)).status, 403);
    await on.app.database.query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [draft.eventId]);
    assert.doesNotMatch(await page(owner), link);
    const { pathname } = new URL((await follow(owner)).headers.get('location') ?? '');
    assert.equal(pathname, `/events/${draft.slug}`);
  });

  test('a public event can be shared: its QR code, and the height of its embed', async () => {
    const { eventId } = await makeEvent(on, host);
    const { body } = await askDashboard(on, at(eventId, '/share'), { as: owner });
    assert.match(body.qr.path, /^M\d/);
    assert.ok(body.heights.phone >= 900);
  });
});
