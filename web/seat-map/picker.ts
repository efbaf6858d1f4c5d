import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Ticket } from '../checkout/contract.ts';
import type { SeatPickerProps } from '../checkout/seat-picker-props.ts';
import { bestSeats } from './best-seats.ts';
import { followSeats, type LiveSeats } from './live-seats.ts';
import { nameSeat, nameSeats } from './name-seats.ts';
import { seatTextsIn } from './seat-texts-in.ts';
import { arrangeSeating, seatAt, type Seating } from './seating.ts';
import { strandedSeats } from './stranded.ts';
import type { SeatTexts } from './texts-en.ts';
import { toggleSeat } from './toggle-seat.ts';

export type Notice = { tone: 'good' | 'warn' | 'bad'; text: string };

/** What map and list share: the seats, the choice, and what to tell the buyer. */
export type Picker = {
  texts: SeatTexts;
  seating: Seating;
  tickets: Signal<Ticket[]>;
  live: LiveSeats;
  held: SeatPickerProps['held'];
  formatMoney(minor: number): string;
  /** Ticket types that seats are sold as, in the order of the page, each with its place in `ticketTypeIds`. */
  prices: ReadonlySignal<{ ticket: Ticket; type: number }[]>;
  /** One ticket type only, by place in `ticketTypeIds`; null is all. */
  filter: Signal<number | null>;
  /** The seat that the keyboard is at. */
  cursor: Signal<number>;
  /** Seats to bring into view: set anew whenever that is wanted. */
  lookAt: Signal<number[]>;
  chosenPlaces: ReadonlySignal<ReadonlySet<number>>;
  stranded: ReadonlySignal<number[]>;
  notice: Signal<Notice | null>;
  lost: Signal<string | null>;
  ticketOf(place: number): Ticket | undefined;
  isFree(place: number): boolean;
  priceOf(place: number): string;
  toggle(place: number): void;
  findBest(wish: { count: number; ticketType: number | null; withAccessible: boolean }): void;
  /** Takes seats out of the choice that someone else has now. */
  lose(ids: string[]): void;
};

export function openPicker(props: SeatPickerProps): Picker {
  const { data, seatMap, chosen, held } = props;
  const texts = seatTextsIn(data.language);
  const seating = arrangeSeating(seatMap);
  const tickets = signal(props.tickets);
  const ticketsByType = computed(() =>
    seatMap.ticketTypeIds.map((wanted) => tickets.value.find(({ id }) => id === wanted)),
  );
  const heldPlaces = computed(() => new Set(held.value.map((id) => seating.placeOf.get(id))));
  const live = followSeats(`${data.path}/seats/live`, seatMap.seats.length, (places) => {
    const mine = new Set(chosen.peek());
    const ids = places
      .filter((place) => !heldPlaces.peek().has(place))
      .map((place) => seatMap.seats[place]?.id ?? '');
    lose(ids.filter((id) => mine.has(id)));
  });

  const ticketOf = (place: number) => ticketsByType.value[seatAt(seating.seats, place).t];

  // Sold out is what the seats themselves say: the buyer's own may be the last ones.
  const isSold = (ticket: Ticket | undefined) =>
    ticket?.status === 'AVAILABLE' || ticket?.status === 'SOLD_OUT';
  const isFree = (place: number) =>
    isSold(ticketOf(place)) && (!live.isTaken(place) || heldPlaces.value.has(place));

  const chosenPlaces = computed(
    () => new Set(chosen.value.flatMap((id) => seating.placeOf.get(id) ?? [])) as ReadonlySet<number>,
  );
  const stranded = computed(() => {
    void live.news.value;
    return strandedSeats(seating, { isFree, chosen: chosenPlaces.value });
  });
  const notice = signal<Notice | null>(null);
  const lost = signal<string | null>(null);
  const cursor = signal(seating.rows[0]?.places[0] ?? 0);
  const lookAt = signal<number[]>([]);

  function lose(ids: string[]): void {
    if (ids.length === 0) return;
    const kept = chosen.peek().filter((id) => !ids.includes(id));
    const places = ids.flatMap((id) => seating.placeOf.get(id) ?? []);
    chosen.value = kept;
    notice.value = null;
    lost.value = texts.lost(nameSeats(seating, texts, places), ids.length, kept.length > 0);
  }

  function toggle(place: number): void {
    const choice = { seating, ticketTypeIds: seatMap.ticketTypeIds, tickets: tickets.peek(), isFree };
    const toggled = toggleSeat({ ...choice, chosen: chosen.peek() }, place);
    lost.value = null;
    notice.value = null;
    switch (toggled.outcome) {
      case 'added':
      case 'removed':
        chosen.value = toggled.chosen;
        break;
      case 'taken':
        notice.value = { tone: 'warn', text: texts.alreadyTaken(nameSeat(seating, texts, place)) };
        break;
      case 'limit': {
        const { maximumPurchasableTicketCount, name } = toggled.ticket;
        notice.value = { tone: 'warn', text: texts.limit(maximumPurchasableTicketCount, name) };
        break;
      }
    }
  }

  function findBest(wish: { count: number; ticketType: number | null; withAccessible: boolean }): void {
    const limits = ticketsByType.peek().map((ticket) => ticket?.maximumPurchasableTicketCount ?? 0);
    const groups = bestSeats(seating, { ...wish, isFree, limits });
    const places = groups.flat();
    const [first] = places;
    lost.value = null;
    if (first === undefined) {
      notice.value = { tone: 'warn', text: texts.bestNone };
      return;
    }
    chosen.value = places.map((place) => seatAt(seating.seats, place).id);
    cursor.value = first;
    lookAt.value = places;
    const names = nameSeats(seating, texts, places);
    if (places.length < wish.count) {
      notice.value = { tone: 'warn', text: texts.bestFewer(places.length, names) };
    } else if (groups.length > 1) {
      notice.value = { tone: 'warn', text: texts.bestSplit(wish.count, names) };
    } else {
      notice.value = { tone: 'good', text: texts.bestTogether(wish.count, names) };
    }
  }

  function priceOf(place: number): string {
    const ticket = ticketOf(place);
    if (!ticket) return '';
    const price = props.formatMoney(ticket.price);
    return ticket.fees > 0 ? texts.plusFees(price, props.formatMoney(ticket.fees)) : price;
  }

  return {
    texts,
    seating,
    tickets,
    live,
    held,
    formatMoney: props.formatMoney,
    prices: computed(() =>
      tickets.value
        .map((ticket) => ({ ticket, type: seatMap.ticketTypeIds.indexOf(ticket.id) }))
        .filter(({ type }) => type >= 0),
    ),
    filter: signal(null),
    cursor,
    lookAt,
    chosenPlaces,
    stranded,
    notice,
    lost,
    ticketOf,
    isFree,
    priceOf,
    toggle,
    findBest,
    lose,
  };
}
