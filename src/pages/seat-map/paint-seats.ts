import { isTouching, isWithin, widen, type Box } from './map-view.ts';
import { paintDrawing } from './paint-drawing.ts';
import {
  canReadPixels,
  dotsOf,
  makePicture,
  pressDot,
  startSheet,
  toColor,
  toStamp,
  type Sheet,
  type Stamp,
} from './pixel-sheet.ts';
import { seatAt } from './plan.ts';
import type { MapColors } from './read-colors.ts';
import { beyond, SMALLEST_ROW_NAME_PX } from './rows-at-edge.ts';
import { sectionsFrom, SMALLEST_SHAPE_PX, type Scene, type SectionLook } from './scene.ts';
import { lookOf, TAKEN_CROSS, WHEELCHAIR } from './seat-shapes.ts';

/** Seats by what they look like, for one scale. Colours are part of the look. */
export type Stamps = Map<string, CutStamp>;
type CutStamp = { picture: CanvasRenderingContext2D; pixels: Stamp | null };

/** A piece of the map to paint, `scale` device pixels to a seat. */
export type Piece = {
  context: CanvasRenderingContext2D;
  box: Box;
  scale: number;
  ratio: number;
  stamps: Stamps;
};

const SMALLEST_NUMBER_PX = 20;
const STANDING_BACK = 0.22;
// Of half a seat's way: what is left is the gap to the neighbour.
const FILL = 0.84;
const SECTION_MARGIN = 1.5;
// From afar, in place of its seats.
const SECTION_LINE_PX = 1.5;
const SECTION_TINT = 0.2;

export function paintSeats(scene: Scene, piece: Piece): void {
  const sections = sectionsFrom(scene, piece.scale / piece.ratio);
  paintSections(scene, piece, sections);
  paintDrawing(piece.context, { ...piece, colors: scene.colors }, scene.seating.drawing);
  if (sections) return;
  const kinds = sortByKind(scene, piece);
  if (piece.scale / piece.ratio < SMALLEST_SHAPE_PX) paintDots(scene, piece, kinds);
  else paintShapes(scene, piece, kinds);
  if (piece.scale / piece.ratio >= SMALLEST_ROW_NAME_PX) paintRowNames(scene, piece);
}

function paintSections(
  { outlines, colors, seating }: Scene,
  { context, box, scale, ratio }: Piece,
  looks: readonly (SectionLook | undefined)[] | null,
): void {
  const seen = widen(box, SECTION_MARGIN);
  context.lineJoin = 'round';
  for (const { section, points, box: own, isDrawn } of outlines) {
    if (!isTouching(own, seen)) continue;
    context.beginPath();
    for (const { x, y } of points) context.lineTo((x - box.left) * scale, (y - box.top) * scale);
    context.closePath();
    const margin = isDrawn ? 0 : SECTION_MARGIN * scale;
    const line = 2 * SECTION_LINE_PX * ratio;
    const stroke = (color: string, width: number): void => {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.stroke();
    };
    const fill = (color: string): void => {
      context.fillStyle = color;
      context.fill();
    };
    const look = looks?.[section];
    if (look) {
      const color =
        look.type === null
          ? colors.taken
          : (colors.seats[lookOf(look.type, seating.colors).color] ?? colors.ink);
      context.globalAlpha = look.isBack ? STANDING_BACK : 1;
      // Its border, then its ground upon that, so that it is as wide whatever is inside.
      stroke(color, margin + line);
      if (!isDrawn) stroke(colors.ground, margin);
      fill(colors.ground);
      context.globalAlpha *= SECTION_TINT;
      fill(color);
      context.globalAlpha = 1;
      continue;
    }
    fill(colors.section);
    stroke(colors.section, isDrawn ? line : margin);
  }
}

// Seats that look the same are painted one after another: changing colours is what costs.
type Kind = {
  type: number;
  isFree: boolean;
  isAccessible: boolean;
  isRestricted: boolean;
  isBack: boolean;
  isMarked: boolean;
  indexes: number[];
};

function sortByKind({ seating, grid, look }: Scene, { box, scale }: Piece): Map<number, Kind> {
  const kinds = new Map<number, Kind>();
  // Half a seat, and what rounding to pixels adds. The grid's cells are coarser than tiles.
  const seen = widen(box, 0.5 + 2 / scale);
  grid.visit(box, (index) => {
    const seat = seatAt(seating.seats, index);
    if (!isWithin(seen, seat)) return;
    const { t, a, v } = seat;
    const isFree = look.isFree(index);
    const isBack = look.isBack?.(index) ?? false;
    const isMarked = look.isMarked?.(index) ?? false;
    // A taken seat is a cross, whatever it was.
    const own = isFree ? (a ? 2 : 0) + (v ? 1 : 0) : 4;
    const key = t * 32 + own * 4 + (isBack ? 2 : 0) + (isMarked ? 1 : 0);
    const kind = kinds.get(key);
    if (kind) kind.indexes.push(index);
    else {
      const marks = { isAccessible: a === 1, isRestricted: v === 1, isBack, isMarked };
      kinds.set(key, { type: t, isFree, ...marks, indexes: [index] });
    }
  });
  return kinds;
}

// Fewer seats in so many pixels are painted one by one: a sheet is as large as the canvas.
const PIXELS_PER_SEAT = 1600;

const countOf = (kinds: Map<number, Kind>): number =>
  [...kinds.values()].reduce((sum, { indexes }) => sum + indexes.length, 0);

/** The sheet that seats are put together on, if there are many and it can be done. */
function sheetFor({ context }: Piece, kinds: Map<number, Kind>): Sheet | null {
  const { width, height } = context.canvas;
  const isSparse = countOf(kinds) * PIXELS_PER_SEAT < width * height;
  return isSparse || !canReadPixels() ? null : startSheet(width, height);
}

function paintDots({ seating, colors }: Scene, piece: Piece, kinds: Map<number, Kind>): void {
  const { context, box, scale } = piece;
  const sheet = sheetFor(piece, kinds);
  for (const { type, isFree, isBack, isMarked, indexes } of kinds.values()) {
    const side = scale * (isFree ? 0.76 : 0.4);
    const own = isFree ? (colors.seats[lookOf(type, seating.colors).color] ?? colors.ink) : colors.taken;
    const color = isMarked ? colors.ink : own;
    const opacity = isBack ? STANDING_BACK : 1;
    const dots = sheet && dotsOf(toColor(color, opacity), side);
    context.globalAlpha = opacity;
    context.fillStyle = color;
    for (const index of indexes) {
      const seat = seatAt(seating.seats, index);
      const x = (seat.x - box.left) * scale;
      const y = (seat.y - box.top) * scale;
      if (sheet && dots) pressDot(sheet, dots, x, y);
      else context.fillRect(x - side / 2, y - side / 2, side, side);
    }
  }
  context.globalAlpha = 1;
  sheet?.layOn(context);
}

function paintShapes(scene: Scene, piece: Piece, kinds: Map<number, Kind>): void {
  const { context, box, scale, ratio } = piece;
  const sheet = sheetFor(piece, kinds);
  for (const [look, kind] of kinds) {
    const cut = stampOf(scene, piece, look, kind);
    if (!cut) continue;
    const { canvas } = cut.picture;
    const opacity = kind.isBack ? STANDING_BACK : 1;
    if (sheet) cut.pixels ??= toStamp(cut.picture, opacity);
    context.globalAlpha = opacity;
    for (const index of kind.indexes) {
      const { x, y } = seatAt(scene.seating.seats, index);
      const left = Math.round((x - box.left) * scale - canvas.width / 2);
      const top = Math.round((y - box.top) * scale - canvas.width / 2);
      if (sheet && cut.pixels) sheet.press(cut.pixels, left, top);
      else context.drawImage(canvas, left, top);
    }
  }
  context.globalAlpha = 1;
  sheet?.layOn(context);
  if (scale / ratio >= SMALLEST_NUMBER_PX) paintAllNumbers(scene, piece, kinds);
}

function paintAllNumbers(scene: Scene, piece: Piece, kinds: Map<number, Kind>): void {
  for (const kind of kinds.values()) {
    if (!kind.isFree || kind.isAccessible) continue;
    piece.context.globalAlpha = kind.isBack ? STANDING_BACK : 1;
    paintNumbers(scene, piece, kind);
  }
  piece.context.globalAlpha = 1;
}

/** One seat of a kind as a picture: stamping it is much cheaper than drawing its shape again. */
function stampOf(
  { colors, seating }: Scene,
  { stamps, scale }: Piece,
  look: number,
  kind: Kind,
): CutStamp | null {
  const key = `${look} ${colors.ground}`;
  const known = stamps.get(key);
  if (known) return known;
  const picture = makePicture(Math.ceil(scale) + 2);
  if (!picture) return null;
  cutStamp(picture, colors, { kind, scale, look: lookOf(kind.type, seating.colors) });
  const cut = { picture, pixels: null };
  stamps.set(key, cut);
  return cut;
}

function cutStamp(
  context: CanvasRenderingContext2D,
  colors: MapColors,
  { kind, scale, look }: { kind: Kind; scale: number; look: ReturnType<typeof lookOf> },
): void {
  const middle = context.canvas.width / 2;
  const radius = (scale / 2) * FILL;
  context.setTransform(radius, 0, 0, radius, middle, middle);
  context.lineCap = context.lineJoin = 'round';
  if (!kind.isFree) {
    context.strokeStyle = colors.taken;
    context.lineWidth = 0.2;
    context.stroke(new Path2D(TAKEN_CROSS));
  } else drawSeat(context, colors, { kind, look });
  if (kind.isMarked) {
    context.strokeStyle = colors.ink;
    context.lineWidth = 0.3;
    context.strokeRect(-1, -1, 2, 2);
  }
}

function drawSeat(
  context: CanvasRenderingContext2D,
  colors: MapColors,
  { kind, look }: { kind: Kind; look: ReturnType<typeof lookOf> },
): void {
  const color = colors.seats[look.color] ?? colors.ink;
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
  const [seen, near] = [widen(box, 1), widen(box, 2.5)];
  context.fillStyle = colors.inkSoft;
  context.font = `700 ${Math.round(Math.min(scale * 0.5, 14 * ratio))}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { name, indexes, isTable } of seating.rows) {
    // It has its own on it.
    if (isTable) continue;
    const [first, last] = [indexes[0], indexes.at(-1)];
    if (first === undefined || last === undefined) continue;
    for (const [end, inner] of [
      [first, indexes[1]],
      [last, indexes.at(-2)],
    ] as const) {
      // The name stands a seat's width from it.
      if (!isWithin(near, seatAt(seating.seats, end))) continue;
      const { x, y } = beyond(seating.seats, end, inner);
      if (isWithin(seen, { x, y }))
        context.fillText(name, (x - box.left) * scale, (y - box.top) * scale, scale);
    }
  }
}
