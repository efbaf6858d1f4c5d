import type { Database } from '../../../db/database.ts';
import type { Catalog } from '../../../events/catalog.ts';
import type { Event, GalleryImage } from '../../../events/event-schemas.ts';
import { getEvent } from '../../../events/get-event.ts';
import { listGallery } from '../../../events/list-gallery.ts';
import { noSuchEvent } from '../../../events/slug.ts';
import { readPreviewTickets, type TicketReader } from '../../../inventory/list-tickets.ts';
import type { Ticket } from '../../../inventory/ticket-schema.ts';
import type { Language } from '../../../values/language.ts';
import type { EmbedEvent } from '../embed/server/find-event.ts';

type Deps = { database: Database; catalog: Catalog; readTickets: TicketReader; mediaUrl: string };
type Which = Pick<EmbedEvent, 'hostId' | 'slug' | 'isDraft'>;
type InLanguage = { found: Which & Pick<EmbedEvent, 'translations'>; language: Language };

/** The event as the API answers it, from the same memory. A draft, for its preview, is read each time. */
export async function loadShownEvent(
  { database, catalog, mediaUrl }: Pick<Deps, 'database' | 'catalog' | 'mediaUrl'>,
  { found, language: shown }: InLanguage,
): Promise<Event> {
  const { hostId, slug, isDraft } = found;
  const language = translatedInto(found, shown);
  if (isDraft)
    return (await getEvent(database, mediaUrl, { hostId, slug, language, isPreview: true })).payload;
  return dataIn((await catalog.get({ hostId, slug, language })).body) as Event;
}

export async function loadShownGallery(
  { database, catalog, mediaUrl }: Pick<Deps, 'database' | 'catalog' | 'mediaUrl'>,
  { hostId, slug, isDraft }: Which,
): Promise<GalleryImage[]> {
  if (isDraft) return (await listGallery(database, mediaUrl, { hostId, slug, isPreview: true })).payload;
  return dataIn((await catalog.gallery({ hostId, slug })).body) as GalleryImage[];
}

export async function loadShownTickets(
  { database, readTickets }: Pick<Deps, 'database' | 'readTickets'>,
  { found, language: shown }: InLanguage,
): Promise<Ticket[]> {
  const { hostId, slug, isDraft } = found;
  const language = translatedInto(found, shown);
  if (isDraft) return readPreviewTickets(database, { hostId, slug, language });
  const tickets = await readTickets({ hostId, slug, language });
  if (!tickets) throw noSuchEvent(slug);
  return dataIn(tickets) as Ticket[];
}

/** In all other languages it is one and the same, which is kept and read once. */
export const translatedInto = (
  { translations }: Pick<EmbedEvent, 'translations'>,
  language: Language,
): Language | undefined => (translations[language] ? language : undefined);

const dataIn = (body: Buffer): unknown => (JSON.parse(body.toString()) as { data: unknown }).data;
