import { changeReturns } from '../../../events/change-returns.ts';
import { readEvent, type StoredEvent } from '../../../events/event-fields.ts';
import { ROUTES } from '../../../routes.ts';
import { USUAL_TERMS } from '../../../rules/returns.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import { loadEvent } from '../event-layout/data.ts';
import { ReturnsBody } from './bodies.ts';
import type { EventReturnsView } from './data.ts';

/** Returns by buyers, and tickets that they give to somebody else. */
export function registerEventReturns(
  { view, change }: PageRoutes,
  { database }: Pick<DashboardDeps, 'database'>,
): void {
  view(ROUTES.eventReturns.view, { shows: 'eventReturns' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    return { event, settings: settingsOf(await readEvent(database, params)) };
  });

  change(
    ROUTES.eventReturns.change,
    { body: ReturnsBody },
    async (tx, { hostId, eventId, actor, version, returns, buyersPassOn, hours, percent, keepsFees }) => ({
      settings: settingsOf(
        await changeReturns(tx, {
          hostId,
          eventId,
          actor,
          version,
          returnTerms:
            returns === 'off'
              ? null
              : {
                  hours,
                  percent,
                  keepsFees,
                  needsApproval: returns === 'approved',
                  ...(returns === 'resold' && { isResold: true }),
                },
          buyersPassOn,
        }),
      ),
    }),
  );
}

function settingsOf({ version, returnTerms, buyersPassOn }: StoredEvent): EventReturnsView['settings'] {
  const { needsApproval, isResold, ...terms } = returnTerms ?? USUAL_TERMS;
  return {
    version,
    returns: returnTerms === null ? 'off' : isResold ? 'resold' : needsApproval ? 'approved' : 'at_once',
    ...terms,
    buyersPassOn,
  };
}
