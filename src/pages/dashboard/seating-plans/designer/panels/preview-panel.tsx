import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { drawingOf } from '../../../../../seating-plans/drawing.ts';
import { isSeated, type SeatingPlan } from '../../../../../seating-plans/plan-schema.ts';
import { typesOf } from '../../../../seat-map/board/changing-scene.ts';
import { arrangeSeating } from '../../../../seat-map/arrange-seating.ts';
import { seatAt, type Seat } from '../../../../seat-map/plan.ts';
import { SeatMapView } from '../../../../seat-map/seat-map-view.tsx';
import { TypeSwatch } from '../../../../seat-map/swatch.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useStudio } from '../studio.ts';

type Props = { version: { number: number; plan: SeatingPlan } | undefined; onClose: () => void };

/** The hall on the buyers' map. Blocked seats are taken there; those without a category are not for sale yet. */
export function PreviewPanel({ version, onClose }: Props): VNode {
  const { texts, desk } = useStudio();
  const cursor = useSignal(0);
  const plan = version?.plan ?? desk.plan.value;
  const { seating, taken } = useMemo(() => arrange(plan), [plan]);
  const name = (index: number): string => {
    const { s, r, n } = seatAt(seating.seats, index);
    return texts.seatIn({ section: plan.sections[s]?.name ?? '', row: r, seat: n });
  };
  const types = typesOf(plan);
  const about = (index: number): string => {
    const { t } = seatAt(seating.seats, index);
    return plan.categories.find(({ id }) => types.get(id) === t)?.name ?? '';
  };
  return (
    <Dialog
      kind="wide"
      title={version ? texts.looking(version.number) : texts.previewTitle}
      onClose={onClose}
    >
      <p class="soft">{texts.previewHint}</p>
      <div class="stack gap-s can-shrink seats-drawn">
        <ul class="cluster gap-xs-m seats-types">
          {plan.categories.map(({ id, name: category }) => (
            <li key={id}>
              <TypeSwatch type={types.get(id) ?? 0} /> {category}
            </li>
          ))}
        </ul>
        {seating.seats.length === 0 ? (
          <p>{texts.noneYet}</p>
        ) : (
          <SeatMapView
            seating={seating}
            texts={texts.map}
            cursor={cursor}
            look={{ isFree: (index) => !taken.has(index) }}
            overlays={[]}
            onPress={() => {}}
            describe={(index) => ({
              label: `${name(index)}, ${about(index)}`,
              isChecked: false,
              isDisabled: true,
            })}
            tip={(index) => (
              <>
                <b>{name(index)}</b>
                <span>{about(index)}</span>
              </>
            )}
            onStart={() => () => {}}
          />
        )}
      </div>
    </Dialog>
  );
}

function arrange(plan: SeatingPlan): { seating: ReturnType<typeof arrangeSeating>; taken: Set<number> } {
  const sections = new Map(plan.sections.map(({ id }, nth) => [id, nth]));
  const types = typesOf(plan);
  const taken = new Set<number>();
  const seats: Seat[] = [];
  for (const object of plan.objects.filter(isSeated))
    for (const seat of object.seats) {
      if (seat.blocked || seat.category === undefined) taken.add(seats.length);
      seats.push({
        id: seat.id,
        s: sections.get(object.section) ?? 0,
        t: types.get(seat.category ?? '') ?? 0,
        r: object.label,
        n: seat.label,
        x: seat.x,
        y: seat.y,
        ...(seat.isAccessible && { a: 1 as const }),
        ...(seat.isRestrictedView && { v: 1 as const }),
      });
    }
  const drawing = drawingOf(plan);
  return {
    seating: arrangeSeating({ sections: plan.sections.map(({ name }) => name), seats, drawing }),
    taken,
  };
}
