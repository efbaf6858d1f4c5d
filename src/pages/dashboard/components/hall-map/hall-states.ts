import type { HallPlan, SeatStates } from '../../event-seats/data.ts';

export type SeatState = 'free' | 'held' | 'sold' | 'house';
export const SEAT_STATES: readonly SeatState[] = ['free', 'held', 'sold', 'house'];

/** The reason of a house seat, and its colour: 1 to 6 of the theme's, 0 for none. */
export type HouseMark = { reason: string; color: number };

/** The current state of every seat, by its index. */
export type HallStates = { states: readonly SeatState[]; house: ReadonlyMap<number, HouseMark> };

const LETTERS: Record<string, SeatState> = { f: 'free', h: 'held', s: 'sold', b: 'house' };

/** As the server sends it repeatedly. */
export const readStates = ({ states, house }: SeatStates): HallStates => ({
  states: Array.from(states, (letter) => LETTERS[letter] ?? 'free'),
  house: new Map(
    house.flatMap(({ reason, color, indexes }) => indexes.map((index) => [index, { reason, color }])),
  ),
});

/** As they come with the map. */
export function statesOfPlan({ seats, taken, sold, blocked }: HallPlan): HallStates {
  const states = seats.map((): SeatState => 'free');
  for (const index of taken) states[index] = 'held';
  for (const index of sold) states[index] = 'sold';
  for (const { index } of blocked) states[index] = 'house';
  return {
    states,
    house: new Map(blocked.map(({ index, reason, color }) => [index, { reason, color }])),
  };
}

/** The seats whose state changed. */
export function changedSeats(before: HallStates, now: HallStates): number[] {
  return now.states.flatMap((state, index) => {
    const [was, is] = [before.house.get(index), now.house.get(index)];
    const isSame = state === before.states[index] && was?.color === is?.color && was?.reason === is?.reason;
    return isSame ? [] : [index];
  });
}

export function countStates({ states }: HallStates): Record<SeatState, number> {
  const counts = { free: 0, held: 0, sold: 0, house: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
}
