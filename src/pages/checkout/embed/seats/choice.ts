import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { Seating } from '../../../seat-map/arrange-seating.ts';
import { nameSeat, nameSeats } from '../../../seat-map/name-seats.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import { bestSeats } from './best-seats.ts';
import type { SeatPricing } from './seat-pricing.ts';
import type { SeatTexts } from './seat-texts.ts';
import type { Together } from './seats-together.ts';
import { toggleSeat, type Refused } from './toggle-seat.ts';

type Notice = { tone: 'good' | 'warn'; text: string };
type BestWish = {
  count: number;
  ticketType: number | null;
  withAccessible: boolean;
  /** How many at each price, where seats have several. */
  atPrices?: { sku: string; count: number }[];
};

/** The seats that the buyer wants, and what there is to say of them. */
export type Choice = {
  chosenIndexes: ReadonlySignal<ReadonlySet<number>>;
  /** The seat that the keyboard is at. */
  cursor: Signal<number>;
  /** Seats to bring into view: set again whenever that is wanted. */
  lookAt: Signal<number[]>;
  notice: Signal<Notice | null>;
  lost: Signal<string | null>;
  toggle(index: number): void;
  findBest(wish: BestWish): void;
  /** Says which seats the choice would leave alone, which was refused. The choice stays. */
  tellSingle(ids: string[]): void;
  /** Takes seats out of the choice: someone else has them now, unless other words are given. */
  lose(ids: string[], say?: SeatTexts['lost']): void;
  /** Keeps what was chosen on another map of these seats, as far as it is on this one. */
  keepFrom(before: Seating): void;
};

type Deps = {
  texts: SeatTexts;
  seating: Seating;
  together: Together;
  prices: SeatPricing;
  /** Ids of the seats that the buyer wants. */
  chosen: Signal<string[]>;
  isFree(index: number): boolean;
  /** Choices that leave a seat alone are refused. */
  refusesSingle: boolean;
};

/** Seats that went, and whether others stay. */
const tellGone = (say: SeatTexts['lost'], seats: string, gone: unknown[], left: unknown[]): string =>
  say({ seats, count: gone.length, othersKept: left.length > 0 });

export function createChoice(deps: Deps): Choice {
  const { texts, seating, together, prices, chosen, isFree } = deps;
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
        { seating, together, ticketOf: prices.ticketOf, isFree, chosen: chosen.peek() },
        index,
      );
      lost.value = null;
      notice.value = null;
      if (!('chosen' in toggled)) {
        notice.value = { tone: 'warn', text: sayRefused(deps, index, toggled) };
        return;
      }
      if (toggled.others.length > 0) {
        const names = nameSeats(seating, texts, [index, ...toggled.others]);
        const text = texts.together({ seats: names, isAdded: toggled.outcome === 'added' });
        notice.value = { tone: 'good', text };
      }
      // Last: seats for which no price is left are let go of at once, and that is said then.
      chosen.value = toggled.chosen;
    },
    findBest(wish) {
      // At several prices each has its own limit, which was kept when they were asked for.
      const limits = prices.ticketsByType
        .peek()
        .map(([own]) => (wish.atPrices ? wish.count : (own?.maximumPurchasableTicketCount ?? 0)));
      const groups = bestSeats(seating, { ...wish, isFree, limits, refusesSingle: deps.refusesSingle });
      const indexes = groups.flat();
      lost.value = null;
      notice.value = sayBest(deps, wish.count, groups);
      if (indexes[0] === undefined) return;
      // At once: seats without the prices that they are chosen for may have none.
      batch(() => {
        chosen.value = indexes.map((index) => seatAt(seating.seats, index).id);
        if (wish.atPrices) prices.takePrices(indexes, wish.atPrices);
      });
      cursor.value = indexes[0];
      lookAt.value = indexes;
    },
    tellSingle(ids) {
      const indexes = ids.flatMap((id) => seating.indexOf.get(id) ?? []);
      notice.value = null;
      lost.value = saySingle(deps, indexes);
      lookAt.value = indexes;
    },
    lose(ids, say = texts.lost) {
      if (ids.length === 0) return;
      const indexes = ids.flatMap((id) => seating.indexOf.get(id) ?? []);
      const going = new Set(indexes.flatMap((index) => together.goingWith(index)));
      const left = chosen
        .peek()
        .filter((id) => !ids.includes(id) && !going.has(seating.indexOf.get(id) ?? -1));
      chosen.value = left;
      notice.value = null;
      lost.value = tellGone(say, nameSeats(seating, texts, indexes), ids, left);
    },
    keepFrom(before) {
      const ids = chosen.peek();
      const isThere = (id: string) => seating.indexOf.has(id);
      const there = new Set(ids.filter(isThere));
      // Seats that are sold together now may not have been before.
      const isWhole = (id: string) =>
        together
          .comingWith(seating.indexOf.get(id) ?? 0)
          .every((index) => there.has(seatAt(seating.seats, index).id));
      const left = ids.filter((id) => isThere(id) && isWhole(id));
      const gone = ids.filter((id) => !left.includes(id)).flatMap((id) => before.indexOf.get(id) ?? []);
      chosen.value = left;
      if (gone.length > 0) lost.value = tellGone(texts.moved, nameSeats(before, texts, gone), gone, left);
      else if (left.length > 0) notice.value = { tone: 'good', text: texts.redrawn };
    },
  };
}

function saySingle({ texts, seating, isFree }: Deps, indexes: number[]): string {
  // One that is not free is in a second cart of the buyer's own address.
  const isHeld = indexes.some((index) => !isFree(index));
  return texts.singleRefused({ seats: nameSeats(seating, texts, indexes), count: indexes.length, isHeld });
}

function sayRefused({ texts, seating }: Deps, index: number, refused: Refused): string {
  if (refused.outcome === 'taken') return texts.alreadyTaken(nameSeat(seating, texts, index));
  if (refused.outcome === 'lacks') {
    return texts.lacks({
      seat: nameSeat(seating, texts, index),
      other: nameSeat(seating, texts, refused.other),
    });
  }
  return texts.limit({ count: refused.ticket.maximumPurchasableTicketCount, name: refused.ticket.name });
}

function sayBest({ texts, seating }: Deps, wanted: number, groups: number[][]): Notice {
  const indexes = groups.flat();
  if (indexes.length === 0) return { tone: 'warn', text: texts.bestNone };
  const names = nameSeats(seating, texts, indexes);
  if (indexes.length < wanted)
    return { tone: 'warn', text: texts.bestFewer({ count: indexes.length, seats: names }) };
  if (groups.length > 1) return { tone: 'warn', text: texts.bestSplit({ count: wanted, seats: names }) };
  return { tone: 'good', text: texts.bestTogether({ count: wanted, seats: names }) };
}
