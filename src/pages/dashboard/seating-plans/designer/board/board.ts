import type { PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import type { Box, Point } from '../../../../../seating-plans/points.ts';
import type { Snapped } from '../../../../../seating-plans/snap.ts';
import type { Camera } from '../../../../seat-map/camera.ts';
import { toMap, toPixel, type Pixel } from '../../../../seat-map/map-view.ts';
import type { MapColors } from '../../../../seat-map/read-colors.ts';
import type { Desk } from '../desk.ts';
import type { Pointing } from './grips.ts';

/** The drawing on its canvas, and the overlay during a drag. */
export type Board = {
  desk: Desk;
  canvas: HTMLCanvasElement;
  camera: Camera;
  colors: MapColors;
  /** Objects shown instead of others, which are hidden. */
  preview: readonly PlanObject[];
  /** The moving objects and their offset; shown at the new place. */
  moving: { objects: ReadonlySet<string>; seats: ReadonlySet<string>; by: Point } | null;
  hidden: ReadonlySet<string>;
  marquee: Box | null;
  lines: Snapped['lines'];
  /** The corners of an outline that is not closed yet. */
  outline: readonly Point[];
  /** The keyboard's cross; null while it does not draw. */
  cursor: Point | null;
  /** The corner that the keyboard moves. */
  corner: { objectId: string; nth: number } | null;
  /** The last pointer was a finger. */
  isTouch: boolean;
  picture: HTMLImageElement | null;
  /** A word beside the pointer. */
  tell(text: string | null, at?: Pixel): void;
  /** The hidden or moved objects changed: repaint the tiles. */
  rearrange(): void;
  refresh(): void;
};

export const pointingOf = ({ camera, isTouch }: Board): Pointing => ({ scale: camera.view.scale, isTouch });

export const pointAt = ({ camera }: Board, pixel: Pixel): Point => toMap(camera.view, camera.size, pixel);
export const pixelAt = ({ camera }: Board, point: Point): Pixel => toPixel(camera.view, camera.size, point);

const EMPTY: ReadonlySet<string> = new Set();

/** Ends the drag. */
export function clearBoard(board: Board): void {
  const wasHidden = board.moving !== null || board.hidden.size > 0;
  board.preview = [];
  board.hidden = EMPTY;
  board.moving = null;
  board.marquee = null;
  board.lines = [];
  board.outline = [];
  board.tell(null);
  if (wasHidden) board.rearrange();
  board.refresh();
}
