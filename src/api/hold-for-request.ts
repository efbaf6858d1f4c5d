import type { IncomingMessage } from 'node:http';
import type { Caller } from '../hosts/keys/read-key.ts';
import { limitAddress, type ClientAddress } from '../http/client-address.ts';
import type { HoldEngine } from '../inventory/hold-engine.ts';
import { holdCart, type HoldGuard } from '../reservations/hold-cart.ts';
import type { Offers } from '../reservations/offers.ts';
import type { OfferTaker } from '../reservations/take-offer.ts';
import type { Reservation, ReservationBody } from '../reservations/reservation-schema.ts';

export type HoldDeps = {
  offers: Offers;
  engine: HoldEngine;
  rooms: HoldGuard;
  lists: OfferTaker;
  clientAddress: ClientAddress;
};

export type HoldForRequest = (
  caller: Caller,
  request: { raw: IncomingMessage; slug: string; device: string | undefined; body: ReservationBody },
) => Promise<{ reservation: Reservation; isNew: boolean }>;

/** Holds the cart of a request, for the route and the lane alike. */
export const createHoldForRequest =
  (deps: HoldDeps): HoldForRequest =>
  ({ hostId, isServer }, { raw, slug, device, body }) => {
    const address = deps.clientAddress(raw);
    return holdCart(deps, {
      ...body,
      hostId,
      slug,
      token: device?.toLowerCase() ?? null,
      address: limitAddress(address),
      isExempt: isServer(address),
      byApi: true,
      isWanted: () => !raw.socket.destroyed,
    });
  };
