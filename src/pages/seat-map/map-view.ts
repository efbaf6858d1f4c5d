/** The part of the map on the screen: the point in its middle, and how many pixels a seat is wide. */
export type MapView = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };
export type Box = { left: number; top: number; right: number; bottom: number };
/** A point of the map, in seat widths. */
export type Point = { x: number; y: number };
/** A point of the canvas, in CSS pixels. */
export type Pixel = { x: number; y: number };

// A finger is sure of a seat at this size; more only shows fewer neighbours.
export const MAX_SEAT_PX = 56;

/** The smallest box that has all these points in it. */
export function boundsOf(points: Iterable<Point>): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** The smallest box that has both in it. */
export const joinBoxes = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

export const isTouching = (one: Box, other: Box): boolean =>
  one.right >= other.left && one.left <= other.right && one.bottom >= other.top && one.top <= other.bottom;

/** By `margin` larger on every side; smaller if it is negative. */
export const widen = ({ left, top, right, bottom }: Box, margin: number): Box => ({
  left: left - margin,
  top: top - margin,
  right: right + margin,
  bottom: bottom + margin,
});

export const isWithin = ({ left, top, right, bottom }: Box, { x, y }: Point): boolean =>
  x > left && x < right && y > top && y < bottom;

export const middleOf = ({ left, top, right, bottom }: Box): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** The whole map, as large as it fits; a small one is not blown up beyond what a finger needs. */
export function fitView(box: Box, size: Size): MapView {
  const scale = Math.min(size.width / (box.right - box.left), size.height / (box.bottom - box.top));
  return {
    ...middleOf(box),
    scale: Math.min(scale, MAX_SEAT_PX),
  };
}

/** Never smaller than the whole, and never so far aside that the map is out of sight. */
export function clampView(view: MapView, box: Box, size: Size): MapView {
  const scale = Math.min(Math.max(view.scale, fitView(box, size).scale), MAX_SEAT_PX);
  return {
    x: clampAlong(view.x, [box.left, box.right], size.width / scale),
    y: clampAlong(view.y, [box.top, box.bottom], size.height / scale),
    scale,
  };
}

function clampAlong(middle: number, [from, to]: [number, number], seen: number): number {
  if (seen >= to - from) return (from + to) / 2;
  return Math.min(Math.max(middle, from + seen / 2), to - seen / 2);
}

/** Zooms so that what is under the finger stays under it. */
export function zoomAt(view: MapView, size: Size, { at, factor }: { at: Pixel; factor: number }): MapView {
  const point = toMap(view, size, at);
  const scale = view.scale * factor;
  return {
    x: point.x - (at.x - size.width / 2) / scale,
    y: point.y - (at.y - size.height / 2) / scale,
    scale,
  };
}

export function toMap(view: MapView, size: Size, pixel: Pixel): Point {
  return {
    x: view.x + (pixel.x - size.width / 2) / view.scale,
    y: view.y + (pixel.y - size.height / 2) / view.scale,
  };
}

export function toPixel(view: MapView, size: Size, point: Point): Pixel {
  return {
    x: (point.x - view.x) * view.scale + size.width / 2,
    y: (point.y - view.y) * view.scale + size.height / 2,
  };
}

export function seenBox(view: MapView, { width, height }: Size): Box {
  const [halfWidth, halfHeight] = [width / 2 / view.scale, height / 2 / view.scale];
  return {
    left: view.x - halfWidth,
    top: view.y - halfHeight,
    right: view.x + halfWidth,
    bottom: view.y + halfHeight,
  };
}
