import { readHallOfEvent } from '../../../halls/hall-settings.ts';
import { listPublishedPlans } from '../../../halls/list-plans.ts';
import { sketchTemplates } from '../../../halls/templates.ts';
import { checkSeatList } from '../../../inventory/seats/check-seat-list.ts';
import { readHall, summarizeHall } from '../../../inventory/seats/read-hall.ts';
import { readSeatColors } from '../../../inventory/seats/seat-maps.ts';
import { readSeatStates, type SeatStates } from '../../../inventory/seats/read-seat-states.ts';
import { replaceSeats } from '../../../inventory/seats/replace-seats.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import type { LiveHall, SeatListCheck } from './data.ts';
import { ReplaceSeatsBody, SeatListBody } from './bodies.ts';
import { registerFiles } from './hall-files-routes.ts';
import { registerHouseSeats, registerStartPlan, registerUsePlan } from './use-plan-routes.ts';
import { showHall } from './hall-data.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The seats of the hall, and the ticket type of each. */
export function registerEventSeats(
  pages: PageRoutes,
  deps: Pick<DashboardDeps, 'database' | 'planTurns'>,
): void {
  const { view, answer, change } = pages;
  const { database } = deps;
  const routes = ROUTES.eventSeats;
  registerFiles(pages, deps);
  registerStartPlan(pages, deps);
  registerUsePlan(pages, deps);
  registerHouseSeats(pages);
  registerLiveHall(pages, deps);

  view(routes.view, { shows: 'eventSeats' }, async ({ member, params }) => {
    const { event } = await loadEvent(database, member, params.eventId);
    const [{ version, sections, types }, { drawing: _, ...hall }, plans] = await Promise.all([
      summarizeHall(database, params),
      readHallOfEvent(database, params),
      listPublishedPlans(database, params),
    ]);
    return {
      event,
      version,
      sections,
      types: types.filter(({ seatsOf }) => seatsOf === null),
      templates: sketchTemplates(),
      plans,
      ...hall,
    };
  });

  answer(routes.check, { body: SeatListBody }, async ({ params, body }): Promise<SeatListCheck> => {
    const { seats, ...checked } = await checkSeatList(database, { ...params, text: body.text });
    return { ...checked, plan: seats.length > 0 ? showHall(seats) : null };
  });

  change(routes.replace, { body: ReplaceSeatsBody }, replaceSeats);
}

/** The map of the hall, and the state of its seats, which the page polls. */
function registerLiveHall({ answer }: PageRoutes, { database }: Pick<DashboardDeps, 'database'>): void {
  const routes = ROUTES.eventSeats;

  answer(routes.map, {}, async ({ member, params }): Promise<LiveHall> => {
    await loadEvent(database, member, params.eventId);
    // Read the version first: a hall that changes in between is loaded again.
    const { version } = await readSeatStates(database, params);
    const [seats, { drawing }, colors] = await Promise.all([
      readHall(database, params),
      readHallOfEvent(database, params),
      readSeatColors(database, params.eventId),
    ]);
    return { version, plan: showHall(seats, drawing, ({ ticketTypeId }) => colors.get(ticketTypeId)) };
  });

  answer(routes.states, {}, async ({ member, params }): Promise<SeatStates> => {
    await loadEvent(database, member, params.eventId);
    return readSeatStates(database, params);
  });
}
