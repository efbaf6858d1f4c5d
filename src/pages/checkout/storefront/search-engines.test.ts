import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { metaIn, openTestStorefront } from './storefront.fixture.ts';

expectNothingUnhandled();
const { on, host, ownUrl, open } = await openTestStorefront();
after(() => on.close());

test('an unlisted event is there for who has the link, and for no list and no search engine', async () => {
  const { slug } = await makeEvent(on, host, { name: 'Family Only', isUnlisted: true });
  const { status, headers, body } = await open(`/events/${slug}`);
  assert.equal(status, 200);
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  assert.equal(metaIn(body, 'robots'), 'noindex');
  assert.doesNotMatch((await open('/hosts/harmattan-nights-sons')).body, /Family Only/);
});

test('search engines are told what to read: listed events to come, and the hosts that have them on', async () => {
  const here = await makeHost(on, { name: 'On The Map' });
  const listed = await makeEvent(on, here);
  const hidden = [
    await makeEvent(on, here, { isUnlisted: true }),
    await makeEvent(on, here, { status: 'DRAFT' }),
    await makeEvent(on, here, { status: 'CANCELLED' }),
  ];
  const quiet = await makeHost(on, { name: 'Off The Map' });
  await makeEvent(on, quiet, { isUnlisted: true });
  const robots = await open('/robots.txt');
  assert.equal(robots.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.match(robots.body, /^User-agent: \*\nAllow: \/events\/\n/);
  assert.ok(robots.body.endsWith(`Disallow: /\n\nSitemap: ${ownUrl}/sitemap.xml\n`));

  const { status, headers, body } = await open('/sitemap.xml', { 'accept-encoding': 'br' });
  assert.equal(status, 200);
  assert.equal(headers.get('content-encoding'), 'br');
  assert.equal(headers.get('cache-control'), 'public, max-age=600');
  for (const address of [`/events/${listed.slug}`, '/hosts/on-the-map'])
    assert.ok(body.includes(`<loc>${ownUrl}${address}</loc>`), address);
  for (const { slug } of hidden) assert.doesNotMatch(body, new RegExp(`/${slug}<`));
  assert.doesNotMatch(body, /off-the-map/);
});
