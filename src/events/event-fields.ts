import type { Queryable } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import { Refusal } from '../refusal.ts';
import type { ReturnTerms } from '../rules/returns.ts';
import type { Language } from '../values/language.ts';
import type { EventStatus } from './event-schemas.ts';

/** The fields of an event that members change, on any page. */
export type EventFields = {
  slug: string;
  /** Of all texts that are no translations. */
  language: Language;
  name: string;
  categoryId: string;
  /** Plain text. */
  description: string;
  /** The source of that; null: it is the text that the host wrote. */
  descriptionMarkdown: string | null;
  previewDescription: string;
  status: EventStatus;
  isComingSoon: boolean;
  isUnlisted: boolean;
  startsAt: Date;
  closesAt: Date;
  /** How long before the start the doors open; null: not given. */
  doorsMinutes: number | null;
  timezone: string;
  posterFile: string | null;
  posterAspectRatio: number | null;
  instagram: string | null;
  website: string | null;
  xAccount: string | null;
  country: Country;
  state: string;
  lga: string;
  /** The name of the place. On the wire it stands before the street. */
  venue: string | null;
  street: string | null;
  isOnline: boolean;
  directions: string | null;
  lng: number | null;
  lat: number | null;
  hideLocation: boolean;
  /** Buyers may change the names on their tickets. */
  buyersRename: boolean;
  /** Buyers may give a ticket to somebody else. */
  buyersPassOn: boolean;
  /** Null: buyers return nothing by themselves. */
  returnTerms: ReturnTerms | null;
  hostMessage: string | null;
  holdMinutes: number;
  /** Null: as long as the service gives every event. */
  paymentMinutes: number | null;
  embedTheme: 'light' | 'dark' | null;
  /** Six hex digits. */
  embedColor: string | null;
  /** Null: any site. */
  embedOrigins: string[] | null;
};

export const EVENT_COLUMNS: Record<keyof EventFields, string> = {
  slug: 'slug',
  language: 'language',
  name: 'name',
  categoryId: 'category_id',
  description: 'description',
  descriptionMarkdown: 'description_markdown',
  previewDescription: 'preview_description',
  status: 'status',
  isComingSoon: 'is_coming_soon',
  isUnlisted: 'is_unlisted',
  startsAt: 'starts_at',
  closesAt: 'closes_at',
  doorsMinutes: 'doors_minutes',
  timezone: 'timezone',
  posterFile: 'poster_file',
  posterAspectRatio: 'poster_aspect_ratio',
  instagram: 'instagram',
  website: 'website',
  xAccount: 'x_account',
  country: 'country',
  state: 'state',
  lga: 'lga',
  venue: 'venue',
  street: 'street',
  isOnline: 'is_online',
  directions: 'directions',
  lng: 'lng',
  lat: 'lat',
  hideLocation: 'hide_location',
  buyersRename: 'buyers_rename',
  buyersPassOn: 'buyers_pass_on',
  returnTerms: 'return_terms',
  hostMessage: 'host_message',
  holdMinutes: 'hold_minutes',
  paymentMinutes: 'payment_window_minutes',
  embedTheme: 'embed_theme',
  embedColor: 'embed_color',
  embedOrigins: 'embed_origins',
};

export type StoredEvent = EventFields & {
  eventId: string;
  kind: 'general' | 'seat_map';
  /** When it first was anything but a draft; null: never yet. From then on the slug is fixed. */
  firstPublicAt: Date | null;
  /** The operator has stopped the sale. */
  isStopped: boolean;
  /** Counts the changes: who saves says which one they saw. */
  version: number;
};

const SELECT = `SELECT id AS "eventId", kind, first_public_at AS "firstPublicAt", stopped_at IS NOT NULL AS "isStopped", version, ${Object.entries(
  EVENT_COLUMNS,
)
  .map(([field, column]) => `${column} AS "${field}"`)
  .join(', ')} FROM events WHERE id = $1 AND host_id = $2`;

type Which = { hostId: string; eventId: string };

/** An event with all that its host may change of it. */
export const readEvent = (database: Queryable, which: Which): Promise<StoredEvent> =>
  find(database, which, SELECT);

/** The same, and nobody changes it before the transaction ends. Sales go on: they don't wait for this lock. */
export const lockEvent = (tx: Queryable, which: Which): Promise<StoredEvent> =>
  find(tx, which, `${SELECT} FOR NO KEY UPDATE`);

async function find(database: Queryable, { hostId, eventId }: Which, sql: string): Promise<StoredEvent> {
  const { rows } = await database.query<StoredEvent>(sql, [eventId, hostId]);
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return event;
}
