import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import {
  freeLabels,
  makeRow,
  makeTable,
  outlineBetween,
  placesOfBlock,
} from '../../../../../seating-plans/make-objects.ts';
import type { PlanObject } from '../../../../../seating-plans/plan-schema.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { makeArea, makeOutline, putIn, type Drawn } from '../draw.ts';
import { NumberField } from '../inspector/fields.tsx';
import { useStudio, type Studio } from '../studio.ts';
import type { DrawingTool } from '../tools.ts';

type Numbers = Record<FieldName, number>;
type FieldName =
  | 'x'
  | 'y'
  | 'rows'
  | 'seatsInRow'
  | 'spacing'
  | 'between'
  | 'curve'
  | 'angle'
  | 'width'
  | 'height'
  | 'chairs'
  | 'capacity'
  | 'size';

const ROW: FieldName[] = ['seatsInRow', 'x', 'y', 'spacing', 'curve', 'angle'];
const BOX: FieldName[] = ['x', 'y', 'width', 'height', 'angle'];

/** The fields of each tool. */
const FIELDS: Record<DrawingTool, FieldName[]> = {
  row: ROW,
  block: ['rows', ...ROW, 'between'],
  seat: ['x', 'y'],
  roundTable: ['chairs', 'x', 'y', 'width', 'angle'],
  longTable: ['chairs', ...BOX],
  standing: ['capacity', 'x', 'y', 'width', 'height'],
  outline: ['x', 'y', 'width', 'height'],
  stage: BOX,
  text: ['x', 'y', 'size', 'angle'],
  rectangle: BOX,
  ellipse: BOX,
  polygon: ['x', 'y', 'width', 'height'],
  line: ['x', 'y', 'width'],
};

const WHOLE: ReadonlySet<FieldName> = new Set(['rows', 'seatsInRow', 'chairs', 'capacity']);

const FIRST: Numbers = {
  x: 0,
  y: 0,
  rows: 5,
  seatsInRow: 10,
  spacing: 1,
  between: 1.1,
  curve: 0,
  angle: 0,
  width: 4,
  height: 3,
  chairs: 8,
  capacity: 100,
  size: 1,
};

/** Adds objects by numbers, without drawing. */
export function AddPanel({ tool, onClose }: { tool: DrawingTool; onClose: () => void }): VNode {
  const studio = useStudio();
  const { texts, desk, board } = studio;
  const { x = 0, y = 0 } = board.value?.camera.view ?? {};
  const values = useSignal<Numbers>({ ...FIRST, ...desk.options.value, x: Math.round(x), y: Math.round(y) });
  const kind = useSignal<DrawingTool>(tool);
  const labels: Record<FieldName, string> = {
    ...texts,
    chairs: texts.chairs,
    rows: texts.rows,
    size: texts.size,
  };
  return (
    <Dialog title={texts.addTitle(texts.tools[kind.value])} onClose={onClose}>
      <form
        class="plan-add"
        onSubmit={(event) => {
          event.preventDefault();
          const drawn = make(studio, kind.value, values.value);
          putIn(desk, drawn, texts.added(drawn.objects));
          desk.tool.value = 'select';
          onClose();
        }}
      >
        <div class="field wide">
          <label for="plan-add-kind">{texts.columns.type}</label>
          <select
            id="plan-add-kind"
            value={kind.value}
            onChange={(event) => (kind.value = event.currentTarget.value as DrawingTool)}
          >
            {(Object.keys(FIELDS) as DrawingTool[]).map((name) => (
              <option key={name} value={name} selected={name === kind.value}>
                {texts.tools[name]}
              </option>
            ))}
          </select>
        </div>
        {FIELDS[kind.value].map((name) => (
          <NumberField
            key={name}
            label={labels[name]}
            value={values.value[name]}
            step={WHOLE.has(name) ? 1 : 0.5}
            min={WHOLE.has(name) || name === 'width' || name === 'height' ? 1 : undefined}
            onChange={(value) => (values.value = { ...values.value, [name]: value })}
          />
        ))}
        <div class="dialog-actions wide">
          <button type="submit" class="main">
            {texts.add}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function make({ desk, texts }: Studio, tool: DrawingTool, values: Numbers): Drawn {
  const { plan, making } = desk.making(texts.newNames.section);
  const { newId } = making;
  const { x, y, width, height, angle, spacing, curve, chairs } = values;
  const box = { x, y, width, height, angle };
  const [from, to] = [
    { x: x - width / 2, y: y - height / 2 },
    { x: x + width / 2, y: y + height / 2 },
  ];
  const rowsOf = (rows: number, seatsInRow: number): PlanObject[] => {
    const places = placesOfBlock({ x, y }, { ...values, rows, seatsInRow });
    const labels = freeLabels(plan, making.section, { count: places.length, kind: 'row' });
    return places.map((row, nth) =>
      makeRow(making, { places: row, label: labels[nth] ?? '', spacing, curve }),
    );
  };
  const table = (shape: 'round' | 'rectangular'): PlanObject[] => {
    const [label = ''] = freeLabels(plan, making.section, { count: 1, kind: 'table' });
    const size = shape === 'round' ? { ...box, height: width } : box;
    return [makeTable(making, { ...size, shape, chairs, label })];
  };
  const objects = ((): PlanObject[] => {
    switch (tool) {
      case 'row':
        return rowsOf(1, values.seatsInRow);
      case 'block':
        return rowsOf(values.rows, values.seatsInRow);
      case 'seat':
        return rowsOf(1, 1);
      case 'roundTable':
        return table('round');
      case 'longTable':
        return table('rectangular');
      case 'standing': {
        const area = makeArea(desk, making, { points: outlineBetween(from, to), names: texts.newNames });
        return [area.type === 'standing' ? { ...area, capacity: values.capacity } : area];
      }
      case 'outline':
        return [makeOutline(plan, making, outlineBetween(from, to))];
      case 'stage':
        return [{ type: 'stage', id: newId(), label: texts.newNames.stage, ...box }];
      case 'text':
        return [{ type: 'text', id: newId(), text: texts.newNames.text, x, y, size: values.size, angle }];
      case 'polygon':
        return [{ type: 'polygon', id: newId(), points: outlineBetween(from, to), color: 0 }];
      case 'line':
        return [
          {
            type: 'line',
            id: newId(),
            points: [
              { x, y },
              { x: x + width, y },
            ],
            color: 0,
          },
        ];
      default:
        return [{ type: tool, id: newId(), ...box, color: 0 }];
    }
  })();
  return { plan, objects };
}
