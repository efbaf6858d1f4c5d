import { CHECK_MARK, lookOf, TAKEN_CROSS, WHEELCHAIR } from './seat-shapes.ts';

const VIEW_BOX = '-1.15 -1.15 2.3 2.3';

/** A seat of a ticket type as the map draws it. */
export function PriceSwatch({ ticketType }: { ticketType: number }) {
  const { color, shape } = lookOf(ticketType);
  return (
    <svg class={`seat-swatch seat-color-${color}`} viewBox={VIEW_BOX} aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}

export function MarkSwatch({ mark }: { mark: 'yours' | 'taken' | 'accessible' | 'restricted' }) {
  const { shape } = lookOf(0);
  return (
    <svg class={`seat-swatch seat-mark-${mark}`} viewBox={VIEW_BOX} aria-hidden="true">
      {mark !== 'taken' && <path class="seat-body" d={shape} />}
      {mark === 'yours' && <path class="seat-sign" d={CHECK_MARK} />}
      {mark === 'taken' && <path class="seat-sign" d={TAKEN_CROSS} />}
      {mark === 'accessible' && <path class="seat-sign" d={WHEELCHAIR} />}
      {mark === 'restricted' && <path class="seat-pillar" d="M-.78.45A.9.9 0 0 0 .78.45z" />}
    </svg>
  );
}
