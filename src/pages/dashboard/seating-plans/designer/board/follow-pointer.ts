import type { PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import { distance, type Point } from '../../../../../seating-plans/points.ts';
import { panBy, rest, zoomUnder } from '../../../../seat-map/camera.ts';
import { isHit } from '../../../../seat-map/hit-drawn.ts';
import type { Pixel } from '../../../../seat-map/map-view.ts';
import { drawnOf } from '../../../../seat-map/board/changing-scene.ts';
import type { SeatingPlanTexts } from '../texts.ts';
import { isDrawing } from '../tools.ts';
import { clearBoard, pointAt, pointingOf, type Board } from './board.ts';
import { gripDrag, marqueeDrag, moveDrag, panDrag, type Drag, type Keys } from './drags.ts';
import { drawDrag } from './draw-drags.ts';
import { gripAt, isBesideChosen } from './grips.ts';

const SLOP_PX = 4;
// A finger trembles more, and can't hit a line.
const TOUCH_SLOP_PX = 8;
const slopOf = ({ isTouch }: Board): number => (isTouch ? TOUCH_SLOP_PX : SLOP_PX);
const WHEEL_PX_PER_E = 350;
const WHEEL_REST_MS = 140;
const PIXELS_PER_LINE = 32;

/** The topmost object at a point: by its seats, or on its body. */
export function objectAt(board: Board, point: Point): PlanObject | null {
  const { desk, camera } = board;
  const { scene, objects } = desk.hall;
  const index = scene.grid.seatAt(point);
  if (index !== null) return objects.get(scene.ownerOf[index] ?? '') ?? null;
  const reach = slopOf(board) / camera.view.scale;
  const found = scene.plan.objects.findLast((object) => {
    const drawn = drawnOf(object);
    return drawn !== null && isHit(drawn, point, reach);
  });
  return found ?? null;
}

/** The seat at a point. */
export function seatAt({ desk: { hall } }: Board, point: Point): { id: string; n: string } | null {
  const index = hall.scene.grid.seatAt(point);
  return index === null ? null : (hall.scene.seating.seats[index] ?? null);
}

const keysOf = ({ shiftKey, altKey }: MouseEvent): Keys => ({ shift: shiftKey, alt: altKey });

/** The gesture that starts when the pointer goes down. */
function beginDrag(
  board: Board,
  {
    at,
    event,
    isPanning,
    texts,
  }: { at: Pixel; event: PointerEvent; isPanning: boolean; texts: SeatingPlanTexts },
): Drag | null {
  const { desk, camera } = board;
  const tool = desk.tool.value;
  if (event.button === 1 || isPanning || tool === 'pan') return panDrag(board, at);
  if (event.button !== 0) return null;
  const point = pointAt(board, at);
  if (isDrawing(tool))
    return drawDrag(board, tool, { start: point, slop: (slopOf(board) * 2) / camera.view.scale, texts });
  const grip = gripAt(desk, point, pointingOf(board));
  if (grip) return gripDrag(board, grip, { start: point, texts });
  const isTaken = tool === 'seats' ? pressSeat(board, point, event) : pressObject(board, point, event);
  return isTaken ? moveDrag(board, point, texts) : marqueeDrag(board, point, texts);
}

/** Selects the object under the pointer; returns whether there is one. */
function pressObject(board: Board, point: Point, { shiftKey }: PointerEvent): boolean {
  const { desk } = board;
  const object = objectAt(board, point);
  const { objects, seats } = desk.chosen.value;
  if (!object) {
    if (isBesideChosen(desk, point, pointingOf(board))) return true;
    if (!shiftKey) desk.choose({ objects: new Set(), seats: new Set() });
    return false;
  }
  if (shiftKey) {
    const next = new Set(objects);
    if (!next.delete(object.id)) next.add(object.id);
    desk.choose({ objects: next, seats });
  } else if (!objects.has(object.id)) desk.choose({ objects: new Set([object.id]), seats: new Set() });
  return true;
}

function pressSeat(board: Board, point: Point, { shiftKey }: PointerEvent): boolean {
  const { desk } = board;
  const seat = seatAt(board, point);
  const { seats } = desk.chosen.value;
  if (!seat) {
    if (!shiftKey) desk.choose({ objects: new Set(), seats: new Set() });
    return false;
  }
  if (shiftKey) {
    const next = new Set(seats);
    if (!next.delete(seat.id)) next.add(seat.id);
    desk.choose({ objects: new Set(), seats: next });
  } else if (!seats.has(seat.id)) desk.choose({ objects: new Set(), seats: new Set([seat.id]) });
  return true;
}

type Options = {
  texts: SeatingPlanTexts;
  /** The space bar is down. */
  isPanning(): boolean;
  onHover(at: Pixel | null): void;
};

/** Pointers and wheel on the drawing. Two fingers move and zoom it. Returns a function that stops it. */
export function followPointer(board: Board, options: Options): () => void {
  const { canvas, camera } = board;
  const fingers = new Map<number, Pixel>();
  let drag: Drag | null = null;
  let start: Pixel | null = null;
  let isDragged = false;
  const pixelOf = (event: MouseEvent): Pixel => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };

  function onDown(event: PointerEvent): void {
    const at = pixelOf(event);
    fingers.set(event.pointerId, at);
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
    options.onHover(null);
    board.cursor = board.corner = null;
    board.isTouch = event.pointerType === 'touch';
    if (fingers.size > 1) {
      // A second finger zooms: cancel the first finger's gesture.
      drag = null;
      if (board.outline.length === 0) clearBoard(board);
      return;
    }
    [start, isDragged] = [at, false];
    drag = beginDrag(board, { at, event, isPanning: options.isPanning(), texts: options.texts });
    board.refresh();
  }

  function onMove(event: PointerEvent): void {
    const at = pixelOf(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') options.onHover(at);
      canvas.dataset['grip'] = gripAt(board.desk, pointAt(board, at), pointingOf(board))?.kind ?? '';
      return;
    }
    fingers.set(event.pointerId, at);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(board, { before, at, other });
    else if (start && (isDragged || distance(start, at) > slopOf(board))) {
      isDragged = true;
      drag?.move(pointAt(board, at), keysOf(event), at);
    }
  }

  function onUp(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size === 0) rest(camera);
    const [ended, isCancelled] = [drag, event.type === 'pointercancel'];
    drag = null;
    if (isCancelled) clearBoard(board);
    else ended?.end(keysOf(event));
  }

  /** Escape gives a drag up: nothing has changed. */
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !drag || !isDragged) return;
    event.stopImmediatePropagation();
    drag = null;
    clearBoard(board);
  }

  const listening = new AbortController();
  const { signal } = listening;
  canvas.addEventListener('pointerdown', onDown, { signal });
  canvas.addEventListener('pointermove', onMove, { signal });
  canvas.addEventListener('pointerup', onUp, { signal });
  canvas.addEventListener('pointercancel', onUp, { signal });
  canvas.addEventListener('keydown', onKey, { signal, capture: true });
  canvas.addEventListener('pointerleave', () => options.onHover(null), { signal });
  const stopWheel = followWheel(board, pixelOf);
  return () => {
    listening.abort();
    stopWheel();
  };
}

function pinch({ camera }: Board, { before, at, other }: { before: Pixel; at: Pixel; other: Pixel }): void {
  const reach = distance(before, other);
  panBy(camera, { x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 });
  const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
  if (reach > 0) zoomUnder(camera, middle, distance(at, other) / reach);
}

/** The wheel zooms; with Shift, or sideways, it moves. */
function followWheel({ canvas, camera }: Board, pixelOf: (event: MouseEvent) => Pixel): () => void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  function onWheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? PIXELS_PER_LINE : 1;
    const [across, down] = [event.deltaX * unit, event.deltaY * unit];
    if (event.shiftKey || Math.abs(across) > Math.abs(down))
      panBy(camera, { x: -(across || down), y: event.shiftKey ? 0 : -down });
    else zoomUnder(camera, pixelOf(event), Math.exp(-down / WHEEL_PX_PER_E));
    clearTimeout(resting);
    resting = setTimeout(() => rest(camera), WHEEL_REST_MS);
  }
  canvas.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    clearTimeout(resting);
    canvas.removeEventListener('wheel', onWheel);
  };
}
