import type { Seating } from './arrange-seating.ts';
import { isWithin, widen, type Box, type Point } from './map-view.ts';
import { seatAt } from './plan.ts';
import type { MapColors } from './read-colors.ts';
import type { Look, Scene } from './scene.ts';
import { lookOf, TAKEN_CROSS, WHEELCHAIR } from './seat-shapes.ts';

/** Pictures of seats by what they look like, for one scale. Colours are part of the look. */
export type Stamps = Map<string, HTMLCanvasElement>;

/** Where a piece of the map is painted, `scale` device pixels to a seat. */
export type Piece = {
  context: CanvasRenderingContext2D;
  box: Box;
  scale: number;
  ratio: number;
  stamps: Stamps;
};

// Smaller than this in CSS pixels a shape cannot be told from a dot, and a dot is far cheaper.
const SMALLEST_SHAPE_PX = 6;
const SMALLEST_ROW_NAME_PX = 11;
const SMALLEST_NUMBER_PX = 20;
const STANDING_BACK = 0.22;
// Of half a seat's way: what is left is the gap to the neighbour.
const FILL = 0.84;
const SECTION_MARGIN = 1.5;

export function paintSeats(scene: Scene, piece: Piece): void {
  paintSections(scene, piece);
  const kinds = sortByKind(scene, piece.box);
  if (piece.scale / piece.ratio < SMALLEST_SHAPE_PX) paintDots(scene, piece, kinds);
  else paintShapes(scene, piece, kinds);
  if (piece.scale / piece.ratio >= SMALLEST_ROW_NAME_PX) paintRowNames(scene, piece);
}

function paintSections({ outlines, colors }: Scene, { context, box, scale }: Piece): void {
  const seen = widen(box, SECTION_MARGIN);
  context.fillStyle = colors.section;
  context.strokeStyle = colors.section;
  context.lineJoin = 'round';
  context.lineWidth = SECTION_MARGIN * scale;
  for (const { points, box: own } of outlines) {
    if (own.right < seen.left || own.left > seen.right) continue;
    if (own.bottom < seen.top || own.top > seen.bottom) continue;
    context.beginPath();
    for (const { x, y } of points) context.lineTo((x - box.left) * scale, (y - box.top) * scale);
    context.closePath();
    context.fill();
    context.stroke();
  }
}

// Seats that look the same are painted one after another: changing colours is what costs.
type Kind = {
  type: number;
  isFree: boolean;
  isAccessible: boolean;
  isRestricted: boolean;
  indexes: number[];
};

function sortByKind({ seating, grid, look }: Scene, box: Box): Iterable<Kind> {
  const kinds = new Map<number, Kind>();
  grid.visit(box, (index) => {
    const { t, a, v } = seatAt(seating.seats, index);
    const free = look.isFree(index);
    const key = free ? t * 4 + (a ? 2 : 0) + (v ? 1 : 0) : -1 - t;
    const kind = kinds.get(key);
    if (kind) kind.indexes.push(index);
    else
      kinds.set(key, {
        type: t,
        isFree: free,
        isAccessible: a === 1,
        isRestricted: v === 1,
        indexes: [index],
      });
  });
  return kinds.values();
}

function paintDots(
  { seating, colors, look }: Scene,
  { context, box, scale }: Piece,
  kinds: Iterable<Kind>,
): void {
  for (const { type, isFree, indexes } of kinds) {
    const side = scale * (isFree ? 0.76 : 0.4);
    context.globalAlpha = alphaOf(look, type);
    context.fillStyle = isFree ? (colors.seats[lookOf(type).color] ?? colors.ink) : colors.taken;
    for (const index of indexes) {
      const { x, y } = seatAt(seating.seats, index);
      context.fillRect((x - box.left) * scale - side / 2, (y - box.top) * scale - side / 2, side, side);
    }
  }
  context.globalAlpha = 1;
}

function alphaOf(look: Look, type: number): number {
  const highlighted = look.highlightedType();
  return highlighted === null || highlighted === type ? 1 : STANDING_BACK;
}

function paintShapes(scene: Scene, piece: Piece, kinds: Iterable<Kind>): void {
  const { context, box, scale, ratio } = piece;
  const isNumbered = scale / ratio >= SMALLEST_NUMBER_PX;
  for (const kind of kinds) {
    context.globalAlpha = alphaOf(scene.look, kind.type);
    const key = `${kind.type} ${kind.isFree} ${kind.isAccessible} ${kind.isRestricted} ${scene.colors.ground}`;
    const stamp = piece.stamps.get(key) ?? cutStamp(scene.colors, kind, scale);
    piece.stamps.set(key, stamp);
    for (const index of kind.indexes) {
      const { x, y } = seatAt(scene.seating.seats, index);
      const left = Math.round((x - box.left) * scale - stamp.width / 2);
      context.drawImage(stamp, left, Math.round((y - box.top) * scale - stamp.height / 2));
    }
    if (isNumbered && kind.isFree && !kind.isAccessible) paintNumbers(scene, piece, kind);
  }
  context.globalAlpha = 1;
}

/** One seat of a kind as a picture: stamping it is much cheaper than drawing its shape again. */
function cutStamp(colors: MapColors, kind: Kind, scale: number): HTMLCanvasElement {
  const stamp = document.createElement('canvas');
  stamp.width = stamp.height = Math.ceil(scale) + 2;
  const context = stamp.getContext('2d');
  if (!context) return stamp;
  const radius = (scale / 2) * FILL;
  context.setTransform(radius, 0, 0, radius, stamp.width / 2, stamp.height / 2);
  context.lineCap = context.lineJoin = 'round';
  const look = lookOf(kind.type);
  const color = colors.seats[look.color] ?? colors.ink;
  if (!kind.isFree) {
    context.strokeStyle = colors.taken;
    context.lineWidth = 0.2;
    context.stroke(new Path2D(TAKEN_CROSS));
    return stamp;
  }
  const shape = new Path2D(look.shape);
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 0.2;
  if (kind.isRestricted) {
    context.clip(shape);
    context.stroke(shape);
    // A pillar in the way.
    context.fillRect(-1, 0.45, 2, 0.6);
    context.lineWidth = 0.24;
    context.stroke(shape);
  } else {
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    context.fill(shape);
  }
  if (kind.isAccessible) {
    context.strokeStyle = kind.isRestricted ? color : colors.onSeat;
    context.lineWidth = 0.2;
    context.stroke(new Path2D(WHEELCHAIR));
  }
  return stamp;
}

function paintNumbers({ seating, colors }: Scene, { context, box, scale }: Piece, kind: Kind): void {
  context.fillStyle = kind.isRestricted ? colors.ink : colors.onSeat;
  context.font = `700 ${Math.round(scale * 0.38)}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const index of kind.indexes) {
    const { x, y, n } = seatAt(seating.seats, index);
    context.fillText(n, (x - box.left) * scale, (y - box.top) * scale + scale * 0.02, scale * 0.66);
  }
}

function paintRowNames({ seating, colors }: Scene, { context, box, scale, ratio }: Piece): void {
  const seen = widen(box, 1);
  context.fillStyle = colors.inkSoft;
  context.font = `700 ${Math.round(Math.min(scale * 0.5, 14 * ratio))}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { name, indexes } of seating.rows) {
    const [first, last] = [indexes[0], indexes.at(-1)];
    if (first === undefined || last === undefined) continue;
    for (const { x, y } of [beyond(seating, first, indexes[1]), beyond(seating, last, indexes.at(-2))]) {
      if (isWithin(seen, { x, y }))
        context.fillText(name, (x - box.left) * scale, (y - box.top) * scale, scale);
    }
  }
}

/** Where the next seat of a row would be, if it went on. */
function beyond({ seats }: Seating, end: number, inner: number | undefined): Point {
  const seat = seatAt(seats, end);
  if (inner === undefined) return { x: seat.x - 1, y: seat.y };
  const before = seatAt(seats, inner);
  const step = Math.hypot(seat.x - before.x, seat.y - before.y) || 1;
  return { x: seat.x + (seat.x - before.x) / step, y: seat.y + (seat.y - before.y) / step };
}
