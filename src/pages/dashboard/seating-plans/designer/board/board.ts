import type { PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import type { Box, Point } from '../../../../../seating-plans/points.ts';
import type { Snapped } from '../../../../../seating-plans/snap.ts';
import type { Camera } from '../../../../seat-map/camera.ts';
import { toMap, toPixel, type Pixel } from '../../../../seat-map/map-view.ts';
import type { MapColors } from '../../../../seat-map/read-colors.ts';
import type { Desk } from '../desk.ts';

/** The drawing on its canvas, and what is shown over it while something is dragged. */
export type Board = {
  desk: Desk;
  canvas: HTMLCanvasElement;
  camera: Camera;
  colors: MapColors;
  /** Objects that are shown in the place of others, which are hidden. */
  preview: readonly PlanObject[];
  /** What is being moved, and by how much; shown there and not where it is. */
  moving: { objects: ReadonlySet<string>; seats: ReadonlySet<string>; by: Point } | null;
  hidden: ReadonlySet<string>;
  marquee: Box | null;
  lines: Snapped['lines'];
  /** The corners of an outline that is not closed yet. */
  outline: readonly Point[];
  /** Where the keyboard is; null while it is not used to draw. */
  cursor: Point | null;
  picture: HTMLImageElement | null;
  /** A word beside the pointer. */
  tell(text: string | null, at?: Pixel): void;
  /** What is hidden or moved is another: tiles are painted anew. */
  rearrange(): void;
  refresh(): void;
};

export const pointAt = ({ camera }: Board, pixel: Pixel): Point => toMap(camera.view, camera.size, pixel);
export const pixelAt = ({ camera }: Board, point: Point): Pixel => toPixel(camera.view, camera.size, point);

const EMPTY: ReadonlySet<string> = new Set();

/** Nothing is dragged any more. */
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
