import type { FastifyReply, FastifyRequest } from 'fastify';
import { writeCsv } from '../../../csv/write-csv.ts';
import { readCurrentHall } from '../../../halls/plan-hall.ts';
import { readVersion } from '../../../halls/read-versions.ts';
import { readHall, summarizeHall, type StoredSeat } from '../../../inventory/seats/read-hall.ts';
import { SEAT_COLUMNS } from '../../../inventory/seats/read-seat-list.ts';
import { writeHallList } from '../../../inventory/seats/write-seat-list.ts';
import { ROUTES } from '../../../routes.ts';
import { planOfSeats } from '../../../seating-plans/plan-of-seats.ts';
import type { SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import { writePlan, writePretixPlan } from '../../../seating-plans/write-plan-file.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent, type ShownEvent } from '../event-layout/data.ts';
import { sendFile, sendList } from '../access/send-list.ts';
import type { PageRoutes } from '../access/page-routes.ts';
import type { Reader } from '../access/reader-language.ts';

type OfEvent = { hostId: string; eventId: string };

/** Downloads of the hall, as a list or as a plan, and a sample list. */
export function registerFiles(
  { answer }: PageRoutes,
  { database, planTurns }: Pick<DashboardDeps, 'database' | 'planTurns'>,
): void {
  const routes = ROUTES.eventSeats;
  const load = async (
    member: Reader,
    which: OfEvent,
  ): Promise<{ event: ShownEvent; seats: StoredSeat[] }> => {
    const { event } = await loadEvent(database, member, which.eventId);
    return { event, seats: await readHall(database, which) };
  };

  answer(routes.export, {}, async ({ member, params, reply }) => {
    const { event, seats } = await load(member, params);
    return sendList(reply, `seats-${event.slug}`, writeHallList(seats));
  });

  const sendPlan = (reply: FastifyReply, name: string, text: string): FastifyReply =>
    sendFile(reply, { name, ending: 'json', type: 'application/json; charset=utf-8', text });

  /** The version that the event uses, with its whole drawing; for a hall from a list, its seats. */
  const loadPlan = async (
    request: FastifyRequest,
    member: Reader,
    which: OfEvent,
  ): Promise<{ event: ShownEvent; plan: SeatingPlan }> => {
    const { event, seats } = await load(member, which);
    const { hostId } = which;
    const hall = await readCurrentHall(database, which);
    if (!hall) return { event, plan: planOfSeats(event.name, seats) };
    return {
      event,
      plan: await planTurns.inPlace(request, () => readVersion(database, { hostId, ...hall })),
    };
  };

  answer(routes.exportPlan, {}, async ({ member, params, request, reply }) => {
    const { event, plan } = await loadPlan(request, member, params);
    return sendPlan(reply, `plan-${event.slug}`, writePlan(plan));
  });

  answer(routes.exportPretix, {}, async ({ member, params, request, reply }) => {
    const { event, plan } = await loadPlan(request, member, params);
    return sendPlan(reply, `pretix-${event.slug}`, writePretixPlan(plan));
  });

  answer(routes.template, {}, async ({ member, params, reply }) => {
    await loadEvent(database, member, params.eventId);
    const { types } = await summarizeHall(database, params);
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
