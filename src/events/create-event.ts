import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import type { Language } from '../values/language.ts';
import { checkLinks } from './check-links.ts';
import { invalidField } from '../refusal.ts';
import { requireConfirmedHost } from './require-confirmed-host.ts';

export type NewEvent = {
  /** Given where the page that asks has chosen it, so that asking twice makes one. */
  eventId?: string;
  hostId: string;
  categorySlug: string;
  slug: string;
  name: string;
  description: string;
  previewDescription: string;
  kind: 'general' | 'seat_map';
  status: 'DRAFT' | 'LIVE' | 'CANCELLED';
  isComingSoon: boolean;
  isUnlisted: boolean;
  startsAt: Date;
  closesAt: Date;
  timezone: string;
  posterFile: string | null;
  posterAspectRatio: number | null;
  instagram: string | null;
  website: string | null;
  xAccount: string | null;
  country: Country;
  state: string;
  lga: string;
  street: string | null;
  directions: string | null;
  lng: number | null;
  lat: number | null;
  hideLocation: boolean;
  hostMessage: string | null;
  /** The language of the member who makes the host's first event. */
  language?: Language;
};

export async function createEvent(tx: Transaction, event: NewEvent): Promise<string> {
  checkLinks(event);
  if (event.status !== 'DRAFT') await requireConfirmedHost(tx, event.hostId);
  const id = event.eventId ?? randomUUIDv7();
  const columns: Record<string, unknown> = {
    id,
    host_id: event.hostId,
    slug: event.slug,
    name: event.name,
    description: event.description,
    preview_description: event.previewDescription,
    kind: event.kind,
    status: event.status,
    is_coming_soon: event.isComingSoon,
    is_unlisted: event.isUnlisted,
    starts_at: event.startsAt,
    closes_at: event.closesAt,
    timezone: event.timezone,
    poster_file: event.posterFile,
    poster_aspect_ratio: event.posterAspectRatio,
    instagram: event.instagram,
    website: event.website,
    x_account: event.xAccount,
    country: event.country,
    state: event.state,
    lga: event.lga,
    street: event.street,
    directions: event.directions,
    lng: event.lng,
    lat: event.lat,
    hide_location: event.hideLocation,
    host_message: event.hostMessage,
  };
  const names = Object.keys(columns);
  // A host writes in the language of its last event, until it says something else; before its first, in that of the member's dashboard.
  const { rowCount } = await tx.query(
    `INSERT INTO events (category_id, language, ${names.join(', ')})
     SELECT id, coalesce((SELECT language FROM events WHERE host_id = $4 ORDER BY created_at DESC, id DESC LIMIT 1), $2),
            ${names.map((_, index) => `$${index + 3}`).join(', ')} FROM categories WHERE slug = $1`,
    [event.categorySlug, event.language ?? 'en', ...Object.values(columns)],
  );
  if (rowCount !== 1) throw invalidField('categorySlug', 'must be one of the categories of this service.');
  return id;
}
