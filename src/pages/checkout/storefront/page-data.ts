import type { StorefrontEvent, StorefrontHost } from './contract.ts';
import type { Database } from '../../../db/database.ts';
import type { Catalog } from '../../../events/catalog.ts';
import type { EventSummary } from '../../../events/event-schemas.ts';
import { listPublicEvents } from '../../../events/list-public-events.ts';
import { readDescription } from '../../../events/read-description.ts';
import { publicEventUrl, publicHostUrl } from '../../../events/public-address.ts';
import type { PublicHost } from '../../../hosts/find-public-host.ts';
import type { TicketReader } from '../../../inventory/list-tickets.ts';
import { pictureSources, type PictureSources } from '../../../media/picture-sources.ts';
import { sharedPicture } from '../../../media/shared-picture.ts';
import type { Gateways } from '../../../payments/gateways.ts';
import { COUNTRIES, localeOf } from '../../../money/countries.ts';
import { eventPlace } from '../../../tickets/describe-event.ts';
import type { Language } from '../../../values/language.ts';
import { accentFor } from '../../shared/accent.ts';
import type { EmbedEvent } from '../embed/server/find-event.ts';
import type { WaitingRoomCheck } from '../waiting-room/server/check-must-wait.ts';
import { loadShownEvent, loadShownGallery, loadShownTickets } from '../server/load-shown-event.ts';
import { toPageData } from '../embed/page-data.ts';

type Deps = {
  database: Database;
  catalog: Catalog;
  readTickets: TicketReader;
  publicUrl: string;
  mediaUrl: string;
  gateways: Gateways;
  rooms: WaitingRoomCheck;
};

export async function loadEventPage(
  deps: Deps,
  input: { found: EmbedEvent; language: Language; reference: string | null; mustWait: boolean },
): Promise<StorefrontEvent> {
  const { found, language, reference, mustWait } = input;
  const { slug, color } = found;
  const [event, gallery, about, tickets] = await Promise.all([
    loadShownEvent(deps, { found, language }),
    loadShownGallery(deps, found),
    readDescription(deps.database, { eventId: found.eventId, language }),
    loadShownTickets(deps, { found, language }),
  ]);
  return {
    // The checkout's own addresses, below this origin: the page runs in no frame.
    checkout: await toPageData({
      ...deps,
      found,
      event,
      tickets,
      path: `/checkout/${slug}`,
      language,
      reference,
      mustWait,
    }),
    event,
    isOnline: found.isOnline,
    about,
    poster: posterOf(deps.mediaUrl, event),
    portraits: Object.fromEntries(
      event.headliners.flatMap(({ id, imageURL }) =>
        imageURL === null ? [] : [[id, sourcesOf(deps.mediaUrl, imageURL)]],
      ),
    ),
    gallery: gallery.map((image) => ({
      ...image,
      // A picture of one size only is its own thumbnail.
      shown: { ...sourcesOf(deps.mediaUrl, image.url), url: image.thumbnailURL },
    })),
    movedFrom: found.movedFrom?.toISOString() ?? null,
    address: publicEventUrl(deps.publicUrl, slug),
    hostAddress: publicHostUrl(deps.publicUrl, found.hostSlug),
    theme: found.theme,
    accents: { light: accentFor('light', color), dark: accentFor('dark', color) },
  };
}

export async function loadHostPage(
  deps: Deps,
  { host, language, after }: { host: PublicHost; language: Language; after: string | null },
): Promise<StorefrontHost> {
  const { hostId, slug, name, contactEmail } = host;
  const { upcoming, past, nextAfter } = await listPublicEvents(deps.database, {
    ...deps,
    hostId,
    after,
    language,
  });
  const toCard = (event: (typeof upcoming)[number]): StorefrontHost['upcoming'][number] => ({
    name: event.name,
    address: publicEventUrl(deps.publicUrl, event.slug),
    poster: posterOf(deps.mediaUrl, event),
    startsAt: event.date,
    timezone: event.timezone,
    place: eventPlace(event, language).at(-1) ?? '',
    isComingSoon: event.isComingSoon,
    cheapestPrice: event.cheapestTicketPrice,
    currency: COUNTRIES[event.country].currency,
    locale: localeOf(language, event.country),
  });
  return {
    language,
    name,
    contactEmail,
    address: publicHostUrl(deps.publicUrl, slug),
    isFirstPage: after === null,
    upcoming: upcoming.map(toCard),
    past: past.map(toCard),
    nextAfter,
  };
}

/** The API gives addresses; how a picture is stored is in the file's name at their end. */
const fileIn = (mediaUrl: string, url: string): string => url.slice(mediaUrl.length + 1);
const sourcesOf = (mediaUrl: string, url: string): PictureSources =>
  pictureSources(mediaUrl, fileIn(mediaUrl, url));

const posterOf = (
  mediaUrl: string,
  { posterImageURL: url, posterAspectRatio: ratio }: EventSummary,
): StorefrontEvent['poster'] =>
  url === null
    ? null
    : {
        shown: sourcesOf(mediaUrl, url),
        shared: sharedPicture(mediaUrl, fileIn(mediaUrl, url)),
        ratio: ratio ?? 1,
      };
