import { spotOf } from '../../../seat-map/paint-selected.ts';
import type { Frame } from '../../../seat-map/scene.ts';

/** Rings around seats that the choice leaves alone. */
export function paintStranded(context: CanvasRenderingContext2D, frame: Frame, indexes: number[]): void {
  context.strokeStyle = frame.scene.colors.warning;
  context.lineWidth = 2.5;
  context.setLineDash([4, 3]);
  for (const index of indexes) {
    const { x, y, radius } = spotOf(frame, index);
    context.beginPath();
    context.arc(x, y, radius * 1.04, 0, 2 * Math.PI);
    context.stroke();
  }
  context.setLineDash([]);
}
