import type { DrawnObject } from '../../seating-plans/drawing.ts';
import { boxOfDrawn } from './drawn-boxes.ts';
import { boundsOf, joinBoxes, widen, type Box } from './map-view.ts';

/** In a plan without a stage of its own, rows count from the smallest y: it stands before that, in the middle. */
export type Stage = { x: number; y: number; width: number; height: number };

// In seat widths: names of rows at both sides, the name of the front section, and a little air.
const SIDE = 1.8;
const ABOVE = 2.9;
const BELOW = 1.2;
const AIR = 0.4;
// A plan that has nothing in it yet is an empty sheet.
const NOTHING: Box = { left: -12, top: 0, right: 12, bottom: 12 };

/** The stage, if the plan has none of its own, and all that there is to see. */
export function placeStage(seats: Box, drawing: readonly DrawnObject[]): { stage: Stage | null; box: Box } {
  const drawn = drawing.map(boxOfDrawn).reduce(joinBoxes, boundsOf([]));
  const hasOwn = drawing.some(({ type }) => type === 'stage');
  const all = joinBoxes(seats, drawn);
  if (all.left > all.right) return { stage: null, box: NOTHING };
  if (hasOwn) {
    const named = { left: seats.left - SIDE, top: seats.top - SIDE, right: seats.right + SIDE };
    return { stage: null, box: joinBoxes({ ...named, bottom: seats.bottom + BELOW }, widen(drawn, AIR)) };
  }
  const width = all.right - all.left;
  // Part of the hall's width, or it would be a hairline in an arena.
  const height = Math.max(1.1, width * 0.04);
  const stage = {
    x: (all.left + all.right) / 2,
    y: all.top - ABOVE - height,
    width: Math.max(6, width * 0.5),
    height,
  };
  const left = Math.min(all.left - SIDE, stage.x - stage.width / 2);
  const right = Math.max(all.right + SIDE, stage.x + stage.width / 2);
  return { stage, box: { left, top: stage.y - AIR, right, bottom: all.bottom + BELOW } };
}
