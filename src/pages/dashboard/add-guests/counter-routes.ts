import type { Static } from 'typebox';
import { readTaken, type TakenSeats } from '../../../inventory/seats/read-taken.ts';
import type { SeatMap } from '../../../inventory/seats/seat-map.ts';
import { readSeatPlan } from '../../../inventory/seats/seat-maps.ts';
import { createHostOrder } from '../../../orders/create-host-order.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { GiveSeatsBody, SellBody } from './bodies.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The seats of the map, and the taken ones among them. */
export type SeatsToChoose = SeatMap & TakenSeats;

type Deps = Pick<DashboardDeps, 'database' | 'hostMailsPerDay'>;

/** Orders that a member makes: sold at the counter or by transfer, or given away with seats. */
export function registerCounter({ answer, change }: PageRoutes, deps: Deps): void {
  const { database, hostMailsPerDay: mailsPerDay } = deps;
  const routes = ROUTES.eventGuests;

  change(routes.sell, { body: SellBody }, (tx, input) =>
    createHostOrder(tx, { ...toOrder(input), mailsPerDay }),
  );
  change(routes.giveSeats, { body: GiveSeatsBody }, (tx, input) =>
    createHostOrder(tx, {
      ...toOrder(input),
      lines: input.lines.map((line) => ({ ...line, priceMinor: null })),
      paidBy: null,
      mailsPerDay,
    }),
  );

  answer(routes.seats, {}, async ({ member, params: { eventId } }): Promise<SeatsToChoose> => {
    await loadEvent(database, member, eventId);
    // Read the version first: the page then loads a map again that changed in between.
    const taken = await readTaken(database, eventId);
    return { ...(await readSeatPlan(database, eventId)), ...taken };
  });

  // The page repeats this request.
  answer(routes.takenSeats, {}, async ({ member, params: { eventId } }): Promise<TakenSeats> => {
    await loadEvent(database, member, eventId);
    return readTaken(database, eventId);
  });
}

const toOrder = <Order extends Omit<Static<typeof GiveSeatsBody>, 'lines'>>({
  email,
  firstName,
  lastName,
  seatTypes = [],
  ...order
}: Order) => ({
  ...order,
  seatTypes: Object.fromEntries(seatTypes.map(({ seatId, ticketTypeId }) => [seatId, ticketTypeId])),
  buyer: { email, firstName, lastName },
});
