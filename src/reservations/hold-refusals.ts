import assert from 'node:assert/strict';
import type { HoldResult } from '../inventory/hold-engine.ts';
import { Refusal, type RefusalReason } from '../refusal.ts';
import type { Offer } from './offers.ts';

/** Another buyer holds them or has bought them. */
export class SeatsTaken extends Refusal {
  readonly takenSeats: string[];
  constructor(takenSeats: string[]) {
    const which = takenSeats.length === 1 ? 'A seat was' : 'Some seats were';
    super('tickets_unavailable', `${which} taken by someone else.`);
    this.takenSeats = takenSeats;
  }
}

/** Nobody has them, but they leave a seat alone, and this host has that refused. */
export class LeavesSingleSeats extends Refusal {
  readonly singleSeats: string[];
  constructor(singleSeats: string[]) {
    super('tickets_unavailable', 'These seats would leave a single seat beside them: choose others.');
    this.singleSeats = singleSeats;
  }
}

export type PromoProblem = 'unknown' | 'other_tickets' | 'not_now';

const PROMO_PROBLEMS: Record<PromoProblem, { message: string; reason: RefusalReason }> = {
  unknown: { message: 'promoCode is not a code of this event.', reason: 'unknown_code' },
  other_tickets: {
    message: 'promoCode does not apply to these tickets.',
    reason: 'code_for_other_tickets',
  },
  not_now: { message: 'promoCode is used up or not valid today.', reason: 'code_not_valid_now' },
};

/** The cart could be held without its code. */
export class PromoCodeRefused extends Refusal {
  readonly promoProblem: PromoProblem;
  constructor(promoProblem: PromoProblem) {
    const { message, reason } = PROMO_PROBLEMS[promoProblem];
    super('invalid_promo_code', message, { field: 'promoCode', reason });
    this.promoProblem = promoProblem;
  }
}

type RefusedOutcome = Exclude<
  HoldResult['outcome'],
  'held' | 'refreshed' | 'released' | 'nothing_to_release' | 'seats_taken'
>;

type Reason = RefusalReason | null;

/** The engine's no in words for the buyer; `name` is the ticket type that it said no to. */
const REFUSED: Record<RefusedOutcome, (name: string, reason: Reason, listUrl: string | null) => Refusal> = {
  unavailable: (name, reason, listUrl) =>
    new Refusal('tickets_unavailable', `Not enough ${name} tickets are left.`, { reason, listUrl }),
  not_on_sale: (name, reason) =>
    new Refusal('tickets_unavailable', `${name} is not on sale now.`, { reason }),
  stale_price: () =>
    new Refusal('unavailable', 'The prices are changing right now: try again.', {
      retryAfterSeconds: 1,
    }),
  address_limit: () =>
    new Refusal(
      'too_many_held',
      'Too many tickets of this event are on hold or taken for free from this network: choose fewer, pay for the others first, or try again in a few minutes.',
      { reason: 'network_limit' },
    ),
  address_lapsed: () =>
    new Refusal(
      'too_many_held',
      'Too many tickets of this event were ordered from this network and not paid for: try again in an hour or two.',
      { reason: 'network_unpaid' },
    ),
  promo_unavailable: () => new PromoCodeRefused('not_now'),
};

/** Returns the engine's hold, or throws its refusal in words for the buyer. `listUrlOf` says where people wait for a ticket type. */
export function acceptedOrThrow(
  result: HoldResult,
  offer: Offer,
  listUrlOf: (sku: string) => string,
): { token: string; expiresAt: Date } {
  const { outcome, token, expiresAt } = result;
  if (outcome === 'held' || outcome === 'refreshed') {
    assert(token && expiresAt, 'a hold without token or expiry');
    return { token, expiresAt };
  }
  assert(outcome !== 'released' && outcome !== 'nothing_to_release', `a cart was ${outcome} instead of held`);
  const { reason = null } = result;
  if (reason === 'leaves_single_seat') throw new LeavesSingleSeats(result.culprits);
  if (outcome === 'seats_taken') throw new SeatsTaken(result.culprits);
  const [sku = ''] = result.culprits;
  const type = offer.ticketTypes.get(sku);
  const mayWait = offer.hasWaitingList && reason === 'sold_out' && type?.kind === 'GENERAL';
  throw REFUSED[outcome](type?.name ?? 'these tickets', reason, mayWait ? listUrlOf(sku) : null);
}
