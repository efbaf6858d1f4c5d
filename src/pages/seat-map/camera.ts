import { signal, type Signal } from '@preact/signals';
import {
  boundsOf,
  clampView,
  fitView,
  isWithin,
  MAX_SEAT_PX,
  seenBox,
  toMap,
  widen,
  zoomAt,
  type Box,
  type MapView,
  type Pixel,
  type Point,
  type Size,
} from './map-view.ts';

/** The visible part of the map, and how it changes: by gestures at once, by buttons and keys in a short glide. */
export type Camera = {
  /** All that there is to see. */
  box: Box;
  view: MapView;
  /** Of the canvas; nothing can be seen before it has one. */
  size: Size;
  glide: { from: MapView; to: MapView; since: number } | null;
  /** The scale is changing: pictures of seats are stretched meanwhile. */
  isZooming: boolean;
  /** Whether the whole map is in view, so that a finger may scroll the page over it. */
  isWhole: Signal<boolean>;
  /** Seats are too small to be sure of one: a tap comes closer. */
  isFar: Signal<boolean>;
  onMove(): void;
};

// A finger that hits smaller seats means the spot, not the seat; a mouse is surer.
const SMALLEST_TOUCH_PX = 20;
const SMALLEST_CLICK_PX = 9;
const COMFORTABLE_SEAT_PX = 34;
const GLIDE_MS = 220;
// A seat that is revealed stays this far inside.
const REVEAL_MARGIN_PX = 40;
// In seat widths, around seats that are shown together.
const SHOWN_MARGIN = 3;

/** `first`: what is seen at first; null: the whole map. */
export function createCamera(box: Box, onMove: () => void, first: MapView | null = null): Camera {
  return {
    box,
    view: first ?? { x: 0, y: 0, scale: 1 },
    size: { width: 0, height: 0 },
    glide: null,
    isZooming: false,
    isWhole: signal(first === null),
    isFar: signal(false),
    onMove,
  };
}

const isMostlyTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Whether a tap or a click surely means one seat. */
export const canAim = ({ view }: Camera, isTouch: boolean): boolean =>
  view.scale >= (isTouch ? SMALLEST_TOUCH_PX : SMALLEST_CLICK_PX);

export const canZoom = ({ view, isWhole }: Camera, factor: number): boolean =>
  factor > 1 ? view.scale < MAX_SEAT_PX : !isWhole.peek();

function look(camera: Camera, next: MapView): void {
  const { box, size } = camera;
  camera.view = clampView(next, box, size);
  camera.isWhole.value = camera.view.scale <= fitView(box, size).scale * 1.01;
  camera.isFar.value = !canAim(camera, isMostlyTouch());
  camera.onMove();
}

export function resize(camera: Camera, size: Size): void {
  const isFitted = camera.isWhole.peek();
  camera.size = size;
  look(camera, isFitted ? fitView(camera.box, size) : camera.view);
}

function stopGliding(camera: Camera): void {
  camera.glide = null;
  camera.isZooming = false;
}

export function panBy(camera: Camera, by: Pixel): void {
  stopGliding(camera);
  const { x, y, scale } = camera.view;
  look(camera, { x: x - by.x / scale, y: y - by.y / scale, scale });
}

/** Fingers and wheel: what is under them stays there. */
export function zoomUnder(camera: Camera, at: Pixel, factor: number): void {
  stopGliding(camera);
  camera.isZooming = true;
  const { view, box, size } = camera;
  // Within the limits first, or the map would slide once they are reached.
  const { scale } = clampView({ ...view, scale: view.scale * factor }, box, size);
  look(camera, zoomAt(view, size, { at, factor: scale / view.scale }));
}

/** Fingers are off, the wheel has stopped. */
export function rest(camera: Camera): void {
  if (!camera.glide) camera.isZooming = false;
  camera.onMove();
}

function glideTo(camera: Camera, next: MapView): void {
  const to = clampView(next, camera.box, camera.size);
  if (prefersStill()) {
    look(camera, to);
    return;
  }
  camera.glide = { from: camera.view, to, since: performance.now() };
  camera.isZooming = true;
  camera.onMove();
}

/** Moves on along the glide, if there is one. */
export function glideOn(camera: Camera, now: number): void {
  if (!camera.glide) return;
  const { from, to, since } = camera.glide;
  const part = Math.min(Math.max((now - since) / GLIDE_MS, 0), 1);
  if (part === 1) {
    stopGliding(camera);
    look(camera, to);
    return;
  }
  const eased = 1 - (1 - part) ** 3;
  look(camera, {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased,
    scale: from.scale * (to.scale / from.scale) ** eased,
  });
}

/** Around a point of the map, or what is in the middle. */
export function zoomBy(camera: Camera, factor: number, around?: Point): void {
  const from = camera.glide?.to ?? camera.view;
  const { x, y } = around ?? from;
  glideTo(camera, { x, y, scale: from.scale * factor });
}

/** Comes so close to a spot that seats can be chosen there. */
export function approach(camera: Camera, at: Pixel): void {
  glideTo(camera, { ...toMap(camera.view, camera.size, at), scale: COMFORTABLE_SEAT_PX });
}

export function showAll(camera: Camera): void {
  glideTo(camera, fitView(camera.box, camera.size));
}

/** All of these points, as near as is comfortable. */
export function showPoints(camera: Camera, points: readonly Point[]): void {
  const fit = fitView(widen(boundsOf(points), SHOWN_MARGIN), camera.size);
  glideTo(camera, { ...fit, scale: Math.min(fit.scale, COMFORTABLE_SEAT_PX) });
}

/** All of these points, but near enough for a seat to be made out: then what is around the spot. */
export function enter(camera: Camera, points: readonly Point[], at: Pixel): void {
  const fit = fitView(widen(boundsOf(points), SHOWN_MARGIN), camera.size);
  if (fit.scale >= SMALLEST_CLICK_PX) showPoints(camera, points);
  else glideTo(camera, { ...toMap(camera.view, camera.size, at), scale: SMALLEST_TOUCH_PX });
}

/** Brings a point into view, near enough for a seat to be made out; moves only when it must. */
export function reveal(camera: Camera, point: Point): void {
  const { view, size } = camera;
  if (size.width === 0) return;
  const scale = Math.max(view.scale, SMALLEST_TOUCH_PX);
  const seen = widen(seenBox({ ...view, scale }, size), -REVEAL_MARGIN_PX / scale);
  const isSeen = isWithin(seen, point);
  if (isSeen && scale === view.scale) return;
  const to = isSeen ? view : point;
  glideTo(camera, { x: to.x, y: to.y, scale });
}
