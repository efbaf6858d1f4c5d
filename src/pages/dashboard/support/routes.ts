import { allowVisit } from '../../../hosts/support/allow-visit.ts';
import { endVisit, leaveVisit, refuseVisit } from '../../../hosts/support/end-visit.ts';
import { listVisits } from '../../../hosts/support/list-visits.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { AllowBody } from './bodies.ts';
import { showVisit } from './data.ts';

// A host that needs help more often has another page for it: the audit log.
const MAX_SHOWN = 50;

/** Owners let support look, refuse it and end it; support ends its own visit. */
export function registerSupport(
  { view, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  const routes = ROUTES.support;
  view(routes.view, { shows: 'support' }, async ({ member: { hostId } }) => ({
    visits: (await listVisits(database, { hostId, limit: MAX_SHOWN })).map(showVisit),
  }));
  change(routes.allow, { body: AllowBody }, allowVisit);
  change(routes.refuse, {}, refuseVisit);
  change(routes.end, {}, endVisit);
  change(ROUTES.me.leaveVisit, {}, (tx, input, { session: { personId } }) =>
    leaveVisit(tx, { ...input, personId }),
  );
}
