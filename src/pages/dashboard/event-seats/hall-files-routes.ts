import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { writeCsv } from '../../../csv/write-csv.ts';
import { readCurrentHall } from '../../../halls/plan-hall.ts';
import { readVersion } from '../../../halls/read-versions.ts';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { readHall, summarizeHall, type StoredSeat } from '../../../inventory/seats/read-hall.ts';
import { SEAT_COLUMNS } from '../../../inventory/seats/read-seat-list.ts';
import { writeHallList } from '../../../inventory/seats/write-seat-list.ts';
import { ROUTES } from '../../../routes.ts';
import { planOfSeats } from '../../../seating-plans/plan-of-seats.ts';
import type { SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import { writePlan, writePretixPlan } from '../../../seating-plans/write-plan-file.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { memberOf } from '../access/find-visitor.ts';
import { sendFile, sendList } from '../access/send-list.ts';
import type { ShownEvent } from '../event-layout/data.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** The hall to take along, as a list or as a plan, and a list to begin with. */
export function registerFiles(scope: HttpServer, { database, planDoor }: DashboardDeps): void {
  const { export: exported, exportPlan, exportPretix, template } = ROUTES.eventSeats;
  const load = async (
    request: FastifyRequest,
    eventId: string,
  ): Promise<{ event: ShownEvent; seats: StoredSeat[] }> => {
    const member = memberOf(request);
    const { event } = await loadEvent(database, member, eventId);
    return { event, seats: await readHall(database, { hostId: member.hostId, eventId }) };
  };

  scope.get(exported.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event, seats } = await load(request, request.params.eventId);
    return sendList(reply, `seats-${event.slug}`, writeHallList(seats));
  });

  const sendPlan = (reply: FastifyReply, name: string, text: string): FastifyReply =>
    sendFile(reply, { name, ending: 'json', type: 'application/json; charset=utf-8', text });

  /** The version that the event uses, with all that is drawn in it; of a hall that came from a list, its seats. */
  const loadPlan = async (
    request: FastifyRequest,
    eventId: string,
  ): Promise<{ event: ShownEvent; plan: SeatingPlan }> => {
    const { event, seats } = await load(request, eventId);
    const { hostId } = memberOf(request);
    const hall = await readCurrentHall(database, { hostId, eventId });
    if (!hall) return { event, plan: planOfSeats(event.name, seats) };
    return {
      event,
      plan: await planDoor.inPlace(request, () => readVersion(database, { hostId, ...hall })),
    };
  };

  scope.get(exportPlan.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event, plan } = await loadPlan(request, request.params.eventId);
    return sendPlan(reply, `plan-${event.slug}`, writePlan(plan));
  });

  scope.get(exportPretix.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const { event, plan } = await loadPlan(request, request.params.eventId);
    return sendPlan(reply, `pretix-${event.slug}`, writePretixPlan(plan));
  });

  scope.get(template.path, { schema: { params: ByEvent } }, async (request, reply) => {
    const member = memberOf(request);
    const { eventId } = request.params;
    await loadEvent(database, member, eventId);
    const { types } = await summarizeHall(database, { hostId: member.hostId, eventId });
    const [front = 'Stalls', back = front] = types
      .filter(({ kind, seatsOf }) => kind === 'SEATED' && seatsOf === null)
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
