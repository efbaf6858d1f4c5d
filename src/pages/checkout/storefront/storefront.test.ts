import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { makeEvent, makeHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { inOneMinute } from '../../../../test/harness/in-one-minute.ts';
import { suspendHost } from '../../../hosts/suspend-host.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { metaIn, openTestStorefront } from './storefront.fixture.ts';

expectNothingUnhandled();
const { on, host, ownUrl, open } = await openTestStorefront();
after(() => on.close());

test('pictures come in the size that fits; a shared link has a JPEG of moderate size', async () => {
  const busy = await makeHost(on, { name: 'With Posters' });
  const picture = `${'ab'.repeat(20)}-1600x2000`;
  const { slug } = await makeEvent(on, busy, {
    posterFile: `${picture}-1600.jpg`,
    posterAspectRatio: 0.8,
  });
  const media = `${ownUrl}/media/${picture}`;
  for (const path of [`/events/${slug}`, '/hosts/with-posters']) {
    const { body } = await open(path);
    const webp = [320, 640, 1280, 1600].map((width) => `${media}-${width}.webp ${width}w`).join(', ');
    assert.ok(body.includes(`<source type="image/webp" srcset="${webp}"`), path);
    // The next size, 1280 by 1600, has two million pixels.
    assert.equal(metaIn(body, 'og:image'), `${media}-640.jpg`);
    assert.deepEqual([metaIn(body, 'og:image:width'), metaIn(body, 'og:image:height')], ['640', '800']);
    assert.ok(metaIn(body, 'og:image:alt'));
  }
  // One that was stored before pictures had sizes is shown as it is.
  const old = await makeEvent(on, busy, { posterFile: `${'cd'.repeat(20)}.png`, posterAspectRatio: 0.75 });
  const { body } = await open(`/events/${old.slug}`);
  assert.equal(metaIn(body, 'og:image'), `${ownUrl}/media/${'cd'.repeat(20)}.png`);
  assert.equal(metaIn(body, 'og:image:width'), undefined);
});

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

test('nobody may frame the pages, they set no cookie, and nothing runs but their own scripts', async () => {
  const { slug } = await makeEvent(on, host);
  for (const path of [`/events/${slug}`, '/hosts/harmattan-nights-sons']) {
    const { headers, body } = await open(path);
    const policy = headers.get('content-security-policy') ?? '';
    const style = /<style>([^]*?)<\/style>/.exec(body)?.[1] ?? '';
    assert.ok(policy.includes(`style-src 'self' '${hashOf(style)}';`), policy);
    assert.match(policy, /^default-src 'none'; .*frame-ancestors 'none'$/);
    const script = /<script>([^]*?)<\/script>/.exec(body)?.[1];
    if (script === undefined) assert.doesNotMatch(policy, /script-src/);
    else assert.ok(policy.includes(`; script-src 'self' '${hashOf(script)}';`), policy);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers.get('set-cookie'), null);
    assert.equal(headers.get('ratelimit'), null);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    const others = body.replace(`<script>${script}</script>`, '');
    assert.doesNotMatch(others, /<script(?![^>]*(src=|type="application\/(ld\+)?json"))/);
    assert.doesNotMatch(body, /\sstyle="|\son\w+="/);
  }
});

test('the page is sent compressed, and not at all to who has it; a change is there at once', async () => {
  const { slug } = await makeEvent(on, host, { name: 'Before' });
  const first = await open(`/events/${slug}`);
  const etag = first.headers.get('etag') ?? '';
  assert.equal(first.headers.get('cache-control'), 'public, no-cache');
  assert.equal(first.headers.get('vary'), 'Accept-Encoding, Accept-Language');
  const again = await open(`/events/${slug}`, { 'if-none-match': etag });
  assert.deepEqual([again.status, again.body, again.headers.get('etag')], [304, '', etag]);

  const packed = await open(`/events/${slug}`, { 'accept-encoding': 'br' });
  assert.deepEqual([packed.headers.get('content-encoding'), packed.body], ['br', first.body]);
  assert.ok(Number(packed.headers.get('content-length')) < 20_000, 'the whole page fits into a few packets');

  await on.app.database.query(`UPDATE events SET name = 'After' WHERE slug = $1`, [slug]);
  await until('the new name', async () => {
    const { status, body } = await open(`/events/${slug}`, { 'if-none-match': etag });
    return status === 200 && /<h1[^>]*>After</.test(body);
  });
});

test('a thousand who open a page at once share what is made', async () => {
  const { slug } = await makeEvent(on, host);
  const { body } = await open(`/events/${slug}`);
  const answers = await Promise.all(Array.from({ length: 300 }, () => open(`/events/${slug}`)));
  assert.ok(answers.every((answer) => answer.status === 200 && answer.body === body));
});

test('drafts, events of suspended hosts and what never was are the same friendly page', async () => {
  const other = await makeHost(on, { name: 'Soon Suspended' });
  const draft = await makeEvent(on, host, { status: 'DRAFT' });
  const theirs = await makeEvent(on, other);
  assert.equal((await open(`/events/${theirs.slug}`)).status, 200);
  assert.equal((await open('/hosts/soon-suspended')).status, 200);
  await on.app.database.transaction((tx) =>
    suspendHost(tx, { hostId: other.hostId, actor: OPERATOR, reason: 'a test' }),
  );
  await until('the suspension', async () => (await open(`/events/${theirs.slug}`)).status === 404);
  await makeHost(on, { name: 'Never Confirmed', isEmailConfirmed: false });
  const missing = [
    `/events/${draft.slug}`,
    `/events/${draft.slug}/calendar.ics`,
    `/events/${theirs.slug}`,
    '/events/..%2f',
    `/events/${'z'.repeat(3000)}`,
    '/hosts/soon-suspended',
    '/hosts/never-confirmed',
    '/hosts/%00',
    '/hosts/NOBODY',
  ];
  for (const path of missing) {
    const { status, headers, body } = await open(path);
    assert.equal(status, 404, path);
    assert.match(body, /<h1>There is no such (event|page) here<\/h1>/, path);
    assert.equal(headers.get('cache-control'), 'no-store', path);
  }
});

test('a page for everybody is sent as often as anybody asks; pages for one reader are made so often and no more', async (t) => {
  const often = 5;
  const limited = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: String(often) } });
  t.after(() => limited.close());
  const few = await makeHost(limited, { name: 'Few' });
  const { slug, eventId } = await makeEvent(limited, few);
  const statusesOf = async (path: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let nr = 0; nr <= often; nr++) statuses.push((await fetch(limited.publicUrl + path)).status);
    return statuses;
  };
  await inOneMinute();
  for (const path of [`/events/${slug}`, '/hosts/few'])
    assert.deepEqual(await statusesOf(path), Array(often + 1).fill(200), path);
  assert.deepEqual(await statusesOf(`/events/${slug}?reference=TSR-0000-0000-0000-0000`), [
    ...Array(often).fill(200),
    429,
  ]);
  assert.equal((await fetch(`${limited.publicUrl}/hosts/few?after=${eventId}`)).status, 429);
  assert.equal((await fetch(`${limited.publicUrl}/events/${slug}`)).status, 200);
});
