import { changeHallSettings } from '../../../halls/hall-settings.ts';
import { startPlan, type StartedPlan } from '../../../halls/start-plan.ts';
import { checkPlanUse, usePlan } from '../../../halls/use-plan.ts';
import type { HttpServer } from '../../../http/server.ts';
import { blockSeats, releaseCompanions, releaseSeats } from '../../../inventory/seats/block-seats.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import type { PlanUseCheck, ReplacedSeats } from './data.ts';
import {
  BlockSeatsBody,
  CheckPlanBody,
  SeatIdsBody,
  SeatSettingsBody,
  StartPlanBody,
  UsePlanBody,
} from './bodies.ts';
import { showHall } from './hall-data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

type Deps = Pick<DashboardDeps, 'database' | 'planTurns'>;

/** Templates, and plans drawn elsewhere: each becomes a plan of the host, with its whole drawing. */
export function registerStartPlan(pages: PageRoutes, { database, planTurns }: Deps): void {
  void pages.scope.register(async (large: HttpServer) => {
    planTurns.takeBodies(large);
    pages
      .within(large)
      .answer(
        ROUTES.eventSeats.startPlan,
        { body: StartPlanBody },
        ({ member, params: { hostId, eventId }, actor, body, inChange, request }): Promise<StartedPlan> =>
          planTurns.inPlace(request, async () => {
            await loadEvent(database, member, eventId);
            return inChange((tx) => startPlan(tx, { hostId, actor, language: member.language, ...body }));
          }),
      );
  });
}

/** Gives the event the hall of a seating plan. */
export function registerUsePlan({ answer }: PageRoutes, { database, planTurns }: Deps): void {
  const routes = ROUTES.eventSeats;

  answer(
    routes.checkPlan,
    { body: CheckPlanBody },
    async ({ params, body, request }): Promise<PlanUseCheck> => {
      const { seats, drawing, ...checked } = await planTurns.inPlace(request, () =>
        checkPlanUse(database, { ...params, ...body }),
      );
      const colors = new Map(
        checked.categories.flatMap(({ kind, typeName, color }) =>
          kind === 'SEATED' ? [[typeName, color]] : [],
        ),
      );
      return { ...checked, plan: showHall(seats, drawing, ({ type }) => colors.get(type)) };
    },
  );

  answer(
    routes.usePlan,
    { body: UsePlanBody },
    ({ params, actor, body, inChange, request }): Promise<ReplacedSeats> =>
      planTurns.inPlace(request, () => inChange((tx) => usePlan(tx, { ...params, actor, ...body }))),
  );
}

/** House seats, companions, and how seats are sold. */
export function registerHouseSeats({ change }: PageRoutes): void {
  const routes = ROUTES.eventSeats;
  change(routes.block, { body: BlockSeatsBody }, blockSeats);
  change(routes.release, { body: SeatIdsBody }, releaseSeats);
  change(routes.releaseCompanions, { body: SeatIdsBody }, releaseCompanions);
  change(routes.settings, { body: SeatSettingsBody }, changeHallSettings);
}
