import { readTaken, type TakenSeats } from '../../../inventory/seats/read-taken.ts';
import type { SeatMap } from '../../../inventory/seats/seat-map.ts';
import { readSeatPlan } from '../../../inventory/seats/seat-maps.ts';
import { exchangeSeat } from '../../../orders/exchange/exchange-seat.ts';
import { takeDifference } from '../../../orders/exchange/take-difference.ts';
import { openDifference } from '../../../orders/exchange/open-difference.ts';
import { endStaleDifferences, startDifference } from '../../../orders/exchange/start-difference.ts';
import { listSeatPrices, type SeatPrice } from '../../../orders/exchange/list-seat-prices.ts';
import { mayMember } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';
import { ROUTES } from '../../../routes.ts';
import type { DashboardDeps } from '../access/dashboard-deps.ts';
import { CheaperSeatBody, ExchangeBody } from './bodies.ts';
import { findMemberOrder } from './server/find-member-order.ts';
import type { PageRoutes } from '../access/page-routes.ts';

/** The hall with its taken seats, and the extra cost of each ticket type. */
export type OtherSeats = SeatMap & TakenSeats & { ticketTypes: SeatPrice[] };

export type ExchangeDeps = Pick<
  DashboardDeps,
  'database' | 'hostMailsPerDay' | 'gateways' | 'orders' | 'checkoutUrl' | 'logger'
>;

/** Changes the seat of a ticket: at once, or once the buyer has paid the difference. The answer names the order for that. */
export function registerExchange(pages: PageRoutes, deps: ExchangeDeps): void {
  const { answer } = pages;
  registerCheaper(pages, deps);
  const { database, hostMailsPerDay } = deps;
  const routes = ROUTES.order;

  answer(routes.otherSeats, {}, async ({ member, params }): Promise<OtherSeats> => {
    const { reference, ticketId } = params;
    const { id: orderId, eventId } = await findMemberOrder(database, member, reference);
    const ticketTypes = await listSeatPrices(database, { orderId, ticketId });
    // Read the version first: a map that changes in between is loaded again.
    const taken = await readTaken(database, eventId);
    return { ...(await readSeatPlan(database, eventId)), ...taken, ticketTypes };
  });

  answer(routes.takenSeats, {}, async ({ member, params }): Promise<TakenSeats> => {
    const { eventId } = await findMemberOrder(database, member, params.reference);
    return readTaken(database, eventId);
  });

  answer(
    routes.exchangeSeat,
    { body: ExchangeBody },
    async ({ member, params, actor, body, inChange }): Promise<{ reference: string | null }> => {
      const { reference, ticketId } = params;
      const { asksDifference, paidBy = null, ...wanted } = body;
      const ofOrder = await findMemberOrder(database, member, reference);
      if (!mayMember(member, 'guests.add')) keepToSale({ ...wanted, asksDifference, paidBy });
      const asked = { ...wanted, orderId: ofOrder.id, ticketId, actor };
      await endStaleDifferences(database, ofOrder.id);
      if (paidBy && wanted.seenDifferenceMinor > 0) {
        const at = { ...asked, paidBy, hostMailsPerDay };
        return inChange((tx) => takeDifference(tx, at));
      }
      if (!asksDifference || wanted.seenDifferenceMinor <= 0) {
        await inChange((tx) => exchangeSeat(tx, { ...asked, hostMailsPerDay }));
        return { reference: null };
      }
      const via = await deps.gateways.choose(member.hostId, ofOrder.currency);
      const opened = await inChange((tx) => openDifference(tx, { ...asked, via, hostMailsPerDay }));
      await startDifference(deps, opened, via);
      return { reference: opened.reference };
    },
  );
}

/** A cheaper seat, with the difference back: it takes the power of refunds with its second step, and that of changing orders. */
function registerCheaper({ change }: PageRoutes, { database, hostMailsPerDay }: ExchangeDeps): void {
  change(
    ROUTES.order.exchangeForLess,
    { body: CheaperSeatBody },
    async (tx, { reference, requestKey, ...wanted }, { member }) => {
      if (!mayMember(member, 'orders.change'))
        throw new Refusal('not_allowed', 'Your role can’t change seats. Ask a manager.');
      const { id: orderId } = await findMemberOrder(database, member, reference);
      if (wanted.takesHouseSeat && !mayMember(member, 'guests.add')) refuseHouseSeat();
      await exchangeSeat(tx, { ...wanted, orderId, refundKey: requestKey, hostMailsPerDay });
      return { reference: null };
    },
  );
}

/** Members who may not give tickets away can't take a house seat, waive the difference, or take money for it. */
function keepToSale({
  takesHouseSeat,
  asksDifference,
  seenDifferenceMinor,
  paidBy,
}: Pick<ExchangeBody, 'takesHouseSeat' | 'asksDifference' | 'seenDifferenceMinor' | 'paidBy'>): void {
  const isWaived = !asksDifference && seenDifferenceMinor > 0;
  const refuse = (message: string, field: keyof ExchangeBody): never => {
    throw new Refusal('not_allowed', message, { field });
  };
  if (takesHouseSeat) refuseHouseSeat();
  if (paidBy)
    refuse('Your role can’t take payments. Ask the buyer to pay online, or ask a manager.', 'paidBy');
  if (isWaived)
    refuse(
      'Your role can’t waive the difference. Ask the buyer to pay it, or ask a manager.',
      'asksDifference',
    );
}

function refuseHouseSeat(): never {
  throw new Refusal(
    'not_allowed',
    'Your role can’t use blocked seats. Choose another seat, or ask a manager.',
    {
      field: 'toSeatId',
    },
  );
}
