import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../../db/database.ts';
import { findPreviewLink } from '../../../../events/preview-links.ts';
import { readPreviewToken } from '../../../../events/preview-token.ts';
import { isSlug } from '../../../../events/slug.ts';
import { findMember, type Member } from '../../../../hosts/members/find-member.ts';
import { mayUse } from '../../../../powers.ts';
import { Refusal } from '../../../../refusal.ts';
import { ROUTES } from '../../../../routes.ts';
import { previewKeysOf } from '../../../../secrets/preview-keys.ts';
import type { SecretKeys } from '../../../../secrets/secret-keys.ts';
import { readEmbedEvent, type EmbedEvent } from './find-event.ts';
import { queryOf } from './page-query.ts';

// No token of ours is longer.
const MAX_TOKEN_CHARACTERS = 90;

/** Reading is all that a preview can do: nothing is held or bought by a token. */
const READS = new Set<string | undefined>(
  [
    ROUTES.storefront.event,
    ROUTES.embed.page,
    ROUTES.embed.pageWithSlash,
    ROUTES.embed.listTickets,
    ROUTES.embed.seats,
    ROUTES.embed.watchSeats,
    ROUTES.embed.terms,
  ].map(({ path }) => path),
);

/** As in the dashboard itself: a member who may no longer work on the event sees nothing of it. */
const mayOpen = ({ role, eventIds, isHostSuspended }: Member, eventId: string): boolean =>
  mayUse(role, 'events.change') && (eventIds === null || eventIds.includes(eventId)) && !isHostSuspended;

/** `beforeLookUp` is called before the database is asked, and may refuse. */
export type PreviewFinder = (
  request: FastifyRequest,
  slug: string,
  beforeLookUp: () => void,
) => Promise<EmbedEvent | null>;

/** The address has a preview's token, good or not. */
export const asksForPreview = (request: FastifyRequest): boolean => queryOf(request).has('preview');

/**
 * The event as its host sees it before anybody else: where the page's address has a token that is still good, a member's or that of the
 * event's preview link. Null where it has none: it is then the page that everybody sees, or none.
 */
export function createPreviewFinder(deps: {
  database: Database;
  secretKeys: SecretKeys;
  /** The database's time. */
  nowMs: () => number;
}): PreviewFinder {
  const isLive = async ({ hostId, eventId }: EmbedEvent, bearerId: string): Promise<boolean> => {
    const link = await findPreviewLink(deps.database, eventId);
    if (link?.linkId === bearerId) return true;
    const member = await findMember(deps.database, { hostId, personId: bearerId });
    return member !== null && mayOpen(member, eventId);
  };
  return async (request, slug, beforeLookUp) => {
    if (!READS.has(request.routeOptions.url)) return null;
    const token = queryOf(request).get('preview');
    if (token === null || token.length > MAX_TOKEN_CHARACTERS || !isSlug(slug)) return null;
    beforeLookUp();
    const event = await readEmbedEvent(deps.database, slug, { previewToken: token }).catch(
      (error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      },
    );
    if (!event) return null;
    const preview = readPreviewToken(previewKeysOf(deps.secretKeys).accepted, event.eventId, token);
    if (!preview || preview.expiresAt.getTime() <= deps.nowMs()) return null;
    return (await isLive(event, preview.bearerId)) ? event : null;
  };
}
