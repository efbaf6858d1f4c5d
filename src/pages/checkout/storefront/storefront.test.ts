import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { inOneMinute } from '../../../../test/harness/in-one-minute.ts';
import { addHeadliner } from '../../../events/headliners-and-gallery.ts';
import { suspendHost } from '../../../hosts/suspend-host.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { pageDataIn } from '../embed/embed.fixture.ts';

const A_DAY_MS = 24 * 60 * 60_000;

let on: TestApp;
let host: TestHost;
expectNothingUnhandled();
before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on, { name: 'Harmattan Nights & Sons' });
});
after(() => on.close());

const ownUrl = (): string => `http://localhost:${new URL(on.publicUrl).port}`;

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${on.publicUrl}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" };
const unescape = (text: string): string =>
  text.replaceAll(/&(quot|amp|lt|gt|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** The content of a `<meta>`, by its name or property. */
const metaIn = (page: string, name: string): string | undefined => {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];
  return content === undefined ? undefined : unescape(content);
};

type Structured = Record<'@type' | 'name' | 'startDate' | 'endDate' | 'eventStatus', string> & {
  location: { address: object };
  performer: object[];
  previousStartDate?: string;
  doorTime?: string;
  offers: { availability: string; validFrom?: string }[];
};

function structuredDataIn(page: string): Structured {
  const json = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page)?.[1];
  assert.ok(json, 'the page has no structured data');
  return JSON.parse(json) as Structured;
}

test('an event with free and paid tickets says so, and offers free tickets only where all are', async () => {
  const pageWith = async (prices: number[]): Promise<string> => {
    const ticketTypes = prices.map((priceMinor) => ({ name: `For ${priceMinor}`, priceMinor }));
    const { slug } = await makeEvent(on, host, { ticketTypes });
    return (await open(`/events/${slug}`)).body;
  };
  const mixed = await pageWith([0, 500_000]);
  assert.match(mixed, /<strong class="buy-price">Free – ₦5,000\.00<\/strong>/);
  assert.match(mixed, />Get tickets</);
  assert.doesNotMatch(mixed, />Get free tickets</);
  const free = await pageWith([0, 0]);
  assert.match(free, /<strong class="buy-price">Free<\/strong>/);
  assert.match(free, />Get free tickets</);
});

test('the page of an event has all there is to read, the data for its checkout, and what a shared link shows', async () => {
  const { slug, eventId, skus } = await makeEvent(on, host, {
    name: 'Highlife & Friends',
    street: '12 Marina Road',
    lat: 6.45,
    lng: 3.4,
    instagram: 'highlife',
    website: 'https://highlife.example/',
    description: 'First line.\n\nSecond line.',
    previewDescription: 'Three bands.',
    startsAt: new Date('2038-03-05T18:30:00Z'),
    closesAt: new Date('2038-03-05T22:00:00Z'),
    ticketTypes: [
      { name: 'Regular', priceMinor: 500_000 },
      { name: 'Table', priceMinor: 5_000_000, saleStartsAt: new Date('2038-01-01T00:00:00Z') },
    ],
  });
  await on.app.database.query('UPDATE events SET doors_minutes = 90 WHERE id = $1', [eventId]);
  await on.app.database.transaction((tx) =>
    addHeadliner(tx, { eventId, name: 'Zinachi Ray', role: 'Opening set', imageFile: null, position: 0 }),
  );
  const { status, headers, body } = await open(`/events/${slug}`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  const text = body.replace(/<script[^]*?<\/script>/g, '');
  for (const shown of [
    /<h1[^>]*>Highlife &amp; Friends<\/h1>/,
    /Fri, 5 Mar 2038/,
    /19:30/,
    /until 23:00/,
    /Doors 18:00/,
    /12 Marina Road/,
    /From ₦5,000\.00/,
    /Second line\./,
    /Zinachi Ray/,
    /href="https:\/\/highlife\.example\/"/,
    /href="https:\/\/www\.instagram\.com\/highlife"/,
    /href="https:\/\/www\.google\.com\/maps\/search\/\?api=1&amp;query=6\.45%2C3\.4/,
    /href="[^"]*\/hosts\/harmattan-nights-sons\?lang=en"/,
    /href="https:\/\/wa\.me\/\?text=/,
  ])
    assert.match(text, shown);
  assert.deepEqual(
    pageDataIn(body).tickets.map(({ id }) => id),
    skus,
  );

  const address = `${ownUrl()}/events/${slug}`;
  assert.equal(metaIn(body, 'og:title'), 'Highlife & Friends');
  assert.match(
    metaIn(body, 'og:description') ?? '',
    /Fri, 5 Mar 2038, 19:30.* · Ikeja, Lagos · From ₦5,000\.00 — Three bands\./,
  );
  assert.equal(metaIn(body, 'og:url'), address);
  assert.ok(body.includes(`<link rel="canonical" href="${address}"/>`));
  assert.equal(metaIn(body, 'robots'), undefined);

  const { offers, ...data } = structuredDataIn(body);
  assert.equal(data['@type'], 'Event');
  assert.equal(data.doorTime, '2038-03-05T18:00:00+01:00');
  assert.equal(data.startDate, '2038-03-05T19:30:00+01:00');
  assert.equal(data.endDate, '2038-03-05T23:00:00+01:00');
  assert.equal(data.eventStatus, 'https://schema.org/EventScheduled');
  assert.deepEqual(data.location.address, {
    '@type': 'PostalAddress',
    streetAddress: '12 Marina Road',
    addressLocality: 'Ikeja',
    addressRegion: 'Lagos',
    addressCountry: 'NG',
  });
  assert.deepEqual(data.performer, [{ '@type': 'PerformingGroup', name: 'Zinachi Ray' }]);
  assert.deepEqual(offers[0], {
    '@type': 'Offer',
    name: 'Regular',
    // 5,000 and the fee of 5 % and 100.
    price: '5350.00',
    priceCurrency: 'NGN',
    availability: 'https://schema.org/InStock',
    url: address,
  });
  assert.deepEqual(
    [offers[1]?.availability, offers[1]?.validFrom],
    ['https://schema.org/PreOrder', '2038-01-01T00:00:00.000Z'],
  );
});

test('the host’s Markdown is shown with its headings, lists and links', async () => {
  const { slug, eventId } = await makeEvent(on, host, { description: 'Plain.\n\nAnd *plain* again.' });
  assert.match((await open(`/events/${slug}`)).body, /<p>Plain\.<\/p><p>And \*plain\* again\.<\/p>/);
  await on.app.database.query('UPDATE events SET description_markdown = $2 WHERE id = $1', [
    eventId,
    '# Doors\n\n- **Early** entry\n- [Map](https://maps.example/)\n\n<script>ran = 1</script>',
  ]);
  await until('the description', async () => {
    const { body } = await open(`/events/${slug}`);
    return body.includes(
      '<h3>Doors</h3><ul><li><strong>Early</strong> entry</li><li><a href="https://maps.example/" rel="noopener nofollow ugc" target="_blank">Map</a></li></ul>',
    );
  });
  assert.match((await open(`/events/${slug}`)).body, /&lt;script>ran = 1&lt;\/script>/);
});

test('pictures come in the size that fits; a shared link has a JPEG of moderate size', async () => {
  const busy = await makeHost(on, { name: 'With Posters' });
  const picture = `${'ab'.repeat(20)}-1600x2000`;
  const { slug } = await makeEvent(on, busy, {
    posterFile: `${picture}-1600.jpg`,
    posterAspectRatio: 0.8,
  });
  const media = `${ownUrl()}/media/${picture}`;
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
  assert.equal(metaIn(body, 'og:image'), `${ownUrl()}/media/${'cd'.repeat(20)}.png`);
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

test('the page speaks the language that is asked for, and leads to the other one', async () => {
  const { slug } = await makeEvent(on, host);
  const french = await open(`/events/${slug}`, { 'accept-language': 'fr-CI,fr;q=0.9' });
  assert.match(french.body, /<html lang="fr"/);
  assert.match(french.body, /Prendre des billets/);
  assert.match(french.body, /<a [^>]*hreflang="en" href="\?lang=en">English<\/a>/);
  const english = await open(`/events/${slug}?lang=en`, { 'accept-language': 'fr' });
  assert.match(english.body, /Get tickets/);
  assert.match((await open('/hosts/harmattan-nights-sons?lang=fr')).body, /À venir/);
  assert.match((await open('/events/nothing-there?lang=fr')).body, /introuvable/);
});

test('an event’s state is told to people and machines alike', async () => {
  const past = { startsAt: new Date(Date.now() - 2 * A_DAY_MS), closesAt: new Date(Date.now() - A_DAY_MS) };
  const cases = {
    cancelled: [{ status: 'CANCELLED' }, /class="badge cancelled"/, 'EventCancelled'],
    ended: [past, /class="badge ended"/, 'EventScheduled'],
    soon: [{ isComingSoon: true, ticketTypes: [] }, /class="badge coming_soon"/, 'EventScheduled'],
    soldOut: [{ ticketTypes: [{ capacity: 0 }] }, /class="badge sold_out"/, 'EventScheduled'],
  } as const;
  for (const [name, [event, badge, status]] of Object.entries(cases)) {
    const { slug } = await makeEvent(on, host, event as Parameters<typeof makeEvent>[2]);
    const { body } = await open(`/events/${slug}`);
    assert.match(body, badge, name);
    assert.equal(structuredDataIn(body).eventStatus, `https://schema.org/${status}`, name);
    assert.doesNotMatch(body, /Get tickets/, name);
  }
});

test('a date that was moved is said with the one before', async () => {
  const { slug, eventId } = await makeEvent(on, host, {
    startsAt: new Date('2038-03-05T18:30:00Z'),
    closesAt: new Date('2038-03-05T22:00:00Z'),
  });
  await on.app.database.query(
    `INSERT INTO event_postponements
       (id, event_id, created_at, old_starts_at, old_closes_at, new_starts_at, new_closes_at, message)
     VALUES (gen_random_uuid(), $1, now(), '2038-02-01T18:30Z', '2038-02-01T22:00Z', '2038-03-05T18:30Z', '2038-03-05T22:00Z', '')`,
    [eventId],
  );
  const { body } = await open(`/events/${slug}`);
  assert.match(body, /New date. It was planned for Mon, 1 Feb 2038/);
  const { eventStatus, previousStartDate } = structuredDataIn(body);
  assert.equal(eventStatus, 'https://schema.org/EventRescheduled');
  assert.equal(previousStartDate, '2038-02-01T19:30:00+01:00');
});

test('an unlisted event is there for who has the link, and for no list and no search engine', async () => {
  const { slug } = await makeEvent(on, host, { name: 'Family Only', isUnlisted: true });
  const { status, headers, body } = await open(`/events/${slug}`);
  assert.equal(status, 200);
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  assert.equal(metaIn(body, 'robots'), 'noindex');
  assert.doesNotMatch((await open('/hosts/harmattan-nights-sons')).body, /Family Only/);
});

test('a place that the host hides is nowhere in the page, nor in the calendar file', async () => {
  const { slug } = await makeEvent(on, host, {
    street: '9 Secret Close',
    directions: 'Behind the secret door',
    lat: 6.123,
    lng: 3.321,
    hideLocation: true,
  });
  for (const path of [`/events/${slug}`, `/events/${slug}/calendar.ics`]) {
    const { status, body } = await open(path);
    assert.equal(status, 200);
    assert.doesNotMatch(body, /Secret Close|secret door|6\.123|3\.321/);
  }
});

test('the calendar file is of the event, and leads back to its page', async () => {
  const { slug } = await makeEvent(on, host, {
    name: 'Dated',
    startsAt: new Date('2038-03-05T18:30:00Z'),
    closesAt: new Date('2038-03-05T22:00:00Z'),
  });
  const { headers, body } = await open(`/events/${slug}/calendar.ics`);
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8');
  const lines = body.replaceAll('\r\n\t', '').replaceAll('\r\n ', '').split('\r\n');
  assert.ok(lines.includes('DTSTART:20380305T183000Z'), body);
  assert.ok(lines.includes(`URL:${ownUrl()}/events/${slug}`), body);
  assert.doesNotMatch(body, /undefined|e-mail/);
});

test('a visitor can put the start of a sale into their calendar, until it has started', async () => {
  const soon = await makeEvent(on, host, {
    name: 'Awaited',
    ticketTypes: [
      { name: 'Late', saleStartsAt: new Date('2038-02-02T08:00:00Z') },
      { name: 'Early', saleStartsAt: new Date('2038-01-01T08:00:00Z') },
    ],
  });
  const address = `/events/${soon.slug}/calendar.ics?about=sale`;
  assert.match(
    (await open(`/events/${soon.slug}`)).body,
    new RegExp(`${RegExp.escape(address)}&amp;lang=en`),
  );
  const { headers, body } = await open(`${address}&lang=fr`);
  assert.match(headers.get('content-disposition') ?? '', /-sale\.ics"$/);
  const lines = body.replaceAll('\r\n\t', '').replaceAll('\r\n ', '').split('\r\n');
  for (const line of [
    'DTSTART:20380101T080000Z',
    'DTEND:20380101T081500Z',
    'SUMMARY:Vente des billets\u00a0: Awaited',
    `URL:${ownUrl()}/events/${soon.slug}`,
  ]) {
    assert.ok(lines.includes(line), `${line} in ${body}`);
  }
  const selling = await makeEvent(on, host, { name: 'Selling' });
  assert.equal((await open(`/events/${selling.slug}/calendar.ics?about=sale`)).status, 404);
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

test('a host’s page has what is to come by date, page by page, and shortly what was', async () => {
  const busy = await makeHost(on, { name: 'Très Busy!' });
  for (let day = 14; day >= 1; day--)
    await makeEvent(on, busy, {
      name: `Night ${String(day).padStart(2, '0')}`,
      startsAt: new Date(Date.now() + day * A_DAY_MS),
      closesAt: new Date(Date.now() + (day + 1) * A_DAY_MS),
    });
  await makeEvent(on, busy, {
    name: 'Last Year',
    startsAt: new Date(Date.now() - 2 * A_DAY_MS),
    closesAt: new Date(Date.now() - A_DAY_MS),
  });
  const nightsIn = (page: string) => [...page.matchAll(/>Night (\d\d)</g)].map(([, day]) => Number(day));
  const first = (await open('/hosts/tres-busy')).body;
  assert.deepEqual(
    nightsIn(first),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  assert.match(first, />Last Year</);
  const next = unescape(/rel="next" href="([^"]+)"/.exec(first)?.[1] ?? '');
  const second = (await open(`/hosts/tres-busy${next}`)).body;
  assert.deepEqual(nightsIn(second), [13, 14]);
  assert.doesNotMatch(second, /Last Year|rel="next"/);
  assert.deepEqual(nightsIn((await open('/hosts/tres-busy?after=nonsense')).body), nightsIn(first));
  // Another host's event leads nowhere.
  const { eventId } = await makeEvent(on, host);
  assert.deepEqual(nightsIn((await open(`/hosts/tres-busy?after=${eventId}`)).body), []);

  await makeHost(on, { name: 'Quiet' });
  assert.match((await open('/hosts/quiet')).body, /No events yet/);
});

test('hosts of one name get addresses of their own, at the same moment too', async () => {
  await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      makeHost(on, { name: 'Ọlá & Friends', email: `ola-${index}@test.example` }),
    ),
  );
  await makeHost(on, { name: '小さな家' });
  const { rows } = await on.app.database.query<{ slug: string }>(
    `SELECT slug FROM hosts WHERE name IN ('Ọlá & Friends', '小さな家') ORDER BY slug`,
  );
  assert.deepEqual(
    rows.map(({ slug }) => slug),
    ['host', 'ola-friends', 'ola-friends-2', 'ola-friends-3', 'ola-friends-4'],
  );
});

test('hosts’ words are text, in the page, in its tags and in its data for machines', async () => {
  for (const hostile of HOSTILE_TEXTS) {
    const { slug, eventId } = await makeEvent(on, host, {
      name: hostile,
      description: hostile,
      previewDescription: hostile,
      street: hostile,
      hostMessage: hostile,
      ticketTypes: [{ name: hostile, description: hostile }],
    });
    await on.app.database.transaction((tx) =>
      addHeadliner(tx, { eventId, name: hostile, role: hostile, imageFile: null, position: 0 }),
    );
    const { status, body } = await open(`/events/${slug}`);
    assert.equal(status, 200, hostile);
    assert.equal(structuredDataIn(body).name, hostile);
    assert.equal(body.match(/<script/g)?.length, 4, `two scripts, and two blocks of data: ${hostile}`);
    assert.doesNotMatch(
      body,
      /<(iframe|object|embed|base|form|video)\b|<meta http-equiv|href="javascript:/,
      hostile,
    );
    assert.equal((await open(`/events/${slug}/calendar.ics`)).status, 200);
  }
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
  assert.ok(robots.body.endsWith(`Disallow: /\n\nSitemap: ${ownUrl()}/sitemap.xml\n`));

  const { status, headers, body } = await open('/sitemap.xml', { 'accept-encoding': 'br' });
  assert.equal(status, 200);
  assert.equal(headers.get('content-encoding'), 'br');
  assert.equal(headers.get('cache-control'), 'public, max-age=600');
  for (const address of [`/events/${listed.slug}`, '/hosts/on-the-map'])
    assert.ok(body.includes(`<loc>${ownUrl()}${address}</loc>`), address);
  for (const { slug } of hidden) assert.doesNotMatch(body, new RegExp(`/${slug}<`));
  assert.doesNotMatch(body, /off-the-map/);
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
