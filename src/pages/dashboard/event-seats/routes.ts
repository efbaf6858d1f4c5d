import { Type } from 'typebox';
import { readHallOfEvent } from '../../../halls/hall-settings.ts';
import { listPublishedPlans } from '../../../halls/list-plans.ts';
import { sketchTemplates } from '../../../halls/templates.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { checkSeatList } from '../../../inventory/seats/check-seat-list.ts';
import { readHall, summarizeHall } from '../../../inventory/seats/read-hall.ts';
import { readSeatStates, type SeatStates } from '../../../inventory/seats/read-seat-states.ts';
import { replaceSeats } from '../../../inventory/seats/replace-seats.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import type { LiveHall, ReplacedSeats, SeatListCheck } from './data.ts';
import { ReplaceSeatsBody, SeatListBody } from './bodies.ts';
import { registerFiles } from './hall-files-routes.ts';
import { registerHouseSeats, registerStartPlan, registerUsePlan } from './use-plan-routes.ts';
import { showHall } from './hall-data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** The seats of the hall, and which ticket type each is sold as. */
export function registerEventSeats(scope: HttpServer, deps: DashboardDeps): void {
  const { database, sendView, change } = deps;
  const { view, check, replace } = ROUTES.eventSeats;
  registerFiles(scope, deps);
  registerStartPlan(scope, deps);
  registerUsePlan(scope, deps);
  registerHouseSeats(scope, deps);
  registerLiveHall(scope, deps);

  scope.get(view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const which = { hostId: member.hostId, eventId };
    const [{ version, sections, types }, { drawing: _, ...hall }, plans] = await Promise.all([
      summarizeHall(database, which),
      readHallOfEvent(database, which),
      listPublishedPlans(database, which),
    ]);
    return sendView(request, reply, {
      view: 'eventSeats',
      data: {
        event,
        version,
        sections,
        types: types.filter(({ seatsOf }) => seatsOf === null),
        templates: sketchTemplates(),
        plans,
        ...hall,
      },
    });
  });

  scope.post(
    check.path,
    { schema: { params: ByEvent, body: SeatListBody } },
    async (request): Promise<SeatListCheck> => {
      const { hostId } = memberOf(request);
      const { eventId } = request.params;
      const { seats, ...checked } = await checkSeatList(database, {
        hostId,
        eventId,
        text: request.body.text,
      });
      return { ...checked, plan: seats.length > 0 ? showHall(seats) : null };
    },
  );

  scope.post(
    replace.path,
    { schema: { params: ByEvent, body: ReplaceSeatsBody } },
    async (request): Promise<ReplacedSeats> => {
      const which = { hostId: memberOf(request).hostId, eventId: request.params.eventId };
      return change(request, (tx) =>
        replaceSeats(tx, { ...which, actor: actorOf(request), ...request.body }),
      );
    },
  );
}

/** The map of the hall, and what its seats are: the page asks for the latter again and again. */
function registerLiveHall(scope: HttpServer, { database }: DashboardDeps): void {
  const { map, states } = ROUTES.eventSeats;

  scope.get(map.path, { schema: { params: ByEvent } }, async (request): Promise<LiveHall> => {
    const member = memberOf(request);
    const { eventId } = request.params;
    await loadEvent(database, member, eventId);
    const which = { hostId: member.hostId, eventId };
    // The version first: a hall that changes in between is loaded again.
    const { version } = await readSeatStates(database, which);
    const [seats, { drawing }] = await Promise.all([
      readHall(database, which),
      readHallOfEvent(database, which),
    ]);
    return { version, plan: showHall(seats, drawing) };
  });

  scope.get(states.path, { schema: { params: ByEvent } }, async (request): Promise<SeatStates> => {
    const member = memberOf(request);
    const { eventId } = request.params;
    await loadEvent(database, member, eventId);
    return readSeatStates(database, { hostId: member.hostId, eventId });
  });
}
