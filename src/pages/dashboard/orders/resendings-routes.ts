import type { Reader } from '../access/reader-language.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import type { Matching } from '../../../orders/resendings/choose-orders.ts';
import { listUnreached, readResending } from '../../../orders/resendings/read-resending.ts';
import { countResending, resendAll } from '../../../orders/resendings/resend-all.ts';
import { resumeResending, stopResending } from '../../../orders/resendings/stop-resending.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { readFilters, type ShownResending } from './data.ts';
import { MatchingSchema, ResendAllBody, type MatchingQuery } from './server/orders-query.ts';
import type { PageRoutes } from '../access/page-routes.ts';

// Enough to see what is wrong; the page of each order has its own mails.
const UNREACHED_SHOWN = 20;

/** Resends tickets to all orders of a list: count, start, progress and stop. */
export function registerResendings(
  { answer, change }: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'secretKeys' | 'hostMailsPerDay'>,
): void {
  const { database, secretKeys, hostMailsPerDay: mailsPerDay } = deps;
  const routes = ROUTES.resendings;

  answer(routes.count, { query: MatchingSchema }, async ({ member, query }) =>
    countResending(database, secretKeys, await readMatching(deps, member, query)),
  );

  answer(routes.latest, {}, async ({ member }) => ({ resending: await loadResending(deps, member) }));

  answer(routes.start, { body: ResendAllBody, status: 201 }, async ({ member, actor, body, inChange }) => {
    const { resendingId, ...query } = body;
    const matching = await readMatching(deps, member, query);
    await resendAll(database, inChange, { secretKeys, matching, actor, resendingId, mailsPerDay });
    return { resendingId };
  });

  change(routes.stop, {}, (tx, input, { member: { personId, eventIds } }) =>
    stopResending(tx, { ...input, personId, eventIds }),
  );
  change(routes.resume, {}, (tx, input, { member: { personId, eventIds } }) =>
    resumeResending(tx, { ...input, personId, eventIds }),
  );
}

async function readMatching(
  { database }: Pick<DashboardDeps, 'database'>,
  member: Reader,
  { clock, ...query }: MatchingQuery,
): Promise<Matching> {
  if (clock === 'host') {
    const { timezone } = COUNTRIES[member.country];
    // A ticket type belongs to one event.
    return readFilters(database, { member, timezone, eventId: null, query: { ...query, type: '' } });
  }
  const { event } = await loadEvent(database, member, query.event);
  return readFilters(database, { member, timezone: event.timezone, eventId: event.eventId, query });
}

/** The newest of the host's, as far as the member may see it. */
export async function loadResending(
  { database }: Pick<DashboardDeps, 'database'>,
  member: Reader,
): Promise<ShownResending | null> {
  const resending = await readResending(database, member);
  if (!resending) return null;
  const { resendingId } = resending;
  return {
    ...resending,
    createdAt: resending.createdAt.toISOString(),
    unreached:
      resending.refused === 0 ? [] : await listUnreached(database, { resendingId, limit: UNREACHED_SHOWN }),
  };
}
