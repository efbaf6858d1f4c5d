import { Type } from 'typebox';
import { changeHallSettings } from '../../../halls/hall-settings.ts';
import { startPlan, type StartedPlan } from '../../../halls/start-plan.ts';
import { checkPlanUse, usePlan } from '../../../halls/use-plan.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { blockSeats, releaseCompanions, releaseSeats } from '../../../inventory/seats/block-seats.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import type { ChangedSeats, PlanUseCheck, ReplacedSeats } from './data.ts';
import {
  BlockSeatsBody,
  CheckPlanBody,
  SeatIdsBody,
  SeatSettingsBody,
  StartPlanBody,
  UsePlanBody,
} from './bodies.ts';
import { showHall } from './hall-data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** Halls to start from, and plans that were drawn elsewhere: each becomes a plan of the host, with all that is drawn in it. */
export function registerStartPlan(scope: HttpServer, { database, change, planDoor }: DashboardDeps): void {
  void scope.register(async (large: HttpServer) => {
    planDoor.takeBodies(large);
    large.post(
      ROUTES.eventSeats.startPlan.path,
      { schema: { params: ByEvent, body: StartPlanBody } },
      (request): Promise<StartedPlan> =>
        planDoor.inPlace(request, async () => {
          const member = memberOf(request);
          await loadEvent(database, member, request.params.eventId);
          const { hostId } = member;
          return change(request, (tx) => startPlan(tx, { hostId, actor: actorOf(request), ...request.body }));
        }),
    );
  });
}

/** The hall is that of a seating plan. */
export function registerUsePlan(scope: HttpServer, { database, change, planDoor }: DashboardDeps): void {
  const { checkPlan, usePlan: use } = ROUTES.eventSeats;

  scope.post(
    checkPlan.path,
    { schema: { params: ByEvent, body: CheckPlanBody } },
    async (request): Promise<PlanUseCheck> => {
      const which = { hostId: memberOf(request).hostId, eventId: request.params.eventId };
      const { seats, drawing, ...checked } = await planDoor.inPlace(request, () =>
        checkPlanUse(database, { ...which, ...request.body }),
      );
      return { ...checked, plan: showHall(seats, drawing) };
    },
  );

  scope.post(
    use.path,
    { schema: { params: ByEvent, body: UsePlanBody } },
    async (request): Promise<ReplacedSeats> => {
      const which = { hostId: memberOf(request).hostId, eventId: request.params.eventId };
      return planDoor.inPlace(request, () =>
        change(request, (tx) => usePlan(tx, { ...which, actor: actorOf(request), ...request.body })),
      );
    },
  );
}

/** House seats, companions, and how seats are sold. */
export function registerHouseSeats(scope: HttpServer, { change }: DashboardDeps): void {
  const { block, release, releaseCompanions: companions, settings } = ROUTES.eventSeats;

  scope.post(
    block.path,
    { schema: { params: ByEvent, body: BlockSeatsBody } },
    async (request): Promise<ChangedSeats> =>
      change(request, (tx) =>
        blockSeats(tx, { ...request.params, actor: actorOf(request), ...request.body }),
      ),
  );

  scope.post(
    release.path,
    { schema: { params: ByEvent, body: SeatIdsBody } },
    async (request): Promise<ChangedSeats> =>
      change(request, (tx) =>
        releaseSeats(tx, { ...request.params, actor: actorOf(request), ...request.body }),
      ),
  );

  scope.post(
    companions.path,
    { schema: { params: ByEvent, body: SeatIdsBody } },
    async (request): Promise<ChangedSeats> =>
      change(request, (tx) =>
        releaseCompanions(tx, { ...request.params, actor: actorOf(request), ...request.body }),
      ),
  );

  scope.post(settings.path, { schema: { params: ByEvent, body: SeatSettingsBody } }, async (request) => {
    await change(request, (tx) =>
      changeHallSettings(tx, { ...request.params, actor: actorOf(request), ...request.body }),
    );
    return {};
  });
}
