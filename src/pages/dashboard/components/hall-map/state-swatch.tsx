import type { VNode } from 'preact';
import { MarkSwatch } from '../../../seat-map/swatch.tsx';
import type { SeatState } from './hall-states.ts';

// Paths within -1 to 1, shared by the canvas and the legend.
export const HOUSE_BAR = 'M-.5.5.5-.5';
export const HELD_HANDS = 'M0-.42V.06L.3.26';
const RING = 'M-.8 0a.8.8 0 1 0 1.6 0a.8.8 0 1 0-1.6 0z';

/** A seat in this state as the map draws it. `color` is that of a house seat. */
export function StateSwatch({ state, color = 0 }: { state: SeatState; color?: number }): VNode | null {
  if (state === 'free') return null;
  if (state === 'sold') return <MarkSwatch mark="taken" />;
  return (
    <svg
      class={`seat-swatch state-${state}${color > 0 ? ` seat-color-${color - 1}` : ''}`}
      viewBox="-1.15 -1.15 2.3 2.3"
      aria-hidden="true"
    >
      <path d={RING} />
      <path d={state === 'house' ? HOUSE_BAR : HELD_HANDS} />
    </svg>
  );
}
