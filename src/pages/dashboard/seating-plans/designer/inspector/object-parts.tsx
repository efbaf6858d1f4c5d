import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { putIntoSection } from '../../../../../seating-plans/edit-chosen.ts';
import {
  LONGEST,
  MAX_CHAIRS,
  MAX_COLOR,
  MAX_SEATS_IN_ROW,
  MAX_STANDING,
} from '../../../../../seating-plans/limits.ts';
import { relayTable } from '../../../../../seating-plans/make-objects.ts';
import type { PlanObject, PlanRow, PlanTable } from '../../../../../seating-plans/plan-schema.ts';
import { bendRow, openAisle, setSeatCount } from '../../../../../seating-plans/reshape-row.ts';
import { changeObjects } from '../../../../../seating-plans/transform.ts';
import { seatedWithin } from '../draw.ts';
import { asSentence } from '../../../texts/words-in.ts';
import { useStudio } from '../studio.ts';
import { ChoiceField, Fold, LineField, NumberField, sameOf } from './fields.tsx';
import { RowsPart } from './rows-part.tsx';
import { nextSectionName } from './sections-part.tsx';

type Of<Type extends PlanObject['type']> = Extract<PlanObject, { type: Type }>;

/** The properties of each kind of object. They change all selected objects of the kind at once. */
export function ObjectParts({ objects }: { objects: readonly PlanObject[] }): VNode {
  const of = <Type extends PlanObject['type']>(type: Type): Of<Type>[] =>
    objects.filter((object): object is Of<Type> => object.type === type);
  const [rows, tables, areas] = [of('row'), of('table'), of('standing')];
  const shapes = objects.filter(
    (object): object is Shape => !('section' in object) && object.type !== 'standing',
  );
  const seated = objects.filter((object) => 'section' in object);
  return (
    <>
      {seated.length > 0 && <SectionPart seated={seated} />}
      {rows.length > 0 && <RowPart rows={rows} />}
      {rows.length > 0 && <RowsPart rows={rows} />}
      {tables.length > 0 && <TablePart tables={tables} />}
      {areas.length > 0 && <AreaPart areas={areas} />}
      {shapes.length > 0 && <ShapePart shapes={shapes} />}
    </>
  );
}

/** Changes all of these objects at once. */
function useChange<Item extends PlanObject>(items: readonly Item[]): (change: (item: Item) => Item) => void {
  const { desk, texts } = useStudio();
  const ids = new Set(items.map(({ id }) => id));
  return (change) =>
    desk.act(
      changeObjects(desk.plan.value, ids, (object) => change(object as Item)),
      texts.did.changed,
    );
}

function SectionPart({ seated }: { seated: readonly (PlanRow | PlanTable | Of<'outline'>)[] }): VNode {
  const { desk, texts } = useStudio();
  const plan = desk.plan.value;
  const [only] = seated;
  const outline = seated.length === 1 && only?.type === 'outline' ? only : null;
  return (
    <Fold title={texts.section}>
      <ChoiceField
        label={texts.section}
        isLabelHidden
        value={sameOf(seated, ({ section }) => section)}
        choices={plan.sections.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(section) => desk.act(putIntoSection(plan, desk.chosen.value, section), texts.did.changed)}
      />
      <button
        type="button"
        class="plan-small"
        onClick={() => {
          const id = desk.newId();
          const name = nextSectionName(plan, texts.sectionNth);
          const grouped = { ...plan, sections: [...plan.sections, { id, name }] };
          desk.act(putIntoSection(grouped, desk.chosen.value, id), texts.did.changed);
        }}
      >
        {texts.intoNewSection}
      </button>
      {outline && (
        <button
          type="button"
          class="plan-small"
          onClick={() => {
            const within = { objects: seatedWithin(plan, outline.points), seats: new Set<string>() };
            desk.act(putIntoSection(plan, within, outline.section), texts.did.changed);
          }}
        >
          {texts.takeSeatsWithin}
        </button>
      )}
    </Fold>
  );
}

function RowPart({ rows }: { rows: readonly PlanRow[] }): VNode {
  const { desk, texts } = useStudio();
  const change = useChange(rows);
  const { making } = desk.making(texts.newNames.section);
  const after = useSignal(1);
  const width = useSignal(1.2);
  return (
    <Fold title={texts.row}>
      <div class="plan-grid">
        {rows.length === 1 && (
          <LineField
            label={texts.rowLabel}
            value={rows[0]?.label ?? ''}
            maxLength={LONGEST.row}
            onChange={(label) => change((row) => ({ ...row, label }))}
          />
        )}
        <NumberField
          label={texts.seatCount}
          value={sameOf(rows, ({ seats }) => seats.length)}
          placeholder={texts.mixed}
          min={1}
          max={MAX_SEATS_IN_ROW}
          onChange={(count) =>
            change((row) =>
              setSeatCount({ ...making, category: row.seats.at(-1)?.category }, row, Math.round(count)),
            )
          }
        />
        <NumberField
          label={texts.curve}
          value={sameOf(rows, ({ curve }) => curve)}
          placeholder={texts.mixed}
          step={0.25}
          min={-1000}
          max={1000}
          onChange={(curve) => change((row) => bendRow(row, { curve }))}
        />
        <NumberField
          label={texts.aisleAfter}
          value={after.value}
          min={1}
          onChange={(value) => (after.value = Math.round(value))}
        />
        <NumberField
          label={texts.aisleWidth}
          value={width.value}
          step={0.1}
          min={0}
          max={100}
          onChange={(value) => (width.value = value)}
        />
      </div>
      <button
        type="button"
        class="plan-small"
        onClick={() => change((row) => openAisle(row, { after: after.value, width: width.value }))}
      >
        {texts.openAisle}
      </button>
    </Fold>
  );
}

function TablePart({ tables }: { tables: readonly PlanTable[] }): VNode {
  const { desk, texts } = useStudio();
  const change = useChange(tables);
  const { making } = desk.making(texts.newNames.section);
  const relay = (form: Parameters<typeof relayTable>[2]): void =>
    change((table) =>
      relayTable({ ...making, category: table.seats[0]?.category ?? making.category }, table, form),
    );
  const isRound = sameOf(tables, ({ shape }) => shape) === 'round';
  return (
    <Fold title={texts.tableSettings}>
      <div class="plan-grid">
        {tables.length === 1 && (
          <LineField
            label={texts.rowLabel}
            value={tables[0]?.label ?? ''}
            maxLength={LONGEST.row}
            onChange={(label) => change((table) => ({ ...table, label }))}
          />
        )}
        <NumberField
          label={texts.chairs}
          value={sameOf(tables, ({ seats }) => seats.length)}
          placeholder={texts.mixed}
          min={0}
          max={MAX_CHAIRS}
          onChange={(chairs) => relay({ chairs: Math.round(chairs) })}
        />
        <NumberField
          label={texts.width}
          value={sameOf(tables, ({ width }) => width)}
          step={0.5}
          min={0.5}
          onChange={(width) => relay({ width })}
        />
        {!isRound && (
          <NumberField
            label={texts.height}
            value={sameOf(tables, ({ height }) => height)}
            step={0.5}
            min={0.5}
            onChange={(height) => relay({ height })}
          />
        )}
        <NumberField
          label={texts.angle}
          value={sameOf(tables, ({ angle }) => angle)}
          step={5}
          min={-360}
          max={360}
          onChange={(angle) => relay({ angle })}
        />
      </div>
      <ChoiceField
        label={texts.shape}
        value={sameOf(tables, ({ shape }) => shape)}
        choices={(['round', 'rectangular'] as const).map((value) => ({ value, label: texts.shapes[value] }))}
        onChange={(shape) => relay({ shape: shape as PlanTable['shape'] })}
      />
      <ChoiceField
        label={texts.soldAs}
        value={sameOf(tables, ({ soldAs }) => soldAs)}
        choices={(['chairs', 'whole'] as const).map((value) => ({
          value,
          label: texts.soldAsChoices[value],
        }))}
        onChange={(soldAs) => change((table) => ({ ...table, soldAs: soldAs as PlanTable['soldAs'] }))}
      />
    </Fold>
  );
}

function AreaPart({ areas }: { areas: readonly Of<'standing'>[] }): VNode {
  const { texts } = useStudio();
  const change = useChange(areas);
  return (
    <Fold title={texts.area}>
      <div class="plan-grid">
        <LineField
          label={texts.label}
          value={sameOf(areas, ({ label }) => label)}
          maxLength={LONGEST.section}
          onChange={(label) => change((area) => ({ ...area, label }))}
        />
        <NumberField
          label={texts.capacity}
          value={sameOf(areas, ({ capacity }) => capacity)}
          placeholder={texts.mixed}
          min={0}
          max={MAX_STANDING}
          onChange={(capacity) => change((area) => ({ ...area, capacity: Math.round(capacity) }))}
        />
      </div>
    </Fold>
  );
}

type Shape = Exclude<PlanObject, { type: 'row' | 'table' | 'standing' | 'outline' }>;

function ShapePart({ shapes }: { shapes: readonly Shape[] }): VNode {
  const { texts } = useStudio();
  const change = useChange(shapes);
  const [only] = shapes;
  const has = (field: string): boolean => shapes.every((shape) => field in shape);
  const valueOf = (field: string) =>
    sameOf(shapes, (shape) => (shape as unknown as Record<string, number>)[field] ?? null);
  const set = (field: string, value: number | string): void =>
    change((shape) => ({ ...shape, [field]: value }));
  const limits: Record<string, { step: number; min: number; max: number }> = {
    width: { step: 0.5, min: 0.5, max: 2000 },
    height: { step: 0.5, min: 0.5, max: 2000 },
    size: { step: 0.25, min: 0.1, max: 100 },
    angle: { step: 5, min: -360, max: 360 },
  };
  return (
    <Fold title={only && shapes.length === 1 ? asSentence(texts.kinds[only.type]) : texts.shape}>
      {only?.type === 'stage' && shapes.length === 1 && (
        <LineField
          label={texts.label}
          value={only.label}
          maxLength={LONGEST.text}
          onChange={(value) => set('label', value)}
        />
      )}
      {only?.type === 'text' && shapes.length === 1 && (
        <LineField
          label={texts.text}
          value={only.text}
          maxLength={LONGEST.text}
          onChange={(value) => set('text', value)}
        />
      )}
      <div class="plan-grid">
        {(['width', 'height', 'size', 'angle'] as const).map(
          (field) =>
            has(field) && (
              <NumberField
                key={field}
                label={texts[field]}
                value={valueOf(field)}
                {...limits[field]}
                onChange={(value) => set(field, value)}
              />
            ),
        )}
      </div>
      {has('color') && (
        <ChoiceField
          label={texts.color}
          value={String(valueOf('color') ?? '')}
          choices={Array.from({ length: MAX_COLOR + 1 }, (_, nth) => ({
            value: String(nth),
            label: texts.colors[nth] ?? '',
          }))}
          onChange={(color) => set('color', Number(color))}
        />
      )}
    </Fold>
  );
}
