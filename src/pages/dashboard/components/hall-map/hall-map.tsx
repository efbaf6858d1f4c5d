import { effect, useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useMemo, useRef } from 'preact/hooks';
import type { Seating } from '../../../seat-map/arrange-seating.ts';
import { isInside } from '../../../seat-map/is-inside.ts';
import { toMap, type Pixel } from '../../../seat-map/map-view.ts';
import { placeOf } from '../../../seat-map/name-seats.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import type { RunningMap } from '../../../seat-map/run-map.ts';
import type { Frame, Overlay } from '../../../seat-map/scene.ts';
import { SeatMapView } from '../../../seat-map/seat-map-view.tsx';
import { followBox } from './follow-box.ts';
import { changedSeats, type HallStates } from './hall-states.ts';
import { describeSeat, type HallFacts } from './describe-seat.ts';
import { createStatePainter } from './paint-states.ts';
import { useHallMapTexts } from './texts.ts';

type Unit = 'seat' | 'row' | 'section';
type Drag = 'select' | 'move';

export type HallMapProps = HallFacts & {
  /** The selected seats, by their indexes. */
  chosen: Signal<ReadonlySet<number>>;
  /** The seats that can be selected; all of them by default. */
  mayChoose?: (index: number) => boolean;
};

/** Adds these seats to the selection, or removes them if all of them are in it. */
export function toggleSeats(
  chosen: Signal<ReadonlySet<number>>,
  indexes: readonly number[],
  mayChoose: (index: number) => boolean = () => true,
): void {
  const wanted = indexes.filter(mayChoose);
  const next = new Set(chosen.value);
  const areAllIn = wanted.every((index) => next.has(index));
  for (const index of wanted) {
    if (areAllIn) next.delete(index);
    else next.add(index);
  }
  chosen.value = next;
}

/** A hall for members: the current state of every seat, and selection by press, by drag and by keys. */
export function HallMap(props: HallMapProps): VNode {
  const { seating, states, chosen, mayChoose } = props;
  const texts = useHallMapTexts();
  const ground = useRef<HTMLDivElement>(null);
  const cursor = useSignal(seating.rows[0]?.indexes[0] ?? 0);
  const unit = useSignal<Unit>('seat');
  // A finger moves the map by default.
  const drag = useSignal<Drag>(matchMedia('(pointer: fine)').matches ? 'select' : 'move');
  const toggle = (indexes: readonly number[]): void => toggleSeats(chosen, indexes, mayChoose);
  const canvas = useMemo(
    () => createCanvas({ seating, states, chosen, unit, drag, ground, toggle }),
    [seating],
  );
  const about = (index: number): string[] => describeSeat(props, texts, index);
  const name = (index: number): string => texts.seatIn(placeOf(seating, index));
  return (
    <div class="can-shrink hall-map">
      <div class="cluster hall-map-ways">
        <Ways label={texts.press} names={texts.presses} chosen={unit} />
        <Ways label={texts.drag} names={texts.drags} chosen={drag} />
      </div>
      <div
        ref={ground}
        class={drag.value === 'select' ? 'hall-map-ground hall-map-selects' : 'hall-map-ground'}
      >
        <SeatMapView
          seating={seating}
          texts={texts.map}
          cursor={cursor}
          look={{ isFree: (index) => states.peek().states[index] === 'free' }}
          overlays={[canvas.overlay]}
          onPress={(index) => toggle(seatsBy(seating, unit.peek(), index))}
          describe={(index) => ({
            label: [name(index), ...about(index)].join(', '),
            isChecked: chosen.value.has(index),
            isDisabled: mayChoose ? !mayChoose(index) : false,
          })}
          tip={(index) => (
            <>
              <b>{name(index)}</b>
              {about(index).map((text) => (
                <span key={text}>{text}</span>
              ))}
            </>
          )}
          onStart={canvas.follow}
        />
      </div>
    </div>
  );
}

/** The seats that a press on one selects. */
function seatsBy({ seats, rows, rowOf }: Seating, unit: Unit, index: number): number[] {
  if (unit === 'seat') return [index];
  if (unit === 'row') return rows[rowOf[index] ?? -1]?.indexes ?? [index];
  return seatsOfSection(seats, seatAt(seats, index).s);
}

const seatsOfSection = (seats: Seating['seats'], section: number): number[] =>
  seats.flatMap(({ s }, index) => (s === section ? [index] : []));

type CanvasDeps = {
  seating: Seating;
  states: ReadonlySignal<HallStates>;
  chosen: ReadonlySignal<ReadonlySet<number>>;
  unit: ReadonlySignal<Unit>;
  drag: ReadonlySignal<Drag>;
  ground: { current: HTMLElement | null };
  toggle(indexes: readonly number[]): void;
};

/** The paint over the seats, and the pointer's actions there. */
function createCanvas({ seating, states, chosen, unit, drag, ground, toggle }: CanvasDeps): {
  overlay: Overlay;
  follow: (map: RunningMap) => () => void;
} {
  const paint = createStatePainter();
  let seen: Frame | null = null;
  let box: { from: Pixel; to: Pixel } | null = null;

  const overlay: Overlay = (context, frame) => {
    seen = frame;
    paint(context, frame, states.peek(), chosen.peek());
    if (box) paintBox(context, frame, box);
  };

  /** True if the map is too far away to press a single seat here. */
  function pressFromAfar(at: Pixel): boolean {
    if (!seen || unit.peek() === 'seat') return false;
    const point = toMap(seen.view, seen.size, at);
    const index = seen.scene.grid.seatAt(point);
    if (index !== null) toggle(seatsBy(seating, unit.peek(), index));
    else {
      const section = seen.scene.outlines.find(({ points }) => isInside(points, point));
      if (unit.peek() !== 'section' || !section) return false;
      toggle(seatsOfSection(seating.seats, section.section));
    }
    return true;
  }

  function chooseIn({ from, to }: { from: Pixel; to: Pixel }): void {
    if (!seen) return;
    const { view, size } = seen;
    const [one, other] = [toMap(view, size, from), toMap(view, size, to)];
    const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
    const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
    const inside = seating.seats.flatMap(({ x, y }, index) =>
      x >= left && x <= right && y >= top && y <= bottom ? [index] : [],
    );
    if (inside.length > 0) toggle(inside);
  }

  function follow(map: RunningMap): () => void {
    let before = states.peek();
    const canvas = ground.current?.querySelector('canvas');
    const stops: (() => void)[] = [
      effect(() => {
        map.repaint(changedSeats(before, states.value));
        before = states.value;
      }),
      effect(() => {
        void chosen.value;
        map.refresh();
      }),
    ];
    if (canvas && ground.current)
      stops.push(
        followBox(ground.current, canvas, {
          isOn: () => drag.peek() === 'select',
          onBox(now) {
            box = now;
            map.refresh();
          },
          onEnd: chooseIn,
          onPress: pressFromAfar,
        }),
      );
    return () => {
      for (const stop of stops) stop();
    };
  }
  return { overlay, follow };
}

function paintBox(
  context: CanvasRenderingContext2D,
  { scene: { colors } }: Frame,
  { from, to }: { from: Pixel; to: Pixel },
): void {
  const rect = [from.x, from.y, to.x - from.x, to.y - from.y] as const;
  context.fillStyle = colors.accent;
  context.globalAlpha = 0.14;
  context.fillRect(...rect);
  context.globalAlpha = 1;
  context.strokeStyle = colors.ink;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.strokeRect(...rect);
  context.setLineDash([]);
}

/** A choice of a few, side by side. */
function Ways<Way extends string>({
  label,
  names,
  chosen,
}: {
  label: string;
  names: Record<Way, string>;
  chosen: Signal<Way>;
}): VNode {
  const id = useId();
  return (
    <fieldset class="row wrap hall-map-way">
      <legend>{label}</legend>
      {(Object.entries(names) as [Way, string][]).map(([way, name]) => (
        <label key={way}>
          <input
            type="radio"
            name={id}
            checked={chosen.value === way}
            onChange={() => (chosen.value = way)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
