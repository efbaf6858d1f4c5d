import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { placeOf } from '../../../seat-map/name-seats.ts';
import { seatAt } from '../../../seat-map/plan.ts';
import { TypeSwatch } from '../../../seat-map/swatch.tsx';
import { DataTable, type Column } from '../data-table.tsx';
import { sayMarks, sayState } from './describe-seat.ts';
import { toggleSeats, type HallMapProps } from './hall-map.tsx';
import { SEAT_STATES } from './hall-states.ts';
import { StateSwatch } from './state-swatch.tsx';
import { useHallMapTexts, type HallMapTexts } from './texts.ts';

const PAGE_SIZE = 50;

type Sought = { text: string; section: string; row: string; state: string };

/** The seats of the map as a table, from the stage on: found, filtered and selected without a pointer. */
export function HallList(props: HallMapProps): VNode {
  const { seating, states, chosen, mayChoose = () => true } = props;
  const texts = useHallMapTexts();
  const sought = useSignal<Sought>({ text: '', section: '', row: '', state: '' });
  const page = useSignal(0);
  const names = useMemo(
    () => seating.seats.map((_, index) => texts.seatIn(placeOf(seating, index))),
    [seating],
  );
  const found = useMemo(() => {
    const { text, section, row, state } = sought.value;
    const wanted = text.trim().toLowerCase();
    return seating.rows.flatMap(({ section: own, indexes }, nth) =>
      (section !== '' && String(own) !== section) || (row !== '' && String(nth) !== row)
        ? []
        : indexes.filter(
            (index) =>
              (state === '' || states.value.states[index] === state) &&
              (wanted === '' ||
                (names[index] ?? '').toLowerCase().includes(wanted) ||
                (states.value.house.get(index)?.reason ?? '').toLowerCase().includes(wanted)),
          ),
    );
  }, [seating, sought.value, states.value]);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const now = Math.min(page.value, pages - 1);
  const shown = found.slice(now * PAGE_SIZE, (now + 1) * PAGE_SIZE);
  const free = found.filter(mayChoose);
  const areAllIn = free.length > 0 && free.every((index) => chosen.value.has(index));
  const choose = (rows: readonly number[], isChosen: boolean): void => {
    const next = new Set(chosen.value);
    for (const index of rows.filter(mayChoose)) {
      if (isChosen) next.add(index);
      else next.delete(index);
    }
    chosen.value = next;
  };
  return (
    <div class="stack gap-s can-shrink">
      <Filters
        {...props}
        sought={sought.value}
        onChange={(next) => {
          sought.value = { ...sought.value, ...next };
          page.value = 0;
        }}
      />
      <p class="row wrap gap-xs-m">
        <span role="status">{found.length === 0 ? texts.none : texts.matching(found.length)}</span>
        {free.length > 0 && (
          <button type="button" class="second" onClick={() => toggleSeats(chosen, found, mayChoose)}>
            {areAllIn ? texts.dropMatching : texts.chooseMatching(free.length)}
          </button>
        )}
      </p>
      {found.length > 0 && (
        <DataTable
          caption={texts.list}
          rows={shown}
          keyOf={(index) => seatAt(seating.seats, index).id}
          choice={{
            labelOf: (index) => texts.chooseOne(names[index] ?? ''),
            labelOfAll: texts.choosePage,
            isChosen: (index) => chosen.value.has(index),
            choose,
          }}
          columns={columnsOf(props, texts, names)}
        />
      )}
      {pages > 1 && <Pages now={now} count={pages} onTurn={(next) => (page.value = next)} />}
    </div>
  );
}

function columnsOf(props: HallMapProps, texts: HallMapTexts, names: readonly string[]): Column<number>[] {
  const { seating, states, types } = props;
  return [
    { name: 'seat', label: texts.seat, isRowHeader: true, cell: (index) => names[index] },
    {
      name: 'type',
      label: texts.type,
      cell: (index) => {
        const { t } = seatAt(seating.seats, index);
        return (
          <span class="hall-kind">
            <TypeSwatch type={t} colors={seating.colors} /> {types[t]}
          </span>
        );
      },
    },
    {
      name: 'state',
      label: texts.state,
      cell: (index) => (
        <span class="hall-kind">
          <StateSwatch
            state={states.value.states[index] ?? 'free'}
            color={states.value.house.get(index)?.color ?? 0}
          />{' '}
          {sayState(props, texts, index)}
        </span>
      ),
    },
    {
      name: 'marks',
      label: texts.marks,
      cell: (index) => sayMarks(props, texts, index).join(', ') || '–',
    },
  ];
}

function Pages({
  now,
  count,
  onTurn,
}: {
  now: number;
  count: number;
  onTurn: (page: number) => void;
}): VNode {
  const texts = useHallMapTexts();
  return (
    <div class="row wrap gap-s center">
      <button
        type="button"
        class="second"
        aria-disabled={now === 0}
        onClick={() => onTurn(Math.max(0, now - 1))}
      >
        {texts.before}
      </button>
      <span role="status">{texts.page({ now: now + 1, all: count })}</span>
      <button
        type="button"
        class="second"
        aria-disabled={now === count - 1}
        onClick={() => onTurn(Math.min(count - 1, now + 1))}
      >
        {texts.next}
      </button>
    </div>
  );
}

function Filters({
  seating,
  sought,
  onChange,
}: HallMapProps & { sought: Sought; onChange: (next: Partial<Sought>) => void }): VNode {
  const texts = useHallMapTexts();
  const id = useId();
  const rows = seating.rows.flatMap(({ section, name }, nth) =>
    sought.section === '' || String(section) === sought.section
      ? [{ value: String(nth), label: `${seating.sections[section] ?? ''} ${name}` }]
      : [],
  );
  return (
    <div class="hall-filters">
      <div class="field">
        <label for={`${id}-text`}>{texts.find}</label>
        <input
          id={`${id}-text`}
          type="search"
          autocomplete="off"
          maxLength={100}
          placeholder={texts.findHint}
          value={sought.text}
          onInput={(event) => onChange({ text: event.currentTarget.value })}
        />
      </div>
      <Choice
        id={`${id}-section`}
        label={texts.sections}
        all={texts.allSections}
        value={sought.section}
        choices={seating.sectionsFromFront.map((section) => ({
          value: String(section),
          label: seating.sections[section] ?? '',
        }))}
        onChange={(section) => onChange({ section, row: '' })}
      />
      <Choice
        id={`${id}-row`}
        label={texts.rows}
        all={texts.allRows}
        value={sought.row}
        choices={rows}
        onChange={(row) => onChange({ row })}
      />
      <Choice
        id={`${id}-state`}
        label={texts.state}
        all={texts.allStates}
        value={sought.state}
        choices={SEAT_STATES.map((state) => ({ value: state, label: texts.states[state] }))}
        onChange={(state) => onChange({ state })}
      />
    </div>
  );
}

function Choice({
  id,
  label,
  all,
  value,
  choices,
  onChange,
}: {
  id: string;
  label: string;
  /** The option for no choice. */
  all: string;
  value: string;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}): VNode {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  );
}
