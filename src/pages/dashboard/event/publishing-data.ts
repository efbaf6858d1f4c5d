import { readEvent } from '../../../events/event-fields.ts';
import { wasEverHeld } from '../../../events/publish-event.ts';
import { readPublishChecklist } from '../../../events/publish-checklist.ts';
import type { DashboardParts } from '../access/dashboard-deps.ts';
import type { Publishing } from './data.ts';

/** How far an event is public, and of a draft what it lacks for that. */
export async function loadPublishing(
  parts: DashboardParts,
  which: { hostId: string; eventId: string },
): Promise<Publishing> {
  const { status, isComingSoon, isUnlisted, firstPublicAt } = await readEvent(parts.database, which);
  const checklist = status === 'DRAFT' ? await readPublishChecklist(parts.database, parts, which) : [];
  return {
    status,
    isComingSoon,
    isUnlisted,
    wasPublic: firstPublicAt !== null,
    wasHeld: status === 'LIVE' && (await wasEverHeld(parts.database, which.eventId)),
    checklist,
  };
}
