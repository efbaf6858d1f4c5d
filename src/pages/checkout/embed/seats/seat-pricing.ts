import { computed, type ReadonlySignal } from '@preact/signals';
import type { Seating } from '../../../seat-map/arrange-seating.ts';
import { nameSeats } from '../../../seat-map/name-seats.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import { mostOf } from '../cart.ts';
import type { SeatPickerProps } from './seat-picker-props.ts';

/** At which price each seat is bought: that of its own ticket type, or a further one. */
export type SeatPricing = {
  /** By the type of a seat: its own ticket type first. */
  ticketsByType: ReadonlySignal<Ticket[][]>;
  /** Whether a seat is on sale at any price. */
  isOnSale(index: number): boolean;
  /** As what a seat is bought, or would be; undefined: it is not sold. */
  ticketOf(index: number): Ticket | undefined;
  /** The prices of a chosen seat, each with whether it is available. */
  choicesOf(index: number): { ticket: Ticket; isLeft: boolean }[];
  choosePrice(index: number, sku: string): void;
  /** The first of these seats get the first price, and so on. */
  takePrices(indexes: number[], counts: readonly { sku: string; count: number }[]): void;
  /**
   * Lets go of prices of seats that are no longer chosen, and of those that are no longer available: these seats get their own price or, where
   * that is not on sale, another one that is left.
   */
  keepPrices(): KeptPrices;
};

/** Seats that have another price than before, and those for which none is left. */
export type KeptPrices = { changed: { was: Ticket; now: Ticket; indexes: number[] }[]; gone: number[] };

export function createSeatPricing(
  { seatMap: { ticketTypeIds, furtherPrices = [] }, checkout }: SeatPickerProps,
  seating: Seating,
): SeatPricing {
  const { tickets, chosenSeats, seatTypes } = checkout;
  const ticketsByType = computed(() =>
    ticketTypeIds.map((own, type) => [
      ...tickets.value.filter(({ id }) => id === own),
      ...tickets.value.filter(({ id }) => furtherPrices[type]?.includes(id)),
    ]),
  );
  const allOf = (index: number): Ticket[] => ticketsByType.value[seatAt(seating.seats, index).t] ?? [];
  // Asked of twenty thousand seats at a time.
  const areOnSale = computed(() => ticketsByType.value.map((all) => all.some(isSold)));
  const idOf = (index: number): string => seatAt(seating.seats, index).id;
  const isOwn = (index: number, sku: string): boolean =>
    ticketTypeIds[seatAt(seating.seats, index).t] === sku;
  const ticketOf = (index: number): Ticket | undefined => {
    const sku = seatTypes.value?.[idOf(index)];
    const all = allOf(index);
    return all.find(({ id }) => id === sku) ?? all.find(isSold) ?? all[0];
  };
  const write = (types: Record<string, string>): void => {
    const next = Object.keys(types).length > 0 ? types : undefined;
    if (JSON.stringify(next) !== JSON.stringify(seatTypes.peek())) seatTypes.value = next;
  };
  const chosen = (): number[] => chosenSeats.value.flatMap((id) => seating.indexOf.get(id) ?? []);

  return {
    ticketsByType,
    isOnSale: (index) => areOnSale.value[seatAt(seating.seats, index).t] === true,
    ticketOf,
    choicesOf(index) {
      const [now, all] = [ticketOf(index), allOf(index)];
      const countOf = (ticket: Ticket) => chosen().filter((other) => ticketOf(other) === ticket).length;
      return all
        .filter((ticket) => isSold(ticket) || ticket === now)
        .map((ticket) => ({
          ticket,
          isLeft: ticket === now || countOf(ticket) < mostOf(ticket),
        }));
    },
    choosePrice(index, sku) {
      const { [idOf(index)]: _, ...others } = seatTypes.peek() ?? {};
      write(isOwn(index, sku) ? others : { ...others, [idOf(index)]: sku });
    },
    takePrices(indexes, counts) {
      const skus = counts.flatMap(({ sku, count }) => Array.from({ length: count }, () => sku));
      const pairs = indexes.map((index, nth) => [index, skus[nth] ?? ''] as const);
      const further = pairs.filter(([index, sku]) => sku !== '' && !isOwn(index, sku));
      write(Object.fromEntries(further.map(([index, sku]) => [idOf(index), sku])));
    },
    keepPrices() {
      const now = new Map<number, Ticket>();
      const kept: KeptPrices = { changed: [], gone: [] };
      const canHave = (index: number, ticket: Ticket): boolean => {
        if (isOwn(index, ticket.id)) return isSold(ticket);
        const count = [...now.values()].filter((other) => other === ticket).length;
        return count < mostOf(ticket);
      };
      // Those that can stay as they are come first: nobody's price is taken for a seat that has lost its own.
      const wanting = chosen().filter((index) => {
        const ticket = ticketOf(index);
        if (ticket && (isOwn(index, ticket.id) || canHave(index, ticket))) now.set(index, ticket);
        return ticket && !now.has(index);
      });
      for (const index of wanting) {
        const was = ticketOf(index);
        const other = allOf(index).find((ticket) => canHave(index, ticket));
        if (was && other) {
          now.set(index, other);
          const same = kept.changed.find((one) => one.was === was && one.now === other);
          if (same) same.indexes.push(index);
          else kept.changed.push({ was, now: other, indexes: [index] });
        } else kept.gone.push(index);
      }
      const further = [...now].filter(([index, { id }]) => !isOwn(index, id));
      write(Object.fromEntries(further.map(([index, { id }]) => [idOf(index), id])));
      return kept;
    },
  };
}

/** Sentences about prices. */
export type SaidPrices = {
  /** That of a seat, with its fee; empty where it is not sold. */
  priceOf(index: number): string;
  /** The other prices of a seat that is not chosen yet. */
  otherPricesOf(index: number): string[];
  /** Says that prices are no longer available, and which the seats have now; null: none were lost. */
  sayChanged(changed: KeptPrices['changed']): string | null;
};

export function sayPrices(
  { texts, checkout: { chosenSeats, formatPrice } }: SeatPickerProps,
  seating: Seating,
  { ticketOf, ticketsByType }: SeatPricing,
): SaidPrices {
  const say = ({ price, fees }: Ticket): string =>
    fees > 0 ? texts.plusFees({ price: formatPrice(price), fees: formatPrice(fees) }) : formatPrice(price);
  return {
    priceOf(index) {
      const ticket = ticketOf(index);
      return ticket ? say(ticket) : '';
    },
    otherPricesOf(index) {
      const { id, t } = seatAt(seating.seats, index);
      const all = ticketsByType.value[t] ?? [];
      if (all.length < 2 || chosenSeats.value.includes(id)) return [];
      const others = all.filter((ticket) => isSold(ticket) && ticket !== ticketOf(index));
      return others.map((ticket) => `${ticket.name} ${say(ticket)}`);
    },
    sayChanged(changed) {
      const said = changed.map(({ was, now: { name, price }, indexes }) => {
        const seats = nameSeats(seating, texts, indexes);
        const now = { count: indexes.length, name, price: formatPrice(price) };
        return texts.priceGone({ gone: was.name, seats, ...now });
      });
      return said.length === 0 ? null : said.join(' ');
    },
  };
}

/** Sold out is what the seats themselves say: the buyer's own may be the last ones. */
export const isSold = ({ status }: Ticket): boolean => status === 'AVAILABLE' || status === 'SOLD_OUT';
