import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent } from '../../../../test/harness/make-catalog.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { addHeadliner } from '../../../events/headliners-and-gallery.ts';
import { pageDataIn } from '../embed/embed.fixture.ts';
import { A_DAY_MS, metaIn, openTestStorefront, structuredDataIn } from './storefront.fixture.ts';

expectNothingUnhandled();
const { on, host, ownUrl, open } = await openTestStorefront();
after(() => on.close());

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

  const address = `${ownUrl}/events/${slug}`;
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

test('search engines are told of no level that the address has not', async () => {
  const { slug } = await makeEvent(on, host, { country: 'JAPAN', state: 'Tokyo', lga: '' });
  assert.deepEqual(structuredDataIn((await open(`/events/${slug}`)).body).location.address, {
    '@type': 'PostalAddress',
    addressRegion: 'Tokyo',
    addressCountry: 'JP',
  });
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
