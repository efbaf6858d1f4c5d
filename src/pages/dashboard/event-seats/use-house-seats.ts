import type { Signal } from '@preact/signals';
import type { ChangedSeats } from './data.ts';
import { seatAt } from '../../seat-map/plan.ts';
import { useDashboard } from '../dashboard.ts';
import type { HallFacts } from '../components/hall-map/describe-seat.ts';
import type { HouseMark } from '../components/hall-map/hall-states.ts';
import { useAction } from '../components/use-action.ts';
import { useLiveHallTexts } from './live-texts.ts';

type Deps = HallFacts & {
  at: (rest?: string) => string;
  chosen: Signal<ReadonlySet<number>>;
  /** Reloads the hall. */
  onDone: () => Promise<void>;
  /** Clears the selection. */
  onCleared: () => void;
};

/** Blocks and releases seats: all of the selection, or nothing. A toast offers to undo it. */
export function useHouseSeats({ seating, states, at, chosen, onDone, onCleared }: Deps) {
  const { call, router, toasts } = useDashboard();
  const texts = useLiveHallTexts();
  const post = (rest: string, indexes: readonly number[], body: object = {}): Promise<ChangedSeats> =>
    call<ChangedSeats>(at(rest), {
      method: 'POST',
      body: { seatIds: indexes.map((index) => seatAt(seating.seats, index).id), ...body },
    });
  const lookAgain = (): Promise<unknown> => Promise.all([onDone(), router.refresh()]);
  const done = async (text: string, undo?: () => Promise<unknown>): Promise<void> => {
    chosen.value = new Set();
    onCleared();
    toasts.tell({
      tone: 'good',
      text,
      ...(undo && {
        undo: async () => {
          await undo();
          await lookAgain();
        },
      }),
    });
    await lookAgain();
  };
  /** Restores the earlier reasons. */
  const blockAgain = async (before: ReadonlyMap<number, HouseMark>): Promise<void> => {
    const groups = Map.groupBy(before, ([, { reason, color }]) => `${color} ${reason}`);
    for (const group of groups.values()) {
      const [first] = group;
      if (first)
        await post(
          '/block',
          group.map(([index]) => index),
          first[1],
        );
    }
  };
  const houseAmong = (indexes: readonly number[]): Map<number, HouseMark> =>
    new Map(
      indexes.flatMap((index) => {
        const mark = states.value.house.get(index);
        return mark ? [[index, mark]] : [];
      }),
    );

  const block = useAction(async (indexes: readonly number[], mark: HouseMark) => {
    const before = houseAmong(indexes);
    const wereFree = indexes.filter((index) => !before.has(index));
    try {
      const { seats } = await post('/block', indexes, mark);
      await done(texts.selection.blocked(seats), async () => {
        if (wereFree.length > 0) await post('/release', wereFree);
        await blockAgain(before);
      });
    } catch (error) {
      // Somebody else was faster: name the seats as they are now.
      await onDone();
      throw error;
    }
  });
  const release = useAction(async (indexes: readonly number[]) => {
    const before = houseAmong(indexes);
    const { seats } = await post('/release', indexes);
    await done(texts.selection.released(seats), () => blockAgain(before));
  });
  return {
    block,
    release,
    releaseCompanions: async (indexes: readonly number[]): Promise<void> => {
      const { seats } = await post('/release-companions', indexes);
      await done(texts.companions.released(seats));
    },
  };
}
