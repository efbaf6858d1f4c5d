import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_CATEGORIES } from './story-categories.ts';
import { GHANAIAN_HOST } from './story-ghana.ts';
import { NIGERIAN_HOST } from './story-nigeria.ts';
import { SOUTH_AFRICAN_HOST } from './story-south-africa.ts';
import type { DemoEvent, DemoHost, DemoSeatSection, DemoTicketType } from './story-types.ts';
import { DEMO_HOSTS } from './story.ts';

const allEvents = DEMO_HOSTS.flatMap(({ events }) => events);

function event(slug: string): DemoEvent {
  const found = allEvents.find((candidate) => candidate.slug === slug);
  assert(found, `no event ${slug}`);
  return found;
}

function remaining({ capacity, soldCount = 0 }: DemoTicketType): number {
  return capacity - soldCount;
}

function seatNames({ rows, seatsPerRow }: DemoSeatSection): string[] {
  return rows.flatMap((row) => Array.from({ length: seatsPerRow }, (_, index) => `${row}-${index + 1}`));
}

function isFree({ ticketTypes }: DemoEvent): boolean {
  return ticketTypes.every(({ priceMinor }) => priceMinor === 0);
}

function domains({ email, events }: DemoHost): string[] {
  const websites = events.flatMap(({ website }) => website ?? []);
  return [email.replace(/^.*@/, ''), ...websites.map((website) => new URL(website).hostname)];
}

function assertWhole(value: number, { from, what }: { from: number; what: string }): void {
  assert(Number.isSafeInteger(value) && value >= from, `${what} is ${value}`);
}

test('the Nigerian host opens with the ten showpieces and has forty events, one of them a draft', () => {
  const { events } = NIGERIAN_HOST;
  assert.equal(events.length, 40);
  assert.deepEqual(
    events.slice(0, 10).map(({ slug }) => slug),
    [
      'lagos-rooftop-sessions',
      'open-mic-yaba',
      'grand-theatre-night',
      'detty-december-arrival',
      'eko-jollof-festival',
      'secret-garden-supper',
      'afrobeats-archive-live',
      'founders-breakfast-draft',
      'independence-day-cookout',
      'highlife-on-the-marina',
    ],
  );
  assert.deepEqual(
    events.filter(({ status }) => status === 'DRAFT').map(({ slug }) => slug),
    ['founders-breakfast-draft'],
  );
});

test('the Ghanaian and the South African host have five events each, one of them free', () => {
  for (const { events } of [GHANAIAN_HOST, SOUTH_AFRICAN_HOST]) {
    assert.equal(events.length, 5);
    assert.equal(events.filter(isFree).length, 1);
  }
});

test('each showpiece shows what it is there to show', () => {
  const rooftop = event('lagos-rooftop-sessions');
  assert.deepEqual(
    rooftop.ticketTypes.map(({ name }) => name),
    ['Early Bird', 'Regular', 'VIP', 'Table for Six'],
  );
  assert.deepEqual(
    rooftop.promoCodes.map(({ code }) => code),
    ['LAGOS10', 'OWAMBE5K'],
  );
  assert.equal(rooftop.gallery.length, 6);
  assert(isFree(event('open-mic-yaba')));
  assert(event('detty-december-arrival').isComingSoon);
  assert(
    event('detty-december-arrival').ticketTypes.every(({ saleStartsInDays }) => saleStartsInDays === 14),
  );
  assert.deepEqual(event('eko-jollof-festival').ticketTypes.map(remaining).slice(0, 2), [3, 0]);
  const { hideLocation, street, directions, lng, lat } = event('secret-garden-supper');
  assert(hideLocation && street && directions && lng && lat);
  assert.equal(event('afrobeats-archive-live').headliners.length, 5);
  assert.equal(event('afrobeats-archive-live').gallery.length, 8);
  assert(event('independence-day-cookout').startsInDays < 0);
  assert.equal(event('highlife-on-the-marina').status, 'CANCELLED');
});

test('no two events share a slug, and every slug can stand in an address', () => {
  const slugs = allEvents.map(({ slug }) => slug);
  assert.equal(new Set(slugs).size, slugs.length);
  for (const slug of slugs) assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('every category an event names exists, and every category has an event', () => {
  assert.deepEqual(
    new Set(allEvents.map(({ categorySlug }) => categorySlug)),
    new Set(DEMO_CATEGORIES.map(({ slug }) => slug)),
  );
});

test('prices, capacities and fees are whole numbers, and nothing is sold beyond its capacity', () => {
  for (const { name, feeBasisPoints, feeFlatMinor, feeCapMinor } of DEMO_HOSTS) {
    for (const fee of [feeBasisPoints, feeFlatMinor, feeCapMinor])
      assertWhole(fee, { from: 1, what: `a fee of ${name}` });
  }
  for (const { slug, ticketTypes, durationHours, startHour, startsInDays } of allEvents) {
    assert(ticketTypes.length > 0, slug);
    assertWhole(durationHours, { from: 1, what: `${slug} durationHours` });
    assertWhole(startHour, { from: 0, what: `${slug} startHour` });
    assert(startHour < 24 && Number.isInteger(startsInDays), slug);
    assert.equal(new Set(ticketTypes.map(({ name }) => name)).size, ticketTypes.length, slug);
    for (const ticketType of ticketTypes) {
      const what = `${slug}, ${ticketType.name}`;
      assertWhole(ticketType.priceMinor, { from: 0, what });
      assertWhole(ticketType.capacity, { from: 1, what });
      assertWhole(ticketType.maximumPerOrder, { from: 1, what });
      assertWhole(ticketType.soldCount ?? 0, { from: 0, what });
      assertWhole(remaining(ticketType), { from: 0, what });
    }
  }
});

test('a promo code takes off a share or a sum, from ticket types the event has', () => {
  for (const { slug, promoCodes, ticketTypes } of allEvents) {
    const names = new Set(ticketTypes.map(({ name }) => name));
    for (const { code, percentBasisPoints, amountMinor, maximumUses, ticketTypeNames = [] } of promoCodes) {
      const what = `${slug}, ${code}`;
      assert.equal(percentBasisPoints === undefined, amountMinor !== undefined, what);
      assertWhole(percentBasisPoints ?? amountMinor ?? 0, { from: 1, what });
      assert((percentBasisPoints ?? 0) <= 10_000, what);
      assertWhole(maximumUses ?? 1, { from: 1, what });
      for (const name of ticketTypeNames) assert(names.has(name), `${what} names ${name}`);
    }
  }
});

test('a seated ticket type has one ticket for every seat of its sections', () => {
  for (const { slug, ticketTypes, seatSections } of allEvents) {
    for (const { name, kind, capacity } of ticketTypes) {
      const seats = seatSections.filter(({ ticketTypeName }) => ticketTypeName === name).flatMap(seatNames);
      assert.equal(seats.length, kind === 'SEATED' ? capacity : 0, `${slug}, ${name}`);
    }
    const known = new Set(ticketTypes.map(({ name }) => name));
    for (const { ticketTypeName } of seatSections)
      assert(known.has(ticketTypeName), `${slug}, ${ticketTypeName}`);
  }
});

test('seat names are unique in an event, and marked seats are seats of their section', () => {
  for (const { slug, seatSections } of allEvents) {
    const seats = seatSections.flatMap(seatNames);
    assert.equal(new Set(seats).size, seats.length, slug);
    for (const section of seatSections) {
      const { accessibleSeats = [], restrictedViewSeats = [] } = section;
      for (const seat of [...accessibleSeats, ...restrictedViewSeats]) {
        assert(seatNames(section).includes(seat), `${slug}, ${section.name}, ${seat}`);
      }
    }
  }
});

test('sections stand behind each other with two rows of air between', () => {
  for (const { slug, seatSections } of allEvents) {
    let nextRowY = 0;
    for (const { name, firstRowY, rows } of seatSections) {
      assert.equal(firstRowY, nextRowY, `${slug}, ${name}`);
      nextRowY = firstRowY + rows.length + 2;
    }
  }
});

test('the theatre in Lagos has 340 seats and the one in Kumasi 120', () => {
  assert.equal(event('grand-theatre-night').seatSections.flatMap(seatNames).length, 340);
  assert.equal(event('the-weavers-daughter').seatSections.flatMap(seatNames).length, 120);
});

test('every mail and web address is under .example, so that the demo can reach nobody', () => {
  for (const address of DEMO_HOSTS.flatMap(domains)) assert.match(address, /\.example$/);
});

test('every located event lies within its host’s country', () => {
  const bounds = {
    NIGERIA: { lng: [2.6, 14.7], lat: [4.2, 13.9] },
    GHANA: { lng: [-3.3, 1.2], lat: [4.7, 11.2] },
    SOUTH_AFRICA: { lng: [16.4, 32.9], lat: [-34.9, -22.1] },
  } as const;
  for (const { country, events } of DEMO_HOSTS) {
    for (const { slug, lng, lat } of events) {
      if (lng === undefined || lat === undefined) continue;
      const [west, east] = bounds[country].lng;
      const [south, north] = bounds[country].lat;
      assert(lng > west && lng < east && lat > south && lat < north, slug);
    }
  }
});

test('texts are there, composed the same way, and previews fit a card', () => {
  for (const { slug, name, description, previewDescription } of allEvents) {
    for (const text of [name, description, previewDescription]) {
      assert(text.trim() === text && text.length > 0, slug);
      assert.equal(text, text.normalize('NFC'), `${slug} is not in Unicode NFC`);
    }
    assert(previewDescription.length <= 120, `${slug}: ${previewDescription.length} characters`);
  }
});
