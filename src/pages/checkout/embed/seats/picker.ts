import { addressOf } from '../call-embed.ts';
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { arrangeSeating, type Seating } from '../../../seat-map/arrange-seating.ts';
import type { MapView } from '../../../seat-map/map-view.ts';
import { seatAt, type Seat } from '../../../seat-map/plan.ts';
import type { SeatMap } from '../../../../inventory/seats/seat-map.ts';
import type { Ticket } from '../../../../inventory/ticket-schema.ts';
import { createChoice, type Choice } from './choice.ts';
import { followSeats, type LiveSeats } from './follow-seats.ts';
import type { SeatPickerProps } from './seat-picker-props.ts';
import { createSeatPricing, sayPrices, type SaidPrices, type SeatPricing } from './seat-pricing.ts';
import { findTogether } from './seats-together.ts';
import { sumUpSections, type SectionSummary } from './sum-up-sections.ts';
import { strandedSeats } from './stranded-seats.ts';
import type { SeatTexts } from './seat-texts.ts';

export type Filter = number | 'needs' | null;

/** Shared by map and list: the seats, the choice, and the messages to the buyer. Seats are named by their index. */
export type Picker = Choice &
  Omit<SeatPricing, 'keepPrices'> &
  SaidPrices & {
    /** Keeps the chosen seats at available prices, tells what changed, and removes seats for which no price is left. */
    keepPrices(): void;
    texts: SeatTexts;
    seatMap: SeatMap;
    seating: Seating;
    tickets: ReadonlySignal<Ticket[]>;
    live: LiveSeats;
    /** Ids of the seats that this buyer holds or is asking for: the server calls them taken, and they are not lost. */
    held: ReadonlySignal<string[]>;
    formatMoney(minor: number): string;
    kept: Kept;
    /** Ticket types that seats are sold as, in the order of the page, each with its index in `ticketTypeIds`. */
    prices: ReadonlySignal<{ ticket: Ticket; type: number }[]>;
    /** One ticket type only, an index into `ticketTypeIds`, or wheelchair places and the seats beside them; null is all. */
    filter: Signal<Filter>;
    /** Whether a seat is one of those that the filter leaves. */
    matches(index: number): boolean;
    /** By the sections' indexes. */
    summaries: ReadonlySignal<SectionSummary[]>;
    /** From the least to the most, as it is said; empty where nothing is left. */
    priceRange(summary: SectionSummary): string;
    stranded: ReadonlySignal<number[]>;
    isFree(index: number): boolean;
    /** For what is drawn: read with the news, so that it is drawn again. */
    stateOf(index: number): { isChosen: boolean; isTaken: boolean };
  };

/** Kept when the host changes the seats. */
type Kept = {
  /** The visible part of the map; null: all of it. */
  view: MapView | null;
  /** The section that is open in the list, by its name. */
  open: Signal<string | null>;
};

/** `before`: the one of the map before, when the host has changed the seats. */
export function openPicker(props: SeatPickerProps, before: Picker | null): Picker {
  const { texts, seatMap, checkout } = props;
  const { data, tickets, ownSeats: held, chosenSeats: chosen, formatPrice: formatMoney } = checkout;
  const seating = arrangeSeating(seatMap);
  const pricing = createSeatPricing(props, seating);
  const said = sayPrices(props, seating, pricing);
  const heldIndexes = computed(() => new Set(held.value.map((id) => seating.indexOf.get(id))));
  const onTaken = (indexes: number[]): void => {
    const mine = new Set(chosen.peek());
    const lost = indexes
      .filter((index) => !heldIndexes.peek().has(index))
      .map((index) => seatMap.seats[index]?.id ?? '');
    choice.lose(lost.filter((id) => mine.has(id)));
  };
  const { length } = seatMap.seats;
  const live = followSeats(addressOf(data, '/seats/live'), length, { onTaken, onOtherMap: props.onOtherMap });

  const isUnsold = (index: number) => !live.isTaken(index) || heldIndexes.value.has(index);
  const isFree = (index: number) => pricing.isOnSale(index) && isUnsold(index);
  const choice = createChoice({
    texts,
    seating,
    together: findTogether(seating.seats),
    prices: pricing,
    chosen,
    isFree,
    refusesSingle: seatMap.refusesSingle === true,
  });
  if (before) choice.cursor.value = nearestSeat(seating, seatAt(before.seating.seats, before.cursor.peek()));
  const filter = signal(before ? filterOf(seatMap, before) : null);
  const matches = (index: number): boolean => isWanted(seatAt(seating.seats, index), filter.value);

  return {
    ...choice,
    ...pricing,
    ...said,
    keepPrices() {
      const { changed, gone } = pricing.keepPrices();
      const text = said.sayChanged(changed);
      const ids = gone.map((index) => seatAt(seating.seats, index).id);
      choice.lose(ids, texts.noPrice);
      if (text !== null) choice.notice.value = { tone: 'warn', text };
    },
    texts,
    seatMap,
    seating,
    tickets,
    live,
    held,
    formatMoney,
    kept: before?.kept ?? { view: null, open: signal(firstOpen(seating)) },
    prices: computed(() =>
      tickets.value
        .map((ticket) => ({ ticket, type: seatMap.ticketTypeIds.indexOf(ticket.id) }))
        .filter(({ type }) => type >= 0),
    ),
    filter,
    matches,
    summaries: computed(() => {
      void live.news.value;
      const priceOf = (type: number) => pricing.ticketsByType.value[type]?.[0]?.price ?? 0;
      return sumUpSections(seating, { isFree, matches, priceOf });
    }),
    priceRange({ free, least, most }) {
      if (free === 0) return '';
      return least === most
        ? formatMoney(least)
        : texts.fromTo({ least: formatMoney(least), most: formatMoney(most) });
    },
    stranded: computed(() => {
      void live.news.value;
      if (seatMap.leavesNoSingle === false) return [];
      return strandedSeats(seating, { isFree: isUnsold, chosen: choice.chosenIndexes.value });
    }),
    isFree,
    stateOf(index) {
      void live.news.value;
      const isChosen = choice.chosenIndexes.value.has(index);
      return { isChosen, isTaken: !isChosen && !isFree(index) };
    },
  };
}

function isWanted({ t, a, c }: Seat, filter: Filter): boolean {
  if (filter === 'needs') return a === 1 || c !== undefined;
  return filter === null || t === filter;
}

/** A section that is the only one is open. */
const firstOpen = ({ sections, sectionsFromFront }: Seating): string | null =>
  sectionsFromFront.length === 1 ? (sections[sectionsFromFront[0] ?? 0] ?? null) : null;

function filterOf({ ticketTypeIds }: SeatMap, { filter, seatMap }: Picker): Filter {
  const before = filter.peek();
  if (typeof before !== 'number') return before;
  const type = ticketTypeIds.indexOf(seatMap.ticketTypeIds[before] ?? '');
  return type < 0 ? null : type;
}

/** The same seat, or the one nearest to where it was. */
function nearestSeat({ seats, indexOf }: Seating, { id, x, y }: Seat): number {
  let [found, least] = [0, Infinity];
  seats.forEach((seat, index) => {
    const distance = Math.hypot(seat.x - x, seat.y - y);
    if (distance < least) [found, least] = [index, distance];
  });
  return indexOf.get(id) ?? found;
}
