import type { VNode } from 'preact';
import {
  paintChosen,
  putIntoSection,
  transformChosen,
  type Chosen,
} from '../../../../../seating-plans/edit-chosen.ts';
import { LONGEST } from '../../../../../seating-plans/limits.ts';
import { isSeated, type PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import { middleOf, roundPlace } from '../../../../../seating-plans/points.ts';
import { changeObjects, moveBy } from '../../../../../seating-plans/transform.ts';
import { reachOf } from '../board/hall.ts';
import { sameOf } from '../inspector/fields.tsx';
import { useStudio, type Studio } from '../studio.ts';
import { CellChoice, CellField, Paged } from './paged.tsx';

const labelOf = (object: PlanObject): string | null =>
  object.type === 'text' ? object.text : 'label' in object ? object.label : null;

const only = (id: string): Chosen => ({ objects: new Set([id]), seats: new Set() });

/** Rows, tables, areas and drawings. */
export function ObjectTable({ sought }: { sought: string }): VNode {
  const studio = useStudio();
  const { desk, texts } = studio;
  const plan = desk.plan.value;
  const chosen = desk.chosen.value;
  const nameOf = (object: PlanObject): string => texts.nameObject(object, plan);
  const items =
    sought === ''
      ? plan.objects
      : plan.objects.filter((object) => nameOf(object).toLowerCase().includes(sought));
  const { columns } = texts;
  return (
    <Paged
      caption={texts.tables.objects}
      columns={[
        columns.type,
        columns.section,
        columns.label,
        columns.seats,
        columns.category,
        columns.x,
        columns.y,
      ]}
      items={items}
      nameOf={nameOf}
      isChosen={({ id }) => chosen.objects.has(id)}
      onChoose={(some, isOn) => {
        const objects = new Set(chosen.objects);
        for (const { id } of some)
          if (isOn) objects.add(id);
          else objects.delete(id);
        desk.tool.value = 'select';
        desk.choose({ objects, seats: new Set() });
      }}
      cells={(object) => cellsOf(studio, object)}
    />
  );
}

function cellsOf({ desk, texts }: Studio, object: PlanObject): (VNode | string)[] {
  const plan = desk.plan.value;
  const { id } = object;
  const name = texts.nameObject(object, plan);
  const { columns } = texts;
  const middle = middleOf(reachOf(object));
  const label = labelOf(object);
  const put = (axis: 'x' | 'y', value: string): void => {
    const by = { x: 0, y: 0, [axis]: Number(value) - middle[axis] };
    desk.act(transformChosen(plan, only(id), moveBy(by)), texts.did.moved);
  };
  const isSold = isSeated(object) || object.type === 'standing';
  const category = isSeated(object)
    ? sameOf(object.seats, (seat) => seat.category ?? '')
    : object.type === 'standing'
      ? (object.category ?? '')
      : '';
  return [
    texts.kinds[object.type],
    'section' in object ? (
      <CellChoice
        label={texts.fieldOf({ field: columns.section, name })}
        value={object.section}
        choices={plan.sections.map((section) => ({ value: section.id, label: section.name }))}
        onChange={(section) => desk.act(putIntoSection(plan, only(id), section), texts.did.changed)}
      />
    ) : (
      ''
    ),
    label === null ? (
      ''
    ) : (
      <CellField
        label={texts.fieldOf({ field: columns.label, name })}
        value={label}
        maxLength={isSeated(object) ? LONGEST.row : LONGEST.section}
        onChange={(next) =>
          desk.act(
            changeObjects(plan, new Set([id]), (one) =>
              one.type === 'text' ? { ...one, text: next } : ({ ...one, label: next } as PlanObject),
            ),
            texts.did.renamed,
          )
        }
      />
    ),
    isSeated(object)
      ? texts.number(object.seats.length)
      : object.type === 'standing'
        ? texts.number(object.capacity)
        : '',
    isSold ? (
      <CellChoice
        label={texts.fieldOf({ field: columns.category, name })}
        value={category ?? '?'}
        choices={[
          ...(category === null ? [{ value: '?', label: texts.mixed }] : []),
          { value: '', label: texts.noCategory },
          ...plan.categories.map((one) => ({ value: one.id, label: one.name })),
        ]}
        onChange={(next) =>
          next !== '?' && desk.act(paintChosen(plan, only(id), next || null), texts.did.painted)
        }
      />
    ) : (
      ''
    ),
    <CellField
      label={texts.fieldOf({ field: columns.x, name })}
      type="number"
      value={roundPlace(middle.x)}
      onChange={(value) => put('x', value)}
    />,
    <CellField
      label={texts.fieldOf({ field: columns.y, name })}
      type="number"
      value={roundPlace(middle.y)}
      onChange={(value) => put('y', value)}
    />,
  ];
}
