import type { Queryable } from '../../db/database.ts';
import { toWallTime } from '../../values/wall-time.ts';
import { readEvent, type StoredEvent } from '../event-fields.ts';
import { listHeadliners, type Headliner } from './headliners.ts';

/** An event's details as a member edits them: times on the clock of the place, the description as it was written. */
export type EventDetails = Pick<
  StoredEvent,
  | 'version'
  | 'name'
  | 'slug'
  | 'previewDescription'
  | 'doorsMinutes'
  | 'timezone'
  | 'state'
  | 'lga'
  | 'venue'
  | 'street'
  | 'isOnline'
  | 'directions'
  | 'hideLocation'
  | 'buyersRename'
  | 'hostMessage'
  | 'website'
  | 'instagram'
  | 'xAccount'
  | 'isComingSoon'
  | 'isUnlisted'
  | 'holdMinutes'
  | 'paymentMinutes'
> & {
  categorySlug: string;
  description: string;
  descriptionFormat: 'plain' | 'markdown';
  startsAt: string;
  closesAt: string;
  position: { lat: number; lng: number } | null;
  headliners: Headliner[];
};

export async function readDetails(
  database: Queryable,
  which: { hostId: string; eventId: string },
): Promise<{ event: StoredEvent; details: EventDetails }> {
  const event = await readEvent(database, which);
  return { event, details: await showDetails(database, event) };
}

export async function showDetails(database: Queryable, event: StoredEvent): Promise<EventDetails> {
  const {
    version,
    name,
    slug,
    previewDescription,
    timezone,
    state,
    lga,
    venue,
    street,
    isOnline,
    directions,
  } = event;
  const { doorsMinutes, buyersRename, hideLocation, hostMessage, website, instagram, xAccount, lat, lng } =
    event;
  const { isComingSoon, isUnlisted, holdMinutes, paymentMinutes } = event;
  return {
    version,
    name,
    slug,
    previewDescription,
    doorsMinutes,
    timezone,
    state,
    lga,
    venue,
    street,
    isOnline,
    directions,
    hideLocation,
    buyersRename,
    hostMessage,
    website,
    instagram,
    xAccount,
    isComingSoon,
    isUnlisted,
    holdMinutes,
    paymentMinutes,
    categorySlug: await categorySlugOf(database, event.categoryId),
    description: event.descriptionMarkdown ?? event.description,
    descriptionFormat: event.descriptionMarkdown === null && event.description !== '' ? 'plain' : 'markdown',
    startsAt: toWallTime(event.startsAt, timezone),
    closesAt: toWallTime(event.closesAt, timezone),
    position: lat === null || lng === null ? null : { lat, lng },
    headliners: await listHeadliners(database, event.eventId),
  };
}

async function categorySlugOf(database: Queryable, categoryId: string): Promise<string> {
  const { rows } = await database.query<{ slug: string }>('SELECT slug FROM categories WHERE id = $1', [
    categoryId,
  ]);
  return rows[0]?.slug ?? '';
}
