import type { ReadonlySignal } from '@preact/signals';
import type { Seating } from '../../../seat-map/arrange-seating.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import type { HallStates } from './hall-states.ts';
import type { HallMapTexts } from './texts.ts';

/** The facts about a hall. */
export type HallFacts = {
  seating: Seating;
  /** Names of ticket types, by seat types. */
  types: readonly string[];
  states: ReadonlySignal<HallStates>;
  /** Seats that accompany an accessible one, by their indexes. */
  companions: ReadonlySet<number>;
};

/** The state of a seat in words. */
export function sayState({ states }: HallFacts, texts: HallMapTexts, index: number): string {
  const state = states.value.states[index] ?? 'free';
  return state === 'house'
    ? texts.houseBecause(states.value.house.get(index)?.reason ?? '')
    : texts.states[state];
}

export function sayMarks({ seating, companions }: HallFacts, texts: HallMapTexts, index: number): string[] {
  const { a, v } = seatAt(seating.seats, index);
  return [
    ...(a ? [texts.accessible] : []),
    ...(v ? [texts.restricted] : []),
    ...(companions.has(index) ? [texts.companion] : []),
  ];
}

/** Everything about a seat besides its name. */
export const describeSeat = (facts: HallFacts, texts: HallMapTexts, index: number): string[] => [
  facts.types[seatAt(facts.seating.seats, index).t] ?? '',
  sayState(facts, texts, index),
  ...sayMarks(facts, texts, index),
];
