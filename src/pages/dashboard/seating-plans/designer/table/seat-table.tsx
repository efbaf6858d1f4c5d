import type { VNode } from 'preact';
import {
  changeSeats,
  markChosen,
  paintChosen,
  type Chosen,
  type Marks,
} from '../../../../../seating-plans/edit-chosen.ts';
import { LONGEST } from '../../../../../seating-plans/limits.ts';
import {
  isSeated,
  type PlanRow,
  type PlanSeat,
  type PlanTable,
} from '../../../../../seating-plans/plan-schema.ts';
import { distance } from '../../../../../seating-plans/points.ts';
import { useStudio, type Studio } from '../studio.ts';
import { CellChoice, CellField, Paged } from './paged.tsx';

type Item = { id: string; seat: PlanSeat; object: PlanRow | PlanTable };

/** Every seat by itself. */
export function SeatTable({ sought }: { sought: string }): VNode {
  const studio = useStudio();
  const { desk, texts } = studio;
  const plan = desk.plan.value;
  const chosen = desk.chosen.value;
  const sections = new Map(plan.sections.map(({ id, name }) => [id, name]));
  const seated = plan.objects.filter(isSeated);
  const places = accessiblePlaces(seated, texts.placeName);
  const nameOf = ({ seat, object }: Item): string =>
    texts.seatIn({ section: sections.get(object.section) ?? '', row: object.label, seat: seat.label });
  const items = seated.flatMap((object) => object.seats.map((seat): Item => ({ id: seat.id, seat, object })));
  const { columns } = texts;
  return (
    <Paged
      caption={texts.tables.seats}
      columns={[
        columns.row,
        columns.label,
        columns.x,
        columns.y,
        columns.category,
        columns.accessible,
        columns.restricted,
        columns.companion,
        columns.blocked,
      ]}
      items={sought === '' ? items : items.filter((item) => nameOf(item).toLowerCase().includes(sought))}
      nameOf={nameOf}
      isChosen={({ id, object }) => chosen.seats.has(id) || chosen.objects.has(object.id)}
      onChoose={(some, isOn) => {
        const seats = new Set(chosen.seats);
        for (const { id } of some)
          if (isOn) seats.add(id);
          else seats.delete(id);
        desk.tool.value = 'seats';
        desk.choose({ objects: new Set(), seats });
      }}
      cells={(item) => cellsOf(studio, item, { name: nameOf(item), places })}
    />
  );
}

type Place = { seat: PlanSeat; label: string };

const accessiblePlaces = (
  seated: readonly { label: string; seats: readonly PlanSeat[] }[],
  name: (place: { row: string; seat: string }) => string,
): Place[] =>
  seated.flatMap(({ label, seats }) =>
    seats
      .filter((seat) => seat.isAccessible)
      .map((seat) => ({ seat, label: name({ row: label, seat: seat.label }) })),
  );

// A companion sits beside its place. Offering all would be a million options in a fully accessible hall.
const MAX_OFFERED = 50;

/** The nearest places for a companion, and its current one. */
function placesFor(seat: PlanSeat, places: readonly Place[]): Place[] {
  const others = places.filter((place) => place.seat.id !== seat.id);
  if (others.length <= MAX_OFFERED) return others;
  const distances = Float64Array.from(others, (place) => distance(place.seat, seat));
  const farthest = distances.toSorted()[MAX_OFFERED - 1] ?? 0;
  return others.filter(
    (place, nth) => (distances[nth] ?? 0) <= farthest || place.seat.id === seat.companionOf,
  );
}

function cellsOf(
  { desk, texts }: Studio,
  { id, seat, object }: Item,
  { name, places }: { name: string; places: readonly Place[] },
): (VNode | string)[] {
  const plan = desk.plan.value;
  const only: Chosen = { objects: new Set(), seats: new Set([id]) };
  const { columns, did } = texts;
  const change = (changed: Partial<PlanSeat>): void =>
    desk.act(
      changeSeats(plan, only, (one) => ({ ...one, ...changed })),
      did.changed,
    );
  const mark = (marks: Marks): void => desk.act(markChosen(plan, only, marks), did.marked);
  const tick = (column: string, isOn: boolean, set: (isOn: boolean) => void): VNode => (
    <input
      type="checkbox"
      aria-label={texts.fieldOf({ field: column, name })}
      checked={isOn}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
  return [
    object.label,
    <CellField
      label={texts.fieldOf({ field: columns.label, name })}
      value={seat.label}
      maxLength={LONGEST.seat}
      onChange={(label) => change({ label })}
    />,
    <CellField
      label={texts.fieldOf({ field: columns.x, name })}
      type="number"
      value={seat.x}
      onChange={(value) => change({ x: Number(value) })}
    />,
    <CellField
      label={texts.fieldOf({ field: columns.y, name })}
      type="number"
      value={seat.y}
      onChange={(value) => change({ y: Number(value) })}
    />,
    <CellChoice
      label={texts.fieldOf({ field: columns.category, name })}
      value={seat.category ?? ''}
      choices={[
        { value: '', label: texts.noCategory },
        ...plan.categories.map((category) => ({ value: category.id, label: category.name })),
      ]}
      onChange={(category) => desk.act(paintChosen(plan, only, category || null), did.painted)}
    />,
    tick(columns.accessible, seat.isAccessible === true, (isOn) => mark({ isAccessible: isOn || undefined })),
    tick(columns.restricted, seat.isRestrictedView === true, (isOn) =>
      mark({ isRestrictedView: isOn || undefined }),
    ),
    <CellChoice
      label={texts.fieldOf({ field: columns.companion, name })}
      value={seat.companionOf ?? ''}
      choices={[
        { value: '', label: '–' },
        ...placesFor(seat, places).map((place) => ({ value: place.seat.id, label: place.label })),
      ]}
      onChange={(companionOf) => mark({ companionOf: companionOf || undefined })}
    />,
    <CellField
      label={texts.fieldOf({ field: columns.blocked, name })}
      value={seat.blocked?.reason ?? ''}
      maxLength={LONGEST.reason}
      onChange={(reason) =>
        mark({ blocked: reason === '' ? undefined : { reason, color: seat.blocked?.color ?? 2 } })
      }
    />,
  ];
}
