import type { VNode } from 'preact';
import type { Sketch } from '../../seating-plans/data.ts';

/** A hall as a small picture. The text beside it explains it. */
export function PlanSketch({ sketch }: { sketch: Sketch }): VNode {
  return (
    <svg class="plan-sketch" viewBox={sketch.viewBox} aria-hidden="true" focusable="false">
      <path class="plan-sketch-outlines" d={sketch.outlines} />
      <path class="plan-sketch-rows" d={sketch.rows} />
    </svg>
  );
}
