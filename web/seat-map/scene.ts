import type { Seating } from './arrange-seating.ts';
import { layGrid, type SeatGrid } from './lay-grid.ts';
import type { Box, MapView, Size } from './map-view.ts';
import { outlineSections, type Outline } from './outline-sections.ts';
import { placeStage, type Stage } from './place-stage.ts';
import { readColors, type MapColors } from './read-colors.ts';

/** What seats look like at this moment. */
export type Look = {
  isFree(index: number): boolean;
  /** Seats of other types stand back; null: none do. */
  highlightedType(): number | null;
};

/** All that is drawn on a canvas. */
export type Scene = {
  seating: Seating;
  grid: SeatGrid;
  outlines: Outline[];
  stage: Stage & { name: string };
  /** Seats, stage, and room for names around them. */
  box: Box;
  colors: MapColors;
  look: Look;
};

/** A scene as it is on the screen, with `ratio` device pixels to a CSS pixel. */
export type Frame = { scene: Scene; view: MapView; size: Size; ratio: number };

/** Painted over the seats in every frame, in CSS pixels. */
export type Overlay = (context: CanvasRenderingContext2D, frame: Frame) => void;

type Parts = { canvas: HTMLCanvasElement; seating: Seating; stageName: string; look: Look };

export function createScene({ canvas, seating, stageName, look }: Parts): Scene {
  const grid = layGrid(seating.seats);
  const { stage, box } = placeStage(grid.box);
  return {
    seating,
    grid,
    outlines: outlineSections(seating),
    stage: { ...stage, name: stageName },
    box,
    colors: readColors(canvas),
    look,
  };
}
