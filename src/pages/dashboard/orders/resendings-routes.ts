import { Type } from 'typebox';
import type { Transaction } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import type { Matching } from '../../../orders/resendings/choose-orders.ts';
import { listUnreached, readResending } from '../../../orders/resendings/read-resending.ts';
import { countResending, resendAll } from '../../../orders/resendings/resend-all.ts';
import { resumeResending, stopResending } from '../../../orders/resendings/stop-resending.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { readFilters, type ShownResending } from './data.ts';
import { MatchingSchema, ResendAllBody, type MatchingQuery } from './server/orders-query.ts';

const ByHost = Type.Object({ hostId: Id() });
const ByResending = Type.Object({ hostId: Id(), resendingId: Id() });

// Enough to see what is wrong; the page of each order has its own mails.
const UNREACHED_SHOWN = 20;

/** Tickets are sent again to all orders that a list would show: counted, begun, followed and stopped. */
export function registerResendings(scope: HttpServer, deps: DashboardDeps): void {
  const { database, secretKeys, change, hostMailsPerDay: mailsPerDay } = deps;
  const { count, latest, start, stop, resume } = ROUTES.resendings;

  scope.get(count.path, { schema: { params: ByHost, querystring: MatchingSchema } }, async (request) =>
    countResending(database, secretKeys, await readMatching(deps, memberOf(request), request.query)),
  );

  scope.get(latest.path, { schema: { params: ByHost } }, async (request) => ({
    resending: await loadResending(deps, memberOf(request)),
  }));

  scope.post(start.path, { schema: { params: ByHost, body: ResendAllBody } }, async (request, reply) => {
    const { resendingId, ...query } = request.body;
    const matching = await readMatching(deps, memberOf(request), query);
    const inTransaction = (work: (tx: Transaction) => Promise<void>) => change(request, work);
    const actor = actorOf(request);
    await resendAll(database, inTransaction, { secretKeys, matching, actor, resendingId, mailsPerDay });
    return reply.code(201).send({ resendingId });
  });

  for (const [route, act] of [
    [stop, stopResending],
    [resume, resumeResending],
  ] as const)
    scope.post(route.path, { schema: { params: ByResending } }, async (request) => {
      const { hostId, personId, eventIds } = memberOf(request);
      const { resendingId } = request.params;
      const actor = actorOf(request);
      await change(request, (tx) => act(tx, { hostId, personId, eventIds, resendingId, actor }));
      return { resendingId };
    });
}

async function readMatching(
  { database }: DashboardDeps,
  member: Member,
  { clock, ...query }: MatchingQuery,
): Promise<Matching> {
  if (clock === 'host') {
    const { timezone } = COUNTRIES[member.country];
    // A ticket type is of one event.
    return readFilters(database, { member, timezone, eventId: null, query: { ...query, type: '' } });
  }
  const { event } = await loadEvent(database, member, query.event);
  return readFilters(database, { member, timezone: event.timezone, eventId: event.eventId, query });
}

/** The newest of the host's, as far as the member may see it. */
export async function loadResending(
  { database }: Pick<DashboardDeps, 'database'>,
  member: Member,
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
