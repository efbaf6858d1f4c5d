import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { arrangeSeating, type Seating } from '../../seat-map/arrange-seating.ts';
import { seatAt } from '../../seat-map/plan.ts';
import type { Ticket } from '../../../src/inventory/ticket-schema.ts';
import { createChoice, type Choice } from './choice.ts';
import { followSeats, type LiveSeats } from './follow-seats.ts';
import type { SeatPickerProps } from './seat-picker-props.ts';
import { strandedSeats } from './stranded-seats.ts';
import type { SeatTexts } from './texts-en.ts';

/** What map and list share: the seats, the choice, and what to tell the buyer. Seats are named by their index. */
export type Picker = Choice & {
  texts: SeatTexts;
  seating: Seating;
  tickets: Signal<Ticket[]>;
  live: LiveSeats;
  held: SeatPickerProps['held'];
  formatMoney(minor: number): string;
  /** Ticket types that seats are sold as, in the order of the page, each with its index in `ticketTypeIds`. */
  prices: ReadonlySignal<{ ticket: Ticket; type: number }[]>;
  /** One ticket type only, an index into `ticketTypeIds`; null is all. */
  filter: Signal<number | null>;
  stranded: ReadonlySignal<number[]>;
  ticketOf(index: number): Ticket | undefined;
  isFree(index: number): boolean;
  /** For what is drawn: read with the news, so that it is drawn again. */
  stateOf(index: number): { isChosen: boolean; isTaken: boolean };
  priceOf(index: number): string;
};

export function openPicker(props: SeatPickerProps): Picker {
  const { data, texts, seatMap, held, chosen, formatMoney } = props;
  const seating = arrangeSeating(seatMap);
  const tickets = signal(props.tickets);
  const ticketsByType = computed(() =>
    seatMap.ticketTypeIds.map((wanted) => tickets.value.find(({ id }) => id === wanted)),
  );
  const heldIndexes = computed(() => new Set(held.value.map((id) => seating.indexOf.get(id))));
  const live = followSeats(`${data.path}/seats/live`, seatMap.seats.length, (indexes) => {
    const mine = new Set(chosen.peek());
    const lost = indexes
      .filter((index) => !heldIndexes.peek().has(index))
      .map((index) => seatMap.seats[index]?.id ?? '');
    choice.lose(lost.filter((id) => mine.has(id)));
  });

  const ticketOf = (index: number) => ticketsByType.value[seatAt(seating.seats, index).t];
  const isFree = (index: number) =>
    isSold(ticketOf(index)) && (!live.isTaken(index) || heldIndexes.value.has(index));
  const choice = createChoice({ texts, seating, ticketsByType, chosen, isFree });
  const { chosenIndexes } = choice;

  return {
    ...choice,
    texts,
    seating,
    tickets,
    live,
    held,
    formatMoney,
    prices: computed(() =>
      tickets.value
        .map((ticket) => ({ ticket, type: seatMap.ticketTypeIds.indexOf(ticket.id) }))
        .filter(({ type }) => type >= 0),
    ),
    filter: signal(null),
    stranded: computed(() => {
      void live.news.value;
      return strandedSeats(seating, { isFree, chosen: chosenIndexes.value });
    }),
    ticketOf,
    isFree,
    stateOf(index) {
      void live.news.value;
      const isChosen = chosenIndexes.value.has(index);
      return { isChosen, isTaken: !isChosen && !isFree(index) };
    },
    priceOf(index) {
      const ticket = ticketOf(index);
      if (!ticket) return '';
      const price = formatMoney(ticket.price);
      return ticket.fees > 0 ? texts.plusFees(price, formatMoney(ticket.fees)) : price;
    },
  };
}

/** Sold out is what the seats themselves say: the buyer's own may be the last ones. */
const isSold = (ticket: Ticket | undefined): boolean =>
  ticket?.status === 'AVAILABLE' || ticket?.status === 'SOLD_OUT';
