import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { ALPHABET, type Numbering } from '../../../../../seating-plans/number-labels.ts';
import {
  labelByPlace,
  labelsOfRows,
  labelsOfSeats,
  numberByPlace,
  rowsInOrder,
  seatsInOrder,
} from '../../../../../seating-plans/number-hall.ts';
import type { PlanRow, PlanTable } from '../../../../../seating-plans/plan-schema.ts';
import { useStudio } from '../studio.ts';
import { ChoiceField, Fold, LineField, NumberField, TickField } from './fields.tsx';

type Kind = keyof ReturnType<typeof useStudio>['texts']['kindsOfNumbers'];
type Wanted = {
  kind: Kind;
  start: number;
  step: number;
  prefix: string;
  isReversed: boolean;
  oddSide: 'left' | 'right';
  overAisles: boolean;
};

const SEATS_FIRST: Wanted = {
  kind: 'numbers',
  start: 1,
  step: 1,
  prefix: '',
  isReversed: false,
  oddSide: 'left',
  overAisles: true,
};
const ROWS_FIRST: Wanted = { ...SEATS_FIRST, kind: 'lettersWithoutIO' };

function numberingOf({ kind, start, step, prefix, isReversed, oddSide }: Wanted): Numbering {
  const common = { prefix, isFromRight: isReversed };
  switch (kind) {
    case 'odd':
      return { ...common, kind: 'numbers', start: start * 2 - 1, step: 2 };
    case 'even':
      return { ...common, kind: 'numbers', start: start * 2, step: 2 };
    case 'oddEvenMiddle':
      return { ...common, kind: 'odd_and_even', oddSide, start };
    case 'oddEvenSides':
      return { ...common, kind: 'odd_and_even', oddSide, start, countedFrom: 'sides' };
    case 'letters':
      return { ...common, kind: 'letters', letters: ALPHABET, start: start - 1 };
    case 'lettersWithoutIO':
      return { ...common, kind: 'letters', start: start - 1 };
    default:
      return { ...common, kind: 'numbers', start, step };
  }
}

const MAX_PREVIEWED = 12;

/** The first few, and the last. */
const inShort = (labels: readonly string[]): string =>
  labels.length > MAX_PREVIEWED
    ? `${labels.slice(0, MAX_PREVIEWED).join(' ')} … ${labels.at(-1)}`
    : labels.join(' ');

type Rows = readonly (PlanRow | PlanTable)[];

/** Numbers rows and seats, with a preview. */
export function NumberingPart({ rows }: { rows: Rows }): VNode {
  const { texts } = useStudio();
  const seats = useSignal<Wanted>(SEATS_FIRST);
  const labels = useSignal<Wanted>(ROWS_FIRST);
  return (
    <Fold title={texts.numbering} isOpen={false}>
      <SeatNumbers rows={rows} wanted={seats} />
      <RowNumbers rows={rows} wanted={labels} />
    </Fold>
  );
}

function SeatNumbers({ rows, wanted }: { rows: Rows; wanted: Signal<Wanted> }): VNode {
  const { desk, texts } = useStudio();
  const numbering = numberingOf(wanted.value);
  const options = { overAisles: wanted.value.overAisles };
  const labels = labelsOfSeats(rows, numbering, options);
  const [first] = rowsInOrder(rows);
  const line = rows.filter(
    ({ label, section, type }) =>
      options.overAisles && type === 'row' && label === first?.label && section === first.section,
  );
  const shown = (line.length > 1 ? line : first ? [first] : []).flatMap(seatsInOrder);
  return (
    <fieldset class="framed stack gap-xs plan-numbers">
      <legend>{texts.numberSeats}</legend>
      <KindFields wanted={wanted} of="seats" />
      <TickField
        label={texts.overAisles}
        value={wanted.value.overAisles}
        onChange={(overAisles) => (wanted.value = { ...wanted.value, overAisles })}
      />
      <Preview labels={shown.map(({ id }) => labels.get(id) ?? '')} />
      <button
        type="button"
        class="plan-small"
        onClick={() =>
          desk.act(
            numberByPlace(desk.plan.value, desk.chosen.value.objects, numbering, options),
            texts.did.numbered,
          )
        }
      >
        {texts.numberSeats}
      </button>
    </fieldset>
  );
}

function RowNumbers({ rows, wanted }: { rows: Rows; wanted: Signal<Wanted> }): VNode {
  const { desk, texts } = useStudio();
  const numbering = numberingOf(wanted.value);
  const options = { overAisles: wanted.value.overAisles };
  const labels = labelsOfRows(rows, numbering, options);
  return (
    <fieldset class="framed stack gap-xs plan-numbers">
      <legend>{texts.numberRows}</legend>
      <KindFields wanted={wanted} of="rows" />
      <TickField
        label={texts.levelRows}
        value={wanted.value.overAisles}
        onChange={(overAisles) => (wanted.value = { ...wanted.value, overAisles })}
      />
      <Preview labels={rowsInOrder(rows).map(({ id }) => labels.get(id) ?? '')} />
      <button
        type="button"
        class="plan-small"
        onClick={() =>
          desk.act(
            labelByPlace(desk.plan.value, desk.chosen.value.objects, numbering, options),
            texts.did.renamed,
          )
        }
      >
        {texts.numberRows}
      </button>
    </fieldset>
  );
}

function Preview({ labels }: { labels: readonly string[] }): VNode {
  const { texts } = useStudio();
  return (
    <p class="plan-preview-labels">
      <span>{texts.previewLabels}</span> {inShort(labels)}
    </p>
  );
}

function KindFields({ wanted, of }: { wanted: Signal<Wanted>; of: 'rows' | 'seats' }): VNode {
  const { texts } = useStudio();
  const { kind, start, step, prefix, isReversed, oddSide } = wanted.value;
  const set = (change: Partial<Wanted>): void => {
    wanted.value = { ...wanted.value, ...change };
  };
  const kinds = (Object.keys(texts.kindsOfNumbers) as Kind[]).filter(
    (name) => of === 'seats' || !name.startsWith('oddEven'),
  );
  const isOddEven = kind === 'oddEvenMiddle' || kind === 'oddEvenSides';
  return (
    <>
      <ChoiceField
        label={texts.kind}
        value={kind}
        choices={kinds.map((value) => ({ value, label: texts.kindsOfNumbers[value] }))}
        onChange={(value) => set({ kind: value as Kind })}
      />
      <div class="plan-grid">
        <NumberField
          label={texts.start}
          value={start}
          min={kind === 'numbers' ? 0 : 1}
          onChange={(value) => set({ start: Math.round(value) })}
        />
        {kind === 'numbers' && (
          <NumberField
            label={texts.step}
            value={step}
            onChange={(value) => set({ step: Math.round(value) || 1 })}
          />
        )}
        <LineField
          label={texts.prefix}
          value={prefix}
          maxLength={10}
          onChange={(value) => set({ prefix: value })}
        />
      </div>
      {isOddEven ? (
        <ChoiceField
          label={texts.oddSide}
          value={oddSide}
          choices={(['left', 'right'] as const).map((value) => ({ value, label: texts.oddSides[value] }))}
          onChange={(value) => set({ oddSide: value as 'left' | 'right' })}
        />
      ) : (
        <ChoiceField
          label={texts.direction}
          value={isReversed ? 'back' : 'forth'}
          choices={[
            { value: 'forth', label: of === 'seats' ? texts.leftToRight : texts.frontToBack },
            { value: 'back', label: of === 'seats' ? texts.rightToLeft : texts.backToFront },
          ]}
          onChange={(value) => set({ isReversed: value === 'back' })}
        />
      )}
    </>
  );
}
