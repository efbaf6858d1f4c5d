import { isSeated, type PlanObject, type PlanRow } from '../../../../../seating-plans/plan-schema.ts';
import { cornersOf, type Box, type Point } from '../../../../../seating-plans/points.ts';
import { isBoxed } from '../../../../../seating-plans/resize.ts';
import { isTouching, seenBox, widen } from '../../../../seat-map/map-view.ts';
import type { Outline } from '../../../../seat-map/outline-sections.ts';
import { pixelAt, pointingOf, type Board } from './board.ts';
import { chosenBox, gripsOf, type Grip } from './grips.ts';
import { reachOf } from './hall.ts';

// Everything around and over the seats, in CSS pixels.

type Context = CanvasRenderingContext2D;

const GRID_FROM_PX = 14;

/** The picture to trace, and a grid of dots when zoomed in. */
export function paintGround(context: Context, board: Board): void {
  const { camera, colors, desk, picture } = board;
  const { view, size } = camera;
  const { background } = desk.hall.scene.plan;
  if (background && picture?.complete && picture.naturalWidth > 0) {
    const { x, y } = pixelAt(board, background);
    const [width, height] = [background.width * view.scale, background.height * view.scale];
    context.save();
    context.globalAlpha = background.opacity;
    context.translate(x, y);
    context.rotate((background.angle * Math.PI) / 180);
    context.drawImage(picture, -width / 2, -height / 2, width, height);
    context.restore();
  }
  if (!desk.isSnapping.peek() || view.scale < GRID_FROM_PX) return;
  const seen = seenBox(view, size);
  context.fillStyle = colors.inkSoft;
  context.globalAlpha = 0.28;
  for (let x = Math.ceil(seen.left); x < seen.right; x++)
    for (let y = Math.ceil(seen.top); y < seen.bottom; y++) {
      const at = pixelAt(board, { x, y });
      context.fillRect(Math.round(at.x) - 0.5, Math.round(at.y) - 0.5, 1, 1);
    }
  context.globalAlpha = 1;
}

const SECTION_MARGIN = 1.5;

export function paintSections(context: Context, board: Board, outlines: readonly Outline[]): void {
  const { camera, colors } = board;
  context.fillStyle = colors.section;
  context.lineJoin = 'round';
  const seen = widen(seenBox(camera.view, camera.size), SECTION_MARGIN);
  for (const { points, box, isDrawn } of outlines) {
    if (!isTouching(seen, box)) continue;
    context.strokeStyle = isDrawn ? colors.taken : colors.section;
    context.lineWidth = isDrawn ? 1 : SECTION_MARGIN * camera.view.scale;
    context.beginPath();
    for (const point of points) {
      const { x, y } = pixelAt(board, point);
      context.lineTo(x, y);
    }
    context.closePath();
    context.fill();
    context.stroke();
  }
}

// Objects are immutable, so their lines can be cached. Straight rows have two points, curved ones enough to look round.
const lines = new WeakMap<PlanRow, Path2D>();
const MAX_LINE_POINTS = 24;

function lineThrough(row: PlanRow): Path2D {
  const known = lines.get(row);
  if (known) return known;
  const line = new Path2D();
  const isStraight = row.curve === 0;
  const step = isStraight
    ? Math.max(1, row.seats.length - 1)
    : Math.max(1, row.seats.length / MAX_LINE_POINTS);
  for (let at = 0; at < row.seats.length; at += step) {
    const seat = row.seats[Math.round(at)];
    if (seat) line.lineTo(seat.x, seat.y);
  }
  const last = row.seats.at(-1);
  // A line to itself is a dot, with round ends.
  if (last) line.lineTo(last.x + 1e-4, last.y);
  lines.set(row, line);
  return line;
}

const isSeen = (seen: Box, { left, top, right, bottom }: Box): boolean =>
  right > seen.left && left < seen.right && bottom > seen.top && top < seen.bottom;

/** A pill behind selected rows and seats, visible around them. */
export function paintPills(context: Context, board: Board): void {
  const { camera, desk, colors, moving } = board;
  const { view, size } = camera;
  const { hall, chosen } = desk;
  const { objects, seats } = chosen.peek();
  if (objects.size + seats.size === 0) return;
  const by = moving?.by ?? { x: 0, y: 0 };
  const seen = seenBox({ ...view, x: view.x - by.x, y: view.y - by.y }, size);
  const rows = [...objects].flatMap((id) => {
    const object = hall.objects.get(id);
    return object?.type === 'row' && !board.hidden.has(id) && isSeen(seen, reachOf(object)) ? [object] : [];
  });
  const middle = pixelAt(board, by);
  context.save();
  context.translate(middle.x, middle.y);
  context.scale(view.scale, view.scale);
  context.lineCap = context.lineJoin = 'round';
  for (const { color, width } of [
    { color: colors.accent, width: 1.06 + 5 / view.scale },
    { color: colors.section, width: 1.06 + 1 / view.scale },
  ]) {
    context.strokeStyle = color;
    context.lineWidth = width;
    for (const row of rows) context.stroke(lineThrough(row));
    if (seats.size > 0) paintSeatPills(context, board, { seen, color, width });
  }
  context.restore();
}

function paintSeatPills(
  context: Context,
  { desk: { hall, chosen } }: Board,
  { seen, color, width }: { seen: Box; color: string; width: number },
): void {
  const { seats } = chosen.peek();
  context.fillStyle = color;
  hall.scene.grid.visit(seen, (number) => {
    const seat = hall.scene.seating.seats[number];
    if (!seat || !seats.has(seat.id)) return;
    context.fillRect(seat.x - width / 2, seat.y - width / 2, width, width);
  });
}

/** Seats that are not for sale: a ring in the colour of the reason, and a stroke through them. */
export function paintBlocked(context: Context, board: Board): void {
  const { camera, colors, desk } = board;
  const { hall } = desk;
  if (hall.blocked.size === 0) return;
  const { scale } = camera.view;
  const radius = Math.max(2, scale * 0.46);
  context.lineWidth = Math.max(1.5, scale * 0.1);
  hall.scene.grid.visit(seenBox(camera.view, camera.size), (number) => {
    const color = hall.blocked.get(number);
    const seat = hall.scene.seating.seats[number];
    if (color === undefined || !seat || board.hidden.has(hall.scene.ownerOf[number] ?? '')) return;
    const { x, y } = pixelAt(board, seat);
    context.strokeStyle = context.fillStyle = (color > 0 && colors.seats[color - 1]) || colors.ink;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colors.ground;
    context.fill();
    context.stroke();
    context.beginPath();
    context.moveTo(x - radius * 0.7, y + radius * 0.7);
    context.lineTo(x + radius * 0.7, y - radius * 0.7);
    context.stroke();
  });
}

export function paintOverlays(context: Context, board: Board): void {
  paintChosenShapes(context, board);
  paintCompanions(context, board);
  if (!board.moving && board.preview.length === 0) paintBoxAndGrips(context, board);
  paintOutline(context, board);
  paintLines(context, board);
  paintMarquee(context, board);
  paintCursor(context, board);
}

function tracePoints(context: Context, board: Board, points: readonly Point[], by: Point): void {
  context.beginPath();
  for (const { x, y } of points) {
    const at = pixelAt(board, { x: x + by.x, y: y + by.y });
    context.lineTo(at.x, at.y);
  }
}

const boxPoints = ({ left, top, right, bottom }: Box): Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

const edgeOf = (object: PlanObject): readonly Point[] =>
  isBoxed(object) ? cornersOf(object) : 'points' in object ? object.points : boxPoints(reachOf(object));

/** Outlines around selected tables, areas and drawings. */
function paintChosenShapes(context: Context, board: Board): void {
  const { desk, colors, moving, hidden } = board;
  const by = moving?.by ?? { x: 0, y: 0 };
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  for (const id of desk.chosen.peek().objects) {
    const object = desk.hall.objects.get(id);
    if (!object || object.type === 'row' || hidden.has(id)) continue;
    tracePoints(context, board, edgeOf(object), by);
    if (object.type !== 'line') context.closePath();
    context.stroke();
  }
}

/** A line from a selected companion seat to its place. */
function paintCompanions(context: Context, board: Board): void {
  const { desk, colors } = board;
  const { hall, chosen } = desk;
  const { objects, seats } = chosen.peek();
  if (objects.size + seats.size === 0 || objects.size + seats.size > 200) return;
  context.strokeStyle = colors.ink;
  context.lineWidth = 2;
  context.setLineDash([4, 3]);
  const owners = new Set(objects);
  for (const id of seats) owners.add(hall.scene.ownerOf[hall.scene.indexOfSeat.get(id) ?? -1] ?? '');
  for (const ownerId of owners) {
    const owner = hall.objects.get(ownerId);
    if (!owner || !isSeated(owner)) continue;
    for (const seat of owner.seats) {
      if (seat.companionOf === undefined) continue;
      const place = hall.scene.seating.seats[hall.scene.indexOfSeat.get(seat.companionOf) ?? -1];
      if (!place || !(objects.has(ownerId) || seats.has(seat.id))) continue;
      tracePoints(context, board, [seat, place], { x: 0, y: 0 });
      context.stroke();
    }
  }
  context.setLineDash([]);
}

function paintBoxAndGrips(context: Context, board: Board): void {
  const { desk, colors } = board;
  const box = chosenBox(desk);
  if (!box || desk.tool.peek() !== 'select') return;
  const from = pixelAt(board, { x: box.left, y: box.top });
  const to = pixelAt(board, { x: box.right, y: box.bottom });
  context.strokeStyle = colors.accent;
  context.lineWidth = 1;
  context.setLineDash([5, 4]);
  context.strokeRect(from.x - 4, from.y - 4, to.x - from.x + 8, to.y - from.y + 8);
  context.setLineDash([]);
  for (const grip of gripsOf(desk, pointingOf(board))) paintGrip(context, board, grip, from.y - 4);
}

function paintGrip(context: Context, board: Board, grip: Grip, top: number): void {
  const { colors, corner, isTouch } = board;
  const { x, y } = pixelAt(board, grip.at);
  // As large as a finger needs to see it under itself.
  const half = (grip.kind === 'edge' ? 3 : grip.kind === 'end' ? 7 : 5) + (isTouch ? 3 : 0);
  context.fillStyle = colors.ground;
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  context.beginPath();
  if (grip.kind === 'turn') {
    context.moveTo(x, y + half);
    context.lineTo(x, Math.max(y + half, top));
    context.stroke();
    context.beginPath();
  }
  if (grip.kind === 'size' || grip.kind === 'corner') context.rect(x - half, y - half, 2 * half, 2 * half);
  else context.arc(x, y, half, 0, 2 * Math.PI);
  const isCorner = grip.kind === 'corner' && corner?.nth === grip.nth;
  if (grip.kind === 'curve' || isCorner) context.fillStyle = colors.accent;
  context.fill();
  context.stroke();
}

function paintOutline(context: Context, board: Board): void {
  const { outline, colors } = board;
  if (outline.length === 0) return;
  tracePoints(context, board, outline, { x: 0, y: 0 });
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  context.stroke();
  for (const point of outline) {
    const { x, y } = pixelAt(board, point);
    context.fillStyle = colors.accent;
    context.fillRect(x - 3.5, y - 3.5, 7, 7);
  }
}

/** The snap lines of the moving objects. */
function paintLines(context: Context, { lines: guides, camera, colors }: Board): void {
  const { view, size } = camera;
  context.strokeStyle = colors.warning;
  context.lineWidth = 1;
  for (const { axis, at } of guides) {
    const value =
      Math.round((at - view[axis]) * view.scale + size[axis === 'x' ? 'width' : 'height'] / 2) + 0.5;
    context.beginPath();
    if (axis === 'x') {
      context.moveTo(value, 0);
      context.lineTo(value, size.height);
    } else {
      context.moveTo(0, value);
      context.lineTo(size.width, value);
    }
    context.stroke();
  }
}

function paintMarquee(context: Context, board: Board): void {
  const { marquee, colors } = board;
  if (!marquee) return;
  const from = pixelAt(board, { x: marquee.left, y: marquee.top });
  const to = pixelAt(board, { x: marquee.right, y: marquee.bottom });
  context.fillStyle = context.strokeStyle = colors.accent;
  context.lineWidth = 1;
  context.globalAlpha = 0.12;
  context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
  context.globalAlpha = 1;
  context.strokeRect(from.x + 0.5, from.y + 0.5, to.x - from.x, to.y - from.y);
}

/** A cross where the keyboard draws. */
function paintCursor(context: Context, board: Board): void {
  const { cursor, colors } = board;
  if (!cursor) return;
  const { x, y } = pixelAt(board, cursor);
  context.strokeStyle = colors.ink;
  context.lineWidth = 2;
  context.beginPath();
  for (const [dx, dy] of [
    [0, 1],
    [1, 0],
  ] as const) {
    context.moveTo(x - dx * 12, y - dy * 12);
    context.lineTo(x + dx * 12, y + dy * 12);
  }
  context.stroke();
}
