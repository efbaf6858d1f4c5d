import { Type, type Static } from 'typebox';
import { Id } from '../../../http/schema.ts';
import type { HttpServer } from '../../../http/server.ts';
import { readTaken, type TakenSeats } from '../../../inventory/seats/read-taken.ts';
import type { SeatMap } from '../../../inventory/seats/seat-map.ts';
import { readSeatPlan } from '../../../inventory/seats/seat-maps.ts';
import { createHostOrder, type CreateHostOrder, type HostOrder } from '../../../orders/create-host-order.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { loadEvent } from '../event-layout/data.ts';
import { actorOf, memberOf } from '../access/find-visitor.ts';
import { GiveSeatsBody, SellBody } from './bodies.ts';

const ByEvent = Type.Object({ hostId: Id(), eventId: Id() });

/** Seats to choose on a map, with which of them are taken. */
export type SeatsToChoose = SeatMap & TakenSeats;

type Typed = Omit<Static<typeof GiveSeatsBody>, 'lines'>;

/** Orders that a member makes: sold at the counter or by transfer, or given away with seats. */
export function registerCounter(scope: HttpServer, deps: DashboardDeps): void {
  const { change, hostMailsPerDay } = deps;
  const { sell, giveSeats } = ROUTES.eventGuests;
  registerSeats(scope, deps);

  scope.post(
    sell.path,
    { schema: { params: ByEvent, body: SellBody } },
    async (request): Promise<HostOrder> => {
      const { lines, paidBy, ...typed } = request.body;
      const whose = {
        hostId: memberOf(request).hostId,
        eventId: request.params.eventId,
        actor: actorOf(request),
      };
      return change(request, (tx) =>
        createHostOrder(tx, { ...whose, ...toOrder(typed), lines, paidBy, mailsPerDay: hostMailsPerDay }),
      );
    },
  );

  scope.post(
    giveSeats.path,
    { schema: { params: ByEvent, body: GiveSeatsBody } },
    async (request): Promise<HostOrder> => {
      const { lines, ...typed } = request.body;
      const whose = {
        hostId: memberOf(request).hostId,
        eventId: request.params.eventId,
        actor: actorOf(request),
      };
      return change(request, (tx) =>
        createHostOrder(tx, {
          ...whose,
          ...toOrder(typed),
          lines: lines.map((line) => ({ ...line, priceMinor: null })),
          paidBy: null,
          mailsPerDay: hostMailsPerDay,
        }),
      );
    },
  );
}

const toOrder = ({
  email,
  firstName,
  lastName,
  seatTypes = [],
  ...typed
}: Typed): Pick<
  CreateHostOrder,
  'buyer' | 'seatIds' | 'seatTypes' | 'note' | 'guestNote' | 'language' | 'requestKey'
> => ({
  ...typed,
  seatTypes: Object.fromEntries(seatTypes.map(({ seatId, ticketTypeId }) => [seatId, ticketTypeId])),
  buyer: { email, firstName, lastName },
});

/** The map, and what is taken of it: the page asks for the latter again and again. */
function registerSeats(scope: HttpServer, { database }: DashboardDeps): void {
  const { seats, takenSeats } = ROUTES.eventGuests;

  scope.get(seats.path, { schema: { params: ByEvent } }, async (request): Promise<SeatsToChoose> => {
    const { eventId } = request.params;
    await loadEvent(database, memberOf(request), eventId);
    // The version first: a map that changes in between is loaded again.
    const taken = await readTaken(database, eventId);
    return { ...(await readSeatPlan(database, eventId)), ...taken };
  });

  scope.get(takenSeats.path, { schema: { params: ByEvent } }, async (request): Promise<TakenSeats> => {
    const { eventId } = request.params;
    await loadEvent(database, memberOf(request), eventId);
    return readTaken(database, eventId);
  });
}
