import { addGalleryImage, addHeadliner } from '../../src/events/headliners-and-gallery.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';

const A_DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(Date.now() + days * A_DAY_MS);

/** Events of the list, and events that are found by their slug alone. */
export const LISTED = ['full', 'free', 'hidden', 'coming-soon', 'no-tickets', 'plain'] as const;
export const FOUND_BY_SLUG = [...LISTED, 'closed', 'ended', 'cancelled', 'unlisted'] as const;
export const NOT_PUBLIC = ['draft'] as const;

const PLACE = {
  street: '12 Marina Road',
  directions: 'The lift behind the bookshop, top floor.',
  lng: 3.4219,
  lat: 6.4281,
};

/** One host with an event of every sort, and another host with one of its own. */
export async function seedCatalog(on: TestApp): Promise<{ host: TestHost; other: TestHost }> {
  const host = await makeHost(on);
  const { eventId } = await makeEvent(on, host, {
    slug: 'full',
    posterFile: 'poster.png',
    posterAspectRatio: 0.75,
    instagram: 'lagosrooftop',
    website: 'https://lagosrooftop.example',
    xAccount: 'lagosrooftop',
    hostMessage: 'Doors open at five.',
    ...PLACE,
    ticketTypes: [
      { name: 'Regular', priceMinor: 1_500_000 },
      { name: 'VIP', priceMinor: 5_000_000, capacity: 3, maximumPerOrder: 2 },
      { name: 'Gone', priceMinor: 900_000, capacity: 0 },
      { name: 'Early', priceMinor: 800_000, saleStartsAt: inDays(-2), saleEndsAt: inDays(-1) },
      { name: 'Door', priceMinor: 700_000, saleStartsAt: inDays(1), saleEndsAt: inDays(2) },
      { name: 'Seat', priceMinor: 2_000_000, kind: 'SEATED' },
    ],
  });
  await on.app.database.transaction(async (tx) => {
    await addHeadliner(tx, { eventId, name: 'Ọlá', role: 'Live band', imageFile: 'ola.png', position: 0 });
    await addHeadliner(tx, { eventId, name: 'DJ Ama', role: '', imageFile: null, position: 1 });
    for (const position of [1, 0]) {
      await addGalleryImage(tx, {
        eventId,
        file: `picture-${position}.png`,
        thumbnailFile: `picture-${position}-small.png`,
        widthPx: 960,
        heightPx: 640,
        alt: 'The roof at dusk',
        position,
      });
    }
  });
  await makeEvent(on, host, { slug: 'free', ticketTypes: [{ priceMinor: 0 }, { priceMinor: 100 }] });
  await makeEvent(on, host, { slug: 'hidden', hideLocation: true, ...PLACE });
  await makeEvent(on, host, { slug: 'coming-soon', isComingSoon: true });
  await makeEvent(on, host, { slug: 'no-tickets', ticketTypes: [] });
  await makeEvent(on, host, { slug: 'plain' });
  await makeEvent(on, host, { slug: 'closed', startsAt: inDays(-2), closesAt: inDays(-1) });
  await makeEvent(on, host, { slug: 'ended' });
  await on.app.database.query(`UPDATE events SET status = 'ENDED' WHERE slug = 'ended'`);
  await makeEvent(on, host, { slug: 'cancelled', status: 'CANCELLED' });
  await makeEvent(on, host, { slug: 'draft', status: 'DRAFT' });
  await makeEvent(on, host, { slug: 'unlisted', isUnlisted: true });

  const other = await makeHost(on, { country: 'GHANA' });
  await makeEvent(on, other, { slug: 'other-hosts', country: 'GHANA' });
  return { host, other };
}
