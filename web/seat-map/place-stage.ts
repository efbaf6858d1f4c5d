import type { Box } from './map-view.ts';

/** Rows count from the stage: it stands before the smallest y, in the middle. */
export type Stage = { x: number; y: number; width: number; height: number };

// In seat widths: names of rows at both sides, the name of the front section, and a little air.
const SIDE = 1.8;
const ABOVE = 2.9;
const BELOW = 1.2;

export function placeStage(seats: Box): { stage: Stage; box: Box } {
  const width = seats.right - seats.left;
  // Part of the hall's width, or it would be a hairline in an arena.
  const height = Math.max(1.1, width * 0.04);
  const stage = {
    x: (seats.left + seats.right) / 2,
    y: seats.top - ABOVE - height,
    width: Math.max(6, width * 0.5),
    height,
  };
  const left = Math.min(seats.left - SIDE, stage.x - stage.width / 2);
  const right = Math.max(seats.right + SIDE, stage.x + stage.width / 2);
  return { stage, box: { left, top: stage.y - 0.4, right, bottom: seats.bottom + BELOW } };
}
