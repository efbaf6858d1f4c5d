import type { SeatMap } from '../../../../inventory/seats/seat-map.ts';
import type { NamedSeat, Quantities } from '../cart.ts';

/** As what seats are bought that are not bought as their own ticket type, by their ids. */
export type SeatTypes = Readonly<Record<string, string>>;

/** Made by the page once the seats have come. Events without seats don't load it. */
export type SeatPlan = {
  map: SeatMap;
  /** Chosen seats as ticket types. */
  quantitiesOf(seatIds: string[], seatTypes?: SeatTypes): Quantities;
  /** Of the chosen seats those of one ticket type, in the map's order: the one in which the server gives them to tickets. */
  seatsOf(sku: string, seatIds: string[], seatTypes?: SeatTypes): NamedSeat[];
};

export function planSeats(map: SeatMap): SeatPlan {
  const bought = (seatIds: string[], seatTypes: SeatTypes = {}) => {
    const chosen = new Set(seatIds);
    return map.seats
      .filter(({ id }) => chosen.has(id))
      .map((seat) => ({ seat, sku: seatTypes[seat.id] ?? map.ticketTypeIds[seat.t] ?? '' }));
  };
  return {
    map,
    quantitiesOf(seatIds, seatTypes) {
      const quantities: Quantities = {};
      for (const { sku } of bought(seatIds, seatTypes)) quantities[sku] = (quantities[sku] ?? 0) + 1;
      return quantities;
    },
    seatsOf: (wanted, seatIds, seatTypes) =>
      bought(seatIds, seatTypes)
        .filter(({ sku }) => sku === wanted)
        .map(({ seat: { id, s, r, n } }) => ({ id, section: map.sections[s] ?? '', row: r, seat: n })),
  };
}
