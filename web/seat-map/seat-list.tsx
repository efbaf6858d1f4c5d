import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { Picker } from './picker.ts';
import { lookOf } from './seat-shapes.ts';
import { seatAt, type Row } from './seating.ts';
import { MarkSwatch, PriceSwatch } from './swatch.tsx';

// Enough to choose from, and quick to build on a slow phone.
const ROWS_AT_ONCE = 12;

/** The same seats as a list: sections, their rows, and a button for every seat. */
export function SeatList({ picker }: { picker: Picker }) {
  const { texts, seating, filter } = picker;
  const open = useSignal(seating.sectionsFromFront.length === 1 ? seating.sectionsFromFront[0] : -1);
  void picker.live.news.value;
  const matches = (place: number) => filter.value === null || seatAt(seating.seats, place).t === filter.value;
  const sections = seating.sectionsFromFront
    .map((section) => ({
      name: seating.sections[section] ?? '',
      section,
      rows: seating.rows.filter((row) => row.section === section && row.places.some(matches)),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <div class="seat-list">
      {sections.map(({ name, section, rows }) => (
        <Section
          key={section}
          picker={picker}
          name={name}
          rows={rows}
          matches={matches}
          isOpen={open.value === section}
          onToggle={() => (open.value = open.value === section ? -1 : section)}
        />
      ))}
      {sections.length === 0 && <p>{texts.noneOfPrice}</p>}
    </div>
  );
}

type SectionProps = {
  picker: Picker;
  name: string;
  rows: Row[];
  matches(place: number): boolean;
  isOpen: boolean;
  onToggle(): void;
};

function Section({ picker, name, rows, matches, isOpen, onToggle }: SectionProps) {
  const id = useId();
  const shown = useSignal(ROWS_AT_ONCE);
  const free = rows.reduce(
    (sum, { places }) => sum + places.filter((place) => matches(place) && picker.isFree(place)).length,
    0,
  );
  const types = [
    ...new Set(
      rows.flatMap(({ places }) =>
        places.filter(matches).map((place) => seatAt(picker.seating.seats, place).t),
      ),
    ),
  ];
  return (
    <section>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span class="seat-section-name">
            {types.map((type) => (
              <PriceSwatch key={type} ticketType={type} />
            ))}
            {name}
          </span>
          <span class="seat-soft">{picker.texts.free(free)}</span>
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Rows picker={picker} rows={rows.slice(0, shown.value)} matches={matches} />}
        {isOpen && rows.length > shown.value && (
          <button type="button" class="seat-more" onClick={() => (shown.value += ROWS_AT_ONCE)}>
            {picker.texts.moreRows(Math.min(ROWS_AT_ONCE, rows.length - shown.value))}
          </button>
        )}
      </div>
    </section>
  );
}

/** One stop for the Tab key; arrows go on from there. */
function Rows({ picker, rows, matches }: Pick<SectionProps, 'picker' | 'rows' | 'matches'>) {
  const { seating, texts, chosenPlaces, cursor } = picker;
  const box = useRef<HTMLDivElement>(null);
  const lines = rows.map((row) => ({ row, places: row.places.filter(matches) }));
  const all = lines.flatMap(({ places }) => places);
  const reachable = (place: number | undefined) =>
    place !== undefined && (picker.isFree(place) || chosenPlaces.value.has(place));
  const stop = all.includes(cursor.value) ? cursor.value : all.find(reachable);

  function moveTo(place: number | undefined): void {
    if (place === undefined) return;
    cursor.value = place;
    box.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const line = lines.findIndex(({ places }) => places.includes(cursor.value));
    const places = lines[line]?.places;
    if (!places) return;
    const column = places.indexOf(cursor.value);
    const beside = (step: 1 | -1) =>
      lines[line + step]?.places.at(Math.min(column, (lines[line + step]?.places.length ?? 1) - 1));
    const targets: Record<string, () => number | undefined> = {
      ArrowRight: () => places.slice(column + 1).find(reachable),
      ArrowLeft: () => places.slice(0, column).findLast(reachable),
      ArrowDown: () => beside(1),
      ArrowUp: () => beside(-1),
      Home: () => places.find(reachable),
      End: () => places.findLast(reachable),
    };
    const target = targets[event.key];
    if (!target) return;
    event.preventDefault();
    moveTo(target());
  }

  return (
    <div ref={box} onKeyDown={onKeyDown}>
      {lines.map(({ row, places }) => (
        <div
          key={row.name}
          class="seat-row"
          role="group"
          aria-label={`${texts.row(row.name)}, ${texts.free(places.filter(picker.isFree).length)}`}
        >
          <span class="seat-row-name" aria-hidden="true">
            {row.name}
          </span>
          {places.map((place) => {
            const { n, a, v, t } = seatAt(seating.seats, place);
            const isChosen = chosenPlaces.value.has(place);
            const isTaken = !isChosen && !picker.isFree(place);
            const label = [
              texts.seat(n),
              isTaken ? texts.taken : picker.priceOf(place),
              ...(a ? [texts.accessible] : []),
              ...(v ? [texts.restricted] : []),
            ].join(', ');
            return (
              <button
                key={place}
                type="button"
                role="checkbox"
                class={`seat-button seat-color-${lookOf(t).color}`}
                data-place={place}
                tabIndex={place === stop ? 0 : -1}
                aria-checked={isChosen}
                aria-disabled={isTaken}
                aria-label={label}
                onFocus={() => (cursor.value = place)}
                onClick={() => picker.toggle(place)}
              >
                {n}
                {a && <MarkSwatch mark="accessible" />}
                {v && <MarkSwatch mark="restricted" />}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
