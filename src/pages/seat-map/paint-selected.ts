import { toPixel } from './map-view.ts';
import { seatAt } from './plan.ts';
import type { Frame } from './scene.ts';
import { CHECK_MARK } from './seat-shapes.ts';

// Selected seats stay clear however far away they are.
const SMALLEST_PX = 9;
const CHECK = new Path2D(CHECK_MARK);

/** A seat on the screen, and half of its width. */
export function spotOf(
  { scene, view, size }: Frame,
  index: number,
): { x: number; y: number; radius: number } {
  const radius = Math.max(view.scale, SMALLEST_PX) / 2;
  return { ...toPixel(view, size, seatAt(scene.seating.seats, index)), radius };
}

/** Seats with a check mark. */
export function paintSelected(
  context: CanvasRenderingContext2D,
  frame: Frame,
  indexes: Iterable<number>,
): void {
  const { colors } = frame.scene;
  for (const index of indexes) {
    const { x, y, radius } = spotOf(frame, index);
    context.save();
    context.translate(x, y);
    context.scale(radius, radius);
    context.beginPath();
    context.arc(0, 0, 1, 0, 2 * Math.PI);
    // The reader's own colour of what is selected may be a veil.
    for (const fill of [colors.ground, colors.accent]) {
      context.fillStyle = fill;
      context.fill();
    }
    context.strokeStyle = colors.ink;
    context.lineWidth = 2 / radius;
    context.stroke();
    context.strokeStyle = colors.onAccent;
    context.lineWidth = 0.22;
    context.lineCap = context.lineJoin = 'round';
    context.stroke(CHECK);
    context.restore();
  }
}
