import { NEXT_LAPSE_SQL, TICKET_STATUS_SQL } from '../inventory/ticket-status.ts';
import type { Country } from '../money/countries.ts';
import { formatPrice } from '../money/format-money.ts';
import type { EventStatus, EventSummary } from './event-schemas.ts';

export type EventRow = {
  id: string;
  name: string;
  slug: string;
  poster_file: string | null;
  poster_aspect_ratio: number | null;
  category_name: string;
  category_slug: string;
  cheapest_minor: number | null;
  description: string;
  preview_description: string;
  starts_at: Date;
  closes_at: Date;
  timezone: string;
  status: EventStatus;
  is_coming_soon: boolean;
  instagram: string | null;
  website: string | null;
  x_account: string | null;
  country: Country;
  is_online: boolean;
  state: string;
  lga: string;
  street: string | null;
  directions: string | null;
  lng: number | null;
  lat: number | null;
  hide_location: boolean;
  host_message: string | null;
  created_at: Date;
  changes_in_ms: number | null;
};

/** The venue and the street, as one line; null if there is neither. */
export const STREET_SQL = (event: string): string =>
  `nullif(concat_ws(', ', ${event}.venue, ${event}.street), '')`;

/**
 * Columns and joins of an EventRow, for queries on `events AS event`. The price is that of the cheapest ticket that can
 * be bought now, or of the cheapest at all where none can. `changes_in_ms` is when the passing of time alone will change
 * the row: a sale starts or ends, a hold lapses on what is sold out, or the event closes.
 */
export const EVENT_COLUMNS_SQL = `
  event.id, event.name, event.slug, event.poster_file, event.poster_aspect_ratio,
  category.name AS category_name, category.slug AS category_slug, tickets.cheapest_minor,
  event.description, event.preview_description, event.starts_at, event.closes_at, event.timezone,
  CASE WHEN event.status = 'LIVE' AND event.closes_at <= now() THEN 'ENDED' ELSE event.status END AS status,
  event.is_coming_soon, event.instagram, event.website, event.x_account,
  event.country, event.is_online, event.state, event.lga, ${STREET_SQL('event')} AS street, event.directions, event.lng, event.lat,
  event.hide_location, event.host_message, event.created_at,
  (extract(epoch FROM least(
    CASE WHEN event.closes_at > now() THEN event.closes_at END, tickets.changes_at) - now()) * 1000)::float8
    AS changes_in_ms`;

export const EVENT_JOINS_SQL = `
  JOIN categories AS category ON category.id = event.category_id
  CROSS JOIN LATERAL (
    SELECT coalesce(min(price_minor) FILTER (WHERE status = 'AVAILABLE'), min(price_minor)) AS cheapest_minor,
           least(min(sale_starts_at) FILTER (WHERE sale_starts_at > now()),
                 min(sale_ends_at) FILTER (WHERE sale_ends_at > now()),
                 min(lapses_at) FILTER (WHERE status = 'SOLD_OUT')) AS changes_at
      FROM (SELECT ticket_type.price_minor, ticket_type.sale_starts_at, ticket_type.sale_ends_at,
                   ${TICKET_STATUS_SQL} AS status,
                   ${NEXT_LAPSE_SQL} AS lapses_at
              FROM ticket_types AS ticket_type WHERE ticket_type.event_id = event.id) AS on_offer
  ) AS tickets`;

export function toEventSummary(row: EventRow, mediaUrl: string): EventSummary {
  const shownIfOpen = <T>(value: T): T | null => (row.hide_location ? null : value);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    posterImageURL: row.poster_file && `${mediaUrl}/${row.poster_file}`,
    posterAspectRatio: row.poster_aspect_ratio,
    category: { name: row.category_name, slug: row.category_slug },
    cheapestTicketPrice: row.cheapest_minor,
    formattedCheapestPrice:
      row.cheapest_minor === null ? null : formatPrice(row.cheapest_minor, row.country, 'Free'),
    description: row.description,
    previewDescription: row.preview_description,
    date: row.starts_at.toISOString(),
    closingDate: row.closes_at.toISOString(),
    timezone: row.timezone,
    status: row.status,
    isComingSoon: row.is_coming_soon,
    instagram: row.instagram,
    website: row.website,
    xAccount: row.x_account,
    country: row.country,
    state: row.state,
    lga: row.lga,
    street: shownIfOpen(row.street),
    directions: shownIfOpen(row.directions),
    lng: shownIfOpen(row.lng),
    lat: shownIfOpen(row.lat),
    hideLocation: row.hide_location,
    hostMessage: row.host_message,
    createdAt: row.created_at.toISOString(),
  };
}
