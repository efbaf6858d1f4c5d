import { CHECK_MARK, lookOf, TAKEN_CROSS, WHEELCHAIR } from './seat-shapes.ts';

const VIEW_BOX = '-1.15 -1.15 2.3 2.3';

/** A seat of a type as the map draws it. */
export function TypeSwatch({ type, colors }: { type: number; colors?: readonly number[] | undefined }) {
  const { color, shape } = lookOf(type, colors);
  return (
    <svg class={`seat-swatch seat-color-${color}`} viewBox={VIEW_BOX} aria-hidden="true">
      <path d={shape} />
    </svg>
  );
}

const SIGNS = { selected: CHECK_MARK, taken: TAKEN_CROSS, accessible: WHEELCHAIR, restricted: null };
// A pillar in the way.
const PILLAR = 'M-.78.45A.9.9 0 0 0 .78.45z';

export function MarkSwatch({ mark }: { mark: keyof typeof SIGNS }) {
  const { shape } = lookOf(0);
  const sign = SIGNS[mark];
  return (
    <svg class={`seat-swatch seat-mark-${mark}`} viewBox={VIEW_BOX} aria-hidden="true">
      {mark !== 'taken' && <path class="seat-body" d={shape} />}
      {sign ? <path class="seat-sign" d={sign} /> : <path class="seat-pillar" d={PILLAR} />}
    </svg>
  );
}
