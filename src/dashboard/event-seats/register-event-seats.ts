import { Type } from 'typebox';
import { writeCsv } from '../../csv/write-csv.ts';
import { Id } from '../../http/schema.ts';
import type { HttpServer } from '../../http/server.ts';
import { checkSeatList } from '../../inventory/seats/check-seat-list.ts';
import { readHall, summarizeHall } from '../../inventory/seats/read-hall.ts';
import { SEAT_COLUMNS } from '../../inventory/seats/read-seat-list.ts';
import { replaceSeats } from '../../inventory/seats/replace-seats.ts';
import { ROUTES } from '../../routes.ts';
import type { DashboardParts } from '../dashboard-parts.ts';
import { loadEvent } from '../events/load-event.ts';
import { actorOf, memberOf } from '../frame/find-visitor.ts';
import { sendList } from '../frame/send-list.ts';
import type { HallPlan, ReplacedSeats, SeatListCheck } from './event-seats-view.ts';
import { ReplaceSeatsBody, SeatListBody } from './seats-body.ts';
import { showHall } from './show-hall.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** The seats of the hall, and which ticket type each is sold as. */
export function registerEventSeats(scope: HttpServer, parts: DashboardParts): void {
  const { database, sendView, change } = parts;
  const { view, map, check, replace } = ROUTES.eventSeats;
  registerFiles(scope, parts);

  scope.get(view.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const { version, sections, types } = await summarizeHall(database, { hostId: member.hostId, eventId });
    return sendView(request, reply, { view: 'eventSeats', data: { event, version, sections, types } });
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

/** The hall as a list to take along, and a list to begin with. */
function registerFiles(scope: HttpServer, { database }: DashboardParts): void {
  const { export: exported, template } = ROUTES.eventSeats;

  scope.get(exported.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    const { event } = await loadEvent(database, member, eventId);
    const rows = (await readHall(database, { hostId: member.hostId, eventId })).map((seat) => [
      seat.section,
      seat.rowLabel,
      seat.seatLabel,
      seat.x,
      seat.y,
      seat.type,
      [seat.isAccessible && 'accessible', seat.isRestrictedView && 'restricted view']
        .filter(Boolean)
        .join(' | '),
      seat.isSold ? 'sold' : seat.isTaken ? 'held' : 'free',
    ]);
    return sendList(reply, `seats-${event.slug}`, writeCsv([...SEAT_COLUMNS, 'state'], rows));
  });

  scope.get(template.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    await loadEvent(database, member, eventId);
    const { types } = await summarizeHall(database, { hostId: member.hostId, eventId });
    const [front = 'Stalls', back = front] = types
      .filter(({ kind }) => kind === 'SEATED')
      .map(({ name }) => name);
    return sendList(
      reply,
      'seats',
      writeCsv(SEAT_COLUMNS, [
        ['Stalls', 'A', '1', '', '', front, 'accessible'],
        ['Stalls', 'A', '2', '', '', front, ''],
        ['Stalls', 'B', '1', '', '', front, ''],
        ['Balcony', 'A', '1', '', '', back, 'restricted view'],
      ]),
    );
  });
}
