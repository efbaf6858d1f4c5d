import { useComputed, useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { HallPlan, LiveHall, SeatStates } from './data.ts';
import { arrangeSeating, type Seating } from '../../seat-map/arrange-seating.ts';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';
import { readStates, statesOfPlan, type HallStates } from '../components/hall-map/hall-states.ts';

// A buyer holds a seat for minutes, so a poll every few seconds sees it.
const LOOK_EVERY_MS = 2_000;
// A poll of a large hall costs the database a tenth of a second.
const LARGE_HALL_SEATS = 5_000;
const LOOK_AT_LARGE_EVERY_MS = 5_000;

export type HallNow = {
  /** A new object when the seats themselves change. */
  seating: Signal<Seating>;
  types: ReadonlySignal<readonly string[]>;
  states: Signal<HallStates>;
  companions: Signal<ReadonlySet<number>>;
  isStale: Signal<boolean>;
  /** Reloads all of it at once. */
  reload: () => Promise<void>;
};

/** Polls the hall. The drawing stays the same object while its seats stay the same. */
export function useLiveHall(at: (rest: string) => string, first: LiveHall): HallNow {
  const { call, router } = useDashboard();
  const plan = useSignal(first.plan);
  const seating = useSignal(seatingOf(first.plan));
  const states = useSignal<HallStates>(statesOfPlan(first.plan));
  const companions = useSignal(companionsOf(first.plan));
  const isStale = useSignal(false);
  const seen = useRef({ version: first.version, shape: shapeOf(first.plan), states: '' });
  const types = useComputed(() => plan.value.types);

  const reload = async (): Promise<void> => {
    const now = await call<LiveHall>(at('/map'));
    const shape = shapeOf(now.plan);
    if (shape !== seen.current.shape) {
      plan.value = now.plan;
      seating.value = seatingOf(now.plan);
    }
    states.value = statesOfPlan(now.plan);
    companions.value = companionsOf(now.plan);
    seen.current = { version: now.version, shape, states: '' };
  };
  useEffect(() => {
    const look = async (): Promise<void> => {
      const now = await call<SeatStates>(at('/states'));
      isStale.value = false;
      if (now.version !== seen.current.version || now.states.length !== seating.value.seats.length) {
        await Promise.all([reload(), router.refresh()]);
        return;
      }
      if (now.states === seen.current.states) return;
      seen.current.states = now.states;
      states.value = readStates(now);
    };
    const everyMs = first.plan.seats.length > LARGE_HALL_SEATS ? LOOK_AT_LARGE_EVERY_MS : LOOK_EVERY_MS;
    return lookAgain(look, { everyMs, onTrouble: () => (isStale.value = true) });
  }, []);
  return { seating, types, states, companions, isStale, reload };
}

const seatingOf = ({ sections, seats, drawing, colors }: HallPlan): Seating =>
  arrangeSeating({
    sections,
    colors,
    drawing,
    seats: seats.map(({ id, s, t, r, n, x, y, a, v }, index) => ({
      id: id ?? String(index),
      s,
      t,
      r,
      n,
      x,
      y,
      ...(a && { a }),
      ...(v && { v }),
    })),
  });

const companionsOf = ({ seats }: HallPlan): ReadonlySet<number> =>
  new Set(seats.flatMap(({ c }, index) => (c ? [index] : [])));

/** Everything that the drawing is made of. */
const shapeOf = ({ sections, types, colors, seats, drawing }: HallPlan): string =>
  JSON.stringify([sections, types, colors, drawing, seats.map((seat) => ({ ...seat, c: undefined }))]);
