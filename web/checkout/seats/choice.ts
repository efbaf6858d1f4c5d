import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Seating } from '../../seat-map/arrange-seating.ts';
import { nameSeat, nameSeats } from '../../seat-map/name-seats.ts';
import { seatAt } from '../../seat-map/plan.ts';
import type { Ticket } from '../../../src/inventory/ticket-schema.ts';
import { bestSeats } from './best-seats.ts';
import type { SeatTexts } from './texts-en.ts';
import { toggleSeat, type Refused } from './toggle-seat.ts';

type Notice = { tone: 'good' | 'warn'; text: string };
type BestWish = { count: number; ticketType: number | null; withAccessible: boolean };

/** The seats that the buyer wants, and what there is to say of them. */
export type Choice = {
  chosenIndexes: ReadonlySignal<ReadonlySet<number>>;
  /** The seat that the keyboard is at. */
  cursor: Signal<number>;
  /** Seats to bring into view: set anew whenever that is wanted. */
  lookAt: Signal<number[]>;
  notice: Signal<Notice | null>;
  lost: Signal<string | null>;
  toggle(index: number): void;
  findBest(wish: BestWish): void;
  /** Takes seats out of the choice that someone else has now. */
  lose(ids: string[]): void;
};

type Parts = {
  texts: SeatTexts;
  seating: Seating;
  /** By the type of a seat. */
  ticketsByType: ReadonlySignal<(Ticket | undefined)[]>;
  /** Ids of the seats that the buyer wants. */
  chosen: Signal<string[]>;
  isFree(index: number): boolean;
};

export function createChoice(parts: Parts): Choice {
  const { texts, seating, ticketsByType, chosen, isFree } = parts;
  const notice = signal<Notice | null>(null);
  const lost = signal<string | null>(null);
  const cursor = signal(seating.rows[0]?.indexes[0] ?? 0);
  const lookAt = signal<number[]>([]);
  return {
    chosenIndexes: computed(() => new Set(chosen.value.flatMap((id) => seating.indexOf.get(id) ?? []))),
    cursor,
    lookAt,
    notice,
    lost,
    toggle(index) {
      const toggled = toggleSeat(
        { seating, ticketsByType: ticketsByType.peek(), isFree, chosen: chosen.peek() },
        index,
      );
      lost.value = null;
      notice.value = null;
      if ('chosen' in toggled) chosen.value = toggled.chosen;
      else notice.value = { tone: 'warn', text: sayRefused(parts, index, toggled) };
    },
    findBest(wish) {
      const limits = ticketsByType.peek().map((ticket) => ticket?.maximumPurchasableTicketCount ?? 0);
      const groups = bestSeats(seating, { ...wish, isFree, limits });
      const indexes = groups.flat();
      lost.value = null;
      notice.value = sayBest(parts, wish.count, groups);
      if (indexes[0] === undefined) return;
      chosen.value = indexes.map((index) => seatAt(seating.seats, index).id);
      cursor.value = indexes[0];
      lookAt.value = indexes;
    },
    lose(ids) {
      if (ids.length === 0) return;
      const left = chosen.peek().filter((id) => !ids.includes(id));
      const indexes = ids.flatMap((id) => seating.indexOf.get(id) ?? []);
      chosen.value = left;
      notice.value = null;
      lost.value = texts.lost(nameSeats(seating, texts, indexes), ids.length, left.length > 0);
    },
  };
}

function sayRefused({ texts, seating }: Parts, index: number, refused: Refused): string {
  if (refused.outcome === 'taken') return texts.alreadyTaken(nameSeat(seating, texts, index));
  return texts.limit(refused.ticket.maximumPurchasableTicketCount, refused.ticket.name);
}

function sayBest({ texts, seating }: Parts, wanted: number, groups: number[][]): Notice {
  const indexes = groups.flat();
  if (indexes.length === 0) return { tone: 'warn', text: texts.bestNone };
  const names = nameSeats(seating, texts, indexes);
  if (indexes.length < wanted) return { tone: 'warn', text: texts.bestFewer(indexes.length, names) };
  if (groups.length > 1) return { tone: 'warn', text: texts.bestSplit(wanted, names) };
  return { tone: 'good', text: texts.bestTogether(wanted, names) };
}
