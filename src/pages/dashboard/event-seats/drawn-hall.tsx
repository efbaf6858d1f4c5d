import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { HallPlan } from './data.ts';
import { arrangeSeating } from '../../seat-map/arrange-seating.ts';
import { seatAt } from '../../seat-map/plan.ts';
import { SeatMapView } from '../../seat-map/seat-map-view.tsx';
import { TypeSwatch } from '../../seat-map/swatch.tsx';
import { useDrawnHallTexts } from './drawn-hall-texts.ts';

/** A hall as buyers see it, to look at. */
export function DrawnHall({ plan }: { plan: HallPlan }): VNode {
  const texts = useDrawnHallTexts();
  const cursor = useSignal(0);
  const { seating, taken, reasons } = useMemo(
    () => ({
      seating: arrangeSeating({
        sections: plan.sections,
        colors: plan.colors,
        seats: plan.seats.map(({ s, t, r, n, x, y, a, v }, index) => ({
          id: String(index),
          s,
          t,
          r,
          n,
          x,
          y,
          ...(a && { a }),
          ...(v && { v }),
        })),
        drawing: plan.drawing,
      }),
      taken: new Set([...plan.taken, ...plan.blocked.map(({ index }) => index)]),
      reasons: new Map(plan.blocked.map(({ index, reason }) => [index, reason])),
    }),
    [plan],
  );
  const name = (index: number): string => {
    const { s, r, n } = seatAt(seating.seats, index);
    return texts.seatIn({ section: plan.sections[s] ?? '', row: r, seat: n });
  };
  const about = (index: number): string[] => {
    const { t, a, v } = seatAt(seating.seats, index);
    return [
      plan.types[t] ?? '',
      ...(reasons.has(index)
        ? [texts.blockedSeat(reasons.get(index) ?? '')]
        : taken.has(index)
          ? [texts.takenSeat]
          : []),
      ...(a ? [texts.accessible] : []),
      ...(v ? [texts.restricted] : []),
    ];
  };
  return (
    <div class="stack gap-s can-shrink seats-drawn">
      <ul class="cluster gap-xs-m seats-types">
        {plan.types.map((type, index) => (
          <li key={type}>
            <TypeSwatch type={index} colors={plan.colors} /> {type}
          </li>
        ))}
      </ul>
      <SeatMapView
        seating={seating}
        texts={texts.map}
        cursor={cursor}
        look={{ isFree: (index) => !taken.has(index) }}
        overlays={[]}
        onPress={() => {}}
        describe={(index) => ({
          label: [name(index), ...about(index)].join(', '),
          isChecked: false,
          isDisabled: true,
        })}
        tip={(index) => (
          <>
            <b>{name(index)}</b>
            {about(index).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </>
        )}
        onStart={() => () => {}}
      />
    </div>
  );
}
