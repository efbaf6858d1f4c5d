import { seenBox, toPixel } from '../../../seat-map/map-view.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import type { MapColors } from '../../../seat-map/read-colors.ts';
import { SMALLEST_SHAPE_PX, type Frame } from '../../../seat-map/scene.ts';
import { CHECK_MARK } from '../../../seat-map/seat-shapes.ts';
import type { HallStates } from './hall-states.ts';
import { HOUSE_BAR, HELD_HANDS } from './state-swatch.tsx';

// The engine paints free seats in the colour of their type, and a cross on taken ones. This paints more for members: a house seat is a ring
// in its colour with a bar, a held one a clock. Shapes tell them apart without colours, too.

type Context = CanvasRenderingContext2D;

// Selected seats stay clear from afar.
const SMALLEST_CHOSEN_PX = 7;
const MAX_CHECKS_FROM_AFAR = 500;

type Draw = (context: Context, colors: MapColors) => void;
type Sign = { name: string; px: number; draw: Draw };

/** Pictures of seats are made once for each scale: stamping one is much cheaper than drawing it. */
function createStamps() {
  let stamps = new Map<string, HTMLCanvasElement>();
  let made = '';

  function stampOf({ scene: { colors }, view, ratio }: Frame, { name, px, draw }: Sign): HTMLCanvasElement {
    const now = `${view.scale} ${ratio} ${colors.ground} ${colors.accent}`;
    if (made !== now) stamps = new Map();
    made = now;
    const known = stamps.get(name);
    if (known) return known;
    const picture = document.createElement('canvas');
    picture.width = picture.height = Math.ceil(px * ratio) + 4;
    const context = picture.getContext('2d');
    if (context) {
      const radius = (px * ratio) / 2;
      context.setTransform(radius, 0, 0, radius, picture.width / 2, picture.height / 2);
      context.lineCap = context.lineJoin = 'round';
      draw(context, colors);
    }
    stamps.set(name, picture);
    return picture;
  }

  return (context: Context, frame: Frame, index: number, sign: Sign): void => {
    const { scene, view, size, ratio } = frame;
    const picture = stampOf(frame, sign);
    const { x, y } = toPixel(view, size, seatAt(scene.seating.seats, index));
    const side = picture.width / ratio;
    context.drawImage(picture, x - side / 2, y - side / 2, side, side);
  };
}

/** Held, house and selected seats. */
export function createStatePainter() {
  const stamp = createStamps();

  function paintStates(context: Context, frame: Frame, { states, house }: HallStates): void {
    const isFar = frame.view.scale < SMALLEST_SHAPE_PX;
    const dots = new Map<string, number[]>();
    frame.scene.grid.visit(seenBox(frame.view, frame.size), (index) => {
      const state = states[index];
      if (state !== 'house' && state !== 'held') return;
      const color = house.get(index)?.color ?? 0;
      if (isFar) {
        const ink = state === 'held' ? frame.scene.colors.inkSoft : colorOf(frame.scene.colors, color);
        const same = dots.get(ink);
        if (same) same.push(index);
        else dots.set(ink, [index]);
        return;
      }
      const draw = state === 'held' ? drawHeld : drawHouse(color);
      stamp(context, frame, index, { name: `${state} ${color}`, px: frame.view.scale, draw });
    });
    for (const [ink, indexes] of dots) paintDots(context, frame, indexes, { ink, px: frame.view.scale });
  }

  function paintChosen(context: Context, frame: Frame, chosen: ReadonlySet<number>): void {
    if (chosen.size === 0) return;
    const { colors } = frame.scene;
    const { scale } = frame.view;
    const indexes: number[] = [];
    frame.scene.grid.visit(seenBox(frame.view, frame.size), (index) => {
      if (chosen.has(index)) indexes.push(index);
    });
    // So many from afar look like an area: boxes are enough.
    if (scale < SMALLEST_SHAPE_PX && indexes.length > MAX_CHECKS_FROM_AFAR) {
      paintDots(context, frame, indexes, { ink: colors.ink, middle: colors.accent, px: scale });
      return;
    }
    const px = Math.max(scale, SMALLEST_CHOSEN_PX);
    for (const index of indexes) stamp(context, frame, index, { name: 'chosen', px, draw: drawChosen });
  }

  let layer: { key: unknown[]; picture: HTMLCanvasElement } | null = null;

  /** Keep the painting until it changes: a box is drawn over it in every frame. */
  return (context: Context, frame: Frame, states: HallStates, chosen: ReadonlySet<number>): void => {
    const { view, size, ratio, scene } = frame;
    const key = [view.x, view.y, view.scale, size.width, size.height, ratio, scene.colors, states, chosen];
    if (!layer || key.some((part, nth) => part !== layer?.key[nth])) {
      const picture = layer?.picture ?? document.createElement('canvas');
      // Setting the width also clears the canvas.
      picture.width = Math.max(1, Math.round(size.width * ratio));
      picture.height = Math.max(1, Math.round(size.height * ratio));
      const own = picture.getContext('2d');
      if (!own) return;
      own.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintStates(own, frame, states);
      paintChosen(own, frame, chosen);
      layer = { key, picture };
    }
    context.drawImage(layer.picture, 0, 0, size.width, size.height);
  };
}

/** Seats too small for a shape: boxes with a middle of another colour. */
function paintDots(
  context: Context,
  { scene, view, size }: Frame,
  indexes: readonly number[],
  { ink, middle = scene.colors.ground, px }: { ink: string; middle?: string; px: number },
): void {
  for (const [color, side] of [
    [ink, px * 0.9],
    [middle, px * 0.4],
  ] as const) {
    context.fillStyle = color;
    for (const index of indexes) {
      const { x, y } = toPixel(view, size, seatAt(scene.seating.seats, index));
      context.fillRect(x - side / 2, y - side / 2, side, side);
    }
  }
}

const colorOf = ({ seats, ink }: MapColors, color: number): string => (color > 0 && seats[color - 1]) || ink;

/** On the ground of the map, to cover the engine's cross. */
function disc(context: Context, colors: MapColors, color: string): void {
  context.beginPath();
  context.arc(0, 0, 0.8, 0, 2 * Math.PI);
  context.fillStyle = colors.ground;
  context.fill();
  context.strokeStyle = color;
  context.lineWidth = 0.26;
  context.stroke();
}

const drawHouse =
  (color: number): Draw =>
  (context, colors) => {
    disc(context, colors, colorOf(colors, color));
    context.stroke(new Path2D(HOUSE_BAR));
  };

const drawHeld: Draw = (context, colors) => {
  disc(context, colors, colors.inkSoft);
  context.lineWidth = 0.2;
  context.stroke(new Path2D(HELD_HANDS));
};

const drawChosen: Draw = (context, colors) => {
  context.beginPath();
  context.arc(0, 0, 0.9, 0, 2 * Math.PI);
  // The reader's own colour of a selection may be transparent.
  for (const fill of [colors.ground, colors.accent]) {
    context.fillStyle = fill;
    context.fill();
  }
  context.strokeStyle = colors.ink;
  context.lineWidth = 0.16;
  context.stroke();
  context.strokeStyle = colors.onAccent;
  context.lineWidth = 0.24;
  context.stroke(new Path2D(CHECK_MARK));
};
