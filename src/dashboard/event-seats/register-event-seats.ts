import { Type } from 'typebox';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { checkSeatList } from '../../inventory/seats/check-seat-list.ts';
import { summarizeTemplates } from '../../inventory/seats/list-of-plan.ts';
import { readHall, summarizeHall } from '../../inventory/seats/read-hall.ts';
import { replaceSeats } from '../../inventory/seats/replace-seats.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { loadEvent } from '../events/load-event.ts';
import { actorOf, memberOf } from '../frame/find-visitor.ts';
import type { HallPlan, ReplacedSeats, SeatListCheck } from './event-seats-view.ts';
import { ReplaceSeatsBody, SeatListBody } from './seats-body.ts';
import { registerFiles, registerPlans } from './register-hall-files.ts';
import { showHall } from './show-hall.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** The seats of the hall, and which ticket type each is sold as. */
export function registerEventSeats(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView, change } = parts;
  const { view, map, check, replace } = ROUTES.eventSeats;
  registerFiles(scope, parts);
  registerPlans(scope, parts);

  scope.get(view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const { version, sections, types } = await summarizeHall(database, { hostId: member.hostId, eventId });
    return sendView(request, reply, {
      view: 'eventSeats',
      data: { event, version, sections, types, templates: summarizeTemplates() },
    });
  });

  scope.get(map.path, { schema: { params: ByEvent } }, async (request): Promise<{ plan: HallPlan }> => {
    const member = memberOf(request);
    const { eventId } = request.params;
    await loadEvent(database, member, eventId);
    return { plan: showHall(await readHall(database, { hostId: member.hostId, eventId })) };
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
