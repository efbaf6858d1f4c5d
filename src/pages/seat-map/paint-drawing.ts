import type { DrawnObject } from '../../seating-plans/drawing.ts';
import { boxOfDrawn, middleOfArea, turnedBoxOf, type TurnedBox } from './drawn-boxes.ts';
import type { Box, Point } from './map-view.ts';
import type { MapColors } from './read-colors.ts';

/** The piece of the map that is painted on, `scale` of the context's pixels to a seat, `ratio` of those to a CSS pixel. */
export type PaintedPiece = { colors: MapColors; box: Box; scale: number; ratio: number };

// In CSS pixels. Smaller letters can't be read, larger ones say no more.
const SMALLEST_TEXT_PX = 6;
const SMALLEST_STAGE_NAME_PX = 8;
const MAX_NAME_PX = 18;
const LINE_PX = 1.5;
// In seat widths.
const LINE = 0.15;
const ROUNDING = 0.3;
// A tint: seats of the same colour stand on it.
const TINT = 0.16;

/** Paints what is around the seats, and under them. The context's origin is the upper left corner of the piece. */
export function paintDrawing(
  context: CanvasRenderingContext2D,
  piece: PaintedPiece,
  objects: readonly DrawnObject[],
): void {
  const { box, scale } = piece;
  for (const object of objects) {
    const own = boxOfDrawn(object);
    // Lines are as wide beyond what they enclose.
    if (own.right < box.left - LINE || own.left > box.right + LINE) continue;
    if (own.bottom < box.top - LINE || own.top > box.bottom + LINE) continue;
    context.save();
    context.translate(-box.left * scale, -box.top * scale);
    paintObject(context, piece, object);
    context.restore();
  }
}

function paintObject(context: CanvasRenderingContext2D, piece: PaintedPiece, object: DrawnObject): void {
  const { colors, scale, ratio } = piece;
  const shown = (part: number): number => part * scale;
  const line = Math.max(LINE_PX * ratio, shown(LINE) / 2);
  switch (object.type) {
    case 'outline':
      // It is the ground of its section: see paint-seats.ts.
      return;
    case 'text':
      paintName(context, piece, {
        ...upright(turnedBoxOf(object)),
        text: object.text,
        fontPx: shown(object.size),
        color: colors.inkSoft,
      });
      return;
    case 'stage':
      fillPath(context, piece, object, { fill: colors.ink });
      paintName(context, piece, {
        ...upright(object),
        text: object.label,
        fontPx: Math.max(fitText(piece, object, object.label), SMALLEST_STAGE_NAME_PX * ratio),
        color: colors.ground,
      });
      return;
    case 'table':
      fillPath(context, piece, object, { fill: colors.ground, stroke: colors.inkSoft, line });
      paintName(context, piece, {
        ...upright({ ...object, angle: object.shape === 'round' ? 0 : object.angle }),
        text: object.label,
        fontPx: fitText(piece, object, object.label),
        color: colors.inkSoft,
      });
      return;
    case 'standing': {
      const color = colors.accent;
      fillPath(context, piece, object, { fill: color, alpha: TINT, stroke: color, line });
      const { left, right, top, bottom } = boxOfDrawn(object);
      const room = { width: right - left, height: bottom - top };
      paintName(context, piece, {
        ...middleOfArea(object.points),
        width: room.width,
        angle: 0,
        text: object.label,
        fontPx: fitText(piece, room, object.label),
        color: colors.ink,
      });
      return;
    }
    case 'line': {
      const color = colorOf(colors, object.color);
      fillPath(context, piece, object, { stroke: color, line: Math.max(LINE_PX * ratio, shown(LINE)) });
      return;
    }
    case 'rectangle':
    case 'ellipse':
    case 'polygon': {
      const color = colorOf(colors, object.color);
      fillPath(context, piece, object, { fill: color, alpha: TINT, stroke: color, line });
    }
  }
}

const colorOf = (colors: MapColors, color: number): string =>
  (color > 0 && colors.seats[color - 1]) || colors.inkSoft;

type Paint = { fill?: string; alpha?: number; stroke?: string; line?: number };

function fillPath(
  context: CanvasRenderingContext2D,
  { scale }: PaintedPiece,
  object: DrawnObject,
  { fill, alpha = 1, stroke, line = 0 }: Paint,
): void {
  context.save();
  context.scale(scale, scale);
  const path = pathOf(object);
  if (fill !== undefined) {
    context.globalAlpha *= alpha;
    context.fillStyle = fill;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
    context.fill(path);
    context.globalAlpha /= alpha;
  }
  if (stroke !== undefined) {
    context.strokeStyle = stroke;
    context.lineWidth = line / scale;
    context.lineJoin = context.lineCap = 'round';
    context.stroke(path);
  }
  context.restore();
}

const paths = new WeakMap<DrawnObject, Path2D>();

/** Its outline in seat widths. Objects never change: who moves one makes another. */
function pathOf(object: DrawnObject): Path2D {
  const known = paths.get(object);
  if (known) return known;
  const turned = turnedBoxOf(object);
  const path = turned ? turnedPath(turned, isRound(object)) : pathThrough(object);
  paths.set(object, path);
  return path;
}

const isRound = (object: DrawnObject): boolean =>
  object.type === 'ellipse' || (object.type === 'table' && object.shape === 'round');

function pathThrough(object: DrawnObject): Path2D {
  const path = new Path2D();
  if ('points' in object) for (const { x, y } of object.points) path.lineTo(x, y);
  if (object.type !== 'line') path.closePath();
  return path;
}

function turnedPath({ x, y, width, height, angle }: TurnedBox, asEllipse: boolean): Path2D {
  const straight = new Path2D();
  const rounding = Math.min(ROUNDING, width / 4, height / 4);
  if (asEllipse) straight.ellipse(0, 0, width / 2, height / 2, 0, 0, 2 * Math.PI);
  else straight.roundRect(-width / 2, -height / 2, width, height, rounding);
  const path = new Path2D();
  path.addPath(straight, new DOMMatrix().translate(x, y).rotate(angle));
  return path;
}

/** As large as fits into a box, and no larger than a name needs to be. */
function fitText(
  { scale, ratio }: PaintedPiece,
  room: { width: number; height: number },
  text: string,
): number {
  const byWidth = (room.width * 0.9) / (0.6 * Math.max(text.length, 2));
  return Math.min(Math.min(room.height * 0.55, byWidth) * scale, MAX_NAME_PX * ratio);
}

/** Text that would stand on its head is turned around; text along a side that is longer than high lies along it. */
function upright(box: TurnedBox | null): { x: number; y: number; width: number; angle: number } {
  const { x = 0, y = 0, width = 0, angle = 0 } = box ?? {};
  const turned = ((angle % 360) + 360) % 360;
  return { x, y, width, angle: turned > 90 && turned <= 270 ? turned - 180 : turned };
}

type Name = Point & { width: number; angle: number; text: string; fontPx: number; color: string };

function paintName(
  context: CanvasRenderingContext2D,
  { colors, scale, ratio }: PaintedPiece,
  { x, y, width, angle, text, fontPx, color }: Name,
): void {
  if (fontPx < SMALLEST_TEXT_PX * ratio || text === '') return;
  context.save();
  context.translate(x * scale, y * scale);
  context.rotate((angle * Math.PI) / 180);
  context.fillStyle = color;
  context.font = `700 ${Math.round(fontPx)}px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, 0, 0, width * scale);
  context.restore();
}
