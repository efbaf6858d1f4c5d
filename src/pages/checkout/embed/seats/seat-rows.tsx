import { useRef } from 'preact/hooks';
import { seatParts } from '../../../../rules/seat-name.ts';
import type { Row } from '../../../seat-map/arrange-seating.ts';
import { placeOf } from '../../../seat-map/name-seats.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import { lookOf } from '../../../seat-map/seat-shapes.ts';
import { MarkSwatch } from '../../../seat-map/swatch.tsx';
import { marksOf } from './marks-of.ts';
import type { Picker } from './picker.ts';

type Props = { picker: Picker; rows: Row[]; matches(index: number): boolean };
type Line = { row: Row; indexes: number[] };

/** Rows of buttons with one stop for the Tab key; arrows go on from there. */
export function SeatRows({ picker, rows, matches }: Props) {
  const { texts, chosenIndexes, cursor } = picker;
  const box = useRef<HTMLDivElement>(null);
  const lines = rows.map((row) => ({ row, indexes: row.indexes.filter(matches) }));
  // Below the section's own name.
  const nameOf = ({ indexes: [first = 0] }: Row) => seatParts(placeOf(picker.seating, first)).row;
  const all = lines.flatMap(({ indexes }) => indexes);
  const isReachable = (index: number) => picker.isFree(index) || chosenIndexes.value.has(index);
  const stop = all.includes(cursor.value) ? cursor.value : all.find(isReachable);

  function onKeyDown(event: KeyboardEvent): void {
    const find = walkLines(lines, cursor.value, isReachable)[event.key];
    if (!find) return;
    event.preventDefault();
    const index = find();
    if (index === undefined) return;
    cursor.value = index;
    box.current?.querySelector<HTMLElement>(`[data-seat="${index}"]`)?.focus();
  }

  return (
    <div ref={box} onKeyDown={onKeyDown}>
      {lines.map(({ row, indexes }) => (
        <div
          key={row.name}
          class="seat-row"
          role="group"
          aria-label={`${texts.row(nameOf(row))}, ${texts.free(indexes.filter(picker.isFree).length)}`}
        >
          <span class="seat-row-name" aria-hidden="true">
            {nameOf(row)}
          </span>
          {indexes.map((index) => (
            <SeatButton key={index} picker={picker} index={index} isStop={index === stop} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** By key, the seat that it leads to from another. */
function walkLines(
  lines: Line[],
  from: number,
  isReachable: (index: number) => boolean,
): Record<string, () => number | undefined> {
  const [next, before] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const at = lines.findIndex(({ indexes }) => indexes.includes(from));
  const indexes = lines[at]?.indexes;
  if (!indexes) return {};
  const column = indexes.indexOf(from);
  const beside = (step: 1 | -1) => {
    const other = lines[at + step]?.indexes;
    return other?.[Math.min(column, other.length - 1)];
  };
  return {
    [next]: () => indexes.slice(column + 1).find(isReachable),
    [before]: () => indexes.slice(0, column).findLast(isReachable),
    ArrowDown: () => beside(1),
    ArrowUp: () => beside(-1),
    Home: () => indexes.find(isReachable),
    End: () => indexes.findLast(isReachable),
  };
}

function SeatButton({ picker, index, isStop }: { picker: Picker; index: number; isStop: boolean }) {
  const { texts, seating, cursor } = picker;
  const seat = seatAt(seating.seats, index);
  const { seat: name } = seatParts(placeOf(seating, index));
  const { isChosen, isTaken } = picker.stateOf(index);
  const label = [
    texts.seat(name),
    ...(isTaken ? [texts.taken] : [picker.priceOf(index), ...picker.otherPricesOf(index)]),
    ...marksOf(seat, texts),
  ].join(', ');
  return (
    <button
      type="button"
      role="checkbox"
      class={`seat-button seat-color-${lookOf(seat.t, picker.seating.colors).color}`}
      data-seat={index}
      tabIndex={isStop ? 0 : -1}
      aria-checked={isChosen}
      aria-disabled={isTaken}
      aria-label={label}
      onFocus={() => (cursor.value = index)}
      onClick={() => picker.toggle(index)}
    >
      {name}
      {seat.a && <MarkSwatch mark="accessible" />}
      {seat.v && <MarkSwatch mark="restricted" />}
    </button>
  );
}
