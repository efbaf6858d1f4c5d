import { Type } from 'typebox';
import { listScans } from '../../../check-in/list-scans.ts';
import { readArrivals } from '../../../check-in/read-arrivals.ts';
import { readCheckIn } from '../../../check-in/read-check-in.ts';
import { undoScan } from '../../../check-in/undo-scan.ts';
import { Id, OneOf } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { ROUTES } from '../../../routes.ts';
import { SCAN_FILTERS } from '../../../values/scan-filter.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { registerDoors } from './doors-routes.ts';
import { registerLiveCheckIn } from './live-check-in-routes.ts';
import {
  showArrivals,
  showCounts,
  showDoors,
  showRules,
  showWaiting,
  NO_FILTERS,
  showConflict,
  showScan,
  toFilters,
} from './data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });
const ByScan = Type.Object({ hostId: Id(), eventId: Id(), scanId: Id() });
const Query = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  door: Type.Optional(Type.Union([Type.Literal(''), Id()])),
  outcome: Type.Optional(OneOf(['', ...SCAN_FILTERS])),
});

const PAGE = 50;
// More than somebody sees to in an evening; the list of scans has the rest.
const MAX_CONFLICTS = 20;

/** Check-in of an event, as hosts see it. */
export function registerEventCheckIn(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView } = deps;
  const { view, report } = ROUTES.eventCheckIn;
  registerLiveCheckIn(scope, deps);
  registerDoors(scope, deps);
  registerScans(scope, deps);

  scope.get(view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { hostId: member.hostId, eventId: request.params.eventId };
    const { event, figures } = await loadEvent(database, member, which.eventId);
    const [checkIn, { scans }] = await Promise.all([
      readCheckIn(database, which),
      listScans(database, {
        ...which,
        filters: { ...NO_FILTERS, onlyConflicts: true },
        limit: MAX_CONFLICTS,
        cursor: null,
      }),
    ]);
    return sendView(request, reply, {
      view: 'eventCheckIn',
      data: {
        event,
        ticketTypes: figures.types.map(({ ticketTypeId: id, name }) => ({ id, name })),
        counts: showCounts(checkIn.counts),
        doors: showDoors(checkIn),
        rules: showRules(checkIn),
        waiting: showWaiting(checkIn),
        conflicts: scans.flatMap(showConflict),
        conflictCount: checkIn.counts.conflicts,
      },
    });
  });

  scope.get(report.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { hostId: member.hostId, eventId: request.params.eventId };
    const { event } = await loadEvent(database, member, which.eventId);
    const arrivals = await readArrivals(database, which);
    return sendView(request, reply, {
      view: 'eventArrivals',
      data: { event, ...showArrivals(arrivals) },
    });
  });
}

function registerScans(scope: HttpServer, { database, change, sendView }: DashboardDeps): void {
  const { scans: log, undoScan: undo } = ROUTES.eventCheckIn;

  scope.get(log.path, { schema: { params: ByEvent, querystring: Query } }, async (request, reply) => {
    const member = memberOf(request);
    const which = { hostId: member.hostId, eventId: request.params.eventId };
    const { cursor = null, door = '', outcome = '' } = request.query;
    const { event } = await loadEvent(database, member, which.eventId);
    const [{ scans, nextCursor }, { doors }] = await Promise.all([
      listScans(database, {
        ...which,
        filters: { ...toFilters(outcome || null), doorId: door || null },
        limit: PAGE,
        cursor,
      }),
      readCheckIn(database, which),
    ]);
    return sendView(request, reply, {
      view: 'eventScans',
      data: {
        event,
        doors: doors.map(({ doorId, name }) => ({ doorId, name })),
        scans: scans.map(showScan),
        nextCursor,
      },
    });
  });

  scope.post(undo.path, { schema: { params: ByScan } }, async (request) => {
    const which = { ...request.params, hostId: memberOf(request).hostId, actor: actorOf(request) };
    await change(request, (tx) => undoScan(tx, which));
    return { scanId: which.scanId };
  });
}
