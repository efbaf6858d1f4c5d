import type { Seating } from './arrange-seating.ts';
import { layGrid, type SeatGrid } from './lay-grid.ts';
import { boundsOf, type Box, type MapView, type Size } from './map-view.ts';
import { outlineSections, type Outline } from './outline-sections.ts';
import { placeStage, type Stage } from './place-stage.ts';
import { readColors, type MapColors } from './read-colors.ts';

/** The seats' look at this moment. */
export type Look = {
  isFree(index: number): boolean;
  /** It stands back, so that others are seen. */
  isBack?(index: number): boolean;
  /** It is one of those that something is about to be done with. */
  isMarked?(index: number): boolean;
  /** The look of sections, by their index, when there are too many seats to be told apart from afar. */
  sections?(): readonly (SectionLook | undefined)[];
};

export type SectionLook = {
  /** The type of seats that it is painted as; null: none is available. */
  type: number | null;
  isBack: boolean;
  /** Below its name, as far as there is room. */
  lines: readonly string[];
};

/** All that is drawn on a canvas. */
export type Scene = {
  seating: Pick<Seating, 'seats' | 'rows' | 'drawing'> & Partial<Pick<Seating, 'colors'>>;
  grid: SeatGrid;
  outlines: Outline[];
  /** Null: it is drawn with the plan. */
  stage: (Stage & { name: string }) | null;
  /** Seats, drawing, stage, and room for names around them. */
  box: Box;
  colors: MapColors;
  look: Look;
};

/** A scene as it is on the screen, with `ratio` device pixels to a CSS pixel. */
export type Frame = { scene: Scene; view: MapView; size: Size; ratio: number };

// Smaller than this in CSS pixels a seat's shape cannot be told from a dot, and a dot is far cheaper.
export const SMALLEST_SHAPE_PX = 6;

/** The look of sections in place of their seats; null: seats are near enough, or few. */
export const sectionsFrom = ({ look }: Scene, scale: number): readonly (SectionLook | undefined)[] | null =>
  scale < SMALLEST_SHAPE_PX && look.sections ? look.sections() : null;

/** Painted over the seats in every frame, in CSS pixels. */
export type Overlay = (context: CanvasRenderingContext2D, frame: Frame) => void;

type Deps = { canvas: HTMLCanvasElement; seating: Seating; stageName: string; look: Look };

export function createScene({ canvas, seating, stageName, look }: Deps): Scene {
  const { stage, box } = placeStage(boundsOf(seating.seats), seating.drawing);
  return {
    seating,
    grid: layGrid(seating.seats),
    outlines: outlineSections(seating),
    stage: stage && { ...stage, name: stageName },
    box,
    colors: readColors(canvas),
    look,
  };
}
