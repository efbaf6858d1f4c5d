import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describeDuplication } from '../../../events/describe-duplication.ts';
import { duplicateEvent } from '../../../events/duplicate-event.ts';
import { mayMember } from '../../../powers.ts';
import { ROUTES } from '../../../routes.ts';
import { toWallTime } from '../../../values/wall-time.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { DuplicateBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { ignoreSecondPress } from './server/ignore-second-press.ts';

/** Copies an event to another date. */
export function registerDuplicateEvent(
  { view, answer }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.newEvent;

  view(routes.duplicateView, { shows: 'duplicateEvent' }, async ({ member, params }) => {
    const { event, figures } = await loadEvent(database, member, params.eventId);
    const found = await describeDuplication(database, event.eventId);
    assert(found, 'the event was there a moment ago');
    return {
      event,
      copyId: randomUUIDv7(),
      startsAt: toWallTime(figures.startsAt, event.timezone),
      suggestedAt: toWallTime(found.suggestedAt, event.timezone),
      counts: found.counts,
      webhookUrl: mayMember(member, 'integrations.manage') ? found.webhookUrl : null,
    };
  });

  answer(routes.duplicate, { body: DuplicateBody }, async ({ params, actor, body, inChange }) => {
    const copy = { ...params, actor, ...body, name: body.name.trim() };
    await inChange((tx) => duplicateEvent(tx, copy)).catch(ignoreSecondPress);
    return { eventId: body.copyId };
  });
}
