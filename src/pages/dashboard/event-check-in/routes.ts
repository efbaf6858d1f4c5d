import { Type } from 'typebox';
import { listScans } from '../../../check-in/list-scans.ts';
import { readArrivals } from '../../../check-in/read-arrivals.ts';
import { readCheckIn } from '../../../check-in/read-check-in.ts';
import { undoScan } from '../../../check-in/undo-scan.ts';
import { OneOf } from '../../../http/schema.ts';
import { ROUTES } from '../../../routes.ts';
import { SCAN_FILTERS } from './scan-filter.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
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
import type { PageRoutes } from '../access/page-routes.ts';

const Query = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  door: Type.Optional(Type.String({ format: 'uuid-or-empty' })),
  outcome: Type.Optional(OneOf(['', ...SCAN_FILTERS])),
});

const PAGE = 50;
// More than anybody can handle in an evening; the list of scans has the rest.
const MAX_CONFLICTS = 20;

/** Check-in of an event, as hosts see it. */
export function registerEventCheckIn(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'logger' | 'isProduction' | 'publicUrl' | 'databaseNowMs'>,
): void {
  const { view, change } = pages;
  const { database } = deps;
  const routes = ROUTES.eventCheckIn;
  registerLiveCheckIn(pages, deps);
  registerDoors(pages, deps);

  view(routes.view, { shows: 'eventCheckIn' }, async ({ member, params }) => {
    const { event, figures } = await loadEvent(database, member, params.eventId);
    const filters = { ...NO_FILTERS, onlyConflicts: true };
    const [checkIn, { scans }] = await Promise.all([
      readCheckIn(database, params),
      listScans(database, { ...params, filters, limit: MAX_CONFLICTS, cursor: null }),
    ]);
    return {
      event,
      ticketTypes: figures.types.map(({ ticketTypeId: id, name }) => ({ id, name })),
      counts: showCounts(checkIn.counts),
      doors: showDoors(checkIn),
      rules: showRules(checkIn),
      waiting: showWaiting(checkIn),
      conflicts: scans.flatMap(showConflict),
      conflictCount: checkIn.counts.conflicts,
    };
  });

  view(routes.report, { shows: 'eventArrivals' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    return { event, ...showArrivals(await readArrivals(database, params)) };
  });

  view(routes.scans, { shows: 'eventScans', query: Query }, async ({ member, params, query }) => {
    const { cursor = null, door = '', outcome = '' } = query;
    const { event } = await loadEvent(database, member, params.eventId);
    const filters = { ...toFilters(outcome || null), doorId: door || null };
    const [{ scans, nextCursor }, { doors }] = await Promise.all([
      listScans(database, { ...params, filters, limit: PAGE, cursor }),
      readCheckIn(database, params),
    ]);
    return {
      event,
      doors: doors.map(({ doorId, name }) => ({ doorId, name })),
      scans: scans.map(showScan),
      nextCursor,
    };
  });

  change(routes.undoScan, {}, undoScan);
}
